// SPDX-License-Identifier: GPL-3.0-or-later
// Carries what a trajectory has grown by onto a canvas of values over values: of a long run the last samples
// in the view of time.
#pragma once

#include <QPointF>
#include <QTimer>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "core/record/trajectory.h"
#include "ui/plots/column.h"
#include "ui/plots/overlay.h"
#include "ui/plots/plot_choice.h"
#include "ui/plots/run_scale.h"
#include "ui/plots/xy_canvas.h"

namespace clank {

// The angle (channel) that turns most in a run, once round at least: the crank's. From its sign it follows
// where a period begins.
std::optional<std::size_t> findTurning(const Trajectory& trajectory);

struct SectionPoint {
  double t = 0, x = 0, y = 0;
};

// Once a turn: when the angle passes a whole number of turns from where it started; values linear between
// samples. A run is read piece by piece.
class TurnReader {
 public:
  TurnReader() = default;
  TurnReader(const Trajectory& trajectory, std::size_t turning);

  bool isOf(const Trajectory& trajectory, std::size_t turning) const;  // still, though it has grown
  // Moments between the samples that have been read and as many more.
  void read(const Trajectory& trajectory, std::size_t samples);
  bool isAtEnd(const Trajectory& trajectory) const { return next_ >= trajectory.sampleCount(); }
  std::vector<SectionPoint> list(const Trajectory& trajectory, std::size_t x, std::size_t y) const;

 private:
  struct Moment {
    std::size_t after;  // sample
    double part;        // of the way to it from the one before
  };
  static double findSide(const Trajectory& trajectory, std::size_t turning);

  std::size_t turning_ = 0, next_ = 1;
  double side_ = 0, turns_ = 1;
  std::vector<Moment> moments_;
};

// How many rows contacts have while they are pressed: those that begin in the first rows of a run.
class PressedRows {
 public:
  void read(const Trajectory& trajectory, std::size_t penetration);  // what came since the last call
  int findMedian() const;                                            // a contact; 0: there is none

 private:
  static constexpr std::size_t kMostRead = 1U << 18U;
  std::size_t next_ = 0;
  std::vector<int> rows_;  // of each contact
};

class XyFeed {
 public:
  explicit XyFeed(XyCanvas& canvas);

  // All trajectories must live until the next call; previous may be nullptr.
  void start(const PlotChoice& choice, const Trajectory& trajectory, const Trajectory* previous,
             const std::vector<Overlay>& overlays);
  void stop();                           // another feed has the canvas
  void setView(double from, double to);  // s: only what happens then is drawn
  std::vector<int> listCurvesOf(const std::string& part) const;
  std::string findSignal(int curve) const;  // channel of a curve; empty: there is none
  void advance();                           // what came since the last call

 private:
  void addCurves(const Trajectory* previous, const std::vector<Overlay>& overlays);
  void advanceLines();
  void advanceSection();
  void showDots();
  void findClearance();
  std::optional<QPointF> findNormal(double clearance) const;
  void showTitle();
  void updFloors();
  void tellWhatIsMissing(bool hasTurned);
  QString tellWhyNone() const;

  XyCanvas& canvas_;
  PlotChoice choice_;
  const Trajectory* trajectory_ = nullptr;
  std::optional<std::size_t> over_;    // channel
  std::vector<std::size_t> channels_;  // of the curves
  RunScale scale_;
  std::vector<std::string> names_;  // of these
  double from_ = -std::numeric_limits<double>::infinity(), to_ = std::numeric_limits<double>::infinity();
  SampleRange drawn_;
  std::size_t knownSamples_ = 0;
  bool isAlone_ = true;  // no curve of another run is drawn
  TurnReader turns_;
  PressedRows pressed_;
  QTimer more_;                    // of a long run, when what waits has been done
  double clearance_ = 0;           // m, of the joint whose orbit it is, as far as is known
  std::optional<QPointF> normal_;  // across its sides, where it has two
};

}  // namespace clank
