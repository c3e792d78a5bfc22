// SPDX-License-Identifier: GPL-3.0-or-later
// One time cursor, many views: carries what the run delivers and where the cursor stands to everything that
// shows it, and what the user points at back to the cursor.
#pragma once

#include <QObject>
#include <optional>

#include "ui/document/mechanism_document.h"
#include "ui/panels/receipt_words.h"
#include "ui/run/playback.h"
#include "ui/run/run_controller.h"
#include "ui/window/views.h"

namespace clank {

class ViewBinding : public QObject {
  Q_OBJECT
 public:
  ViewBinding(Views& views, MechanismDocument& document, RunController& run, Playback& playback,
              QObject* parent);

 private:
  void bindPicking();
  void showNewTrajectory();
  void givePoses();
  void showGrowth();
  void showBands();
  void showCursor();
  void showEvent(std::optional<std::size_t> event);
  void showUnits();
  void showProgress();
  void showPublished();
  ContactStory tellContacts(std::size_t event) const;  // of the contact that it begins or ends
  QString nameGhost() const;
  QString makeHeadline(std::optional<std::size_t> event, bool flashes, bool isBefore) const;

  Views& views_;
  MechanismDocument& document_;
  RunController& run_;
  Playback& playback_;
  UnitChoice shownUnits_;
  std::size_t traced_ = 0;  // samples of the trajectory whose trace is drawn
};

}  // namespace clank
