// SPDX-License-Identifier: GPL-3.0-or-later
// A curve whose line on the screen has as few corners as the eye cannot tell from all of them: what a line
// costs goes with its corners, and a smooth curve of 500 samples needs some forty.
// Of many samples the least and the greatest of every few hundred are known, so that ten million are drawn as
// fast as a thousand.
#pragma once

#include <qcustomplot.h>

#include <cstdint>
#include <vector>

namespace clank {

// The line without the points that lie within tolerance (px) of what is drawn without them. Points that are
// not numbers stay: a line ends there.
QVector<QPointF> leaveOutFlatPoints(const QVector<QPointF>& line, double tolerance);

class CurveGraph : public QCPGraph {
  Q_OBJECT
 public:
  using QCPGraph::QCPGraph;
  // Points in order of time; others only read data().
  void clearPoints();
  void addPoints(const std::vector<double>& t, const std::vector<double>& values);

 protected:
  void getOptimizedLineData(QVector<QCPGraphData>* lineData,
                            const QCPGraphDataContainer::const_iterator& begin,
                            const QCPGraphDataContainer::const_iterator& end) const override;
  void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;

 private:
  // Where the least and the greatest value of a block of points stand in it.
  struct Extremes {
    std::uint8_t low = 0, high = 0;
  };
  std::vector<Extremes> blocks_;  // of all whole blocks
};

}  // namespace clank
