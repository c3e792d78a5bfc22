// SPDX-License-Identifier: GPL-3.0-or-later
// Small oscillations about a position, theory (15).
//
// At rest at q with the rows G of the mode, drives held where their laws have them, friction left out:
//   M a = f(q, v) + G' l,  G a = 0.
// Let the columns of N span what G leaves free, N' M N = 1, so that dq = N x opens no joint to first order.
// To second order q has to bend with the constraints, and their reactions l work there: the stiffness is that
// of forces and reactions together, with l kept,
//   K = -N' d(f + G' l)/dq N      (the second part is - sum l_i d2 C_i),      C = -N' df/dv N,
//   x" + C x' + K x = 0,   x = X exp(r t).
// Without C and with K = K' the roots are those of a symmetric matrix: r = i w, or r = |w| where w^2 < 0. A
// position that is not one of rest (N' f not 0) is taken as if a steady force held it there.
//
// What turns as a whole, at W about a fixed point, is at rest in axes that turn with it. With dq = B N_b x,
// B turning the displacements of bodies with those axes and N_b constant, d(dq)/dt = J dq + N x' with
// J = W perp of each displacement, and
//   K = N' (M J J + d(M a - f - G' l)/dq - df/dv J) N,   C = N' (2 M J - df/dv) N
// have the centrifugal and gyroscopic terms; a is the acceleration of that turning, M a = f + G' l + what
// holds it. Of any other motion the speeds do not count: its axes would have to be chosen.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/dynamics/assembler.h"
#include "core/dynamics/natural_mode.h"
#include "core/dynamics/state.h"

namespace clank {

struct SmallMotion {
  std::vector<NaturalMode> modes;  // in the order of kinds, then of |r|
  // m/s2: how fast it sets out from the position, or from its turning, when it is let go there; 0 in
  // equilibrium.
  double unrest = 0;
  enum class Speeds { none, turning, leftOut } speeds = Speeds::none;  // of the state
  double spin = 0;                                                     // rad/s, W of what turns as a whole
};

// At a state. Dense: costs the cube of the number of coordinates.
SmallMotion calcSmallMotion(const System& system, const State& state);

// The mode without joints that rest by their friction.
Mode leaveFrictionOut(const Mode& mode);
// N at the assembler's last update; q are its positions.
Eigen::MatrixXd calcFreeDirections(const Assembler& assembler, const double* q);

// How far a direction goes from q at most: of poses as a part of the extent of the mechanism, or in rad, of
// modes as a part of the length of the link.
double calcReach(const System& system, const double* q, const double* direction);

// At rest at a state.
struct TangentStiffness {
  Eigen::MatrixXd ofForces, ofReactions;  // 1/s2, together K
  Eigen::MatrixXd damping;                // 1/s, C
  Eigen::VectorXd drive;                  // N' f
};
TangentStiffness calcTangentStiffness(Assembler& assembler, const State& state, const Eigen::MatrixXd& N);
// Generalised forces at rest, those of compliant contacts among them; one a coordinate.
std::vector<double> calcForcesAtRest(const System& system, const State& state);

}  // namespace clank
