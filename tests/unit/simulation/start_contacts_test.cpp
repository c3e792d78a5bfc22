// SPDX-License-Identifier: GPL-3.0-or-later
// What starts inside a surface: pushed out, refused, or on its other side.
#include "core/simulation/start_contacts.h"

#include <gmock/gmock.h>

#include "core/simulation/simulator.h"
#include "tests/support/blocks.h"

namespace clank::test {
namespace {

using testing::HasSubstr;

LineSurface makeShelf(double half = 1) {
  LineSurface line;
  line.from = {-half, 0.0};
  line.to = {half, 0.0};
  return line;
}

Mechanism makeOnShelf(double y, double angle = 0) {
  Mechanism m;
  m.bodies = {makeSolidBlock("box", 0.4, 0.2, {0.0, y, angle, {}})};
  m.contacts = {makeTouch(makeShelf(), {"box"})};
  return m;
}

Problems failOf(const Mechanism& m) {
  const auto simulator = Simulator::create(m);
  EXPECT_FALSE(simulator) << "it starts";
  return simulator ? Problems{} : simulator.error();
}

// Both lower corners 1 mm inside: up by as much, and nothing else.
TEST(StartContacts, ALittleInsideIsPushedOut) {
  const auto simulator = Simulator::create(makeOnShelf(0.099));
  ASSERT_TRUE(simulator);
  ASSERT_EQ(simulator->notes().size(), 1u);
  EXPECT_THAT(simulator->notes()[0].what, HasSubstr("contact touch: box started 1 mm inside its surface"));
  EXPECT_EQ(simulator->notes()[0].where, "/contacts/0");
  EXPECT_EQ(simulator->notes()[0].severity, Severity::note);
  const std::vector<double> row = simulator->startRow();
  EXPECT_NEAR(row[1], 0, 1e-12);
  EXPECT_NEAR(row[2], 0.1, 1e-12);
  EXPECT_NEAR(row[3], 0, 1e-12);
}

// Two boxes, each a little in what is below it: the lower one goes up by its part, the upper one by both.
TEST(StartContacts, AStackIsPushedOutAsAWhole) {
  Mechanism m = makeOnShelf(0.0995);
  m.bodies.push_back(makeSolidBlock("top", 0.3, 0.2, {0.0, 0.2985, 0.0, {}}));
  m.contacts[0].bodies = {"top"};
  const auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << simulator.error()[0].what;
  EXPECT_EQ(simulator->notes().size(), 2u);
  const std::vector<double> row = simulator->startRow();
  EXPECT_NEAR(row[2], 0.1, 1e-9);
  EXPECT_NEAR(row[11], 0.3, 1e-9);
}

TEST(StartContacts, DeepInsideIsAnErrorThatPointsToTheContact) {
  const Problems problems = failOf(makeOnShelf(0.05));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].what, HasSubstr("contact touch: box starts 50 mm inside its surface"));
  EXPECT_EQ(problems[0].where, "/contacts/0");
}

// The shelf is 2 m long and so 0.1 m thick where nothing is said.
TEST(StartContacts, BehindTheMaterialIsTheOtherSide) {
  const auto simulator = Simulator::create(makeOnShelf(-0.5));
  ASSERT_TRUE(simulator) << simulator.error()[0].what;
  ASSERT_EQ(simulator->notes().size(), 1u);
  EXPECT_THAT(simulator->notes()[0].what, HasSubstr("behind its surface, which is 100 mm thick"));
  Mechanism thick = makeOnShelf(-0.5);
  thick.contacts[0].thickness = 2;
  EXPECT_THAT(failOf(thick)[0].what, HasSubstr("inside its surface"));
}

// A pit of 0.75 m in solid ground, and a box of 1 m above it: no corner of either is before an edge of the
// other. Its upper corner is as deep in the ground as it is far from the corner of the pit, 2.004 m.
TEST(StartContacts, InsideASolidWhereNoCornerFacesAnEdge) {
  Mechanism m;
  m.bodies = {makeSolidBlock("box", 1, 1, {0.0, 1.5, 0.0, {}})};
  PolylineSurface pit;
  pit.points = {{-0.375, 0.0}, {0.375, 0.0}, {0.375, -0.5}, {-0.375, -0.5}};
  pit.closed = 1;
  pit.side = LineSide::right;
  m.contacts = {makeTouch(pit, {"box"})};
  const Problems problems = failOf(m);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].what, HasSubstr("contact touch: box starts 2e+03 mm inside its surface"));
  EXPECT_EQ(problems[0].where, "/contacts/0");
}

// Beside a solid, before its corners at every angle: outside.
TEST(StartContacts, BeforeTheCornerOfASolidIsOutside) {
  for (int degrees = 0; degrees < 360; degrees += 5) {
    const double angle = degrees * 3.14159265358979 / 180;
    Mechanism m;
    m.bodies = {makeSolidBlock("box", 0.2, 0.2, {std::cos(angle), std::sin(angle), 3 * angle, {}})};
    PolylineSurface wedge;
    wedge.points = {{0.6, 0.0}, {-0.6, 0.05}, {-0.6, -0.05}};
    wedge.closed = 1;
    wedge.side = LineSide::right;
    m.contacts = {makeTouch(wedge, {"box"})};
    const auto simulator = Simulator::create(m);
    EXPECT_TRUE(simulator) << degrees << simulator.error()[0].what;
  }
}

// Its corners are far from the material on both sides, its edges are not.
TEST(StartContacts, WhatLiesAcrossIsAnError) {
  EXPECT_THAT(failOf(makeOnShelf(0.0, 1.5))[0].what, HasSubstr("starts"));
  Mechanism m = makeOnShelf(0.0, 1.5707963);
  m.contacts[0].thickness = 0.01;
  EXPECT_THAT(failOf(m)[0].what, HasSubstr("contact touch: box starts across its surface"));
}

// A point that a rod holds inside cannot be pushed out.
TEST(StartContacts, WhatIsHeldInsideIsAnError) {
  Mechanism m = makeOnShelf(0.099);
  m.joints = {makeJoint("hold", Weld{}, kFrame, "box", {0.0, 0.099})};
  EXPECT_THAT(failOf(m)[0].what, HasSubstr("cannot be pushed out"));
  EXPECT_EQ(failOf(m)[0].where, "/contacts/0");
}

// A point and a disc as contacts always were.
TEST(StartContacts, PointsAndCirclesArePushedOutToo) {
  Mechanism m;
  m.bodies = {makeBody("disc", 1, 0.005, {0.2, 0.0999, 0.0, {}})};
  m.contacts = {makeContact("ground", "disc", makeShelf())};
  m.contacts[0].radius = 0.1;
  const auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator);
  EXPECT_NEAR(simulator->startRow()[2], 0.1, 1e-12);
  m.bodies[0].pose.y = 0.05;
  EXPECT_EQ(failOf(m)[0].where, "/contacts/0");
}

// A disc deep in the long side of a bar, whose round end its rim nearly touches: it is the side that counts.
TEST(StartContacts, ThePieceNearestToACentreCounts) {
  Mechanism m;
  m.bodies = {makeBody("disc", 1, 0.005, {0.11, 0.02, 0, {}})};
  m.bodies[0].radius = 0.1;
  Body bar;
  bar.id = "bar";
  bar.length = 0.5;
  bar.width = 0.03;
  bar.section = 1e-3;
  bar.density = 1000;
  m.bodies.push_back(bar);
  for (const auto& [a, b] : {std::pair("bar", "disc"), std::pair("disc", "bar")}) {
    m.contacts = {makeTouch(OutlineSurface{}, {b})};
    m.contacts[0].a = a;
    const Problems problems = failOf(m);
    ASSERT_FALSE(problems.empty()) << a;
    EXPECT_THAT(problems[0].what, HasSubstr("starts 95 mm inside its surface on"));
  }
}

}  // namespace
}  // namespace clank::test
