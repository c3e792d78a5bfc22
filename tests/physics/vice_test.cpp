// SPDX-License-Identifier: GPL-3.0-or-later
// What drives squeeze: a block between a jaw that is driven and a wall, or between two jaws. Each contact has
// a way out and both together have none; impulses of a billion newton seconds and energies without end came
// of that.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/blocks.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

constexpr double kSize = 0.1, kLeftSpeed = 0.5, kRightSpeed = 0.4, kApart = 0.2;

void addJaw(Mechanism& m, const std::string& id, double x, double speed, double friction) {
  m.bodies.push_back(makeSolidBlock(id, kSize, kSize, {x, kSize / 2, 0.0, {}}, 2));
  m.joints.push_back(makeJoint("guide_" + id, Prismatic{}, kFrame, id, {x, kSize / 2}));
  Drive motor;
  motor.id = "motor_" + id;
  motor.joint = "guide_" + id;
  ConstantSpeed law;
  law.speed = speed;
  motor.kind = law;
  m.drives.push_back(motor);
  ContactPair grip = makeMeeting(id, "block", 0, friction);
  grip.id = "grip_" + id;
  m.contacts.push_back(grip);
}

Mechanism makeVice(bool hasTwoJaws, double friction, ImpactOrder order) {
  Mechanism m;
  m.bodies = {makeSolidBlock("block", kSize, kSize, {0.0, kSize / 2, 0.0, {}})};
  addJaw(m, "left", -kApart, kLeftSpeed, friction);
  ContactPair bed = makeContact("bed", "block", makeFloor(), 0, friction);
  bed.outlineB = true;
  m.contacts.push_back(bed);
  if (hasTwoJaws) {
    addJaw(m, "right", kApart, -kRightSpeed, friction);
  } else {
    LineSurface wall;
    wall.from = {0.15, -1.0};
    wall.to = {0.15, 2.0};
    ContactPair touch = makeContact("wall", "block", wall, 0, friction);
    touch.outlineB = true;
    m.contacts.push_back(touch);
  }
  m.gravity = {0.0, -kG};
  m.simulation.duration = 1;
  m.simulation.impacts = order;
  return m;
}

// The arm of a motor that turns into a wall.
TEST(Vice, AStopAgainstADriveNamesIt) {
  Mechanism m;
  m.bodies = {makeBody("arm", 1, 0.01, {})};
  m.joints = {makeJoint("pin", Revolute{}, kFrame, "arm")};
  Drive motor;
  motor.id = "motor";
  motor.joint = "pin";
  ConstantSpeed law;
  law.speed = 1;
  motor.kind = law;
  m.drives = {motor};
  LineSurface wall;
  wall.from = {1.0, 0.05};
  wall.to = {-1.0, 0.05};
  m.contacts = {makeContact("wall", "arm", wall)};
  m.contacts.front().atB = {0.1, 0.0};
  auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  Trajectory rows(simulator->channels());
  EXPECT_THAT(describe(simulator->run(rows).problems),
              testing::HasSubstr("the other joints and drive motor leave no way"));
}

TEST(Vice, ABlockThatIsSqueezedEndsTheRun) {
  for (const bool hasTwoJaws : {false, true})
    for (const double friction : {0.0, 0.3})
      for (const ImpactOrder order : {ImpactOrder::simultaneous, ImpactOrder::sequential}) {
        SCOPED_TRACE(testing::Message() << (hasTwoJaws ? "two jaws" : "a wall") << ", mu " << friction
                                        << (order == ImpactOrder::sequential ? ", sequential" : ""));
        auto simulator = Simulator::create(makeVice(hasTwoJaws, friction, order));
        ASSERT_TRUE(simulator) << describe(simulator.error());
        Trajectory rows(simulator->channels());
        const RunSummary summary = simulator->run(rows);
        EXPECT_EQ(summary.end, RunSummary::End::failed);
        EXPECT_THAT(describe(summary.problems), testing::HasSubstr("squeezed"));
        // The jaw reaches the block after 10 cm, and the wall lies as far again; a second jaw has come
        // nearer.
        const double apart = kApart - kSize;
        EXPECT_NEAR(summary.t, hasTwoJaws ? 2 * apart / (kLeftSpeed + kRightSpeed) : 2 * apart / kLeftSpeed,
                    1e-9);
        EXPECT_LT(summary.ledger.kinetic, 2);
        EXPECT_LT(summary.events, 40);
      }
}

}  // namespace
}  // namespace clank
