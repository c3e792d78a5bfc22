// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of guides that hold in every phase, between bodies that do not bend, all in one sweep: as
// pin_rows.h for pins.
#pragma once

#include <span>

#include "core/dynamics/joint_shape.h"
#include "core/dynamics/planar.h"

namespace clank {

struct Guide {
  std::size_t a = 0, b = 0;          // by findPlaced()
  std::size_t row = 0;               // the first of two
  Eigen::Vector2d armA, armB, axis;  // m, m, unit vector; body axes, that of a for the axis
  double heldAngle = 0;              // rad
  bool isFixed = false;              // a is the frame: its direction stands still
};

// Is it a guide whose bodies do not bend?
bool isSteadyGuide(const JointShape& joint);
// Fills what never changes in its rows, too: the second one.
Guide makeGuide(const JointShape& joint, std::size_t row, std::span<BlockRow> rows);
// The first row of each, gamma (m/s2) and errors (m, rad).
void updGuideRows(std::span<const Guide> guides, std::span<const PlacedBody> placed, std::span<BlockRow> rows,
                  std::span<double> gamma, std::span<double> error);

}  // namespace clank
