// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a search each time. A parameter that is carried along would be a state of its own: it would have to be
// integrated or remembered, and a remembered one makes results depend on the order of evaluations. The
// nearest station and a few Newton steps cost about as much as a pair of sines a body.
#include "core/math/curve.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/math/jet.h"

namespace clank {
namespace {

constexpr int kMaxIterations = 100;  // bisection alone needs 60

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// Do the segments a-b and c-d meet?
bool meet(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c,
          const Eigen::Vector2d& d) {
  const bool apart =
      std::max(a.x(), b.x()) < std::min(c.x(), d.x()) || std::max(c.x(), d.x()) < std::min(a.x(), b.x()) ||
      std::max(a.y(), b.y()) < std::min(c.y(), d.y()) || std::max(c.y(), d.y()) < std::min(a.y(), b.y());
  if (apart) return false;
  const double onC = cross(b - a, c - a), onD = cross(b - a, d - a);
  const double onA = cross(d - c, a - c), onB = cross(d - c, b - c);
  return onC * onD <= 0 && onA * onB <= 0;
}

}  // namespace

Curve::Curve(CurveShape shape)
    : shape_(std::move(shape)), closed_(isClosed(shape_)), stations_(listStations(shape_)), travels_{0.0} {
  for (const double w : stations_) points_.push_back(evaluate(w).r);
  if (closed_) points_.back() = points_.front();
  near_ = NearPoints(points_);
  for (std::size_t i = 1; i < stations_.size(); ++i) {
    const double panel = calcPanel(stations_[i - 1], stations_[i]);
    longest_ = std::max(longest_, panel);
    travels_.push_back(travels_.back() + panel);
  }
}

std::span<const double> Curve::knots() const {
  const auto* spline = std::get_if<SplineShape>(&shape_);
  return spline ? std::span<const double>(spline->knots) : std::span<const double>();
}

Curve::Place Curve::evaluate(double w) const {
  const double begin = stations_.front(), end = stations_.back();
  const double inside =
      closed_ ? w - (end - begin) * std::floor((w - begin) / (end - begin)) : std::clamp(w, begin, end);
  const PlaneJet at = evaluateShape(shape_, Jet(inside, 1));
  Place place{{at.x.v, at.y.v}, {at.x.d, at.y.d}, {at.x.dd, at.y.dd}};
  if (!closed_ && inside != w) {
    place.r += (w - inside) * place.d1;
    place.d2.setZero();
  }
  return place;
}

// The foot of p is where g(w) = r'.(r - p) = 0; g' = r'.r' + r''.(r - p) is positive at a smallest distance.
// Newton on g, kept between two values of w that have the zero between them: the neighbours of a station
// that is nearer to p than both, and at an end of an open curve, where the curve goes on straight, the
// farthest that the foot can be.
Curve::Foot Curve::refine(const Eigen::Vector2d& p, std::size_t station) const {
  const double begin = stations_.front(), end = stations_.back();
  const std::size_t last = stations_.size() - 1;
  double w = stations_[station];
  const auto beyondEnd = [&] { return (points_[station] - p).norm() / evaluate(w).d1.norm() + end - begin; };
  double low = station > 0 ? stations_[station - 1]
               : closed_   ? stations_[last - 1] - (end - begin)
                           : w - beyondEnd();
  double high = station < last ? stations_[station + 1]
                : closed_      ? stations_[1] + (end - begin)
                               : w + beyondEnd();
  const double resolution = 2e-16 * (end - begin);
  for (int i = 0; i < kMaxIterations; ++i) {
    const Place at = evaluate(w);
    const Eigen::Vector2d e = at.r - p;
    const double g = at.d1.dot(e), slope = at.d1.dot(at.d1) + at.d2.dot(e);
    const double step = slope > 0 ? -g / slope : high - low;
    (g > 0 ? high : low) = w;
    const bool found = std::abs(step) <= resolution;
    w = w + step >= low && w + step <= high ? w + step : 0.5 * (low + high);
    if (found || high - low <= resolution) break;
  }
  const Place at = evaluate(w);
  const double speed = at.d1.norm();
  Foot foot;
  foot.w = w;
  foot.point = at.r;
  foot.tangent = at.d1 / speed;
  foot.distance = cross(foot.tangent, p - at.r);
  foot.curvature = cross(at.d1, at.d2) / (speed * speed * speed);
  return foot;
}

bool Curve::isNearest(const Eigen::Vector2d& p, std::size_t i) const {
  const std::size_t last = points_.size() - 1;
  const double here = (points_[i] - p).squaredNorm();
  const bool first = i == 0, end = i == last;
  const std::size_t before = first ? last - 1 : i - 1, after = end ? 1 : i + 1;
  return ((first && !closed_) || here <= (points_[before] - p).squaredNorm()) &&
         ((end && !closed_) || here <= (points_[after] - p).squaredNorm());
}

// The nearest station belongs to the nearest stretch of the curve unless another one is close by: where a
// station less the way to its neighbours is nearer than what has been found, it is looked at too.
Curve::Foot Curve::findFoot(const Eigen::Vector2d& p) const {
  const std::size_t nearest = near_.findNearest(points_, p);
  Foot best = refine(p, nearest);
  const auto calcReach = [&] { return std::abs(best.distance) + longest_; };
  near_.forEachWithin(p, calcReach, [&](std::size_t i) {
    const double reach = calcReach();
    if (i == nearest || (points_[i] - p).squaredNorm() >= reach * reach || !isNearest(p, i)) return;
    const Foot other = refine(p, i);
    if (std::abs(other.distance) < std::abs(best.distance)) best = other;
  });
  return best;
}

// Gauss-Legendre, five points: the panels are so short that it is exact to rounding.
double Curve::calcPanel(double from, double to) const {
  constexpr std::array<double, 5> kNode{-0.90617984593866399280, -0.53846931010568309104, 0,
                                        0.53846931010568309104, 0.90617984593866399280};
  constexpr std::array<double, 5> kWeight{0.23692688505618908751, 0.47862867049936646804,
                                          0.56888888888888888889, 0.47862867049936646804,
                                          0.23692688505618908751};
  double sum = 0;
  for (std::size_t i = 0; i < kNode.size(); ++i)
    sum += kWeight[i] * evaluate(0.5 * (from + to) + 0.5 * (to - from) * kNode[i]).d1.norm();
  return 0.5 * (to - from) * sum;
}

double Curve::calcTravel(double w) const {
  const double begin = stations_.front(), end = stations_.back();
  if (closed_) w -= (end - begin) * std::floor((w - begin) / (end - begin));
  if (w < begin) return (w - begin) * evaluate(begin).d1.norm();
  if (w > end) return length() + (w - end) * evaluate(end).d1.norm();
  const auto next = std::upper_bound(stations_.begin() + 1, stations_.end() - 1, w);
  const auto i = static_cast<std::size_t>(next - stations_.begin()) - 1;
  return travels_[i] + calcPanel(stations_[i], w);
}

namespace {

// Boxes of ever more panels: of one, of kMany of those, and so on. What a box does not reach into is left out
// with all that is in it, so that a curve of n panels takes about n log n looks, and not n^2.
class PanelBoxes {
 public:
  using Box = Eigen::AlignedBox2d;
  explicit PanelBoxes(const std::vector<Eigen::Vector2d>& points) {
    std::vector<Box>* below = &levels_.emplace_back();
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
      below->push_back(Box(points[i].cwiseMin(points[i + 1]), points[i].cwiseMax(points[i + 1])));
    while (below->size() > 1) {
      std::vector<Box> level((below->size() + kMany - 1) / kMany);
      for (std::size_t i = 0; i < below->size(); ++i) level[i / kMany].extend((*below)[i]);
      below = &levels_.emplace_back(std::move(level));
    }
  }
  // Panels from `first` on whose box meets that of panel i, in order, until one is good.
  template <class IsGood>
  bool find(std::size_t i, std::size_t first, const IsGood& isGood) const {
    return find(levels_.size() - 1, 0, levels_.front()[i], first, isGood);
  }

 private:
  static constexpr std::size_t kMany = 8;

  template <class IsGood>
  bool find(std::size_t level, std::size_t at, const Box& own, std::size_t first,
            const IsGood& isGood) const {
    if (!levels_[level][at].intersects(own)) return false;
    if (level == 0) return at >= first && isGood(at);
    std::size_t panels = 1;  // in a box of the level below
    for (std::size_t l = 1; l < level; ++l) panels *= kMany;
    const std::size_t end = std::min((at + 1) * kMany, levels_[level - 1].size());
    for (std::size_t k = std::max(at * kMany, first / panels); k < end; ++k)
      if (find(level - 1, k, own, first, isGood)) return true;
    return false;
  }

  std::vector<std::vector<Box>> levels_;
};

}  // namespace

std::optional<Eigen::Vector2d> Curve::findCrossing() const {
  const std::size_t panels = points_.size() - 1;
  const PanelBoxes boxes(points_);
  for (std::size_t i = 0; i < panels; ++i) {
    const bool crosses = boxes.find(i, i + 2, [&](std::size_t k) {
      if (closed_ && i == 0 && k == panels - 1) return false;  // neighbours round the begin
      return meet(points_[i], points_[i + 1], points_[k], points_[k + 1]);
    });
    if (crosses) return points_[i];
  }
  return std::nullopt;
}

}  // namespace clank
