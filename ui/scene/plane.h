// SPDX-License-Identifier: GPL-3.0-or-later
// Points, directions and placements in the plane of the mechanism; m and rad.
#pragma once

#include <cmath>
#include <numbers>

namespace clank {

inline constexpr double kPi = std::numbers::pi;

struct Vec2 {
  double x = 0, y = 0;
  friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec2 operator*(double s, Vec2 a) { return {s * a.x, s * a.y}; }
  friend bool operator==(Vec2, Vec2) = default;
};

inline double dot(Vec2 a, Vec2 b) {
  return a.x * b.x + a.y * b.y;
}
inline double cross(Vec2 a, Vec2 b) {
  return a.x * b.y - a.y * b.x;
}
inline double length(Vec2 a) {
  return std::hypot(a.x, a.y);
}
inline double angleOf(Vec2 a) {
  return std::atan2(a.y, a.x);
}
inline Vec2 unitVector(double angle) {
  return {std::cos(angle), std::sin(angle)};
}
inline Vec2 leftOf(Vec2 a) {
  return {-a.y, a.x};
}

// Where a body is: its origin and the angle of its x axis, in the world.
struct Placement {
  Vec2 origin;
  double angle = 0;
  Vec2 toWorld(Vec2 p) const {
    const double c = std::cos(angle), s = std::sin(angle);
    return {origin.x + c * p.x - s * p.y, origin.y + s * p.x + c * p.y};
  }
  Vec2 toBody(Vec2 p) const {
    const double c = std::cos(angle), s = std::sin(angle);
    const Vec2 d = p - origin;
    return {c * d.x + s * d.y, c * d.y - s * d.x};
  }
};

// Axis-parallel rectangle; empty until a point is added.
struct Box {
  Vec2 low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
  bool empty() const { return low.x > high.x; }
  Vec2 center() const { return 0.5 * (low + high); }
  Vec2 size() const { return empty() ? Vec2{} : high - low; }
  void add(Vec2 p, double around = 0) {
    low = {std::fmin(low.x, p.x - around), std::fmin(low.y, p.y - around)};
    high = {std::fmax(high.x, p.x + around), std::fmax(high.y, p.y + around)};
  }
  bool contains(const Box& b) const {
    return low.x <= b.low.x && low.y <= b.low.y && high.x >= b.high.x && high.y >= b.high.y;
  }
};

}  // namespace clank
