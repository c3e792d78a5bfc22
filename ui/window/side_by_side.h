// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs side by side in place of the scene: the present one and kept ones, at one time cursor and with one
// camera.
#pragma once

#include <QObject>
#include <array>
#include <memory>

#include "ui/run/playback.h"
#include "ui/run/run_controller.h"
#include "ui/run/run_shelf.h"
#include "ui/window/actions.h"
#include "ui/window/views.h"

namespace clank {

class RunPane;

class SideBySide : public QObject {
  Q_OBJECT
 public:
  SideBySide(Views& views, RunController& run, Playback& playback, RunShelf& shelf, const Actions& actions,
             QObject* parent);
  void setLook();  // that of the scene, which has changed

 private:
  // A run that can be shown; of the present one mechanism and trajectory are those of the controller.
  struct Shown {
    std::shared_ptr<const Trajectory> kept;  // null: the present run
    const Trajectory* trajectory = nullptr;
    std::size_t traced = 0;  // samples whose trace is drawn
  };

  void setOn(bool on);
  void build();
  void allow();
  void fill();
  void choose(std::size_t pane, int item);
  void begin(std::size_t pane);
  void showGrowth();
  void follow();
  void showCursor();

  Views& views_;
  RunController& run_;
  Playback& playback_;
  RunShelf& shelf_;
  const Actions& actions_;
  std::array<RunPane*, 2> panes_{};
  std::array<Shown, 2> shown_;
};

}  // namespace clank
