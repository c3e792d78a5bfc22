// SPDX-License-Identifier: GPL-3.0-or-later
// The names that a law may read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/math/measure.h"
#include "core/model/mechanism.h"

namespace clank {

// Slot names of laws, in the order in which the engine fills the slots:
//   1. every parameter with a number (not the word parameters), as listed: value in SI
//   2. "t": s
//   3. for each body, as listed: "<id>.x", ".y" (m, body origin in the world), ".angle" (rad), ".vx", ".vy"
//   (m/s, of the
//      body origin), ".omega" (rad/s)
//   4. for each joint, as listed: "<id>.angle" (rad), "<id>.omega" (rad/s) when revolute; "<id>.travel" (m),
//      "<id>.speed" (m/s) when prismatic; nothing when welded
std::vector<std::string> calcLawNames(const Mechanism& mechanism);

// Of "<id>.omega" of a body the "omega".
bool isBodySignal(std::string_view name);

// What is known of the dimensions of these slots; parameters: of those with a number.
std::vector<Measure> calcLawMeasures(const Mechanism& mechanism, const std::vector<Measure>& parameters);

}  // namespace clank
