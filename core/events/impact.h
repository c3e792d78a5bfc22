// SPDX-License-Identifier: GPL-3.0-or-later
// Velocity jumps through all joints and contacts, consistent with momentum.
//
// At fixed position, with the rows G in force (their speeds G v do not jump) and the rows J of the contacts
// (rate of the gap, and of the slip where there is friction):
//     M dv = G' L + J' P,   G dv = 0.
// For a unit impulse in row i the saddle-point solve gives dv_i and L_i; W_ji = J_j dv_i is the Delassus
// matrix, its diagonal the inverse of the effective mass. Everything else is linear in P:
//     v+ = v- + sum P_i dv_i,   L = sum P_i L_i,   r+ = r- + W P with r = J v.
// Laws (contact_problem.h solves them, with Coulomb friction between impulse and slip after the impact):
//   Newton    0 <= P, r+ + e r- >= 0, one of them zero
//   Poisson   compression with e = 0 gives P_c; expansion adds at least e P_c
//   pulling   (a joint that locks) r+ = -e r-
// The energy lost is -P.(r+ + r-)/2, drives apart; of a single contact (1 - e^2) m_eff r-^2 / 2. Several
// contacts, or friction, can make it negative with e > 0 (Kane; Stronge): then all e are lowered by one
// factor to where it is zero. With e = 0 it never is: then P.r+ <= 0 row by row, and P.(r+ + r-) = 2 P.r+ -
// P.W P. Source: physics of Song 2020 section 3 with joint impulses and contact impulse solved together,
// which its eqs. (31)-(42) do not do.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

struct ImpactContact {
  BlockRow row;                  // rate of the gap
  std::optional<BlockRow> slip;  // with friction
  double restitution = 0;        // e
  double friction = 0;           // mu
  bool pulls = false;            // bilateral: the impulse may have either sign
};

enum class RestitutionLaw { newton, poisson };

struct VelocityJump {
  std::vector<double> dv;           // one a coordinate
  std::vector<double> rowImpulse;   // L, N s or N m s, one a row of the assembler
  std::vector<double> impulse;      // P along the gap, one a contact
  std::vector<double> slipImpulse;  // P along the slip
  double restitutionFactor = 1;     // by which all e were lowered
};

// Unit impulses on rows, through the joints.
struct UnitResponses {
  Eigen::MatrixXd dv, rowImpulse;  // of each row a column
  Eigen::MatrixXd W;               // Delassus matrix
};
UnitResponses calcUnitResponses(Assembler& assembler, std::span<const BlockRow> rows);

// The assembler must be updated at the position of the impact. Nothing when the complementarity problem has
// no solution or a contact has no mobility behind it although it approaches.
std::optional<VelocityJump> calcJump(Assembler& assembler, std::span<const double> v,
                                     std::span<const ImpactContact> contacts,
                                     RestitutionLaw law = RestitutionLaw::newton);

// Kinematic switch: velocities with which the rows of the assembler hold and the rows stopped are at rest,
// all joint rates other than that joint's kept (least squares where loops forbid it). Momentum is not
// conserved.
std::vector<double> calcSwitchedVelocity(const System& system, const Assembler& assembler,
                                         std::span<const double> v, std::size_t joint,
                                         std::span<const BlockRow> stopped);

}  // namespace clank
