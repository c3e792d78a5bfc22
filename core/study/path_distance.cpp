// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/path_distance.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/curve.h"

namespace clank {
namespace {

using Eigen::Vector2d;

// Points at equal ways along a curve, of an open one both ends included.
std::vector<Vector2d> spread(const Curve& curve, std::size_t count) {
  const auto& points = curve.points();
  std::vector<double> ways{0};  // from the begin to each point
  const std::size_t corners = points.size() + (curve.closed() ? 1 : 0);
  const auto corner = [&](std::size_t i) -> const Vector2d& { return points[i % points.size()]; };
  for (std::size_t i = 1; i < corners; ++i) ways.push_back(ways.back() + (corner(i) - corner(i - 1)).norm());
  std::vector<Vector2d> made;
  const double pieces = static_cast<double>(curve.closed() ? count : count - 1);
  std::size_t i = 1;
  for (std::size_t k = 0; k < count; ++k) {
    const double way = ways.back() * static_cast<double>(k) / pieces;
    while (i + 1 < corners && ways[i] < way) ++i;
    const double span = ways[i] - ways[i - 1];
    const double part = span > 0 ? std::min((way - ways[i - 1]) / span, 1.0) : 0;
    made.push_back(corner(i - 1) + part * (corner(i) - corner(i - 1)));
  }
  return made;
}

Vector2d toVector(const std::array<double, 2>& point) {
  return {point[0], point[1]};
}

double squaredDistance(const Vector2d& p, const Vector2d& a, const Vector2d& b) {
  const Vector2d along = b - a;
  const double length2 = along.squaredNorm();
  const double part = length2 > 0 ? std::clamp((p - a).dot(along) / length2, 0.0, 1.0) : 0;
  return (p - a - part * along).squaredNorm();
}

}  // namespace

PathDistance::PathDistance(const PathFit& resolved)
    : id_(resolved.id), trace_(resolved.trace), isByTime_(resolved.by.value == FitBy::time) {
  for (const Point& point : resolved.points) targets_.push_back({point.x.value, point.y.value});
  for (const Quantity& time : resolved.times) times_.push_back(time.value);
  if (!resolved.curve) return;
  const double c = std::cos(resolved.axis.value), s = std::sin(resolved.axis.value);
  const Vector2d at(resolved.at.x.value, resolved.at.y.value);
  for (const Vector2d& p :
       spread(Curve(makeShape(*resolved.curve)), static_cast<std::size_t>(resolved.count.value)))
    targets_.push_back({at.x() + c * p.x() - s * p.y(), at.y() + s * p.x() + c * p.y()});
}

double PathDistance::evaluate(const Trajectory& run) const {
  constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
  const auto x = run.findChannel(trace_ + ".x"), y = run.findChannel(trace_ + ".y");
  if (!x || !y || run.sampleCount() == 0 || targets_.empty()) return kNowhere;
  const auto n = static_cast<double>(targets_.size());
  double sum = 0;
  if (isByTime_) {
    const double first = run.time(0), last = run.time(run.sampleCount() - 1);
    for (std::size_t k = 0; k < targets_.size(); ++k) {
      const double part = targets_.size() > 1 ? static_cast<double>(k) / (n - 1) : 0;
      const auto row = run.at(times_.empty() ? first + part * (last - first) : times_[k]);
      sum += (Vector2d(row[*x], row[*y]) - toVector(targets_[k])).squaredNorm();
    }
    return std::sqrt(sum / n);
  }
  std::vector<Vector2d> path;
  for (std::size_t i = 0; i < run.sampleCount(); ++i) path.emplace_back(run.row(i)[*x], run.row(i)[*y]);
  for (const auto& place : targets_) {
    const Vector2d target = toVector(place);
    double nearest = (target - path.front()).squaredNorm();
    for (std::size_t i = 1; i < path.size(); ++i)
      nearest = std::min(nearest, squaredDistance(target, path[i - 1], path[i]));
    sum += nearest;
  }
  return std::sqrt(sum / n);
}

}  // namespace clank
