// SPDX-License-Identifier: GPL-3.0-or-later
// Named points of bodies: "plate.tip.x" is the place of the point in every case, and wrong names are refused.
#include "core/model/named_point.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/model/resolved_family.h"
#include "tests/unit/model/mechanism_samples.h"

namespace clank {
namespace {

NamedPoint makeNamed(std::string id, Quantity x, Quantity y) {
  NamedPoint point;
  point.id = std::move(id);
  point.at = {std::move(x), std::move(y)};
  return point;
}

Point namedPlace(const std::string& path) {
  return {textQuantity(path + ".x"), textQuantity(path + ".y")};
}

// A rod with a tip that the parameter L sets and a middle that the tip sets; a trace and a spring at the tip.
Mechanism makePointedRod() {
  Mechanism m = samplePendulum();
  m.parameters = {numberParameter("L", "120 mm", "m")};
  m.bodies[0].points = std::vector<NamedPoint>{
      makeNamed("tip", textQuantity("L"), textQuantity("2*rod.tip.x")),
      makeNamed("middle", textQuantity("rod.tip.x/2"), textQuantity("rod.tip.y/2 + 1 mm"))};
  Trace trace;
  trace.id = "path";
  trace.b = "rod";
  trace.atB = namedPlace("rod.tip");
  m.traces = {trace};
  Spring spring;
  spring.b = "rod";
  spring.atB = namedPlace("rod.middle");
  spring.stiffness = 10;
  spring.freeLength = textQuantity("hypot(rod.tip.x, rod.tip.y)");
  ForceElement element;
  element.id = "spring";
  element.kind = spring;
  m.forces.push_back(element);
  Case longer;
  longer.id = "longer";
  longer.set = {{"L", "200 mm"}};
  Case usual;
  usual.id = "usual";
  m.cases = {usual, longer};
  return m;
}

Problems pointProblemsOf(const Mechanism& drawn) {
  const auto result = resolve(drawn);
  return result ? validate(*result) : result.error();
}

void expectNamedPlaces(const Mechanism& m, double L) {
  EXPECT_DOUBLE_EQ(m.traces[0].atB.x.value, L);
  EXPECT_DOUBLE_EQ(m.traces[0].atB.y.value, 2 * L);
  const auto& spring = std::get<Spring>(m.forces.back().kind);
  EXPECT_DOUBLE_EQ(spring.atB.x.value, L / 2);
  EXPECT_DOUBLE_EQ(spring.atB.y.value, L + 1e-3);
  EXPECT_DOUBLE_EQ(spring.freeLength.value, std::hypot(L, 2 * L));
}

TEST(NamedPoint, WhatSitsThereFollowsTheParametersAndCases) {
  const Mechanism m = makePointedRod();
  EXPECT_TRUE(pointProblemsOf(m).empty()) << listProblems(pointProblemsOf(m));
  expectNamedPlaces(resolve(m).value(), 0.12);
  expectNamedPlaces(resolve(m, "longer", {}).value(), 0.2);
  expectNamedPlaces(resolve(m, "", {{"L", "0.3 m"}}).value(), 0.3);
}

TEST(NamedPoint, RunsOfAStudyGetTheSameBits) {
  const Mechanism m = makePointedRod();
  ResolvedFamily family(m, "longer");
  for (const char* L : {"0.3 m", "123.456789 mm", "1/3 m", "0.1"}) {
    const Mechanism* found = family.find({{"L", L}});
    ASSERT_NE(found, nullptr) << L;
    EXPECT_EQ(*found, resolve(m, "longer", {{"L", L}}).value()) << L;
  }
  EXPECT_EQ(family.find({{"L", "1 kg"}}), nullptr);
}

TEST(NamedPoint, ItIsALength) {
  Mechanism m = makePointedRod();
  m.bodies[0].pose.angle = textQuantity("rod.tip.x");
  EXPECT_EQ(problemAt(pointProblemsOf(m), "/bodies/0/pose/angle"),
            "rod, angle: \"rod.tip.x\": an angle is wanted, this is a length");
  m.bodies[0].pose.angle = textQuantity("atan2(rod.tip.y, rod.tip.x)");
  EXPECT_TRUE(pointProblemsOf(m).empty());
  m.bodies[0].points->at(0).at.x = textQuantity("3 kg");
  const Problems problems = pointProblemsOf(m);
  EXPECT_EQ(problems.size(), 1U) << listProblems(problems);
  EXPECT_EQ(problemAt(problems, "/bodies/0/points/0/at/0"),
            "rod, point tip: \"3 kg\": a length is wanted, this is a mass");
}

TEST(NamedPoint, NoneCanDependOnItselfOrOnOneBelow) {
  Mechanism m = makePointedRod();
  m.bodies[0].points->at(0).at.x = textQuantity("rod.middle.x");
  const std::string why =
      ": it uses a named point that is not known yet: parameters come first, then the points of the bodies "
      "in "
      "their order";
  EXPECT_EQ(problemAt(pointProblemsOf(m), "/bodies/0/points/0/at/0"),
            "rod, point tip: \"rod.middle.x\"" + why);
  m.bodies[0].points->at(0).at.x = textQuantity("rod.tip.x + 1 mm");
  EXPECT_EQ(problemAt(pointProblemsOf(m), "/bodies/0/points/0/at/0"),
            "rod, point tip: \"rod.tip.x + 1 mm\"" + why);
  m.bodies[0].points->at(0).at.x = 0.1;
  m.parameters[0].value = textQuantity("rod.tip.x");
  EXPECT_EQ(problemAt(pointProblemsOf(m), "/parameters/0/value"), "L: \"rod.tip.x\"" + why);
}

TEST(NamedPoint, AWrongNameIsToldWithTheNearest) {
  Mechanism m = makePointedRod();
  m.traces[0].atB = namedPlace("rod.tipp");
  EXPECT_EQ(problemAt(pointProblemsOf(m), "/traces/0/at_b/0"),
            "at_b: \"rod.tipp.x\": unknown name 'rod.tipp.x'; did you mean 'rod.tip.x'? (column 1)");
}

TEST(NamedPoint, NamesAreWordsThatNothingElseHas) {
  Mechanism m = makePointedRod();
  const auto idOf = [&](std::size_t p) -> std::string& { return m.bodies[0].points->at(p).id; };
  m.traces.clear();
  m.forces.clear();
  m.bodies[0].points->at(1).at = {0.1, 0.2};
  m.bodies[0].points->at(0).at = {0.1, 0.2};
  const auto told = [&](std::size_t p) {
    return problemAt(pointProblemsOf(m), "/bodies/0/points/" + std::to_string(p) + "/id");
  };
  idOf(1) = "tip";
  EXPECT_EQ(told(1), "point 2 of body rod has the name 'tip' of point 1");
  idOf(1) = "x";
  EXPECT_EQ(
      told(1),
      "point 2 of body rod: rod.x is a channel of the body; the point needs another name, such as 'x1'");
  idOf(1) = "far end";
  EXPECT_EQ(told(1), "point 2 of body rod: 'far end' is no name: a letter or _, then letters, digits or _");
  idOf(1) = "";
  EXPECT_EQ(told(1), "point 2 of body rod: a name is needed");
  idOf(1) = "L";  // of the parameter: rod.L.x is another name
  EXPECT_EQ(told(1), "none");
  idOf(1) = "sin";
  EXPECT_EQ(told(1), "none");
}

TEST(NamedPoint, APlaceOfOneBodyThatIsAPointOfAnotherIsDoubted) {
  Mechanism m = makePointedRod();
  Body other = m.bodies[0];
  other.id = "crank";
  other.points.reset();
  m.bodies.push_back(other);
  Joint pin;
  pin.id = "A";
  pin.a = "rod";
  pin.b = "crank";
  pin.atA = namedPlace("rod.tip");
  pin.atB = namedPlace("rod.tip");
  m.joints.push_back(pin);
  const auto isDoubt = [](const Problem& p) {
    return p.severity == Severity::warning && p.where == "/joints/1/at_b";
  };
  const auto problems = pointProblemsOf(m);
  ASSERT_EQ(std::count_if(problems.begin(), problems.end(), isDoubt), 1);
  EXPECT_EQ(
      problemAt(problems, "/joints/1/at_b"),
      "A: this is a place of crank, but rod.tip is a point of rod; its numbers are taken in the axes of "
      "crank: name a point of crank there, or put A on rod");
  m.joints[1].atB.y = textQuantity("rod.tip.y/1");  // an expression is meant
  EXPECT_EQ(problemAt(pointProblemsOf(m), "/joints/1/at_b"), "none");
}

TEST(NamedPoint, LawsReadChannelsNotPlaces) {
  Mechanism m = makePointedRod();
  std::get<Torque>(m.forces[0].kind).moment.text = "rod.x + rod.tip.x";
  EXPECT_EQ(problemAt(pointProblemsOf(m), "/forces/0/moment"),
            "force element drive, moment: unknown name 'rod.tip.x' (column 9); rod.tip is a named point, and "
            "laws know no places in bodies: give the number a parameter that both can use");
}

TEST(NamedPoint, APlaceIsReadAsTheNameOfAPointAndWritten) {
  EXPECT_EQ(readPointName(namedPlace("rod.tip")), (PointName{"rod", "tip"}));
  EXPECT_FALSE(readPointName({textQuantity("rod.tip.x"), textQuantity("rod.end.y")}));
  EXPECT_FALSE(readPointName({textQuantity("rod.tip.x"), 0.1}));
  EXPECT_FALSE(readPointName({textQuantity("2*rod.tip.x"), textQuantity("2*rod.tip.y")}));
  EXPECT_FALSE(readPointName(namedPlace("tip")));
  EXPECT_FALSE(readPointName(namedPlace("a.b.c")));
  EXPECT_EQ(readPointName(makePlaceAt("rod", makeNamed("tip", 0.1, 0.2))), (PointName{"rod", "tip"}));
}

}  // namespace
}  // namespace clank
