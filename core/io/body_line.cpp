// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/body_line.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace clank {

namespace {

constexpr int kCorners = 64;       // of a circle
constexpr int kSidePieces = 32;    // of the side of a link that bends
constexpr double kPinSize = 0.01;  // m, radius of a body of which nothing else is known
constexpr double kSlimmest = 0.1;  // width of a bar between joints, of its length, at most

std::vector<Corner> makeCircle(Corner center, double radius) {
  std::vector<Corner> corners;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCorners;
    corners.push_back({center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)});
  }
  return corners;
}

std::vector<Corner> makeBar(Corner from, Corner to, double width, int pieces = 1) {
  const Corner along = to - from;
  const double share = width / 2 / std::hypot(along.x, along.y);
  const Corner side{-share * along.y, share * along.x};  // to the left
  std::vector<Corner> corners;
  const auto add = [&](int piece, double left) {
    const double t = static_cast<double>(piece) / pieces;
    corners.push_back({from.x + t * along.x + left * side.x, from.y + t * along.y + left * side.y});
  };
  for (int i = 0; i <= pieces; ++i) add(i, -1);
  for (int i = pieces; i >= 0; --i) add(i, 1);
  return corners;
}

std::vector<Corner> listPoints(const Mechanism& mechanism, const Body& body) {
  std::vector<Corner> points;
  const auto add = [&](const Point& at) { points.push_back({at.x.value, at.y.value}); };
  for (const Joint& joint : mechanism.joints) {
    // Where a guide begins on a says nothing of where the body ends.
    if (joint.a == body.id && findAxis(joint.kind) == nullptr) add(joint.atA);
    if (joint.b == body.id) add(joint.atB);
  }
  for (const Trace& trace : mechanism.traces)
    if (trace.b == body.id) add(trace.atB);
  return points;
}

}  // namespace

// Andrew's monotone chain: the lower side, then the upper one.
std::vector<Corner> findHull(std::vector<Corner> points) {
  std::sort(points.begin(), points.end(),
            [](Corner a, Corner b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  const auto same = [](Corner a, Corner b) { return a.x == b.x && a.y == b.y; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  if (points.size() < 2) return points;
  std::vector<Corner> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t begin = hull.size();
    for (const Corner point : points) {
      while (hull.size() >= begin + 2 && cross(hull.back() - hull[hull.size() - 2], point - hull.back()) <= 0)
        hull.pop_back();
      hull.push_back(point);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

std::vector<Corner> makeBodyLine(const Mechanism& resolved, const Body& body) {
  if (!body.outline.empty()) {
    std::vector<Corner> corners;
    for (const Point& point : body.outline) corners.push_back({point.x.value, point.y.value});
    return corners;
  }
  if (body.length)
    return makeBar({0, 0}, {body.length->value, 0}, body.width.value, body.flexible ? kSidePieces : 1);
  if (body.radius.value > 0) return makeCircle({0, 0}, body.radius.value);
  std::vector<Corner> hull = findHull(listPoints(resolved, body));
  if (hull.size() > 2) return hull;
  if (hull.size() < 2) return makeCircle(hull.empty() ? Corner{} : hull[0], kPinSize);
  const double length = std::hypot(hull[1].x - hull[0].x, hull[1].y - hull[0].y);
  return makeBar(hull[0], hull[1], std::min(body.width.value, kSlimmest * length));
}

}  // namespace clank
