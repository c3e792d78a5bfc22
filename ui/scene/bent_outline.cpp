// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/bent_outline.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

constexpr int kPieces = 32;  // of the length of a link

Vec2 turn(Vec2 a, double angle) {
  return a.x * unitVector(angle) + a.y * leftOf(unitVector(angle));
}

// Points between those of the outline where they are far apart along the axis.
Outline divide(const Outline& outline, double length) {
  Outline fine;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const OutlinePoint &from = outline[i], &to = outline[(i + 1) % outline.size()];
    fine.push_back(from);
    const int pieces = static_cast<int>(std::ceil(std::abs(to.at.x - from.at.x) * kPieces / length));
    for (int k = 1; k < pieces; ++k) {
      const double t = static_cast<double>(k) / pieces;
      fine.push_back({from.at + t * (to.at - from.at), from.grow + t * (to.grow - from.grow), from.normal});
    }
  }
  return fine;
}

}  // namespace

BentOutline::BentOutline(BentShape shape, const Outline& straight)
    : shape_(std::move(shape)), straight_(divide(straight, shape_.length())) {}

void BentOutline::bend(std::span<const double> modes, double factor) {
  line_ = shape_.bend(modes, factor);
}

Outline BentOutline::makeOutline() const {
  Outline bent = straight_;
  if (!line_) return bent;
  for (OutlinePoint& point : bent) {
    const BentLine::Section at = line_->carry(point.at.x, point.at.y);
    point = {{at.x, at.y}, turn(point.grow, at.angle), turn(point.normal, at.angle)};
  }
  return bent;
}

Placement BentOutline::carry(const Placement& pose, Vec2 point) const {
  if (!line_) return pose;
  const BentLine::Section at = line_->carry(point.x, point.y);
  const double angle = pose.angle + at.angle;
  return {pose.toWorld({at.x, at.y}) - turn(point, angle), angle};
}

}  // namespace clank
