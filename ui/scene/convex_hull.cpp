// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace clank {

// Andrew's monotone chain: lower and upper side of the points sorted along x.
std::vector<Vec2> convexHull(std::vector<Vec2> points) {
  std::sort(points.begin(), points.end(), [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Vec2> hull;
  const auto sweep = [&](auto begin, auto end) {
    const std::size_t base = hull.size();
    for (auto it = begin; it != end; ++it) {
      while (hull.size() >= base + 2 && cross(hull.back() - hull[hull.size() - 2], *it - hull.back()) <= 0)
        hull.pop_back();
      hull.push_back(*it);
    }
    hull.pop_back();
  };
  sweep(points.begin(), points.end());
  sweep(points.rbegin(), points.rend());
  return hull;
}

// The two lie on the hull. Rotating calipers (Shamos 1978): as the edge goes round, so does the corner
// farthest from it, and the two are among the corners that were opposite each other.
double spanOf(const std::vector<Vec2>& points) {
  std::vector<Vec2> known;
  std::ranges::copy_if(points, std::back_inserter(known),
                       [](Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); });
  const std::vector<Vec2> hull = convexHull(std::move(known));
  const std::size_t n = hull.size();
  if (n < 2) return 0;
  double span = length(hull[1] - hull[0]);
  for (std::size_t i = 0, far = 1; n > 2 && i < n; ++i) {
    const Vec2 from = hull[i], to = hull[(i + 1) % n];
    while (cross(to - from, hull[(far + 1) % n] - hull[far]) > 0) far = (far + 1) % n;
    for (const Vec2 opposite : {hull[far], hull[(far + 1) % n]})  // both, where their edge is parallel
      span = std::max({span, length(opposite - from), length(opposite - to)});
  }
  return span;
}

}  // namespace clank
