// SPDX-License-Identifier: GPL-3.0-or-later
// Song et al. 2020, example 2, completed as the text beside the example says, against numbers computed
// independently by two formulations (minimal coordinates, and Cartesian coordinates with multipliers).
// Tolerances: times and impulses 1e-7, accumulation point and release 1e-6, the second phase against its
// algebraic solution 1e-6.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr const char* kDoubleFolded = "papers/song-2020-double-folded.clank";

double findTime(const FinishedRun& r, EventKind kind) {
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.kind == kind) return receipt.t;
  ADD_FAILURE() << "no " << toWord(kind);
  return 0;
}

void expectImpacts(const FinishedRun& r, const std::array<double, 5>& times,
                   const std::array<double, 5>& impulses) {
  ASSERT_GE(r.trajectory.events().size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    const Receipt& receipt = r.trajectory.events()[i];
    EXPECT_EQ(receipt.kind, EventKind::impact);
    EXPECT_FALSE(receipt.mobile);
    EXPECT_NEAR(receipt.t, times[i], 1e-7);
    EXPECT_NEAR(receipt.impulse, impulses[i], 1e-7);
  }
}

TEST(SongDoubleFolded, Weightless) {
  const auto r = run(loadExample(kDoubleFolded, "weightless"));
  expectImpacts(
      r, {2.340158778795092, 2.381852850631273, 2.396864353807318, 2.4035033599749416, 2.4066456576498285},
      {0.04582533927240236, 0.022015826942100837, 0.010685861027926603, 0.005262742117597462,
       0.00261158923874905});
  const Receipt& first = r.trajectory.events()[0];
  EXPECT_NEAR(first.normalVelocityBefore, -0.04962885607864474, 1e-8);
  ASSERT_EQ(first.driveImpulses.size(), 1u);
  EXPECT_NEAR(first.driveImpulses[0].impulse, 0.0005198224598498975, 1e-8);
  EXPECT_NEAR(first.jumps[2].after[2], -0.9730582684867454, 1e-6);
  // With the work of the drive, the loss is that of the effective mass alone.
  EXPECT_NEAR(first.energyLoss(), 0.5 * 0.75 * 0.6155738535095373 * std::pow(0.04962885607864474, 2), 1e-9);
  EXPECT_NEAR(findTime(r, EventKind::contactBegin), 2.409681406874271, 1e-6);
  EXPECT_NEAR(findTime(r, EventKind::contactEnd), 6.599760122454256, 1e-6);
  double sum = 0;
  for (const Receipt& receipt : r.trajectory.events()) sum += receipt.impulse;
  EXPECT_NEAR(sum, 0.08899987673545103, 2e-6);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
  EXPECT_LT(r.summary.largestDrift, 1e-9);
  EXPECT_NEAR(r.last("slider.x"), 0.06867885336484239, 1e-6);
  EXPECT_NEAR(r.last("link.angle"), 1.0941269813285386, 1e-6);
}

TEST(SongDoubleFolded, Gravity) {
  const auto r = run(loadExample(kDoubleFolded, "gravity"));
  expectImpacts(
      r, {2.449769899121349, 2.4907380329427014, 2.505594260740527, 2.5121731747540688, 2.5152883481980433},
      {0.047819913691108065, 0.022465676590279652, 0.010839357774302841, 0.005325357430996509,
       0.0026397143619875684});
  EXPECT_NEAR(findTime(r, EventKind::contactBegin), 2.5182985590628464, 1e-6);
  EXPECT_NEAR(findTime(r, EventKind::contactEnd), 6.463098637789027, 1e-6);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

TEST(SongDoubleFolded, AccumulationPointAtRestitution08) {
  EXPECT_NEAR(findTime(run(loadExample(kDoubleFolded, "lively")), EventKind::contactBegin),
              2.4952932746420653, 1e-6);
}

// Second phase: slider at the stop, crank driven, so the angle of the link follows from |BC| alone.
double calcFoldedAngle(double t) {
  const double theta1 = std::numbers::pi * (1 + t / 5);
  const double bx = 0.08 * std::cos(theta1), by = 0.08 * std::sin(theta1);
  // C = D + L3 (cos, sin), |C - B| = L2: with (dx, dy) = B - D, dx cos + dy sin = (L3^2 + d^2 - L2^2)/(2 L3).
  const double dx = bx - 0.150, dy = by + 0.1425, d = std::hypot(dx, dy);
  return std::atan2(dy, dx) - std::acos((0.09 * 0.09 + d * d - 0.2 * 0.2) / (2 * 0.09 * d));
}

TEST(SongDoubleFolded, SecondPhaseIsKinematicWhateverTheRestitution) {
  EXPECT_NEAR(calcFoldedAngle(3), 0.602963246, 1e-9);
  for (const char* id : {"weightless", "lively", "plastic"}) {
    const auto r = run(loadExample(kDoubleFolded, id));
    const auto row = r.trajectory.at(3);
    EXPECT_NEAR(r.value(row, "link.angle"), calcFoldedAngle(3), 1e-6) << id;
    EXPECT_EQ(r.value(row, "mobility"), 1) << id;
  }
}

TEST(SongDoubleFolded, AnotherStopPlace) {
  const auto r = run(loadExample(kDoubleFolded, "weightless", {{"s_E", "135"}}));
  ASSERT_FALSE(r.trajectory.events().empty());
  EXPECT_NEAR(r.trajectory.events()[0].t, 2.0307676869296296, 1e-7);
  EXPECT_NEAR(r.trajectory.events()[0].impulse, 0.04339819770443895, 1e-7);
  EXPECT_NEAR(findTime(r, EventKind::contactBegin), 2.100740234632402, 1e-6);
}

TEST(SongDoubleFolded, NoDamper) {
  const auto r = run(loadExample(kDoubleFolded, "weightless", {{"c", "0"}}));
  ASSERT_FALSE(r.trajectory.events().empty());
  EXPECT_NEAR(r.trajectory.events()[0].t, 2.3389862277676885, 1e-7);
  EXPECT_NEAR(r.trajectory.events()[0].impulse, 0.04652151827570272, 1e-7);
}

}  // namespace
}  // namespace clank::test
