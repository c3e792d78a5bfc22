// SPDX-License-Identifier: GPL-3.0-or-later
// The hand of the user on the mechanism, in board and scene alike: on a run that is on it pulls by a spring,
// which is shown and can be kept as a load; else it moves the closed mechanism in both at once.
#pragma once

#include <QObject>
#include <QPointF>

#include "ui/document/mechanism_document.h"
#include "ui/run/playback.h"
#include "ui/run/run_controller.h"
#include "ui/window/views.h"

namespace clank {

class HandBinding : public QObject {
  Q_OBJECT
 public:
  HandBinding(Views& views, MechanismDocument& document, RunController& run, Playback& playback,
              QObject* parent);

 private:
  bool hold(const std::string& body, QPointF at, QPointF world);
  void showDragged(const std::vector<BodyPose>& poses);
  void showHands();
  void offer();
  void keep(const std::vector<HandRecord>& hands);

  Views& views_;
  MechanismDocument& document_;
  RunController& run_;
  Playback& playback_;
  int drawing_ = 0;  // counts up with each that is opened
};

}  // namespace clank
