// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of revolute joints that hold in every phase, all in one sweep: most joints of a linkage are such
// pins, and what a joint of any kind may need (core/dynamics/joint_constraints.h) is several times the work
// of their two rows.
#pragma once

#include <cstdint>
#include <span>

#include "core/dynamics/planar.h"
#include "core/dynamics/system.h"
#include "core/math/two.h"

namespace clank {

struct Pin {
  std::uint32_t a = 0, b = 0;  // by findPlaced()
  std::uint32_t row = 0;       // the first of two
  Two armA, armB;              // m, from the centres of mass, body axes
};
Pin makePin(const JointShape& joint, std::size_t row);

// Moments of the rows, gamma (m/s2) and errors (m). The other entries of the rows are those of
// startJointRows().
void updPinRows(std::span<const Pin> pins, std::span<const PlacedBody> placed, std::span<BlockRow> rows,
                std::span<double> gamma, std::span<double> error);

}  // namespace clank
