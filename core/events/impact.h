// SPDX-License-Identifier: GPL-3.0-or-later
// Velocity jumps through all joints and contacts, consistent with momentum.
//
// At fixed position, with the rows G in force (their speeds G v do not jump) and one row J_i a contact (rate
// of its gap):
//     M dv = G' L + J' P,   G dv = 0.
// For a unit impulse at contact i the saddle-point solve gives dv_i and L_i; W_ji = J_j dv_i is the Delassus
// matrix, its diagonal the inverse of the effective mass. Everything else is linear in P:
//     v+ = v- + sum P_i dv_i,   L = sum P_i L_i,   J v+ = J v- + W P.
// Contacts that only push obey 0 <= P, J v+ + e J v- >= 0, one of them zero (Newton's law; an LCP); a contact
// that also pulls (a joint that locks) obeys J v+ = -e J v-. The energy lost by a single contact is (1 - e^2)
// m_eff (J v-)^2 / 2. Source: physics of Song 2020 section 3 with joint impulses and contact impulse solved
// together, which its eqs. (31)-(42) do not do.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

struct ImpactContact {
  SaddlePoint::Row row;    // rate of the gap
  double restitution = 0;  // Newton's e
  bool pulls = false;      // bilateral: the impulse may have either sign
};

struct VelocityJump {
  std::vector<double> dv;          // three a body
  std::vector<double> rowImpulse;  // L, N s or N m s, one a row of the assembler
  Eigen::VectorXd impulse;         // P, one a contact
  Eigen::MatrixXd delassus;        // W
};

// The assembler must be updated at the position of the impact. Nothing when the complementarity problem has
// no solution or a contact has no mobility behind it although it approaches.
std::optional<VelocityJump> calcJump(Assembler& assembler, std::span<const double> v,
                                     std::span<const ImpactContact> contacts);

// Kinematic switch: velocities with which the rows of the assembler hold and the rows stopped are at rest,
// all joint rates other than that joint's kept (least squares where loops forbid it). Momentum is not
// conserved.
std::vector<double> calcSwitchedVelocity(const System& system, const Assembler& assembler,
                                         std::span<const double> v, std::size_t joint,
                                         std::span<const SaddlePoint::Row> stopped);

}  // namespace clank
