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
constexpr std::size_t kBlock = 64;    // points
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
  own_.clear();
  run_ = nullptr;
  signal_.reset();
  known_ = 0;
  extent_ = {};
  blocks_.clear();
}

void CurveGraph::addPoints(const std::vector<double>& t, const std::vector<double>& values) {
  for (std::size_t i = 0; i < t.size(); ++i) own_.emplace_back(t[i], values[i]);
  advance(t.size());
}

void CurveGraph::setRun(const Trajectory& run, Signal signal) {
  clearPoints();
  run_ = &run;
  rowSize_ = run.channels().size();
  signal_ = std::move(signal);
}

// A run that has become another one has no points for this.
std::size_t CurveGraph::countAll() const {
  if (!run_) return own_.size();
  return run_->channels().size() == rowSize_ ? run_->sampleCount() : 0;
}

double CurveGraph::timeAt(std::size_t i) const {
  return run_ ? run_->time(i) : own_[i].key;
}

QCPGraphData CurveGraph::pointAt(std::size_t i) const {
  if (!run_) return own_[i];
  const auto row = run_->row(i);
  return {row[0], signal_->read(row)};
}

std::size_t CurveGraph::advance(std::size_t most) {
  const std::size_t all = countAll(), from = known_;
  if (all <= from) return 0;
  const std::size_t to = std::min(all, from + most);
  for (; known_ < to; ++known_) look(known_);
  return to - from;
}

void CurveGraph::look(std::size_t i) {
  const double value = pointAt(i).value;
  const auto at = static_cast<std::uint8_t>(i % kBlock);
  extent_.add(value);
  if (at == 0) open_ = {value, value, 0, 0};
  if (value < open_.low || std::isnan(open_.low)) {
    open_.low = value;
    open_.lowAt = at;
  }
  if (value > open_.high || std::isnan(open_.high)) {
    open_.high = value;
    open_.highAt = at;
  }
  if (at + 1U == kBlock) blocks_.push_back(open_);
}

std::size_t CurveGraph::findNotBefore(double t) const {
  std::size_t low = 0, high = count();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    timeAt(middle) < t ? void(low = middle + 1) : void(high = middle);
  }
  return low;
}

std::size_t CurveGraph::findAfter(double t) const {
  std::size_t low = 0, high = count();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    timeAt(middle) <= t ? void(low = middle + 1) : void(high = middle);
  }
  return low;
}

std::optional<double> CurveGraph::read(double t, bool isBefore) const {
  const std::size_t all = count();
  if (all == 0 || t > timeAt(all - 1)) return {};
  if (isBefore)
    if (const QCPGraphData first = pointAt(findNotBefore(t)); first.key == t) return first.value;
  const std::size_t after = findAfter(t);
  if (after == 0) return {};
  const QCPGraphData before = pointAt(after - 1);
  if (after == all) return before.value;
  const QCPGraphData next = pointAt(after);
  return before.value + (next.value - before.value) * (t - before.key) / (next.key - before.key);
}

void CurveGraph::draw(QCPPainter* painter) {
  pickPoints();
  QCPGraph::draw(painter);
}

// What lies in sight, and a point on either side. Of many the first and the last point of each group of
// blocks, and the extremes between them.
void CurveGraph::pickPoints() {
  isThinned_ = false;
  QVector<QCPGraphData> points;
  const QCPRange range = keyAxis()->range();
  const std::size_t low = findNotBefore(range.lower), first = low > 0 ? low - 1 : 0;
  const std::size_t end = std::min(count(), findAfter(range.upper) + 1);
  const auto take = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) points.append(pointAt(i));
  };
  const std::size_t firstBlock = (first + kBlock - 1) / kBlock, lastBlock = end / kBlock;
  const double pixels =
      first < end
          ? std::abs(keyAxis()->coordToPixel(timeAt(first)) - keyAxis()->coordToPixel(timeAt(end - 1)))
          : 0;
  const double groups = kGroupsOfPixel * std::max(1.0, pixels);
  const double blocks = static_cast<double>(lastBlock) - static_cast<double>(firstBlock);
  isThinned_ = blocks >= groups;
  if (!isThinned_) {
    take(first, end);
    return data()->set(points, true);
  }
  take(first, firstBlock * kBlock);
  const auto size = static_cast<std::size_t>(blocks / groups);
  for (std::size_t from = firstBlock; from < lastBlock; from += size) {
    const std::size_t to = std::min(from + size, lastBlock);
    std::size_t least = from, most = from;
    for (std::size_t i = from; i < to; ++i) {
      if (blocks_[i].low < blocks_[least].low) least = i;
      if (blocks_[i].high > blocks_[most].high) most = i;
    }
    const auto extremes =
        std::minmax({least * kBlock + blocks_[least].lowAt, most * kBlock + blocks_[most].highAt});
    for (const std::size_t i : {from * kBlock, extremes.first, extremes.second, to * kBlock - 1})
      points.append(pointAt(i));
  }
  take(lastBlock * kBlock, end);
  data()->set(points, true);
}

void CurveGraph::getOptimizedLineData(QVector<QCPGraphData>* lineData,
                                      const QCPGraphDataContainer::const_iterator& begin,
                                      const QCPGraphDataContainer::const_iterator& end) const {
  if (!isThinned_) return QCPGraph::getOptimizedLineData(lineData, begin, end);
  for (auto point = begin; point != end; ++point) lineData->append(*point);
}

// What goes into a file is drawn as it is; in pictures that are larger than the screen less is unseen.
void CurveGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const {
  const bool isShown = !painter->modes().testFlag(QCPPainter::pmVectorized);
  QCPGraph::drawLinePlot(
      painter,
      isShown ? leaveOutFlatPoints(lines, kUnseen / std::max(1.0, painter->transform().m11())) : lines);
}

}  // namespace clank

#include "moc_curve_graph.cpp"
