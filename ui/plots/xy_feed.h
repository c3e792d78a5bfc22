// SPDX-License-Identifier: GPL-3.0-or-later
// Carries what a trajectory has grown by onto a canvas of values over values.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/record/trajectory.h"
#include "ui/plots/overlay.h"
#include "ui/plots/plot_choice.h"
#include "ui/plots/run_scale.h"
#include "ui/plots/xy_canvas.h"

namespace clank {

// How many rows contacts have while they are pressed.
class PressedRows {
 public:
  void add(const Trajectory& trajectory, std::size_t penetration, std::size_t from);
  int findMedian() const;  // a contact; 0: there is none

 private:
  std::vector<int> rows_;  // of each contact
};

class XyFeed {
 public:
  explicit XyFeed(XyCanvas& canvas) : canvas_(canvas) {}

  // All trajectories must live until the next call; previous may be nullptr.
  void start(const PlotChoice& choice, const Trajectory& trajectory, const Trajectory* previous,
             const std::vector<Overlay>& overlays);
  void advance();  // what came since the last call

 private:
  void addCurves(const Trajectory* previous, const std::vector<Overlay>& overlays);
  void advanceLines();
  void advanceSection();
  void showCircle();
  void noteRowsOfContacts();
  void updFloors();

  XyCanvas& canvas_;
  PlotChoice choice_;
  const Trajectory* trajectory_ = nullptr;
  std::optional<std::size_t> over_;    // channel
  std::vector<std::size_t> channels_;  // of the curves
  RunScale scale_;
  std::size_t shownSamples_ = 0;
  PressedRows pressed_;
  double clearance_ = 0;  // m, of the joint whose orbit it is, as far as is known
};

// The angle (channel) that turns most in a run, once round at least: the crank's. From its sign it follows
// where a period begins.
std::optional<std::size_t> findTurning(const Trajectory& trajectory);

// Once a turn: when the angle passes a whole number of turns from where it started; values linear between
// samples.
struct SectionPoint {
  double t = 0, x = 0, y = 0;
};
std::vector<SectionPoint> calcSection(const Trajectory& trajectory, std::size_t turning, std::size_t x,
                                      std::size_t y);

}  // namespace clank
