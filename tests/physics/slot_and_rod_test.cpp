// SPDX-License-Identifier: GPL-3.0-or-later
// Pin-in-slot and distance rod against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

// Scotch yoke: a pin at radius r of a crank slides in an upright slot of a yoke on a horizontal guide: x = r
// cos theta. Energy J w^2/2 + m (r sin theta w)^2/2 gives w at every angle when nothing else acts.
TEST(ScotchYoke, MovesAsTheCosineOfItsCrank) {
  constexpr double r = 0.12, inertia = 0.02, mass = 1.5, start = 6;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("crank", 0.8, inertia), makeBody("yoke", mass, 0.01, {r, 0.0, 0.0, {}})};
  m.bodies[0].velocity.omega = start;
  Slot slot;
  slot.axis = std::numbers::pi / 2;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "crank"), makeJoint("guide", Prismatic{}, kFrame, "yoke"),
              makeJoint("pin", slot, "yoke", "crank", {}, {r, 0.0})};
  m.simulation.duration = 4;
  m.simulation.outputInterval = 0.01;
  const auto result = run(m);
  for (std::size_t i = 0; i < result.trajectory.sampleCount(); ++i) {
    const auto row = result.trajectory.row(i);
    const double theta = result.value(row, "crank.angle"), s = std::sin(theta), c = std::cos(theta);
    const double w = start * std::sqrt(inertia / (inertia + mass * r * r * s * s));
    EXPECT_NEAR(result.value(row, "crank.omega"), w, 1e-8);
    EXPECT_NEAR(result.value(row, "yoke.x"), r * c, 1e-9);
    EXPECT_NEAR(result.value(row, "yoke.vx"), -r * s * w, 1e-8);
    EXPECT_NEAR(result.value(row, "pin.travel"), r * s, 1e-9);
    EXPECT_NEAR(result.value(row, "pin.speed"), r * c * w, 1e-8);
    // The slot pushes the pin against the acceleration of the yoke, and along nothing else.
    EXPECT_NEAR(result.value(row, "pin.reaction_x"), -mass * result.value(row, "yoke.ax"), 1e-7);
    EXPECT_NEAR(result.value(row, "pin.reaction_y"), 0, 1e-9);
  }
  EXPECT_LT(result.summary.largestResidual, 1e-9);
  EXPECT_EQ(result.summary.mobilityEnd, 1);
}

// A pin that runs to the end of its slot under gravity and merges there.
TEST(PinInSlot, StopsAtTheEndOfItsSlot) {
  Mechanism m;
  m.bodies = {makeBody("pin", 2, 0.1)};
  Slot slot;
  slot.axis = -std::numbers::pi / 2;
  m.joints = {makeJoint("slot", slot, kFrame, "pin")};
  Metamorphic metamorphic;
  metamorphic.phases.resize(2);
  metamorphic.phases[0].id = "free";
  metamorphic.phases[1].id = "end";
  metamorphic.phases[1].locked = true;
  PhaseChange change;
  change.from = "free";
  change.to = "end";
  std::get<Limit>(change.guard).value = 0.5;
  metamorphic.changes = {change};
  m.joints[0].metamorphic = metamorphic;
  m.simulation.duration = 0.6;
  const auto r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const double speed = std::sqrt(2 * 9.81 * 0.5);
  EXPECT_NEAR(r.trajectory.events()[0].t, speed / 9.81, 1e-9);
  EXPECT_NEAR(r.trajectory.events()[0].impulse, 2 * speed, 1e-8);
  EXPECT_NEAR(r.last("slot.reaction_y"), 2 * 9.81, 1e-8);
  EXPECT_LT(r.summary.largestResidual, 1e-9);
}

// A point mass on a massless rod swings like a body of inertia J on a pin whose reduced length h + J/(m h) is
// that of the rod. Force in the rod: m (g cos + L w^2), w from the energy.
TEST(DistanceRod, PendulumIsTheRevoluteOneOfItsReducedLength) {
  constexpr double length = 0.7, start = 0.9, mass = 1.2, inertia = 0.05, g = 9.81;
  const double x = length * std::sin(start), y = -length * std::cos(start);
  Mechanism rod;
  rod.bodies = {makeBody("bob", mass, 1, {x, y, 0.0, {}})};
  rod.joints = {makeJoint("rod", Distance{}, kFrame, "bob")};
  rod.simulation.duration = 4;
  Mechanism bar = rod;
  const double h = 0.5 * (length + std::sqrt(length * length - 4 * inertia / mass));
  bar.bodies = {makeBody("bob", mass, inertia, {0.0, 0.0, start - std::numbers::pi / 2, {}}, {h, 0.0})};
  bar.joints = {makeJoint("pin", Revolute{}, kFrame, "bob")};
  const auto a = run(rod), b = run(bar);
  const double angle = b.last("bob.angle"), down = -std::sin(angle);
  EXPECT_NEAR(a.last("bob.x"), length * std::cos(angle), 2e-8);
  EXPECT_NEAR(a.last("bob.y"), length * std::sin(angle), 2e-8);
  const double force = mass * g * (3 * down - 2 * std::cos(start));
  EXPECT_NEAR(a.last("rod.reaction_x"), -force * std::cos(angle), 1e-6);
  EXPECT_NEAR(a.last("rod.reaction_y"), -force * std::sin(angle), 1e-6);
  EXPECT_NEAR(std::hypot(a.last("bob.x"), a.last("bob.y")), length, 1e-12);
  EXPECT_NEAR(a.last("bob.angle"), 0, 1e-12) << "the rod is no lever for the body on it";
  EXPECT_LT(a.summary.largestResidual, 5e-8);
  EXPECT_EQ(a.summary.mobilityEnd, 2);
}

// The length of the file is kept, not the drawn one.
TEST(DistanceRod, IsClosedToItsLength) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("bob", 1, 1, {0.52, 0.0, 0.0, {}})};
  m.joints = {makeJoint("rod", Distance{0.5}, kFrame, "bob")};
  m.simulation.duration = 0.01;
  EXPECT_NEAR(run(m).last("bob.x"), 0.5, 1e-12);
}

}  // namespace
}  // namespace clank::test
