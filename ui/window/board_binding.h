// SPDX-License-Identifier: GPL-3.0-or-later
// The board in the window: tools and views from the table of actions, the moment of the run that it shows,
// and what its tools say in the status bar.
#pragma once

#include <QMainWindow>
#include <QObject>
#include <memory>

#include "core/kinematics/kinematics.h"
#include "ui/board/drawing.h"
#include "ui/run/playback.h"
#include "ui/run/run_controller.h"
#include "ui/scene/arrow_look.h"
#include "ui/window/actions.h"
#include "ui/window/views.h"

namespace clank {

class RowLayout;

class BoardBinding : public QObject {
  Q_OBJECT
 public:
  BoardBinding(QMainWindow& window, Views& views, Actions& actions, RunController& run, Playback& playback);
  ~BoardBinding() override;

 private:
  void bindTools(QMainWindow& window);
  void bindViews();
  void bindLoupe();
  void bindArrows();
  bool isLost() const;  // the drawing is a speck, or larger than the pane
  void keepInSight();
  std::optional<Drawing::Box> findMotion() const;  // of the run; nothing: there is none
  void showMoment();
  void nameSpokenOf();
  void explore(const std::vector<BodyPose>& poses);

  Views& views_;
  Actions& actions_;
  RunController& run_;
  Playback& playback_;
  std::unique_ptr<RowLayout> rows_;  // of the run that is shown
  bool isTakenBack_ = false;         // a step, and the mechanism has not been assembled since
  bool isWidened_ = false;           // the view was fitted to all of a run
  int rowsOf_ = -1;                  // its number
  ArrowLook arrows_;
};

}  // namespace clank
