// SPDX-License-Identifier: GPL-3.0-or-later
// Carries what a trajectory has grown by onto a canvas.
#pragma once

#include <cstddef>
#include <vector>

#include "core/record/trajectory.h"
#include "ui/plots/overlay.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_choice.h"
#include "ui/plots/run_scale.h"

namespace clank {

class CurveFeed {
 public:
  explicit CurveFeed(PlotCanvas& canvas) : canvas_(canvas) {}

  void setConstants(std::vector<SignalConstant> constants) { constants_ = std::move(constants); }
  // Lays out the canvas anew: curves for the channels of the choice that exist, and its expressions, kept
  // runs over them or else the previous run as ghosts (may be nullptr). All trajectories must live until the
  // next call.
  void start(const PlotChoice& choice, const Trajectory& trajectory, const Trajectory* previous,
             const std::vector<Overlay>& overlays, const std::vector<ReferenceOverlay>& references);
  void advance();  // what came since the last call
  // Curves, or what stems are of: the joints of a plot of impulses.
  std::vector<int> listCurvesOf(const std::string& part) const;
  // Index of Palette::curve; never that of impacts, which the blow itself has.
  static int stemColour(std::size_t joint);
  std::string findSignal(int curve) const;  // channel or expression of a curve; empty: there is none
  std::string findPart(int stem) const;     // whose stems these are; empty: nobody's

 private:
  struct Column {
    std::string name;
    Signal signal;
    int curve;
    PlotCanvas::Axis axis;
  };
  void addCurves(const Trajectory* previous, const std::vector<Overlay>& overlays,
                 const std::vector<ReferenceOverlay>& references);
  void addReferences(const std::vector<std::string>& shown, const std::vector<ReferenceOverlay>& references);
  void addOverlays(const std::vector<std::string>& shown, const std::vector<Overlay>& overlays);
  void advanceStems();
  static QString nameStem(const Receipt& receipt, bool isMoment);
  int countAs(const std::string& part);
  void updFloors();
  void tellWhatIsMissing();

  PlotCanvas& canvas_;
  PlotChoice choice_;
  const Trajectory* trajectory_ = nullptr;
  std::vector<SignalConstant> constants_;
  std::vector<Column> columns_;
  std::vector<std::string> parts_;  // that stems are of
  RunScale scale_;
  std::size_t shownSamples_ = 0, shownEvents_ = 0;
  bool isAlone_ = true;  // no curve of another run or origin is drawn
};

}  // namespace clank
