// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/body_line.h"

#include <cmath>
#include <numbers>

namespace clank {

namespace {

constexpr int kCorners = 64;       // of a circle
constexpr double kPinSize = 0.01;  // m, of a body of which nothing else is drawn

}  // namespace

std::vector<Corner> makeBodyLine(const Body& body) {
  std::vector<Corner> corners;
  if (!body.outline.empty()) {
    for (const Point& point : body.outline) corners.push_back({point.x.value, point.y.value});
  } else if (body.length) {
    const double half = body.width.value / 2, length = body.length->value;
    corners = {{0, -half}, {length, -half}, {length, half}, {0, half}};
  } else {
    const double radius = body.radius.value > 0 ? body.radius.value : kPinSize;
    for (int i = 0; i < kCorners; ++i) {
      const double angle = 2 * std::numbers::pi * i / kCorners;
      corners.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
  }
  return corners;
}

}  // namespace clank
