// SPDX-License-Identifier: GPL-3.0-or-later
// What is solid touches what is solid: which pairs there are, with which laws and channels; against closed
// forms and against the same motion with contacts.
#include <algorithm>
#include <cmath>

#include "core/io/mechanism_file.h"
#include "core/model/touches.h"
#include "tests/support/blocks.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

Body makeSolidBall(const std::string& id, double x, double y, double radius = 0.02) {
  Body ball;
  ball.id = id;
  ball.pose.x = x;
  ball.pose.y = y;
  ball.radius = radius;
  ball.mass = 0.1;
  ball.inertia = 0.1 * radius * radius / 2;
  ball.touches = Touches::everything;
  return ball;
}

DrawnSurface makeSolidFloor(const std::string& id = "floor") {
  DrawnSurface floor;
  floor.id = id;
  LineSurface line;
  line.from = {-1.0, 0.0};
  line.to = {3.0, 0.0};
  floor.kind = line;
  return floor;
}

Mechanism makeSolids(std::vector<Body> bodies) {
  Mechanism m;
  m.bodies = std::move(bodies);
  m.surfaces = {makeSolidFloor()};
  m.gravity = {0.0, -kG};
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.01;
  return m;
}

std::vector<std::string> listSolidPairs(const Mechanism& m) {
  std::vector<std::string> ids;
  listTouches(m, {[](const TouchGroup&) {}, [&](const ContactPair& pair) { ids.push_back(pair.id); }});
  return ids;
}
std::vector<std::string> listSolidGroups(const Mechanism& m) {
  std::vector<std::string> ids;
  listTouches(m, {[&](const TouchGroup& group) { ids.push_back(group.id); }, [](const ContactPair&) {}});
  return ids;
}
using SolidIds = std::vector<std::string>;

// h = 0.2 m falls to the floor at sqrt(2 h/g) and comes back to e^2 h.
TEST(Solids, ABallBouncesOnAFloorAsItsMaterialsSay) {
  constexpr double h = 0.2, radius = 0.02, e = 0.6;
  Mechanism m = makeSolids({makeSolidBall("ball", 0, radius + h, radius)});
  m.simulation.duration = std::sqrt(2 * h / kG) + e * std::sqrt(2 * h / kG);
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("ball.y"), radius + e * e * h, 1e-9);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& blow = r.trajectory.events()[0];
  EXPECT_EQ(blow.element, "ball|floor");
  EXPECT_NEAR(blow.t, std::sqrt(2 * h / kG), 1e-9);
  EXPECT_NEAR(r.last("ball|floor.gap"), e * e * h, 1e-9);
}

// sqrt(0.75 * 0.6) of rubber on steel, as long as no pair says otherwise.
TEST(Solids, TwoMaterialsMeetWithTheRootOfTheProductOrAsTheirPairSays) {
  Mechanism m = makeSolids({makeSolidBall("ball", 0, 0.3)});
  m.bodies[0].material = std::string("rubber");
  ContactPair rubber;
  listTouches(m, {[](const TouchGroup&) {}, [&](const ContactPair& pair) { rubber = pair; }});
  EXPECT_DOUBLE_EQ(rubber.restitution.value, std::sqrt(0.75 * 0.6));
  EXPECT_DOUBLE_EQ(rubber.friction.value, std::sqrt(0.9 * 0.2));

  m.materials.emplace_back();
  m.materials.back().id = "steel";  // of this drawing
  m.materials.back().restitution = 0.25;
  listTouches(m, {[](const TouchGroup&) {}, [&](const ContactPair& pair) { rubber = pair; }});
  EXPECT_DOUBLE_EQ(rubber.restitution.value, std::sqrt(0.75 * 0.25));

  m.materialPairs.emplace_back();
  m.materialPairs.back().a = "steel";
  m.materialPairs.back().b = "rubber";
  m.materialPairs.back().restitution = 0.1;
  m.materialPairs.back().law = ContactLaw::poisson;
  listTouches(m, {[](const TouchGroup&) {}, [&](const ContactPair& pair) { rubber = pair; }});
  EXPECT_EQ(rubber.restitution.value, 0.1);
  EXPECT_EQ(rubber.law.value, ContactLaw::poisson);
  EXPECT_EQ(rubber.friction.value, 0);
}

TEST(Solids, PairsFollowFromOneRule) {
  Mechanism m =
      makeSolids({makeSolidBall("a", 0, 0.1), makeSolidBall("b", 0.1, 0.1), makeSolidBall("c", 0.2, 0.1)});
  EXPECT_EQ(listSolidPairs(m), (SolidIds{"a|floor", "b|floor", "c|floor", "b|a", "c|a", "c|b"}));

  m.bodies[1].touches = Touches::nothing;
  EXPECT_EQ(listSolidPairs(m), (SolidIds{"a|floor", "c|floor", "c|a"}));

  m.bodies[1].touches = Touches::these;
  m.bodies[1].touched = std::vector<std::string>{"a"};
  EXPECT_EQ(listSolidPairs(m), (SolidIds{"a|floor", "c|floor", "b|a", "c|a"}));

  Joint pin;
  pin.id = "pin";
  pin.a = "a";
  pin.b = "c";
  m.joints = {pin};
  EXPECT_EQ(listSolidPairs(m), (SolidIds{"a|floor", "c|floor", "b|a"})) << "a joint connects a and c";
  m.joints[0].b = "b";
  EXPECT_EQ(listSolidPairs(m), (SolidIds{"a|floor", "c|floor", "b|a", "c|a"})) << "b names a";

  m.surfaces[0].active = 0;
  EXPECT_EQ(listSolidPairs(m), (SolidIds{"b|a", "c|a"}));
}

TEST(Solids, AContactOverridesThePairThatItNames) {
  Mechanism m = makeSolids({makeSolidBall("a", 0, 0.1), makeSolidBall("b", 0.1, 0.1)});
  ContactPair own;
  own.id = "own";
  own.b = "a";
  own.outlineB = true;
  own.surface = NamedSurface{"floor"};
  own.restitution = 1;
  m.contacts = {own};
  EXPECT_EQ(listSolidPairs(m), (SolidIds{"own", "b|floor", "b|a"}));
  m.contacts[0].active = 0;
  EXPECT_EQ(listSolidPairs(m), (SolidIds{"b|floor", "b|a"})) << "switched off";
  m.contacts[0] = ContactPair();
  m.contacts[0].id = "pass";
  m.contacts[0].active = 0;
  m.contacts[0].a = "b";
  m.contacts[0].b = "a";
  m.contacts[0].outlineB = true;
  m.contacts[0].surface = OutlineSurface{};
  EXPECT_EQ(listSolidPairs(m), (SolidIds{"a|floor", "b|floor"}));
}

// Of a few pairs each has channels of its own, of many those with one surface have them together.
TEST(Solids, ManyPairsShareChannels) {
  std::vector<Body> few, many;
  for (int i = 0; i < 13; ++i) few.push_back(makeSolidBall("b" + std::to_string(i), 0.1 * i, 0.1));
  many = few;
  many.push_back(makeSolidBall("last", 2, 0.1));
  EXPECT_EQ(listSolidGroups(makeSolids(few)).size(), 13u + 78u);
  EXPECT_EQ(listSolidGroups(makeSolids(many)), (SolidIds{"floor", "solids"}));
  Mechanism m = makeSolids(many);
  m.simulation.duration = 0.2;
  const FinishedRun r = run(m);
  EXPECT_TRUE(r.trajectory.findChannel("floor.normal_force"));
  EXPECT_TRUE(r.trajectory.findChannel("solids.gap"));
  EXPECT_EQ(r.trajectory.events()[0].element.substr(1), "0|floor");
}

// Five dominoes and the ball that pushes them, once as solids and once with a contact that names all.
TEST(Solids, DominoesMoveAsWithAContactOfAllOfThem) {
  std::vector<Body> bodies{makeSolidBall("ball", -0.06, 0.0201)};
  bodies[0].velocity.vx = 0.6;
  for (int i = 0; i < 5; ++i) {
    Body domino = makeSolidBlock("d" + std::to_string(i), 0.008, 0.05, {0.03 * i, 0.025, 0.0, {}}, 0.02);
    domino.touches = Touches::everything;
    bodies.push_back(domino);
  }
  Mechanism solid = makeSolids(bodies);
  solid.simulation.duration = 0.6;
  Mechanism named = solid;
  ContactPair all;
  all.id = "touch";
  all.b = "ball";
  all.outlineB = true;
  all.restitution = 0.6;
  all.friction = 0.2;
  all.surface = NamedSurface{"floor"};
  for (std::size_t i = 0; i < 6; ++i) {
    named.bodies[i].touches = Touches::nothing;
    if (i > 0) all.bodies.push_back(named.bodies[i].id);
  }
  named.contacts = {all};
  const FinishedRun a = run(solid), b = run(named);
  for (const Body& body : bodies)
    for (const char* signal : {".x", ".y", ".angle"})
      EXPECT_NEAR(a.last(body.id + signal), b.last(body.id + signal), 1e-7) << body.id << signal;
  EXPECT_LT(a.last("d4.angle"), -0.5) << "the last one falls";
}

// A disc meets the curve itself, a plate its arcs.
TEST(Solids, ADiscMeetsACurveAndAPlateItsArcs) {
  Mechanism m = makeSolids({makeSolidBall("disc", 0, 0.2)});
  Body plate = makeSolidBlock("plate", 0.1, 0.1, {0.5, 0.5, 0.0, {}}, 1);
  plate.touches = Touches::everything;
  m.bodies.push_back(plate);
  CurveSurface rim;
  rim.curve.kind = CirclePath{0.05};
  m.surfaces[0].kind = rim;
  EXPECT_EQ(listSolidPairs(m), (SolidIds{"disc|floor", "plate|floor", "plate|disc"}));
  std::vector<bool> byOutline;
  listTouches(
      m, {[](const TouchGroup&) {}, [&](const ContactPair& pair) { byOutline.push_back(pair.outlineB); }});
  EXPECT_EQ(byOutline, (std::vector<bool>{false, true, true}));
}

}  // namespace
}  // namespace clank
