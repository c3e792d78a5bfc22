// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a loose joint can touch: circles and points of b against walls of a.
//
// With c = bearing - journal the play to either side, u the axis and n = perp(u), d the place of at_b from
// the line, from the curve (to its left) or from the centre, all in axes of a:
//   revolute        a circle in a hole                  g = c - |d|
//   slot            a circle between two lines          g = c -+ n.d
//   point on curve  a circle between two parallel curves, foot at distance d      g = c -+ d
//   prismatic       four corners s between two lines    g = bearing -+ n.(d + s)
// A block that lies aslant by the angle f between its sides touches with two opposite corners where
// length |sin f| + 2 journal cos f = 2 bearing: it wedges. Each corner can meet the side that it is drawn at;
// where the diagonal of the block is shorter than the guide is wide it can turn over, and meet the other one
// too.
#pragma once

#include <vector>

#include "core/dynamics/contact_rows.h"
#include "core/dynamics/joint_shape.h"

namespace clank {

// Of a shape whose kind can have play (takesClearance()).
std::vector<ContactGeometry> listPlayContacts(const JointShape& shape, const Clearance& clearance);

}  // namespace clank
