// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts that are the clearance of a joint: there in its loose phase alone, and what they carry is the load
// of the joint.
#include <gtest/gtest.h>

#include "core/coulomb/unilateral.h"
#include "core/dynamics/system_compiler.h"
#include "core/events/guard.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

constexpr double kMass = 2, kGravity = 9.81;

// A disc rests on the floor, 0.1 m to the right of the point where a joint says to hold it.
Mechanism makeLooseDisc() {
  Mechanism m;
  m.bodies = {makeBody("disc", kMass, 0.01, {0.1, 0.05, 0.0, {}})};
  Joint joint = makeJoint("j", Revolute{}, kFrame, "disc", {0.0, 0.05}, {-0.1, 0.0});
  Phase loose, tight;
  loose.id = "loose";
  loose.kind = Released{};
  tight.id = "tight";
  joint.metamorphic = Metamorphic{{loose, tight}, {}, {}};
  m.joints = {joint};
  ContactPair floor;
  floor.id = "floor";
  floor.b = "disc";
  floor.radius = 0.05;
  LineSurface line;
  line.from = {-1.0, 0.0};
  line.to = {1.0, 0.0};
  floor.surface = line;
  m.contacts = {floor};
  m.gravity = {0.0, -kGravity};
  return m;
}

struct LooseDisc {
  LooseDisc() : system(compileSystem(makeLooseDisc()).value()), mode(makeStartMode(system)) {
    system.contactPairs[0].owner = ContactOwner{0, 0};
  }
  System system;
  Mode mode;
};

TEST(LooseJoint, CarriesWhatItsContactsCarry) {
  LooseDisc disc;
  disc.mode.unilaterals.upd(0).closed = true;
  ForwardDynamics dynamics(disc.system, disc.mode);
  dynamics.evaluate(0, disc.system.startY);
  const ContactForce force = calcContactForce(dynamics, 0);
  EXPECT_NEAR(force.normal, kMass * kGravity, 1e-12);
  EXPECT_NEAR(force.onB.y(), kMass * kGravity, 1e-12);
  EXPECT_NEAR(force.point.x(), 0.1, 1e-12);
  const JointLoad load = calcJointLoad(dynamics, 0);
  EXPECT_NEAR(load.x, 0, 1e-12);
  EXPECT_NEAR(load.y, kMass * kGravity, 1e-12);
  EXPECT_NEAR(load.moment, 0.1 * kMass * kGravity, 1e-12) << "about the joint point of b";
  disc.system.contactPairs[0].owner.reset();
  EXPECT_EQ(calcJointLoad(dynamics, 0).y, 0) << "a contact of nobody";
}

TEST(LooseJoint, ItsContactsAreWatchedInItsPhase) {
  LooseDisc disc;
  EXPECT_TRUE(isInForce(disc.system, disc.mode, 0));
  EXPECT_EQ(listGuards(disc.system, disc.mode).size(), disc.system.contacts.size());
  closeUnilateral(disc.system, 0, disc.mode);
  disc.mode.joints[0].phase = 1;
  EXPECT_FALSE(isInForce(disc.system, disc.mode, 0));
  openWhatIsNotInForce(disc.system, disc.mode);
  EXPECT_FALSE(disc.mode.unilaterals[0].closed);
  EXPECT_TRUE(listGuards(disc.system, disc.mode).empty());
}

}  // namespace
}  // namespace clank::test
