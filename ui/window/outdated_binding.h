// SPDX-License-Identifier: GPL-3.0-or-later
// One rule for all that shows a run: while the drawing is another than the one that was run, and cannot be
// run itself, the run is past. It lies pale in the scene, the timeline, the plots, the receipt and the
// tables, playing ends, and the status bar claims nothing of it. A drawing that can be run has its own start
// at once and needs no such rule.
#pragma once

#include <QObject>
#include <vector>

#include "ui/look/veil.h"
#include "ui/run/playback.h"
#include "ui/run/run_controller.h"
#include "ui/window/views.h"

namespace clank {

class OutdatedBinding : public QObject {
  Q_OBJECT
 public:
  OutdatedBinding(Views& views, RunController& run, Playback& playback, QObject* parent);
  void setLook(const Palette& palette);

 private:
  void show(bool isOutdated);

  Views& views_;
  Playback& playback_;
  std::vector<Veil*> veils_;
};

}  // namespace clank
