// SPDX-License-Identifier: GPL-3.0-or-later
// The impact without rebound that every free body has, also where pivoting finds none.
#pragma once

#include "core/coulomb/impact_problem.h"

namespace clank {

struct PlasticImpact {
  Eigen::VectorXd P;
  bool exact = true;  // false: friction by relaxation, or left out
};

// All e = 0. It always ends, with impulses that push, inside the cones, after which no gap closes, and that
// create no energy. Where pivoting fails in the rounding of redundant contacts,
//   1. relaxation (projected Gauss-Seidel): contact by contact the push that brings its gap to rest, then the
//      friction inside its cone that brings its slip nearest to rest, and the pushes of 2 that its error
//      still asks for;
//   2. without friction, of all pushes those that take most of the energy, min (W P + 2 r-).P/2 over P >= 0:
//      W is a Gram matrix, so that there is one.
PlasticImpact solvePlasticImpact(const ImpactProblem& problem);

// 2 alone, from the speeds given: active sets (Lawson and Hanson, Solving Least Squares Problems, chapter
// 23).
Eigen::VectorXd solveFrictionlessImpact(const ImpactProblem& problem, const Eigen::VectorXd& rates);

}  // namespace clank
