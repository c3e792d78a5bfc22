// SPDX-License-Identifier: GPL-3.0-or-later
// What is refused of telescopes, of drives that reverse and of what switches a drive off.
#include <gtest/gtest.h>

#include <functional>

#include "core/io/mechanism_file.h"
#include "core/model/mechanism.h"
#include "tests/support/parts.h"

namespace clank {
namespace {

Mechanism makeRam() {
  Mechanism m;
  m.bodies = {test::makeBody("load", 2, 0.1, {0.5, 0.0, 0.0, {}})};
  m.joints = {test::makeJoint("ram", Telescope{}, kFrame, "load")};
  Reverse law;
  law.to = 0.8;
  law.speed = 0.1;
  law.ramp = 0.2;
  Drive drive;
  drive.id = "pump";
  drive.joint = "ram";
  drive.kind = law;
  ForceGuard force;
  force.above = 200;
  force.part = ForcePart::axial;
  drive.until = DriveEnd{force, {}};
  m.drives = {drive};
  return m;
}

// "POINTER: what" of all of them.
std::string tellProblems(const std::function<void(Mechanism&)>& change) {
  Mechanism m = makeRam();
  change(m);
  std::string told;
  for (const Problem& p : validate(m)) told += p.where + ": " + p.what + "\n";
  return told;
}
void expectTold(const std::function<void(Mechanism&)>& change, const std::string& what) {
  const std::string told = tellProblems(change);
  EXPECT_NE(told.find(what), std::string::npos) << told;
}
Reverse& lawOf(Mechanism& m) {
  return std::get<Reverse>(m.drives[0].kind);
}

TEST(TelescopeCheck, AllIsWell) {
  EXPECT_EQ(tellProblems([](Mechanism&) {}), "");
}

TEST(TelescopeCheck, NeedsALength) {
  expectTold(
      [](Mechanism& m) { m.bodies[0].pose.x = 0.0, m.drives.clear(); },
      "/joints/0/at_b: joint ram: the ends are drawn at the same place, so the cylinder has no direction");
  expectTold([](Mechanism& m) { lawOf(m).to = -0.1; },
             "/drives/0/to: drive pump: the coordinate of a telescope is its length, which must be positive");
  expectTold(
      [](Mechanism& m) {
        Cycloidal stroke;
        stroke.rise = -0.6;
        m.drives[0].kind = stroke;
      },
      "/drives/0/rise: drive pump: the coordinate of a telescope");
  expectTold(
      [](Mechanism& m) {
        Limit limit;
        limit.value = 0.0;
        m.drives[0].until->guard = limit;
      },
      "/drives/0/until/value: drive pump: the coordinate of a telescope is its length: the limit must be "
      "positive");
}

TEST(TelescopeCheck, HasNoLoadForACoefficientAndNoPlay) {
  expectTold(
      [](Mechanism& m) {
        JointFriction friction;
        friction.coefficient = 0.1;
        m.joints[0].friction = friction;
      },
      "/joints/0/friction/coefficient: joint ram: friction: a telescope is loaded along its line only");
  expectTold(
      [](Mechanism& m) {
        m.drives.clear();
        m.joints[0].clearance = Clearance{};
      },
      "/joints/0/clearance: joint ram: a telescope has no clearance");
}

TEST(ReverseCheck, LooksAtItsNumbers) {
  expectTold([](Mechanism& m) { lawOf(m).speed = 0; },
             "/drives/0/speed: drive pump: the speed must be positive");
  expectTold([](Mechanism& m) { lawOf(m).ramp = -1; }, "/drives/0/ramp: drive pump: the ramp is negative");
  expectTold([](Mechanism& m) { lawOf(m).cycles = 1.5; },
             "/drives/0/cycles: drive pump: the number of cycles is 1.5, but it must be a whole number");
  expectTold([](Mechanism& m) { lawOf(m).to = 0.5; }, "/drives/0/to: drive pump: it is drawn at to already");
  expectTold([](Mechanism& m) { lawOf(m).ramp = 4; },
             "/drives/0/ramp: drive pump: the way between from and to is 0.3, but with this ramp the speed "
             "is reached "
             "and lost within 0.4 only");
}

TEST(DriveEndCheck, LooksAtItsGuardAsAPhaseChangeDoes) {
  expectTold([](Mechanism& m) { std::get<ForceGuard>(m.drives[0].until->guard).above = -1; },
             "/drives/0/until/above: drive pump: the threshold must be positive");
  expectTold(
      [](Mechanism& m) {
        ExpressionGuard law;
        law.expression.text = "lod.x - 1";
        m.drives[0].until->guard = law;
      },
      "/drives/0/until/expression: drive pump: ");
  expectTold(
      [](Mechanism& m) { m.drives[0].until->guard = TimeGuard{}; },
      "/drives/0/until/at: drive pump: the time must be positive; a drive that is off from the start has "
      "active 0");
  expectTold([](Mechanism& m) { m.drives[0].until->guard = MomentGuard{5}; },
             "/drives/0/until/guard: drive pump: the joint carries no moment");
}

TEST(DriveEndCheck, IsKeptInTheFile) {
  const Mechanism m = makeRam();
  const auto read = readMechanism(writeMechanism(m));
  ASSERT_TRUE(read) << read.error().front().what;
  EXPECT_EQ(read->mechanism.joints, m.joints);
  EXPECT_EQ(read->mechanism.drives, m.drives);
}

}  // namespace
}  // namespace clank
