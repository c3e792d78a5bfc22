// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/rope_line.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

constexpr double kSlack = 1e-6;  // of its length: less is drawn taut
constexpr int kSteps = 16;       // of a piece that sags

double calcChord(const RopePoint& a, const RopePoint& b) {
  return std::hypot(b[0] - a[0], b[1] - a[1]);
}

void addArc(std::vector<RopePoint>& line, const RopePoint& center, double radius, double from, double sweep) {
  const int steps = std::max(2, static_cast<int>(std::ceil(std::abs(sweep) / 0.1)));
  for (int i = 0; i <= steps; ++i) {
    const double angle = from + sweep * i / steps;
    line.push_back({center[0] + radius * std::cos(angle), center[1] + radius * std::sin(angle)});
  }
}

}  // namespace

// A tangent with the unit normal n touches a in a + r_a n and b in b + r_b n, crossed in b - r_b n. From (b -
// a).n = r_a - r_b (crossed: r_a + r_b) n lies at an angle g to either side of the line of centres.
std::vector<RopePoint> makeBeltLine(const BeltEnds& belt) {
  constexpr double kHalfTurn = 3.14159265358979323846;
  const double along = std::atan2(belt.b[1] - belt.a[1], belt.b[0] - belt.a[0]);
  const double cosine = (belt.radiusA + (belt.crossed ? 1 : -1) * belt.radiusB) / calcChord(belt.a, belt.b);
  if (!(std::abs(cosine) < 1)) return {belt.a, belt.b};
  const double g = std::acos(cosine);
  std::vector<RopePoint> line;
  if (belt.crossed)
    addArc(line, belt.b, belt.radiusB, along + g - kHalfTurn, 2 * (kHalfTurn - g));
  else
    addArc(line, belt.b, belt.radiusB, along + g, -2 * g);
  addArc(line, belt.a, belt.radiusA, along - g, -2 * (kHalfTurn - g));
  line.push_back(line.front());
  return line;
}

std::vector<RopePoint> makeRopeLine(const std::vector<RopePoint>& points, double length) {
  std::size_t longest = 1;
  double path = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    path += calcChord(points[i - 1], points[i]);
    if (calcChord(points[i - 1], points[i]) > calcChord(points[longest - 1], points[longest])) longest = i;
  }
  const double slack = length - path;
  if (points.size() < 2 || !(slack > kSlack * length)) return points;
  const RopePoint &a = points[longest - 1], &b = points[longest];
  const double chord = calcChord(a, b),
               sag = std::sqrt(3 * std::max(chord, slack) * std::min(slack, chord + slack / 4) / 8);
  std::vector<RopePoint> line(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(longest));
  for (int i = 1; i < kSteps; ++i) {
    const double s = static_cast<double>(i) / kSteps;
    line.push_back({a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]) - 4 * sag * s * (1 - s)});
  }
  line.insert(line.end(), points.begin() + static_cast<std::ptrdiff_t>(longest), points.end());
  return line;
}

}  // namespace clank
