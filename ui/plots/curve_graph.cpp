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

constexpr double kUnseen = 0.1;       // px
constexpr qsizetype kBlock = 256;     // points
constexpr double kGroupsOfPixel = 2;  // of blocks, that a line is drawn from

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

void CurveGraph::clearPoints() {
  data()->clear();
  blocks_.clear();
}

void CurveGraph::addPoints(const std::vector<double>& t, const std::vector<double>& values) {
  QVector<QCPGraphData> points;
  points.reserve(static_cast<qsizetype>(t.size()));
  for (std::size_t i = 0; i < t.size(); ++i) points.append({t[i], values[i]});
  data()->add(points, true);
  while (static_cast<qsizetype>(blocks_.size() + 1) * kBlock <= data()->size()) {
    const auto first = data()->constBegin() + static_cast<qsizetype>(blocks_.size()) * kBlock;
    const auto isLess = [](const QCPGraphData& a, const QCPGraphData& b) { return a.value < b.value; };
    const auto [low, high] = std::minmax_element(first, first + kBlock, isLess);
    blocks_.push_back({static_cast<std::uint8_t>(low - first), static_cast<std::uint8_t>(high - first)});
  }
}

// Of each group of blocks the first and the last point, and the extremes between them.
void CurveGraph::getOptimizedLineData(QVector<QCPGraphData>* lineData,
                                      const QCPGraphDataContainer::const_iterator& begin,
                                      const QCPGraphDataContainer::const_iterator& end) const {
  if (begin == end) return;
  const auto all = mDataContainer->constBegin();
  const qsizetype firstBlock = (begin - all + kBlock - 1) / kBlock, lastBlock = (end - all) / kBlock;
  const double pixels =
      std::abs(keyAxis()->coordToPixel(begin->key) - keyAxis()->coordToPixel((end - 1)->key));
  const double groups = kGroupsOfPixel * std::max(1.0, pixels);
  if (static_cast<double>(lastBlock - firstBlock) < groups)
    return QCPGraph::getOptimizedLineData(lineData, begin, end);
  const auto addRest = [&](const auto& from, const auto& to) {
    QVector<QCPGraphData> rest;
    if (from != to) QCPGraph::getOptimizedLineData(&rest, from, to);
    lineData->append(rest);
  };
  addRest(begin, all + firstBlock * kBlock);
  const auto size = static_cast<qsizetype>(static_cast<double>(lastBlock - firstBlock) / groups);
  for (qsizetype from = firstBlock; from < lastBlock; from += size) {
    const qsizetype to = std::min(from + size, lastBlock);
    auto low = all + from * kBlock, high = low;
    for (qsizetype i = from; i < to; ++i) {
      const Extremes& block = blocks_[static_cast<std::size_t>(i)];
      const auto start = all + i * kBlock;
      if ((start + block.low)->value < low->value) low = start + block.low;
      if ((start + block.high)->value > high->value) high = start + block.high;
    }
    for (const auto& point :
         {all + from * kBlock, std::min(low, high), std::max(low, high), all + to * kBlock - 1})
      lineData->append(*point);
  }
  addRest(all + lastBlock * kBlock, end);
}

// What goes into a file is drawn as it is.
void CurveGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const {
  const bool isShown = !painter->modes().testFlag(QCPPainter::pmVectorized);
  QCPGraph::drawLinePlot(painter, isShown ? leaveOutFlatPoints(lines, kUnseen) : lines);
}

}  // namespace clank
