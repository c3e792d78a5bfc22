// SPDX-License-Identifier: GPL-3.0-or-later
// Corners of surfaces at which a point of their own body sits.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

#include "core/model/mechanism.h"

namespace clank {

// A point that is a corner of a surface of its own body touches with that corner alone: what it meets lies
// between the normals of the two sides, or else a box beside another would stand on its corner.
struct SurfaceCorner {
  Eigen::Vector2d axis{0, 0};  // unit vector in the middle of the sector, body axes
  double sector = 0;           // rad, to either side
};
// Of the surfaces and contacts of a resolved mechanism; at: m, body axes.
std::optional<SurfaceCorner> findCorner(const Mechanism& mechanism, const std::string& body,
                                        const Eigen::Vector2d& at);
// A closed line all of whose corners stand out.
bool isConvex(const PolylineSurface& sides);

}  // namespace clank
