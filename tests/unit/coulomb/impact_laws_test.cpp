// SPDX-License-Identifier: GPL-3.0-or-later
// One blow by its laws, where numbers of rounding stand among the speeds.
#include "core/coulomb/impact_laws.h"

#include <gtest/gtest.h>

namespace clank::test {
namespace {

// Two boxes that slide on each other at 0.54 m/s and approach by the last digit of what led there: nothing is
// lowered, and nothing happens.
TEST(ImpactLaws, WhatApproachesByRoundingIsNotHit) {
  for (const double approach : {1e-16, 2e-15}) {
    ImpactProblem problem;
    problem.W = Eigen::Matrix2d{{0.085, 0.062}, {0.062, 0.144}};
    problem.before = Eigen::Vector2d(-approach, 0.54);
    problem.contacts = {{0, 1, 0.112, 0, false, 0}};
    problem.contacts[0].restitution = 0.5;
    const ImpactSolution solution = solveSimultaneousImpact(problem);
    EXPECT_TRUE(solution.exact) << approach;
    EXPECT_EQ(solution.restitutionFactor, 1) << approach;
    EXPECT_LT(solution.P.norm(), 1e-13) << approach;
  }
}

}  // namespace
}  // namespace clank::test
