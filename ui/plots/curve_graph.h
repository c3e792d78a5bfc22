// SPDX-License-Identifier: GPL-3.0-or-later
// A curve whose line on the screen has as few corners as the eye cannot tell from all of them: what a line
// costs goes with its corners, and a smooth curve of 500 samples needs some forty.
// Of many samples the least and the greatest of every few hundred are known, so that ten million are drawn as
// fast as a thousand.
#pragma once

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/record/signal.h"
#include "core/record/trajectory.h"

namespace clank {

// The line without the points that lie within tolerance (px) of what is drawn without them. Points that are
// not numbers stay: a line ends there.
QVector<QPointF> leaveOutFlatPoints(const QVector<QPointF>& line, double tolerance);

// Lowest and highest value of a curve.
struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity();  // above zero
  void add(double v) {
    if (!std::isfinite(v)) return;
    low = std::min(low, v);
    high = std::max(high, v);
    if (v > 0) least = std::min(least, v);
  }
  void add(const Extent& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    least = std::min(least, other.least);
  }
  bool empty() const { return low > high; }
  // No larger than a floor, SI.
  bool isZero(double floor = 0) const { return empty() || (low >= -floor && high <= floor); }
};

class CurveGraph : public QCPGraph {
  Q_OBJECT
 public:
  using QCPGraph::QCPGraph;
  void clearPoints();
  // Points of its own, in order of time.
  void addPoints(const std::vector<double>& t, const std::vector<double>& values);
  // Those of a run, which stay where they are: a second copy of ten million of them would be felt. The run
  // must live as long as this, or until clearPoints().
  void setRun(const Trajectory& run, Signal signal);
  // Looks at what has come to the run, at most so many samples; returns at how many.
  std::size_t advance(std::size_t most);
  bool isComplete() const { return known_ == countAll(); }

  const Extent& extent() const { return extent_; }
  // The value at a time (s), isBefore: where it jumps at that very time, what it was before. Nothing beyond
  // the ends.
  std::optional<double> read(double t, bool isBefore = false) const;

 protected:
  void draw(QCPPainter* painter) override;
  void getOptimizedLineData(QVector<QCPGraphData>* lineData,
                            const QCPGraphDataContainer::const_iterator& begin,
                            const QCPGraphDataContainer::const_iterator& end) const override;
  void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;

 private:
  // The least and the greatest value of a block of points, and where in it they stand.
  struct Extremes {
    double low = 0, high = 0;
    std::uint8_t lowAt = 0, highAt = 0;
  };
  std::size_t countAll() const;
  std::size_t count() const { return std::min(known_, countAll()); }
  double timeAt(std::size_t i) const;
  QCPGraphData pointAt(std::size_t i) const;
  std::size_t findNotBefore(double t) const;
  std::size_t findAfter(double t) const;
  void look(std::size_t i);
  void pickPoints();

  std::vector<QCPGraphData> own_;
  const Trajectory* run_ = nullptr;
  std::size_t rowSize_ = 0;
  mutable std::optional<Signal> signal_;  // reads with memory of its own
  std::size_t known_ = 0;                 // points looked at
  Extent extent_;
  std::vector<Extremes> blocks_;  // of all whole blocks of these
  Extremes open_;                 // of the last one
  bool isThinned_ = false;        // data(): of what is in sight, the points that are drawn
};

}  // namespace clank
