// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a drawing with named points: what sits in one follows it, whatever is renamed, copied, mirrored or
// taken away.
#include "ui/document/named_points.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/io/mechanism_file.h"
#include "core/model/body_pose.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"
#include "ui/document/body_change.h"
#include "ui/document/element_edits.h"
#include "ui/document/properties.h"
#include "ui/document/text_names.h"
#include "ui/document/transform.h"
#include "ui/document/typed_length.h"

namespace clank {
namespace {

using test::makeBody;
using test::makeForce;
using test::makeJoint;

Quantity text(const std::string& words) {
  Quantity quantity;
  quantity.text = words;
  return quantity;
}

Mechanism evaluated(const Mechanism& m, const std::string& caseId = {}) {
  Problems problems;
  Mechanism shown = resolve(m, caseId, {}, problems);
  EXPECT_TRUE(problems.empty()) << test::describe(problems);
  return shown;
}

// A plate with a pin in the frame, and at (L, 50 mm) a pin, a spring and a trace, and a corner.
Mechanism makePlate() {
  Mechanism m;
  Parameter parameter;
  parameter.id = "L";
  parameter.unit = "m";
  parameter.value = text("120 mm");
  m.parameters = {parameter};
  m.cases = {Case{"usual", "", "", {}, {}}, Case{"longer", "", "", {{"L", "0.2 m"}}, {}}};
  Body plate = makeBody("plate", 1, 0.01, {0.1, 0.2, 0.3, {}});
  plate.outline = {{0.0, 0.0}, {0.12, 0.05}, {0.0, 0.1}};
  m.bodies = {plate, makeBody("rod", 0.1, 1e-4, {0.3, 0.2, -0.4, {}})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "plate", {0.1, 0.2}),
              makeJoint("A", Revolute{}, "plate", "rod", {0.12, 0.05}, {0.0, 0.0})};
  m.joints[1].atA.x = text("L");
  Spring spring;
  spring.b = "plate";
  spring.atB = {0.12, 0.05};
  m.forces = {makeForce("spring", spring)};
  Trace trace;
  trace.id = "path";
  trace.b = "plate";
  trace.atB = {0.12, 0.05};
  m.traces = {trace};
  return m;
}

Mechanism makeNamed() {
  Mechanism m = makePlate();
  namePoint(m, evaluated(m), "plate", {0.12, 0.05}, "tip");
  return m;
}

const Point& springEnd(const Mechanism& m) {
  return std::get<Spring>(m.forces[0].kind).atB;
}

TEST(NamedPoints, WhatSitsThereSharesThePointAndItsExpression) {
  const Mechanism m = makeNamed();
  ASSERT_EQ(pointsOf(m.bodies[0]).size(), 1U);
  EXPECT_EQ(pointsOf(m.bodies[0])[0].at, (Point{text("L"), 0.05}));
  for (const Point& place : {m.joints[1].atA, springEnd(m), m.traces[0].atB, m.bodies[0].outline[1]})
    EXPECT_EQ(readPointName(place), (PointName{"plate", "tip"}));
  EXPECT_EQ(m.joints[0].atB, (Point{0.0, 0.0}));
  const Mechanism longer = evaluated(m, "longer");
  EXPECT_EQ(longer.joints[1].atA.x.value, 0.2);
  EXPECT_EQ(springEnd(longer).x.value, 0.2);
}

// Both are there in this case only.
TEST(NamedPoints, APlaceThatAnotherExpressionPutThereKeepsIt) {
  Mechanism m = makePlate();
  m.traces[0].atB.x = text("3*L - 0.24 m");
  namePoint(m, evaluated(m), "plate", {0.12, 0.05}, "tip");
  EXPECT_EQ(m.traces[0].atB.x.text, "3*L - 0.24 m");
  EXPECT_TRUE(readPointName(springEnd(m)));
}

TEST(NamedPoints, RenamingThePointOrTheBodyIsFollowed) {
  Mechanism m = makeNamed();
  m.gravity.x = text("9.81 m/s2*plate.tip.x/(1 m)");
  renamePoint(m, "plate", "tip", "far");
  EXPECT_EQ(readPointName(m.traces[0].atB), (PointName{"plate", "far"}));
  EXPECT_EQ(m.gravity.x.text, "9.81 m/s2*plate.far.x/(1 m)");
  renameElement(m, {ElementKind::body, "plate"}, "crank");
  EXPECT_EQ(readPointName(m.traces[0].atB), (PointName{"crank", "far"}));
  EXPECT_EQ(m.gravity.x.text, "9.81 m/s2*crank.far.x/(1 m)");
  renameElement(m, {ElementKind::parameter, "L"}, "far");
  EXPECT_EQ(readPointName(m.traces[0].atB), (PointName{"crank", "far"}));
  EXPECT_EQ(pointsOf(m.bodies[0])[0].at.x.text, "far");
  evaluated(m);
}

TEST(NamedPoints, NamesWithDotsAreReplacedAsAWhole) {
  EXPECT_EQ(replaceName("plate.tip.x + plate.tipp.x + a.plate.tip.x", "plate.tip", "plate.end"),
            "plate.end.x + plate.tipp.x + a.plate.tip.x");
  EXPECT_EQ(replaceName("2*plate.omega + plate", "plate", "crank"), "2*crank.omega + crank");
  EXPECT_EQ(replaceName("tip + plate.tip.x", "tip", "t2"), "t2 + plate.tip.x");
  EXPECT_EQ(replaceName("max(plate.x, max)", "max", "m2"), "max(plate.x, m2)");
}

TEST(NamedPoints, WithoutItsNameNothingMovesInAnyCase) {
  Mechanism m = makeNamed();
  NamedPoint half;
  half.id = "half";
  half.at = {text("plate.tip.x/2"), text("plate.tip.y")};
  m.bodies[0].points->push_back(half);
  m.simulation.duration = text("plate.tip.y*(20 s/m)");
  Mechanism bare = m;
  ASSERT_TRUE(removeItem(bare, "/bodies/0/points/0"));
  EXPECT_EQ(bare.simulation.duration.text, "(0.05 m)*(20 s/m)");
  ASSERT_TRUE(removeItem(bare, "/bodies/0/points/0"));
  EXPECT_FALSE(bare.bodies[0].points);
  for (const std::string caseId : {"usual", "longer"}) {
    const Mechanism is = evaluated(bare, caseId), was = evaluated(m, caseId);
    EXPECT_EQ(is.joints[1].atA.x.value, was.joints[1].atA.x.value);
    EXPECT_EQ(springEnd(is).y.value, springEnd(was).y.value);
    EXPECT_EQ(is.traces[0].atB.x.value, was.traces[0].atB.x.value);
    EXPECT_EQ(is.simulation.duration.value, was.simulation.duration.value);
  }
  EXPECT_EQ(bare.traces[0].atB.x.text, "L");
}

TEST(NamedPoints, ACopyHasItsOwnPoints) {
  Mechanism m = makeNamed();
  const auto copied = insertElements(m, extractElements(m, listElements(m)));
  EXPECT_FALSE(copied.empty());
  ASSERT_EQ(m.bodies.size(), 4U);
  const std::string copy = m.bodies[2].id;
  EXPECT_EQ(readPointName(m.traces[1].atB), (PointName{copy, "tip"}));
  EXPECT_EQ(readPointName(m.joints[3].atA), (PointName{copy, "tip"}));
  EXPECT_EQ(readPointName(m.bodies[2].outline[1]), (PointName{copy, "tip"}));
  EXPECT_EQ(readPointName(m.traces[0].atB), (PointName{"plate", "tip"}));
  evaluated(m);
}

TEST(NamedPoints, ACopyWithoutTheBodyWhosePointItReadsHasThePlaceItself) {
  Mechanism m = makeNamed();
  m.bodies[1].length = text("2*plate.tip.x");
  m.bodies[1].width = text("plate.tip.y");
  const Mechanism copy = extractElements(m, {{ElementKind::body, "rod"}});
  ASSERT_EQ(copy.bodies.size(), 1U);
  EXPECT_EQ(copy.bodies[0].length->text, "2*(L)");
  EXPECT_EQ(copy.bodies[0].width.text, "0.05 m");
  ASSERT_EQ(copy.parameters.size(), 1U) << "L";
  EXPECT_DOUBLE_EQ(evaluated(copy).bodies[0].length->value, 0.24);
}

TEST(NamedPoints, TheMirrorImageIsThatOfPlainNumbers) {
  const auto mirrored = [](Mechanism m) {
    mirrorElements(m, evaluated(m), listElements(m), 0.4);
    return m;
  };
  Mechanism named = makeNamed(), plain = makePlate();
  NamedPoint half;
  half.id = "half";
  half.at = {0.01, text("plate.tip.y/2")};
  named.bodies[0].points->push_back(half);
  const Mechanism image = mirrored(named), shown = evaluated(image), expected = evaluated(mirrored(plain));
  EXPECT_EQ(readPointName(image.joints[1].atA), (PointName{"plate", "tip"})) << "still one hole";
  EXPECT_EQ(readPointName(image.traces[0].atB), (PointName{"plate", "tip"}));
  EXPECT_EQ(shown.joints[1].atA.y.value, -0.05);
  EXPECT_EQ(pointsOf(shown.bodies[0])[1].at.y.value, -0.025);
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_EQ(shown.joints[j].atA.x.value, expected.joints[j].atA.x.value);
    EXPECT_EQ(shown.joints[j].atA.y.value, expected.joints[j].atA.y.value);
  }
  EXPECT_EQ(springEnd(shown).y.value, springEnd(expected).y.value);
  EXPECT_EQ(shown.bodies[0].outline[1].y.value, expected.bodies[0].outline[1].y.value);
  const Mechanism twice = evaluated(mirrored(image));
  EXPECT_EQ(twice.traces[0].atB.y.value, 0.05);
  EXPECT_EQ(pointsOf(twice.bodies[0])[1].at.y.value, 0.025);
}

TEST(NamedPoints, OnAnotherBodyItIsThePointOfThatOneOrANumber) {
  Mechanism m = makeNamed();
  const Mechanism before = evaluated(m);
  const auto world = calcPlace(findDrawnPose(before, "plate"), before.traces[0].atB);
  typeBody(m, {}, "/traces/0/b", "rod");
  EXPECT_FALSE(readPointName(m.traces[0].atB));
  EXPECT_TRUE(m.traces[0].atB.x.text.empty());
  const auto now = calcPlace(findDrawnPose(before, "rod"), m.traces[0].atB);
  EXPECT_NEAR(now[0], world[0], 1e-12);
  EXPECT_NEAR(now[1], world[1], 1e-12);

  Mechanism other = makeNamed();
  NamedPoint hole;
  hole.id = "hole";
  hole.at = m.traces[0].atB;
  other.bodies[1].points = std::vector{hole};
  typeBody(other, {}, "/traces/0/b", "rod");
  EXPECT_EQ(readPointName(other.traces[0].atB), (PointName{"rod", "hole"}));
  typeBody(other, {}, "/traces/0/b", "frame");
  const Point& place = other.traces[0].atB;
  EXPECT_NEAR(place.x.value, world[0], 1e-12);
  EXPECT_NEAR(place.y.value, world[1], 1e-12);
}

// Of a plate and a bar.
TEST(NamedPoints, WhoMovesTheSharedPlacesMovesThePointOnce) {
  Mechanism m = makeNamed();
  std::vector<Point*> visited;
  visitPointsOf(m, "plate", [&](Point& p) { visited.push_back(&p); });
  EXPECT_EQ(std::count(visited.begin(), visited.end(), &m.bodies[0].points->at(0).at), 1);
  EXPECT_EQ(std::count(visited.begin(), visited.end(), &m.traces[0].atB), 0);
  Mechanism bar;
  bar.bodies = {makeBody("bar", 1, 0.01)};
  bar.bodies[0].length = 0.25;
  bar.joints = {makeJoint("O", Revolute{}, kFrame, "bar"),
                makeJoint("A", Revolute{}, kFrame, "bar", {0.25, 0.0}, {0.25, 0.0})};
  namePoint(bar, evaluated(bar), "bar", {0.25, 0}, "end");
  bar.joints.pop_back();
  Trace trace;
  trace.id = "path";
  trace.b = "bar";
  trace.atB = makePlaceAt("bar", bar.bodies[0].points->at(0));
  bar.traces = {trace};
  typeLength(bar, {}, "/bodies/0/length", "300 mm");
  EXPECT_EQ(readPointName(bar.traces[0].atB), (PointName{"bar", "end"}));
  EXPECT_DOUBLE_EQ(evaluated(bar).traces[0].atB.x.value, 0.3);
}

TEST(NamedPoints, ThePropertiesOfABodyListThemToBeTyped) {
  Mechanism m = makeNamed();
  const auto find = [&](const std::string& pointer) -> std::optional<Property> {
    for (const Property& property : listProperties(m, evaluated(m), "/bodies/0"))
      if (property.key == "points")
        for (const Property& item : property.parts)
          for (const Property& part : item.parts)
            if (part.pointer == pointer) return part;
    return std::nullopt;
  };
  ASSERT_TRUE(find("/bodies/0/points/0/id"));
  EXPECT_EQ(find("/bodies/0/points/0/id")->text, "tip");
  ASSERT_TRUE(find("/bodies/0/points/0/at"));
  EXPECT_EQ(find("/bodies/0/points/0/at")->parts[0].value, 0.12);
  ASSERT_TRUE(setPropertyText(m, "/bodies/0/points/0/at/1", "70 mm"));
  EXPECT_DOUBLE_EQ(evaluated(m).traces[0].atB.y.value, 0.07);
  EXPECT_DOUBLE_EQ(springEnd(evaluated(m)).y.value, 0.07);
  for (const char* wrong : {"", "x", "far end", "omega"}) {
    EXPECT_FALSE(setPropertyText(m, "/bodies/0/points/0/id", wrong)) << wrong;
    EXPECT_FALSE(explainTypedName(m, "/bodies/0/points/0/id", wrong).empty()) << wrong;
  }
  ASSERT_TRUE(setPropertyText(m, "/bodies/0/points/0/id", " far "));
  EXPECT_EQ(readPointName(m.traces[0].atB), (PointName{"plate", "far"}));
  ASSERT_TRUE(addItem(m, "/bodies/0/points"));
  ASSERT_TRUE(addItem(m, "/bodies/1/points"));
  EXPECT_EQ(pointsOf(m.bodies[0])[1].id, "point2");
  EXPECT_EQ(pointsOf(m.bodies[1])[0].id, "point1");
  EXPECT_FALSE(setPropertyText(m, "/bodies/0/points/1/id", "far")) << "another point has that name";
  for (const Problem& problem : validate(evaluated(m)))
    EXPECT_EQ(problem.where.find("/points"), std::string::npos) << problem.what;
}

TEST(NamedPoints, WhatIsNewOnAPointSharesItAndNothingElse) {
  Mechanism m = makeNamed();
  m.traces[0].atB = {0.12, 0.05};  // typed
  changeSharing(m, evaluated(m), [](Mechanism& now) {
    Trace trace = now.traces[0];
    trace.id = "new";
    now.traces.push_back(trace);
    trace.id = "beside";
    trace.atB.x = 0.1201;
    now.traces.push_back(trace);
    trace.id = "frame";
    trace.b = kFrame;
    trace.atB.x = 0.12;
    now.traces.push_back(trace);
  });
  EXPECT_FALSE(readPointName(m.traces[0].atB));
  EXPECT_EQ(readPointName(m.traces[1].atB), (PointName{"plate", "tip"}));
  EXPECT_FALSE(readPointName(m.traces[2].atB));
  EXPECT_FALSE(readPointName(m.traces[3].atB));
}

TEST(NamedPoints, AFileKeepsThem) {
  const Mechanism m = makeNamed();
  const auto read = readMechanism(writeMechanism(m));
  ASSERT_TRUE(read) << test::describe(read.error());
  EXPECT_EQ(read->mechanism.bodies[0].points, m.bodies[0].points);
  EXPECT_EQ(readPointName(read->mechanism.traces[0].atB), (PointName{"plate", "tip"}));
}

}  // namespace
}  // namespace clank
