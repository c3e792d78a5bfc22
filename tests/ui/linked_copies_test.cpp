// SPDX-License-Identifier: GPL-3.0-or-later
// Copies that stay alike: an edit of either side is done to the other as its image, in the same step; what is
// an image moves as one.
#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <cmath>
#include <numbers>
#include <random>

#include "core/io/mechanism_file.h"
#include "core/model/named_point.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"
#include "ui/document/copy_elements.h"
#include "ui/document/copy_motion.h"
#include "ui/document/element_edits.h"
#include "ui/document/field_merge.h"
#include "ui/document/linked_copies.h"
#include "ui/document/mechanism_document.h"
#include "ui/document/named_points.h"
#include "ui/document/repeat.h"
#include "ui/document/transform.h"

namespace clank {
namespace {

using test::makeBody;
using test::makeForce;
using test::makeJoint;

constexpr double kPi = std::numbers::pi, kLine = 0.2;
const std::vector<ElementId> kLeft{{ElementKind::body, "link_l"}, {ElementKind::body, "finger_l"}};

Metamorphic makeStop(double at) {
  Metamorphic changes;
  changes.phases = {Phase{"free", "", {}, false, {}}, Phase{"shut", "", {}, true, {}}};
  PhaseChange stop;
  stop.from = "free";
  stop.to = "shut";
  stop.law = TransitionLaw::restitution;
  stop.restitution = 0.4;
  Limit limit;
  limit.value = at;
  limit.pin = Point{0.31, 0.2};
  stop.guard = limit;
  changes.changes = {stop};
  return changes;
}

// Half a gripper: a rod in an upright guide on the line of symmetry drives a finger by a link.
Mechanism makeHalf() {
  Mechanism m;
  Parameter size;
  size.id = "L1";
  size.value = 0.09;
  m.parameters = {size};
  m.bodies = {makeBody("rod", 3.0, 0.001, {kLine, 0.1, kPi / 2, {}}),
              makeBody("link_l", 0.2, 2e-4, {kLine - 0.02, 0.1, 2.6, {}}, {0.04, 0.003}),
              makeBody("finger_l", 0.3, 4e-4, {0.06, 0.12, 1.9, {}}, {0.05, -0.01})};
  m.bodies[2].length = Quantity();
  m.bodies[2].length->text = "L1";
  m.bodies[2].name = "Left finger";
  const double x = kLine - 0.02 + 0.08 * std::cos(2.6), y = 0.1 + 0.08 * std::sin(2.6);
  m.bodies[2].pose.x = x - 0.03 * std::cos(1.9);
  m.bodies[2].pose.y = y - 0.03 * std::sin(1.9);
  m.joints = {makeJoint("guide", Prismatic{kPi / 2, {}}, kFrame, "rod", {kLine, 0.1}),
              makeJoint("pin_l", Revolute{}, "rod", "link_l", {0.0, 0.02}),
              makeJoint("elbow_l", Revolute{}, "link_l", "finger_l", {0.08, 0.0}, {0.03, 0.0}),
              makeJoint("hinge_l", Revolute{}, kFrame, "finger_l",
                        {m.bodies[2].pose.x.value, m.bodies[2].pose.y.value})};
  JointFriction friction;
  friction.constant = 0.002;
  m.joints[3].friction = friction;
  Spring spring;
  spring.b = "finger_l";
  spring.atA = {0.02, 0.3};
  spring.atB.x.text = "L1";
  spring.stiffness = 60;
  spring.freeLength = 0.1;
  Torque brake;
  brake.b = "finger_l";
  brake.moment.text = "-0.003*finger_l.omega + 0.001*(finger_l.angle - 1.5)";
  TorsionSpring leaf;
  leaf.b = "finger_l";
  leaf.stiffness = 0.3;
  leaf.restAngle = 2.1;
  Load load;
  load.b = "link_l";
  load.atB = {0.03, 0.01};
  load.fx.text = "0.2*cos(5*t) + 0.3*finger_l.x";
  load.fy.text = "-0.1";
  m.forces = {makeForce("spring_l", spring), makeForce("brake_l", brake), makeForce("leaf_l", leaf),
              makeForce("load_l", load)};
  m.simulation.duration = 0.4;
  m.simulation.outputInterval = 0.01;
  return m;
}

// A finger on the frame alone, with a stop that it hits, thrown.
Mechanism makeFlap() {
  Mechanism m = makeHalf();
  m.gravity = {0.0, 0.0};
  m.bodies = {m.bodies[2]};
  m.joints = {m.joints[3]};
  m.joints[0].metamorphic = makeStop(2.2);
  m.bodies[0].velocity.omega = 3;
  std::erase_if(m.forces, [](const ForceElement& force) { return force.id == "load_l"; });
  Load load;
  load.b = "finger_l";
  load.atB = {0.03, 0.01};
  load.fx.text = "0.2*cos(5*t) + 0.1*finger_l.x - 0.02*finger_l.vy";
  load.fy.text = "0.05*hinge_l.omega + 0.1*hinge_l.angle";
  m.forces.push_back(makeForce("load_l", load));
  return m;
}

Mechanism resolved(const Mechanism& m) {
  Problems problems;
  Mechanism shown = resolve(m, {}, {}, problems);
  EXPECT_FALSE(stopRun(problems)) << test::describe(problems);
  return shown;
}

// The place and angle of one body are those of the other in a mirror, all the time.
void expectMirrorRun(const Mechanism& m, const std::string& of, const std::string& copy, PlanePoint through,
                     double direction) {
  const Mechanism sound = resolved(m);
  const Problems problems = validate(sound);
  ASSERT_FALSE(stopRun(problems)) << test::describe(problems);
  const auto ran = test::run(sound);
  ASSERT_GT(ran.trajectory.sampleCount(), 10U);
  double travelled = 0;
  for (std::size_t i = 0; i < ran.trajectory.sampleCount(); ++i) {
    const auto row = ran.trajectory.row(i);
    const double u = ran.value(row, of + ".x") - through.x, v = ran.value(row, of + ".y") - through.y;
    const double c = std::cos(2 * direction), s = std::sin(2 * direction);
    ASSERT_NEAR(ran.value(row, copy + ".x"), through.x + c * u + s * v, 1e-9) << "sample " << i;
    ASSERT_NEAR(ran.value(row, copy + ".y"), through.y + s * u - c * v, 1e-9) << "sample " << i;
    const double turn = ran.value(row, copy + ".angle") + ran.value(row, of + ".angle") - 2 * direction;
    ASSERT_NEAR(std::remainder(turn, 2 * kPi), 0, 1e-9) << "sample " << i;
    travelled = std::max(
        travelled, std::abs(ran.value(row, of + ".angle") - ran.value(ran.trajectory.row(0), of + ".angle")));
  }
  EXPECT_GT(travelled, 0.02) << "it moves";
}

class LinkedCopies : public testing::Test {
 protected:
  void draw(const Mechanism& drawing, const std::vector<ElementId>& elements, const CopyMotion& motion) {
    document.create();
    document.edit("draw", [&](Mechanism& m) { m = drawing; });
    document.edit("mirror copy", [&](Mechanism& m) {
      copyElements(m, document.caseId(), withConnections(m, elements), motion, true);
    });
    document.undoStack().clear();
  }
  void drawGripper() { draw(makeHalf(), kLeft, mirrorAt({kLine, 0}, kPi / 2)); }
  const Mechanism& drawn() { return document.drawn(); }
  const Mechanism& shown() { return document.shown(); }

  // Undo and redo give back equal drawings.
  void checkStep(const std::function<void(Mechanism&)>& change) {
    const Mechanism before = drawn();
    const int steps = document.undoStack().count();
    ASSERT_TRUE(document.edit("step", change));
    EXPECT_EQ(document.undoStack().count(), steps + 1) << "one step for both sides";
    const Mechanism after = drawn();
    document.undoStack().undo();
    EXPECT_TRUE(drawn() == before);
    document.undoStack().redo();
    EXPECT_TRUE(drawn() == after);
  }

  // The right side is what Mirror makes of the left one and the rod, but for laws, which it does not read.
  void expectAlike() {
    Mechanism image = drawn();
    mirrorElements(image, shown(), {kLeft[0], kLeft[1], {ElementKind::body, "rod"}}, kLine);
    const Mechanism other = resolved(image);
    const auto check = [&](const auto& images, const auto& copies) {
      for (const auto& one : images) {
        if (!one.id.ends_with("_l")) continue;
        const auto* copy = findById(copies, one.id.substr(0, one.id.size() - 2) + "_r");
        ASSERT_TRUE(copy) << one.id;
        auto named = one;
        namesRight(named);
        EXPECT_TRUE(haveSameValues(recordOf(std::as_const(named)), recordOf(*copy), 1e-9)) << one.id;
      }
    };
    check(other.bodies, shown().bodies);
    check(other.joints, shown().joints);
    auto forces = other.forces;
    std::erase_if(forces, [](const ForceElement& f) { return f.id == "brake_l" || f.id == "load_l"; });
    check(forces, shown().forces);
  }

  MechanismDocument document;

 private:
  static void toRight(std::string& id) {
    if (id.ends_with("_l")) id.back() = 'r';
  }
  static void namesRight(Body&) {}
  static void namesRight(Joint& joint) {
    toRight(joint.a);
    toRight(joint.b);
  }
  static void namesRight(ForceElement& force) {
    if (auto* spring = std::get_if<Spring>(&force.kind)) toRight(spring->b);
    if (auto* leaf = std::get_if<TorsionSpring>(&force.kind)) toRight(leaf->b);
  }
};

TEST_F(LinkedCopies, AMirrorCopyIsJoinedAsItsOriginalIs) {
  drawGripper();
  ASSERT_TRUE(document.problems().empty()) << test::describe(document.problems());
  const Joint* pin = findById(shown().joints, "pin_r");
  ASSERT_TRUE(pin);
  EXPECT_EQ(pin->a, "rod") << "the shared part stays";
  EXPECT_EQ(pin->b, "link_r");
  EXPECT_NEAR(pin->atA.y.value, -0.02, 1e-12);
  EXPECT_EQ(findById(drawn().joints, "hinge_r")->a, kFrame);
  EXPECT_EQ(findById(drawn().bodies, "finger_r")->name, "Right finger");
  EXPECT_EQ(findById(drawn().bodies, "finger_r")->length->text, "L1")
      << "what does not change keeps its text";
  EXPECT_EQ(drawn().joints.size(), 7U) << "the guide is there once";
  expectAlike();
  expectMirrorRun(drawn(), "finger_l", "finger_r", {kLine, 0}, kPi / 2);
}

TEST_F(LinkedCopies, AnEditOfEitherSideGoesToTheOther) {
  drawGripper();
  checkStep([](Mechanism& m) { findById(m.joints, "hinge_l")->friction->coefficient = 0.12; });
  EXPECT_EQ(findById(drawn().joints, "hinge_r")->friction->coefficient.value, 0.12);
  checkStep([](Mechanism& m) { findById(m.joints, "hinge_r")->metamorphic = makeStop(0.9); });
  const auto& stop = findById(shown().joints, "hinge_l")->metamorphic;
  ASSERT_TRUE(stop);
  EXPECT_NEAR(std::get<Limit>(stop->changes[0].guard).value.value, kPi - 0.9, 1e-9);
  EXPECT_EQ(std::get<Limit>(stop->changes[0].guard).direction.value, Direction::falling);
  EXPECT_NEAR(std::get<Limit>(stop->changes[0].guard).pin->x.value, 2 * kLine - 0.31, 1e-9);
  checkStep([](Mechanism& m) {
    std::get<Spring>(findById(m.forces, "spring_r")->kind).stiffness = 77;
    std::get<Spring>(findById(m.forces, "spring_r")->kind).atA.x = 0.37;
  });
  const Spring left = std::get<Spring>(findById(drawn().forces, "spring_l")->kind);
  EXPECT_EQ(left.stiffness.value, 77);
  EXPECT_NEAR(left.atA.x.value, 0.03, 1e-12);
  EXPECT_EQ(left.atB.x.text, "L1") << "what was not edited keeps its text";
  checkStep([](Mechanism& m) {
    std::get<Torque>(findById(m.forces, "brake_r")->kind).moment.text = "-0.005*finger_r.omega";
  });
  EXPECT_EQ(std::get<Torque>(findById(drawn().forces, "brake_l")->kind).moment.text,
            "-(-0.005*(-finger_l.omega))")
      << "against its own motion on either side";
  checkStep([](Mechanism& m) { findById(m.bodies, "finger_l")->name = "Thumb"; });
  EXPECT_EQ(findById(drawn().bodies, "finger_r")->name, "Right finger") << "names are their own";
  checkStep([](Mechanism& m) { findById(m.parameters, "L1")->value = 0.1; });
  expectAlike();
}

TEST_F(LinkedCopies, WhatIsMovedTogetherTakesTheMirrorLineAlong) {
  drawGripper();
  std::vector<ElementId> all = listElements(drawn());
  checkStep([&](Mechanism& m) { moveElements(m, shown(), all, {{}, 0, 0.05, 0.02}); });
  EXPECT_NEAR(drawn().linkedCopies[0].about.x.value, kLine + 0.05, 1e-12);
  EXPECT_NEAR(findById(shown().bodies, "finger_r")->pose.x.value - (kLine + 0.05),
              kLine + 0.05 - findById(shown().bodies, "finger_l")->pose.x.value, 1e-12);
  checkStep([&](Mechanism& m) { moveElements(m, shown(), {kLeft[1]}, {{}, 0, -0.01, 0.0}); });
  EXPECT_NEAR(findById(shown().bodies, "finger_r")->pose.x.value - (kLine + 0.05),
              kLine + 0.05 - findById(shown().bodies, "finger_l")->pose.x.value, 1e-12)
      << "later edits are mirrored there";
}

TEST_F(LinkedCopies, FilesRenamingAndDeletingKeepThem) {
  drawGripper();
  QTemporaryDir folder;
  ASSERT_TRUE(document.save(folder.filePath("gripper.clank")));
  const Mechanism saved = drawn();
  ASSERT_TRUE(document.load(folder.filePath("gripper.clank")));
  EXPECT_TRUE(drawn() == saved);
  EXPECT_TRUE(document.problems().empty()) << test::describe(document.problems());

  document.rename({ElementKind::body, "finger_l"}, "thumb");
  EXPECT_EQ(findById(drawn().joints, "hinge_r")->b, "finger_r");
  document.edit("mass", [](Mechanism& m) { findById(m.bodies, "finger_r")->mass = 0.7; });
  EXPECT_EQ(findById(drawn().bodies, "thumb")->mass->value, 0.7);

  const Mechanism before = drawn();
  document.remove({{ElementKind::force, "spring_r"}});
  EXPECT_FALSE(findById(drawn().forces, "spring_l")) << "a part goes on both sides";
  EXPECT_TRUE(document.problems().empty()) << test::describe(document.problems());
  document.undoStack().undo();
  EXPECT_TRUE(drawn() == before);
  document.remove({{ElementKind::body, "finger_r"}, {ElementKind::body, "link_r"}});
  EXPECT_TRUE(findById(drawn().bodies, "thumb")) << "a whole side goes alone";
  EXPECT_TRUE(drawn().linkedCopies.empty());
  document.undoStack().undo();
  EXPECT_TRUE(drawn() == before);

  document.edit("let go", [](Mechanism& m) { unlinkCopies(m, {{ElementKind::body, "thumb"}}); });
  document.edit("mass", [](Mechanism& m) { findById(m.bodies, "finger_r")->mass = 0.9; });
  EXPECT_EQ(findById(drawn().bodies, "thumb")->mass->value, 0.7);
}

TEST_F(LinkedCopies, AllCopiesOfARowFollowEachOther) {
  document.create();
  document.edit("draw", [](Mechanism& m) { m = makeFlap(); });
  document.edit("repeat", [this](Mechanism& m) {
    RepeatPlan plan;
    plan.copies = 3;
    plan.step = {{0.3, 0.1}, kPi / 2, 0, 0};
    plan.alike = true;
    repeatElements(m, document.caseId(), {{ElementKind::body, "finger_l"}}, plan);
  });
  ASSERT_EQ(drawn().linkedCopies.size(), 3U);
  ASSERT_EQ(drawn().bodies.size(), 4U);
  const std::string second = drawn().bodies[2].id;
  document.edit("mass", [&](Mechanism& m) {
    findById(m.bodies, second)->mass = 0.8;
    findById(m.bodies, second)->pose.angle = 1.9 + kPi + 0.1;
  });
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(drawn().bodies[k].mass->value, 0.8) << k;
    EXPECT_NEAR(shown().bodies[k].pose.angle.value, 2.0 + static_cast<double>(k) * kPi / 2, 1e-9) << k;
  }
  const auto ran = test::run(resolved(drawn()));
  for (std::size_t k = 1; k < 4; ++k)
    EXPECT_NEAR(ran.last(drawn().bodies[k].id + ".angle") - ran.last("finger_l.angle"),
                static_cast<double>(k) * kPi / 2, 1e-9)
        << "they move alike: laws, loads, stops and springs are turned with them";
}

TEST_F(LinkedCopies, AnImageAtAnyLineMovesAsTheMirrorImage) {
  for (const double direction : {kPi / 2, 0.0, 0.4, 2.3}) {
    SCOPED_TRACE(direction);
    const PlanePoint through{0.35, -0.2};
    draw(makeFlap(), {{ElementKind::body, "finger_l"}}, mirrorAt(through, direction));
    expectMirrorRun(drawn(), "finger_l", "finger_r", through, direction);
    document.edit("turn", [](Mechanism& m) {
      findById(m.bodies, "finger_r")->velocity.omega = -4;
      std::get<TorsionSpring>(findById(m.forces, "leaf_r")->kind).preload = 0.05;
    });
    expectMirrorRun(drawn(), "finger_l", "finger_r", through, direction);
  }
}

TEST_F(LinkedCopies, HundredsOfEditsKeepBothSidesImages) {
  drawGripper();
  std::mt19937 random(7);
  const auto pick = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  const auto number = [&] { return 0.01 * (1 + pick(20)); };
  for (int i = 0; i < 300; ++i) {
    const std::string side = pick(2) == 0 ? "_l" : "_r";
    const Mechanism before = drawn();
    const int what = pick(12);
    document.edit("edit", [&](Mechanism& m) {
      Body& finger = *findById(m.bodies, "finger" + side);
      Body& link = *findById(m.bodies, "link" + side);
      Joint& hinge = *findById(m.joints, "hinge" + side);
      auto& spring = std::get<Spring>(findById(m.forces, "spring" + side)->kind);
      auto& leaf = std::get<TorsionSpring>(findById(m.forces, "leaf" + side)->kind);
      if (what == 0) moveElements(m, shown(), {{ElementKind::body, finger.id}}, {{}, number(), number(), 0});
      if (what == 1) finger.center = {number(), -number()};
      if (what == 2) findById(m.joints, "pin" + side)->atA = {number(), number()};
      if (what == 3) findById(m.joints, "pin" + side)->atB.y.text = "2*L1 - 10 mm";
      if (what == 4) hinge.friction->viscous = number();
      if (what == 5)
        hinge.metamorphic ? hinge.metamorphic.reset() : void(hinge.metamorphic = makeStop(number()));
      if (what == 6) spring.atA = {number(), number()};
      if (what == 7) spring.atB.y.text = "L1/2";
      if (what == 8) leaf.restAngle = number();
      if (what == 9) leaf.preload = -number();
      if (what == 10) link.outline = {{0, 0}, {number(), 0}, {0, number()}};
      if (what == 11) m.parameters[0].value = number();
    });
    expectAlike();
    if (HasFatalFailure() || HasNonfatalFailure()) FAIL() << "edit " << i << " of kind " << what << side;
    if (pick(5) == 0 && !(drawn() == before)) {
      document.undoStack().undo();
      EXPECT_TRUE(drawn() == before);
    }
  }
}

TEST_F(LinkedCopies, PairsThatCannotBeKeptAreSaid) {
  drawGripper();
  Mechanism m = drawn();
  const auto add = [&](const char* of, const char* copy) {
    CopyPair pair;
    pair.of = of;
    pair.copy = copy;
    m.linkedCopies[0].pairs.push_back(pair);
  };
  const std::size_t sound = validate(resolved(m)).size();
  add("link_l", "finger_r");  // a copy of finger_l already
  add("finger_r", "finger_l");
  add("link_l", "nothing");
  add("rod", "guide");
  const Problems problems = validate(resolved(m));
  ASSERT_EQ(problems.size(), sound + 4) << test::describe(problems);
  EXPECT_FALSE(stopRun(problems)) << "the mechanism runs without";
}

// A named point of one side has its image on the other, and what sits there refers to its own.
TEST_F(LinkedCopies, NamedPointsStayAlike) {
  Mechanism half = makeHalf();
  namePoint(half, resolved(half), "link_l", {0.08, 0}, "tip");
  draw(half, kLeft, mirrorAt({kLine, 0}, kPi / 2));
  const Body* copy = findById(drawn().bodies, std::string("link_r"));
  ASSERT_TRUE(copy);
  ASSERT_EQ(pointsOf(*copy).size(), 1U);
  const auto elbow = [&] { return findById(drawn().joints, std::string("elbow_r"))->atA; };
  EXPECT_EQ(readPointName(elbow()), (PointName{"link_r", "tip"}));
  checkStep([](Mechanism& m) { m.bodies[1].points->front().at.x = 0.085; });
  const Point at = findById(shown().joints, std::string("elbow_r"))->atA;
  const Point original = findById(shown().joints, std::string("elbow_l"))->atA;
  EXPECT_NEAR(original.x.value, 0.085, 1e-12);
  EXPECT_NEAR(std::hypot(at.x.value, at.y.value), 0.085, 1e-12);
  EXPECT_EQ(readPointName(elbow()), (PointName{"link_r", "tip"})) << "still shared";
}

}  // namespace
}  // namespace clank
