// SPDX-License-Identifier: GPL-3.0-or-later
// The row of a direction between the points of a joint, of which most other rows are made.
#pragma once

#include "core/dynamics/joint_kinematics.h"
#include "core/math/block_row.h"

namespace clank {

// C = n.(P_b - P_a) for a direction n that turns with body a (turning = 1) or is fixed in the world (turning
// = 0).
//   Cdot = n.(v_Pb - v_Pa) + w_a perp(n).d
//   Cddot = n.(a_Pb - a_Pa) + 2 w_a perp(n).(v_Pb - v_Pa) + alpha_a perp(n).d - w_a^2 n.d
// so G_b = [n, s_b x n], G_a = [-n, -s_a x n + perp(n).d] and gamma = -(terms without a or alpha). On a link
// that bends w_a and alpha_a are those of the section, whose spin is the part of alpha_a that velocities
// give. Adds it, and returns gamma.
double addDirectionRow(const JointKinematics& k, const Eigen::Vector2d& n, double turning, BlockRow& row);
void fillDirectionRow(const JointKinematics& k, const Eigen::Vector2d& n, double turning, BlockRow& row,
                      double& gamma);

}  // namespace clank
