// SPDX-License-Identifier: GPL-3.0-or-later
// Named points of bodies and how quantities refer to them. A joint, a spring, a load, a trace ... that sits
// in one says so in both its coordinates, "plate.tip.x" and "plate.tip.y": these are lengths in the axes of
// the body, known as parameters are, and the same all the time. Where the point is in the world during a run
// is what a trace shows.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/body.h"

namespace clank {

struct Mechanism;

inline constexpr std::array<const char*, 2> kPointCoordinates{"x", "y"};

const std::vector<NamedPoint>& pointsOf(const Body& body);
const NamedPoint* findPoint(const Body& body, std::string_view id);

// "plate.tip.x"
std::string nameCoordinate(std::string_view body, std::string_view point, std::string_view coordinate);

struct PointName {
  std::string body, point;
  friend bool operator==(const PointName&, const PointName&) = default;
};
// The point that a place says it is; nothing where it has numbers or expressions of its own.
std::optional<PointName> readPointName(const Point& place);
// Such a place. The value is that of the point, as a resolved one has it.
Point makePlaceAt(std::string_view body, const NamedPoint& point);

// Why a point of a body cannot be called so, in words; empty: it can. Others may have the name.
std::string explainPointName(std::string_view body, std::string_view id);

// For the message where a law cannot be read: the named point of a body that it has, which laws do not know.
// Mostly nothing.
std::string explainPointInLaw(const Mechanism& mechanism, const std::string& law);

}  // namespace clank
