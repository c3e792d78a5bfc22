// SPDX-License-Identifier: GPL-3.0-or-later
// Every sort of one-sided row beside a link that bends: the blocks of its modes are blocks like others.
#include "core/coulomb/step_impulses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/coulomb/unilateral.h"
#include "core/dynamics/system_compiler.h"
#include "core/simulation/assembly.h"
#include "tests/support/contacts.h"
#include "tests/support/flexible.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

struct RowKind {
  const char* name;
  std::function<void(Mechanism&)> add;
};

Rope makeRope(std::string a, Point atA, std::string b, Point atB, double length) {
  Rope rope;
  rope.a = std::move(a);
  rope.atA = std::move(atA);
  rope.b = std::move(b);
  rope.atB = std::move(atB);
  rope.length = length;
  return rope;
}

// A chain of a rigid, a bending and a rigid link, lying along x; each 1 m.
Mechanism makeChain() {
  Mechanism m;
  m.bodies = {makeBody("first", 1, 0.1, {}, {0.5, 0.0}), makeBeam("beam", {}, 2, {1.0, 0.0, 0.0, {}}),
              makeBody("last", 1, 0.1, {2.0, 0.0, 0.0, {}}, {0.5, 0.0})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "first"),
              makeJoint("A", Revolute{}, "first", "beam", {1.0, 0.0}),
              makeJoint("B", Revolute{}, "beam", "last", {1.0, 0.0})};
  return m;
}

ContactPair makeFoot(std::string id, std::string body, double at, double friction = 0) {
  ContactPair foot = makeContact(std::move(id), std::move(body), makeFloor(), 0, friction);
  foot.atB = {at, 0.0};
  return foot;
}

const std::vector<RowKind>& listKinds() {
  static const std::vector<RowKind> kKinds{
      {"stop between bending and rigid",
       [](Mechanism& m) { m.joints[2].metamorphic = makeStop(0, TransitionLaw::restitution, 0, false); }},
      {"stop before the bending",
       [](Mechanism& m) { m.joints[1].metamorphic = makeStop(0, TransitionLaw::restitution, 0, false); }},
      {"stop on the frame",
       [](Mechanism& m) { m.joints[0].metamorphic = makeStop(0, TransitionLaw::restitution, 0, false); }},
      {"foot of the bending", [](Mechanism& m) { m.contacts = {makeFoot("c", "beam", 1, 0.3)}; }},
      {"feet of all",
       [](Mechanism& m) {
         m.contacts = {makeFoot("c", "beam", 0.5), makeFoot("d", "last", 1), makeFoot("e", "first", 0.5)};
       }},
      {"foot and stop",
       [](Mechanism& m) {
         m.contacts = {makeFoot("c", "last", 1, 0.3)};
         m.joints[2].metamorphic = makeStop(0, TransitionLaw::restitution, 0, false);
       }},
      {"rope to the frame",
       [](Mechanism& m) {
         m.forces = {makeForce("r", makeRope(kFrame, {0.0, -1.0}, "beam", {1.0, 0.0}, std::hypot(2, 1)))};
       }},
      {"rope from the bending",
       [](Mechanism& m) {
         m.forces = {makeForce("r", makeRope("beam", {0.2, 0.0}, "last", {1.0, 0.5}, std::hypot(1.8, 0.5)))};
       }},
      {"bowstring through a ring",
       [](Mechanism& m) {
         Rope rope = makeRope("beam", {}, "beam", {1.0, 0.0}, 2 * std::hypot(0.5, 0.5));
         rope.rings = {{kFrame, {1.5, 0.5}, {}}};
         m.forces = {makeForce("r", rope)};
       }},
      {"rope from the frame through two",
       [](Mechanism& m) {
         Rope rope = makeRope(kFrame, {0.0, -1.0}, "last", {1.0, 0.0}, std::hypot(1.5, 1.0) + 1.5);
         rope.rings = {{"beam", {0.5, 0.0}, {}}};
         m.forces = {makeForce("r", rope)};
         m.contacts = {makeFoot("c", "last", 1)};
       }},
      {"alone and free",
       [](Mechanism& m) {
         m.bodies.push_back(makeBeam("free", {}, 3, {5.0, 0.0, 0.0, {}}));
         m.contacts = {makeFoot("c", "free", 0, 0.2), makeFoot("d", "free", 1)};
       }},
      {"a bow alone and free",
       [](Mechanism& m) {
         m.bodies.push_back(makeBeam("free", {}, 3, {5.0, 0.0, 0.0, {}}));
         Rope rope = makeRope("free", {}, "free", {1.0, 0.0}, 2 * std::hypot(0.5, 0.5));
         rope.rings = {{kFrame, {5.5, 0.5}, {}}};
         m.forces = {makeForce("r", rope)};
       }},
      {"two that bend",
       [](Mechanism& m) {
         m.bodies[2] = makeBeam("last", {}, 4, {2.0, 0.0, 0.0, {}});
         m.joints[2].metamorphic = makeStop(0, TransitionLaw::restitution, 0, false);
         m.contacts = {makeFoot("c", "last", 1)};
       }},
      {"driven",
       [](Mechanism& m) {
         Drive drive;
         drive.id = "motor";
         drive.joint = "O";
         drive.kind = ConstantSpeed{};
         m.drives = {drive};
         m.joints[2].metamorphic = makeStop(0, TransitionLaw::restitution, 0, false);
       }},
      {"geared", [](Mechanism& m) {
         m.bodies.push_back(makeBody("wheel", 1, 0.1, {0.0, 1.0, 0.0, {}}));
         m.joints.push_back(makeJoint("G", Revolute{}, kFrame, "wheel", {0.0, 1.0}));
         Gear gear;
         gear.radiusA = 0.5;
         gear.radiusB = 0.5;
         m.joints.push_back(makeJoint("gear", gear, "first", "wheel"));
         m.joints[2].metamorphic = makeStop(0, TransitionLaw::restitution, 0, false);
       }}};
  return kKinds;
}

// The impulses obey their laws, and the speeds are those that these impulses make of the linkage.
TEST(StepImpulses, KnowEveryRowBesideALinkThatBends) {
  for (const RowKind& kind : listKinds()) {
    SCOPED_TRACE(kind.name);
    Mechanism drawn = makeChain();
    kind.add(drawn);
    const auto resolved = resolve(drawn);
    ASSERT_TRUE(resolved) << resolved.error().front().what;
    const auto system = compileSystem(*resolved);
    ASSERT_TRUE(system) << system.error().front().what;
    auto state = assembleStart(*system, *resolved);
    ASSERT_TRUE(state) << state.error().front().what;
    const double* const q = state->y.data();
    const std::vector<double> still(system->layout.coordinates(), 0.0);
    Assembler assembler(*system, state->mode);
    assembler.update(0, q, still.data());
    const std::vector<double> noJump(assembler.rowCount(), 0.0);

    std::vector<StepContact> contacts;
    std::vector<double> push(still), v(still), L(assembler.rowCount());
    for (std::size_t u = 0; u < system->unilaterals.size(); ++u) {
      contacts.push_back(makeStepContact(*system, u, calcUnilateralRows(*system, u, q, still.data())));
      EXPECT_LT(contacts.back().a, static_cast<int>(system->bodies.size()));
      EXPECT_LT(contacts.back().b, static_cast<int>(system->bodies.size()));
      addScattered(contacts.back().normal, -1, push);
    }
    ASSERT_FALSE(contacts.empty());
    assembler.solve(push, noJump, v, L);  // all come nearer, as joints allow
    for (StepContact& contact : contacts) contact.rateBefore = dot(contact.normal, v.data());
    const std::vector<double> before = v;
    std::vector<double> rowImpulse(assembler.rowCount(), 0.0);
    StepImpulses(assembler).solve(assembler, contacts, v, rowImpulse, 1e-12);

    std::vector<double> dealt(still), dv(still);
    for (const StepContact& contact : contacts) {
      EXPECT_GE(contact.impulse, 0);
      EXPECT_GT(dot(contact.normal, v.data()), -1e-9);
      EXPECT_LT(contact.impulse * dot(contact.normal, v.data()), 1e-9);
      EXPECT_LE(std::abs(contact.slipImpulse), contact.friction * contact.impulse + 1e-12);
      addScattered(contact.normal, contact.impulse, dealt);
      if (contact.friction > 0) addScattered(contact.slip, contact.slipImpulse, dealt);
    }
    EXPECT_GT(std::accumulate(contacts.begin(), contacts.end(), 0.0,
                              [](double sum, const StepContact& c) { return sum + c.impulse; }),
              0);
    assembler.solve(dealt, noJump, dv, L);
    for (std::size_t k = 0; k < v.size(); ++k) EXPECT_NEAR(v[k], before[k] + dv[k], 1e-9) << k;
    for (const BlockRow& row : assembler.rows()) EXPECT_NEAR(dot(row, v.data()), 0, 1e-9);
  }
}

}  // namespace
}  // namespace clank::test
