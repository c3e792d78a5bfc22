// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/bent_outline.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

constexpr int kPieces = 32;  // of the length of a link

Vec2 turn(Vec2 a, double angle) {
  return a.x * direction(angle) + a.y * leftOf(direction(angle));
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

BentOutline::BentOutline(const Body& resolved, const Outline& straight)
    : link_(makeBentLink(resolved, 0)), straight_(divide(straight, link_.length)) {
  for (const OutlinePoint& point : straight_)
    stations_.push_back(makeStation(link_, {point.at.x, point.at.y}));
}

Placement BentOutline::locate(const Station& station, std::span<const double> modes) const {
  const std::vector<double> still(modes.size(), 0.0);
  const StationMotion motion = calcStationMotion(station, modes.data(), still.data());
  // The axes of the link lie at its middle, those of the body at its start.
  return {{motion.place.x() + link_.length / 2, motion.place.y()}, motion.angle};
}

Outline BentOutline::bend(std::span<const double> modes) const {
  Outline bent = straight_;
  if (modes.size() != link_.modes()) return bent;
  for (std::size_t i = 0; i < bent.size(); ++i) {
    const Placement at = locate(stations_[i], modes);
    bent[i] = {at.origin, turn(bent[i].grow, at.angle), turn(bent[i].normal, at.angle)};
  }
  return bent;
}

Placement BentOutline::carry(const Placement& pose, Vec2 point, std::span<const double> modes) const {
  if (modes.size() != link_.modes()) return pose;
  const Placement at = locate(makeStation(link_, {point.x, point.y}), modes);
  const double angle = pose.angle + at.angle;
  return {pose.toWorld(at.origin) - turn(point, angle), angle};
}

}  // namespace clank
