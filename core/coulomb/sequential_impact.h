// SPDX-License-Identifier: GPL-3.0-or-later
// Impacts that follow each other at one instant: what bodies do that touch before the blow, as the waves in
// them see to it (Newton's cradle sends out its last ball).
//
// Of the contacts that approach the fastest alone collides, by its own law and through all joints; the others
// of the impact are not there. That changes the speeds of its neighbours; and so on until none approaches.
// Contacts that approach with the same speed collide together, so that what is symmetric stays so. Rows that
// pull are in every blow. Energy is never created, because no blow creates any.
// Blows can go on for ever (three bodies with e < 1): those slower than restSpeed are not looked at one by
// one, and after kMostBlows a contact the rest ends; both by one simultaneous impact without rebound.
#pragma once

#include "core/coulomb/rough_impact.h"

namespace clank {

struct SequentialImpact {
  ImpactSolution solution;  // its factor is the least of all blows
  int blows = 0;
  bool cutShort = false;  // blows were left when their number was reached
  bool jammed = false;    // in a blow joints lock themselves: it went without their friction
};

// restSpeed: m/s or rad/s. Contacts with e = 1 collide at any speed. Joints that rub do so in every blow
// (rough_impact.h); their rows are in the problem, and their bounds go by the impulses of one blow on all
// rows.
SequentialImpact solveSequentialImpact(const ImpactProblem& problem, double restSpeed,
                                       const std::vector<RoughJoint>& joints = {});

}  // namespace clank
