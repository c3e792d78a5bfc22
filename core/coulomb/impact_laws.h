// SPDX-License-Identifier: GPL-3.0-or-later
// The laws of restitution, for all contacts of an impact at once.
//
// Laws, with Coulomb friction between impulse and slip after the impact (contact_problem.h):
//   Newton     0 <= P, r+ + e r- >= 0, one of them zero;  P_t in -mu P_n Sgn(r_t+ + e_t r_t-)
//   Poisson    compression with e = 0 gives P_c; expansion adds at least e P_c, with the slip law
//              P_t in -mu P_n Sgn(r_t+ + e_t r_t-) for what it adds
//   energetic  the contact gives back e^2 of the work of its compression, of the work that has stopped its
//              slip e_t^2 (energetic_impact.h)
//   pulling    (a joint that locks) r+ = -e r-;  energetic: r+ = 0
// e_t is the part of a slip that comes back, reversed, where the cone allows it: 0 sticks, 1 is the ball of
// Garwin (Am. J. Phys. 37, 88, 1969). Where the contact slides throughout it changes nothing.
//
// The energy lost is -P.(r+ + r-)/2, drives apart; of a single contact without friction (1 - e^2) m_eff
// r-^2/2. Several contacts, or friction, can make it negative with e > 0 (Kane; Stronge): then all e and e_t
// are lowered by one factor to where it is zero. With e = 0 it never is: then P.r+ <= 0 row by row, and
// P.(r+ + r-) = 2 P.r+ - P.W P.
#pragma once

#include "core/coulomb/impact_problem.h"

namespace clank {

struct ImpactSolution {
  Eigen::VectorXd P;
  double restitutionFactor = 1;  // by which all e and e_t were lowered
  bool exact = true;             // false: no impulses were found that obey the laws, see plastic_impact.h
};

// Always ends with impulses that push, inside the cones, after which no gap closes; never creates energy.
ImpactSolution solveSimultaneousImpact(const ImpactProblem& problem);

}  // namespace clank
