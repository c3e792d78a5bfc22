// SPDX-License-Identifier: GPL-3.0-or-later
// The mass of a plate of even thickness.
#pragma once

#include <vector>

#include "core/model/body.h"
#include "ui/document/plane_motion.h"

namespace clank {

inline constexpr double kSteel = 7850;            // kg/m3
inline constexpr double kPlateThickness = 0.005;  // m

// Of a polygon, its corners in body axes, m; areaDensity: kg/m2.
MassProperties calcPlateMass(const std::vector<PlanePoint>& corners, double areaDensity);

// A body gets an outline, and the mass of a steel plate of that shape.
void setSteelPlate(Body& body, const std::vector<PlanePoint>& corners);

}  // namespace clank
