// SPDX-License-Identifier: GPL-3.0-or-later
// A spinning disc that touches down: friction of the impact, sliding, rolling.
//
// m = 1 kg, R = 0.1 m, J = m R^2/2, falls by h with the spin w0. The impact (e = 0) pushes by p = m sqrt(2 g
// h), and friction gives mu p against the slip R w0, or what stops it, |R w0|/(1/m + R^2/J) = m |R w0|/3.
// Then it slides with mu g, its slip ends after |u|/(3 mu g), and it rolls: vx = -R w.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kG = 9.81, kRadius = 0.1;

TEST(SpinningDisc, TouchesDownSlidesAndRolls) {
  const auto file =
      loadMechanism(std::string(CLANK_SOURCE_DIR) + "/tests/physics/scenes/spinning-disc.clank");
  ASSERT_TRUE(file) << describe(file.error());
  for (const double mu : {0.1, 0.2, 1.0})
    for (const double spin : {-40.0, 30.0}) {
      SCOPED_TRACE(testing::Message() << "mu " << mu << ", spin " << spin);
      const auto disc =
          resolve(file->mechanism, {}, {{"mu", std::to_string(mu)}, {"spin", std::to_string(spin)}});
      ASSERT_TRUE(disc);
      const FinishedRun r = run(*disc);
      const double fall = std::sqrt(2 * 0.05 / kG), p = fall * kG, sign = spin > 0 ? 1 : -1;
      const double slip = kRadius * std::abs(spin), friction = std::min(mu * p, slip / 3);
      const double rest = slip - 3 * friction, slides = rest / (3 * mu * kG);
      const auto& events = r.trajectory.events();
      ASSERT_GE(events.size(), 1u);
      EXPECT_NEAR(events[0].t, fall, 1e-9);
      EXPECT_NEAR(events[0].impulse, p, 1e-9);
      EXPECT_NEAR(std::abs(events[0].slipImpulse), friction, 1e-9);
      EXPECT_NEAR(events[0].energyLoss(), p * p / 2 + friction * (slip + rest) / 2, 1e-9);
      const double vx = -sign * (friction + mu * kG * slides);
      EXPECT_NEAR(r.last("disc.vx"), vx, 1e-9);
      EXPECT_NEAR(r.last("disc.omega"), -vx / kRadius, 1e-8);
      const double way =
          friction * slides + mu * kG * slides * slides / 2 + std::abs(vx) * (1.5 - fall - slides);
      EXPECT_NEAR(r.last("disc.x"), -sign * way, 1e-8);
      if (rest < 1e-9) continue;
      ASSERT_EQ(events.size(), 2u);
      EXPECT_EQ(events[1].kind, EventKind::stick);
      EXPECT_NEAR(events[1].t, fall + slides, 1e-9);
    }
}

}  // namespace
}  // namespace clank::test
