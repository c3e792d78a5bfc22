// SPDX-License-Identifier: GPL-3.0-or-later
//
// From each corner the directions in which a straight line passes all points since within the tolerance form
// a wedge that gets narrower with every point (sleeve fitting: Zhao and Saalfeld, 1997). The point before the
// first one outside is the next corner, and so is the farthest one before the line turns back: peaks stay.
#include "ui/plots/curve_graph.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

constexpr double kUnseen = 0.1;  // px

double cross(QPointF a, QPointF b) {
  return a.x() * b.y() - a.y() * b.x();
}

double squareOf(QPointF a) {
  return QPointF::dotProduct(a, a);
}

class Wedge {
 public:
  explicit Wedge(double tolerance) : tolerance_(tolerance) {}
  void begin() {
    reach_ = 0;
    isOpen_ = true;
  }
  // Of a point seen from the corner: whether the straight line to it passes all points before.
  bool holds(QPointF way) const {
    return isOpen_ || (squareOf(way) >= reach_ && cross(right_, way) >= 0 && cross(way, left_) >= 0);
  }
  void narrow(QPointF way) {
    const double square = squareOf(way), within = tolerance_ * tolerance_;
    reach_ = std::max(reach_, square);
    if (square <= within) return;  // it is passed by whatever line
    const QPointF ahead = std::sqrt(square - within) * way, aside = tolerance_ * QPointF(-way.y(), way.x());
    const QPointF right = ahead - aside, left = ahead + aside;
    if (isOpen_ || cross(right_, right) > 0) right_ = right;
    if (isOpen_ || cross(left, left_) > 0) left_ = left;
    isOpen_ = false;
  }

 private:
  double tolerance_, reach_ = 0;  // px, px2
  bool isOpen_ = true;
  QPointF right_, left_;
};

bool isPoint(QPointF p) {
  return std::isfinite(p.x()) && std::isfinite(p.y());
}

}  // namespace

QVector<QPointF> leaveOutFlatPoints(const QVector<QPointF>& line, double tolerance) {
  QVector<QPointF> kept;
  Wedge wedge(tolerance);
  qsizetype corner = 0;
  const auto keep = [&](qsizetype i) {
    corner = i;
    kept.push_back(line[i]);
    wedge.begin();
  };
  for (qsizetype i = 0; i < line.size(); ++i) {
    if (i == 0 || !isPoint(line[i]) || !isPoint(line[corner])) {
      if (i > corner + 1) keep(i - 1);
      keep(i);
      continue;
    }
    if (!wedge.holds(line[i] - line[corner])) keep(i - 1);
    wedge.narrow(line[i] - line[corner]);
  }
  if (line.size() > corner + 1) keep(line.size() - 1);
  return kept;
}

// What goes into a file is drawn as it is.
void CurveGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const {
  const bool isShown = !painter->modes().testFlag(QCPPainter::pmVectorized);
  QCPGraph::drawLinePlot(painter, isShown ? leaveOutFlatPoints(lines, kUnseen) : lines);
}

}  // namespace clank
