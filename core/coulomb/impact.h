// SPDX-License-Identifier: GPL-3.0-or-later
// Velocity jumps through all joints and contacts, consistent with momentum.
//
// At fixed position, with the rows G in force (their speeds G v do not jump) and the rows J of the contacts
// (rate of the gap, and of the slip where there is friction):
//     M dv = G' L + J' P,   G dv = 0.
// For a unit impulse in row i the saddle-point solve gives dv_i and L_i; W_ji = J_j dv_i is the Delassus
// matrix, its diagonal the inverse of the effective mass. Everything else is linear in P:
//     v+ = v- + sum P_i dv_i,   L = sum P_i L_i,   r+ = r- + W P with r = J v.
// What P is, the laws say (impact_laws.h), for all contacts of an island (impact_islands.h) at once or blow
// by blow (sequential_impact.h). Joints whose friction grows with their reaction have rows of their own in J
// and rub in every blow (rough_impact.h); the energetic law then gives back as Poisson's. Source: physics of
// Song 2020 section 3 with joint impulses and contact impulse solved together, which its eqs. (31)-(42) do
// not do.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/coulomb/light_parts.h"
#include "core/coulomb/unilateral.h"
#include "core/coulomb/velocity_jump.h"
#include "core/dynamics/assembler.h"

namespace clank {

// Of a stop, a rope or a contact, without restitution.
ImpactContact makeImpactContact(const UnilateralRows& rows);

// Unit impulses on rows, through the joints.
struct UnitResponses {
  Eigen::MatrixXd dv, rowImpulse;  // of each row a column
  Eigen::MatrixXd W;               // Delassus matrix
  LightParts light;
};
UnitResponses calcUnitResponses(Assembler& assembler, std::span<const BlockRow> rows);

// The assembler must be updated at the position of the impact. Nothing when a contact that approaches cannot
// give way because of the joints: its bodies would, without them. Bodies without joints always find an
// answer; whatever a contact demands that has no mobility and does not approach is left aside.
std::optional<VelocityJump> calcJump(Assembler& assembler, std::span<const double> v,
                                     std::span<const ImpactContact> contacts, const ImpactRules& rules = {});

// In words, for a receipt: which impacts were solved where several contacts took part, and what was lowered
// or cut short. Empty when all was as usual.
std::string describeJump(const VelocityJump& jump);

// Kinematic switch: velocities with which the rows of the assembler hold and the rows stopped are at rest,
// all joint rates other than that joint's kept (least squares where loops forbid it). Momentum is not
// conserved.
std::vector<double> calcSwitchedVelocity(const System& system, const Assembler& assembler,
                                         std::span<const double> v, std::size_t joint,
                                         std::span<const BlockRow> stopped);

}  // namespace clank
