// SPDX-License-Identifier: GPL-3.0-or-later
// Friction along the coordinate s of a joint (angle or travel), with G_s the row of its rate, s' = G_s v.
//
// The generalised force Q on s, M a = f + G' lambda + G_s' Q, is Coulomb's with a viscous part:
//     s' != 0:  Q = -B sign(s') - c s',      s' = 0:  |Q| <= B_0 and whatever keeps s' at zero, or else slip.
// The bound is B = b + k P(lambda), P the force that presses the parts together:
//     pin        P = |R|, both components of the reaction, and k = mu r: the journal touches its bearing in
//                one line, in which the friction mu |R| (for small mu) has the arm r
//     guide      P = |N_1| + |N_2|, the forces at its two edges, and k = mu. With the normal force N, the
//                moment M_c about the middle of the guide and its length L they are N/2 +- M_c/L, so
//                P = max(|N|, 2 |M_c|/L)
//     slot, curve  P = |N|, and k = mu
//     teeth      P = |lambda|, the force of gears or of a gear on a rack; s and k follow from their
//                efficiency (mesh_rows.h).
// M_c is about the joint point of the part that is the guide: of a bush a, M + N s.
//
// Sticking is the row G_s a = gamma_s among the others; its multiplier is Q, and it slips where |Q| comes to
// B_0. Slipping couples Q with lambda, which is affine in all Q_k: lambda = lambda_0 + sum_k Q_k lambda^k. So
// u_i = k_i P_i is a fixed point, u_i = k_i P_i(lambda_0 - sum_k (b_k + u_k) sign_k lambda^k), and since P is
// a norm (or a seminorm), |P(x) - P(y)| <= P(x - y), it contracts where the spectral radius of
//     C_ik = k_i P_i(lambda^k)
// is below one: then it has exactly one solution. lambda^k is what a unit moment of friction adds to the
// reactions, one over a lever arm: mu r has to be small beside the arms, or 2 mu beside L over the arm of the
// guided mass. Where C is larger the joint can lock itself: there may be no solution (sliding cannot go on,
// whatever the load) or several (Painleve's paradox in a joint). dynamics/sliding_friction.h solves for u by
// Newton's method and reports a jam where the solution it finds is not the one that small friction leads to.
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "core/dynamics/assembler.h"

namespace clank {

// Does friction act in the mode: of a joint of the kind that was drawn, its coordinate free?
bool hasFriction(const System& system, const Mode& mode, std::size_t joint);
// Can it grip: is there dry friction, and no drive that holds the coordinate anyway?
bool canGrip(const System& system, const Mode& mode, std::size_t joint);

bool hasDryJoints(const System& system);
inline void releaseGrip(Mode::JointMode& joint) {
  joint.slip = 0;
  joint.rests = joint.grips = false;
}

// P (N), and how it changes with the multipliers of the joint's own rows.
struct JointPressure {
  double value = 0;
  std::array<double, 2> slope{};
};
JointPressure calcPressure(const Assembler& assembler, std::size_t joint, std::span<const double> lambda);
// B_0 (N m or N), from all multipliers.
double calcStaticBound(const Assembler& assembler, std::size_t joint, std::span<const double> lambda);

// The next bound of a joint to try where bounds follow from the reactions that they lead to: the one found,
// or where these swing to and fro without closing in, as of teeth that drive what is heavy, the one between
// by the secant.
class BoundSearch {
 public:
  double next(double tried, double found) {
    constexpr double kClosesIn = 0.9;
    const double change = found - tried;
    const bool swings = change * change_ < 0 && std::abs(change) > kClosesIn * std::abs(change_);
    const double next = swings ? tried - change * (tried - tried_) / (change - change_) : found;
    tried_ = tried;
    change_ = change;
    return next;
  }

 private:
  double tried_ = 0, change_ = 0;
};

// s' (rad/s or m/s) at the last update, and its row.
double calcRate(const Assembler& assembler, std::size_t joint);
BlockRow calcRateRow(const Assembler& assembler, std::size_t joint, double& gamma);

}  // namespace clank
