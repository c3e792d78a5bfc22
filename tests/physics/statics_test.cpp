// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that stand on several contacts with friction, whose forces statics alone does not tell: whether they
// hold, and the share that is reported.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

constexpr double kMu = 0.5, kDegree = std::numbers::pi / 180;

// A box of 1 kg on its lower corners k0 (left) and k1 (right), on a floor that rises by an angle to the
// right.
Mechanism makeBox(double angle, double width, double height, double duration) {
  const double w = width / 2, h = height / 2;
  const double inertia = (width * width + height * height) / 12;
  Mechanism m;
  m.bodies = {makeBody("b", 1, inertia, {-std::sin(angle) * h, std::cos(angle) * h, angle, {}})};
  m.contacts = {makeContact("k0", "b", makeFloor(angle), 0, kMu),
                makeContact("k1", "b", makeFloor(angle), 0, kMu)};
  m.contacts[0].atB = {-w, -h};
  m.contacts[1].atB = {w, -h};
  m.gravity = {0.0, -kG};
  m.simulation.duration = duration;
  m.simulation.outputInterval = 0.01;
  return m;
}

ForceElement makePush(double fx, double height) {
  Load load;
  load.b = "b";
  load.atB = {0.0, height};
  load.fx.text = std::to_string(fx);
  load.fy.text = "0";
  return makeForce("F", load);
}

void expectAdmissible(const FinishedRun& r, std::initializer_list<const char*> contacts, double mu) {
  for (const std::string contact : contacts) {
    EXPECT_GE(r.last(contact + ".normal_force"), -1e-9) << contact;
    EXPECT_LE(std::abs(r.last(contact + ".friction_force")), mu * r.last(contact + ".normal_force") + 1e-9)
        << contact;
  }
}

// tan 20 = 0.36 < mu: it rests. The friction of both corners is inside their cones where it is shared evenly.
TEST(Statics, ABoxRestsOnAnIncline) {
  constexpr double angle = 20 * kDegree, width = 0.4, height = 0.2;
  const FinishedRun r = run(makeBox(angle, width, height, 2));
  EXPECT_NEAR(r.last("b.x"), -std::sin(angle) * height / 2, 1e-9);
  EXPECT_NEAR(r.last("b.angle"), angle, 1e-9);
  EXPECT_LT(r.summary.events, 6);
  const double left = r.last("k0.normal_force"), right = r.last("k1.normal_force");
  EXPECT_NEAR(left + right, kG * std::cos(angle), 1e-8);
  EXPECT_NEAR((left - right) * width / 2, kG * std::sin(angle) * height / 2, 1e-8)
      << "moments about the centre";
  EXPECT_NEAR(r.last("k0.friction_force") + r.last("k1.friction_force"),
              std::copysign(kG * std::sin(angle), r.last("k0.friction_force")), 1e-8);
  expectAdmissible(r, {"k0", "k1"}, kMu);
}

std::vector<std::string> listNotUnique(const FinishedRun& r) {
  std::vector<std::string> parts;
  for (const SharedPart& part : r.summary.notUnique) parts.push_back(part.part);
  return parts;
}

// Two corners that stick: three conditions for four forces. A frictionless box has two forces, a sliding one
// too.
TEST(Statics, SharesThatAreNotUniqueAreMarked) {
  const std::vector<std::string> both{"k0", "k1"}, none;
  const FinishedRun rests = run(makeBox(20 * kDegree, 0.4, 0.2, 0.1));
  EXPECT_EQ(listNotUnique(rests), both);
  EXPECT_NEAR(rests.summary.notUnique.front().first, 0, 1e-12);
  EXPECT_NEAR(rests.summary.notUnique.front().last, 0.1, 1e-12);
  ASSERT_FALSE(rests.summary.problems.empty());
  EXPECT_NE(rests.summary.problems.back().what.find("the reactions of k0, k1 are not unique"),
            std::string::npos);
  EXPECT_EQ(listNotUnique(run(makeBox(30 * kDegree, 0.4, 0.2, 0.1))), none) << "slides";
  Mechanism smooth = makeBox(0, 0.4, 0.2, 0.1);
  for (ContactPair& contact : smooth.contacts) contact.friction = 0.0;
  EXPECT_EQ(listNotUnique(run(smooth)), none);
}

// A box comes down flat at u sideways and v down, and sticks. m u is shared by two corners anyhow, evenly in
// the least norm; P_n0 + P_n1 = m v and (P_n1 - P_n0) w/2 = m u h/2 hold in any case.
TEST(Statics, ImpulsesThatAreNotUniqueAreMarked) {
  constexpr double width = 0.4, height = 0.2, u = 0.5, v = 2;
  Mechanism m = makeBox(0, width, height, 0.5);
  m.bodies[0].pose.y = height / 2 + 0.1;
  m.bodies[0].velocity.vx = u;
  m.bodies[0].velocity.vy = -std::sqrt(v * v - 2 * kG * 0.1);
  const FinishedRun r = run(m);
  const auto& events = r.trajectory.events();
  ASSERT_FALSE(events.empty());
  const Receipt& hit = events.front();
  EXPECT_EQ(hit.notUnique, (std::vector<std::string>{"k0", "k1"}));
  ASSERT_EQ(hit.contactImpulses.size(), 2U);
  const bool swapped = hit.contactImpulses[0].element == "k1";
  const ContactPush &k0 = hit.contactImpulses[swapped ? 1 : 0], &k1 = hit.contactImpulses[swapped ? 0 : 1];
  EXPECT_NEAR(k0.x, -u / 2, 1e-9);
  EXPECT_NEAR(k1.x, -u / 2, 1e-9);
  EXPECT_NEAR(k0.y, v / 2 - u * height / width / 2, 1e-9);
  EXPECT_NEAR(k1.y, v / 2 + u * height / width / 2, 1e-9);
  m.bodies[0].velocity.vx = 5.0;
  EXPECT_TRUE(run(m).trajectory.events().front().notUnique.empty()) << "it slides on";
  m.contacts.push_back(makeContact("k2", "b", makeFloor(), 0, kMu));
  m.contacts.back().atB = {0.0, -height / 2};
  EXPECT_EQ(run(m).trajectory.events().front().notUnique, (std::vector<std::string>{"k0", "k1", "k2"}))
      << "three feet share it anyhow";
}

// Steps of time mark the same.
TEST(Statics, StepsOfTimeMarkWhatIsNotUnique) {
  const auto takeSteps = [](Mechanism m) {
    m.simulation.integrator = IntegratorKind::moreauJean;
    m.simulation.timeStep = 0.001;
    return run(m);
  };
  const std::vector<std::string> both{"k0", "k1"}, none;
  const FinishedRun rests = takeSteps(makeBox(20 * kDegree, 0.4, 0.2, 0.1));
  EXPECT_EQ(listNotUnique(rests), both);
  EXPECT_NEAR(rests.summary.notUnique.front().last, 0.1, 1e-12);
  const FinishedRun events = run(makeBox(20 * kDegree, 0.4, 0.2, 0.1));
  for (const char* channel : {"k0.friction_force", "k1.friction_force", "k0.normal_force"})
    EXPECT_NEAR(rests.last(channel), events.last(channel), 1e-4) << channel;
  EXPECT_EQ(listNotUnique(takeSteps(makeBox(30 * kDegree, 0.4, 0.2, 0.1))), none) << "slides";
  constexpr double width = 0.4, height = 0.2, u = 0.5, v = 2;
  Mechanism lands = makeBox(0, width, height, 0.5);
  lands.bodies[0].pose.y = height / 2 + 0.1;
  lands.bodies[0].velocity.vx = u;
  lands.bodies[0].velocity.vy = -std::sqrt(v * v - 2 * kG * 0.1);
  const FinishedRun landed = takeSteps(lands);
  std::size_t told = 0;
  for (const Receipt& receipt : landed.trajectory.events()) {
    if (receipt.impulse == 0) continue;
    ++told;
    EXPECT_EQ(receipt.notUnique, both) << receipt.element;
    ASSERT_EQ(receipt.contactImpulses.size(), 1U);
    EXPECT_NEAR(receipt.contactImpulses[0].x, -u / 2, 1e-6) << receipt.element;
  }
  EXPECT_EQ(told, 2U);
}

// tan 30 = 0.58 > mu: it slides from the start, with g (sin - mu cos).
TEST(Statics, ABoxSlidesDownASteeperOne) {
  constexpr double angle = 30 * kDegree;
  const FinishedRun r = run(makeBox(angle, 0.4, 0.2, 1));
  const double way = 0.5 * kG * (std::sin(angle) - kMu * std::cos(angle));
  EXPECT_NEAR(r.last("b.x"), -std::sin(angle) * 0.1 - way * std::cos(angle), 1e-8);
  EXPECT_NEAR(r.last("b.angle"), angle, 1e-8);
}

// A push that grows, F = 4 t: low down the box begins to slide where it is mu m g, high up to tip where F h
// is m g w/2.
TEST(Statics, AGrowingPushSlidesABoxOrTipsIt) {
  for (const bool low : {true, false}) {
    Mechanism m = makeBox(0, 0.2, 0.6, 1.5);
    m.forces = {makePush(1, low ? -0.2 : 0.2)};
    std::get<Load>(m.forces[0].kind).fx.text = "4*t";
    const double begins = low ? kMu * kG / 4 : kG * 0.1 / (0.5 * 4);
    m.simulation.duration = begins + 0.05;
    const FinishedRun r = run(m);
    const auto before = r.trajectory.at(begins - 0.001), after = r.trajectory.at(begins + 0.05);
    EXPECT_NEAR(r.value(before, "b.x"), 0, 1e-9);
    EXPECT_NEAR(r.value(before, "b.angle"), 0, 1e-9);
    if (low) {
      EXPECT_GT(r.value(after, "b.vx"), 0.5 * 4 * 0.05 * 0.05 * 0.9) << "F - mu m g grows by 4 N/s";
      EXPECT_NEAR(r.value(after, "b.angle"), 0, 1e-9);
    } else {
      EXPECT_LT(r.value(after, "b.omega"), -1e-4);
    }
  }
}

// Pushed over, a tall box falls on its side and comes to an end there.
TEST(Statics, ABoxThatIsPushedOver) {
  Mechanism m = makeBox(0, 0.2, 0.6, 1.5);
  for (const double x : {0.1, -0.1}) {
    m.contacts.push_back(makeContact("top" + std::to_string(x > 0), "b", makeFloor(), 0, kMu));
    m.contacts.back().atB = {x, 0.3};
  }
  m.forces = {makePush(3, 0.1)};
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("b.angle"), -std::numbers::pi / 2, 1e-6) << "on its side";
  EXPECT_LT(r.summary.events, 100);
}

// A disc in the corner of floor and wall, pushed into it by F and turned by M. With a the friction of the
// floor to the left and b that of the wall upwards: a - b = M/r, N_wall = F - a, N_floor = m g - b, and one
// unknown is left. The least norm wants b where the wall cannot hold it, so b is at its bound, b = mu N_wall,
// and yet it sticks.
TEST(Statics, ADiscBetweenFloorAndWall) {
  constexpr double radius = 0.05, mu = 0.3, push = 1, moment = 0.03;
  Mechanism m;
  m.bodies = {makeBody("b", 1, 0.00125, {-radius, radius, 0.0, {}})};
  LineSurface wall;
  wall.from = {0.0, -1.0};
  wall.to = {0.0, 2.0};
  m.contacts = {makeContact("ground", "b", makeFloor(), 0, mu), makeContact("wall", "b", wall, 0, mu)};
  for (ContactPair& contact : m.contacts) contact.radius = radius;
  Torque torque;
  torque.b = "b";
  torque.moment.text = std::to_string(moment);
  m.forces = {makePush(push, 0), makeForce("T", torque)};
  m.gravity = {0.0, -kG};
  m.simulation.duration = 2;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("b.angle"), 0, 1e-9);
  EXPECT_EQ(r.last("ground.state"), 2);
  EXPECT_EQ(r.last("wall.state"), 2);
  EXPECT_LT(r.summary.events, 6);
  const double b = mu * (push - moment / radius) / (1 + mu), a = moment / radius + b;
  EXPECT_NEAR(r.last("wall.normal_force"), push - a, 1e-9);
  EXPECT_NEAR(r.last("ground.normal_force"), kG - b, 1e-9);
  EXPECT_NEAR(std::abs(r.last("ground.friction_force")), a, 1e-9);
  EXPECT_NEAR(std::abs(r.last("wall.friction_force")), b, 1e-9);
}

// Everyday scenes that once did not end: events at frozen time, or without end between parts that separate.
TEST(Statics, EverydayScenesEnd) {
  for (const char* name :
       {"box-at-rest-on-incline", "box-pushed", "disc-between-floor-and-wall", "discs-that-separate"}) {
    SCOPED_TRACE(name);
    const auto loaded =
        loadMechanism(std::string(CLANK_SOURCE_DIR) + "/tests/physics/scenes/" + name + ".clank");
    ASSERT_TRUE(loaded) << describe(loaded.error());
    const FinishedRun r = run(resolve(loaded->mechanism).value());
    EXPECT_LT(r.summary.events, 500);
    EXPECT_LT(r.summary.largestResidual, 1e-6);
  }
}

FinishedRun runGripper(double mu) {
  const auto loaded = loadMechanism(std::string(CLANK_SOURCE_DIR) + "/tests/physics/scenes/gripper.clank");
  if (!loaded) {
    ADD_FAILURE() << describe(loaded.error());
    return {};
  }
  return run(resolve(loaded->mechanism, {}, {{"mu", std::to_string(mu)}}).value());
}

// Two jaws press a box of m = 1 kg with F = 20 N each while it stands on the floor, and are lifted from 0.5 s
// on by a(s) = 2 pi h sin(2 pi s), h = 0.5 m: at first by nothing, so that no force tells the box to leave.
// It sticks as long as m (g + a) <= 2 mu F.
TEST(Statics, AGripperLiftsABoxOffTheFloor) {
  constexpr double pi = std::numbers::pi, F = 20, begin = 0.5, rise = 0.5;
  const FinishedRun lifted = runGripper(0.5);
  EXPECT_NEAR(lifted.last("b.y"), 0.1 + rise, 1e-9);
  for (const Receipt& event : lifted.trajectory.events())
    EXPECT_EQ(event.kind, event.t < begin ? EventKind::contactBegin : EventKind::contactEnd)
        << "what touches at the start closes at once";
  EXPECT_LT(lifted.summary.largestResidual, 1e-8) << "of 17 J that the drive gives";

  constexpr double mu = 0.3;
  const FinishedRun lost = runGripper(mu);
  const auto& events = lost.trajectory.events();
  const auto slip = std::find_if(events.begin(), events.end(),
                                 [](const Receipt& r) { return r.kind == EventKind::slip && r.t > 0.51; });
  ASSERT_NE(slip, events.end());
  EXPECT_NEAR(slip->t, begin + std::asin((2 * mu * F - kG) / (2 * pi * rise)) / (2 * pi), 1e-8);
  EXPECT_LT(lost.summary.largestResidual, 1e-8);

  const FinishedRun left = runGripper(0.2);
  EXPECT_NEAR(left.last("b.y"), 0.1, 1e-9) << "2 mu F = 8 N are less than its weight";
  EXPECT_LT(left.summary.largestResidual, 1e-8);
}

}  // namespace
}  // namespace clank
