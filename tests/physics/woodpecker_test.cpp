// SPDX-License-Identifier: GPL-3.0-or-later
// The woodpecker toy against an independent time-stepping program (Moreau-Jean, theta = 1/2, h = 1e-6 s,
// minimal coordinates, same exact geometry): first order, so its numbers are good to about 1e-4 of each. The
// same program with small angles gives the numbers of reference P5b (-0.0413313, -0.103449, -0.342284 at 0.3
// s), which the exact geometry does not: there the upper edge of the sleeve never touches.
#include <cmath>

#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

TEST(Woodpecker, FollowsTimeStepping) {
  Mechanism m = loadExample("benchmarks/woodpecker.clank");
  m.simulation.duration = 0.3;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("sleeve.y"), -0.0338173, 2e-5);
  EXPECT_NEAR(r.last("sleeve.angle"), -0.100906, 2e-5);
  EXPECT_NEAR(r.last("bird.angle"), -0.459903, 2e-4);
  EXPECT_NEAR(r.last("bird.omega"), 5.56924, 1e-2);
  EXPECT_LT(r.summary.largestResidual, 1e-10) << "of about 6e-5 J a peck";
}

TEST(Woodpecker, RunsIntoALimitCycle) {
  const FinishedRun r = run(loadExample("benchmarks/woodpecker.clank"));
  std::vector<double> pecks;
  for (const Receipt& receipt : r.trajectory.events()) {
    EXPECT_GE(receipt.energyLoss(), -1e-15) << receipt.t;
    EXPECT_NE(receipt.element, "upper");
    if (receipt.element != "beak") continue;
    EXPECT_EQ(receipt.kind, EventKind::impact);
    EXPECT_NEAR(receipt.normalVelocityAfter, -0.5 * receipt.normalVelocityBefore, 1e-12);
    EXPECT_NEAR(std::abs(receipt.slipImpulse), 0.3 * receipt.impulse, 1e-12) << "slides through the peck";
    pecks.push_back(receipt.t);
  }
  ASSERT_EQ(pecks.size(), 8u);
  EXPECT_NEAR(pecks[1] - pecks[0], 0.21251 - 0.08269, 2e-5);
  EXPECT_NEAR(pecks[6] - pecks[5], pecks[5] - pecks[4], 1e-6);
  EXPECT_NEAR(pecks[6] - pecks[5], 0.130748, 1e-5);
  EXPECT_NEAR(r.summary.ledger.residual, 0, 1e-10);
}

}  // namespace
}  // namespace clank
