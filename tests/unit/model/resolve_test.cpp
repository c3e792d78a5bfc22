// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/model/mechanism.h"
#include "core/model/resolved_family.h"
#include "tests/unit/model/mechanism_samples.h"

namespace clank {
namespace {

using std::numbers::pi;
using Settings = std::map<std::string, std::string>;

Mechanism withParameters(std::vector<Parameter> parameters) {
  Mechanism mechanism = samplePendulum();
  mechanism.parameters = std::move(parameters);
  return mechanism;
}

Case makeCase(std::string id, Settings set) {
  Case result;
  result.id = std::move(id);
  result.set = std::move(set);
  return result;
}

Mechanism resolved(const Mechanism& drawn, const std::string& caseId = "", const Settings& overrides = {}) {
  auto result = resolve(drawn, caseId, overrides);
  if (!result) {
    ADD_FAILURE() << listProblems(result.error());
    return drawn;
  }
  return *result;
}

Problems problemsOf(const Mechanism& drawn, const std::string& caseId = "", const Settings& overrides = {}) {
  const auto result = resolve(drawn, caseId, overrides);
  return result ? Problems{} : result.error();
}

TEST(Resolve, LeavesPlainNumbersAlone) {
  const Mechanism drawn = samplePendulum();
  EXPECT_EQ(resolved(drawn), drawn);
}

TEST(Resolve, EvaluatesUnitsAndExpressionsAndKeepsTheText) {
  Mechanism drawn = withParameters({numberParameter("L1", "250 mm"), numberParameter("n", "2")});
  drawn.bodies[0].length = textQuantity("L1/n + 5 mm");
  drawn.bodies[0].section = textQuantity("2 cm2");
  drawn.bodies[0].pose.angle = textQuantity("-90 deg");
  drawn.bodies[0].velocity.omega = textQuantity("60 rpm");
  drawn.joints[0].atB = {textQuantity("L1/2"), textQuantity("9 mm")};
  drawn.gravity.y = textQuantity("-9.81 m/s2");
  drawn.simulation.duration = textQuantity("500 ms");
  const Mechanism result = resolved(drawn);
  EXPECT_DOUBLE_EQ(result.bodies[0].length->value, 0.13);
  EXPECT_EQ(result.bodies[0].length->text, "L1/n + 5 mm");
  EXPECT_EQ(result.bodies[0].section->value, 0.0002);
  EXPECT_EQ(result.bodies[0].pose.angle.value, -pi / 2);
  EXPECT_DOUBLE_EQ(result.bodies[0].velocity.omega.value, 2 * pi);
  EXPECT_EQ(result.joints[0].atB.x.value, 0.125);
  EXPECT_EQ(result.joints[0].atB.y.value, 0.009);
  EXPECT_EQ(result.gravity.y.value, -9.81);
  EXPECT_EQ(result.simulation.duration.value, 0.5);
  EXPECT_EQ(result.parameters[0].value.value, 0.25);
}

TEST(Resolve, ParametersUseThoseAbove) {
  const Mechanism result = resolved(withParameters(
      {numberParameter("a", "2"), numberParameter("b", "3*a"), numberParameter("c", "a*b + 1 mm")}));
  EXPECT_EQ(result.parameters[1].value.value, 6);
  EXPECT_DOUBLE_EQ(result.parameters[2].value.value, 12.001);
}

TEST(Resolve, CaseAndThenOverridesReplaceDefaults) {
  Mechanism drawn =
      withParameters({numberParameter("L1", "250 mm", "mm"), numberParameter("e", "0.8"),
                      numberParameter("double_L1", "2*L1"), wordParameter("law", {"merge", "ignore"})});
  drawn.joints[0].metamorphic->changes[0].law.reference = "law";
  drawn.cases = {makeCase("first", {{"e", "0.5"}}), makeCase("second", {{"L1", "0.3"}, {"law", "ignore"}})};

  const Mechanism first = resolved(drawn);  // the default case is the first
  EXPECT_EQ(first.parameters[1].value.value, 0.5);
  EXPECT_EQ(first.parameters[2].value.value, 0.5);
  EXPECT_EQ(first.joints[0].metamorphic->changes[0].law.value, TransitionLaw::merge);

  const Mechanism second = resolved(drawn, "second");
  EXPECT_EQ(second.parameters[0].value.value, 0.3) << "a plain number in a case is in SI";
  EXPECT_EQ(second.parameters[1].value.value, 0.8);
  EXPECT_EQ(second.parameters[2].value.value, 0.6);
  EXPECT_EQ(second.joints[0].metamorphic->changes[0].law.value, TransitionLaw::ignore);
  EXPECT_EQ(second.parameters[3].choice, "ignore");

  const Mechanism overridden =
      resolved(drawn, "second", {{"L1", "400"}, {"law", "merge"}, {"e", "0.1 + 0.2"}});
  EXPECT_EQ(overridden.parameters[0].value.value, 0.4) << "a plain override is in the parameter's unit";
  EXPECT_EQ(overridden.parameters[2].value.value, 0.8);
  EXPECT_DOUBLE_EQ(overridden.parameters[1].value.value, 0.3);
  EXPECT_EQ(overridden.joints[0].metamorphic->changes[0].law.value, TransitionLaw::merge);
}

TEST(Resolve, WordParameterStartsWithItsChoiceOrTheFirst) {
  Mechanism drawn =
      withParameters({wordParameter("law", {"merge", "restitution_then_lock"}, "restitution_then_lock")});
  drawn.joints[0].metamorphic->changes[0].law.reference = "law";
  EXPECT_EQ(resolved(drawn).joints[0].metamorphic->changes[0].law.value, TransitionLaw::restitutionThenLock);
  drawn.parameters[0].choice.clear();
  EXPECT_EQ(resolved(drawn).joints[0].metamorphic->changes[0].law.value, TransitionLaw::merge);
}

TEST(ResolveProblems, CarryPointersAndAreAllFound) {
  Mechanism drawn = withParameters({numberParameter("L1", "250 mm")});
  drawn.bodies[0].length = textQuantity("L9/2");
  drawn.bodies[0].pose.x = textQuantity("3 s");
  drawn.bodies[0].outline = {Point{}, Point{0.0, textQuantity("1 kg")}};
  drawn.joints[0].atA.y = textQuantity("1 rad/s");
  drawn.joints[0].metamorphic->changes[0].restitution = textQuantity("1/0");
  limitOf(drawn).pin = Point{textQuantity("(2"), 0.0};
  drawn.simulation.maxStep = textQuantity("  ");
  drawn.forces[0].active = textQuantity("1 mm");
  const Problems problems = problemsOf(drawn);
  EXPECT_EQ(problems.size(), 8U) << listProblems(problems);
  EXPECT_EQ(problemAt(problems, "/bodies/0/length"),
            "rod, length: \"L9/2\": unknown name 'L9'; did you mean 'L1'? (column 1)");
  EXPECT_EQ(problemAt(problems, "/bodies/0/pose/x"), "rod, x: \"3 s\": a length is wanted, this is a time");
  EXPECT_EQ(problemAt(problems, "/bodies/0/outline/1/1"),
            "rod, outline: \"1 kg\": a length is wanted, this is a mass");
  EXPECT_EQ(problemAt(problems, "/joints/0/at_a/1"),
            "O, at_a: \"1 rad/s\": a length is wanted, this is an angular velocity");
  EXPECT_EQ(problemAt(problems, "/joints/0/metamorphic/changes/0/restitution"),
            "O, restitution: \"1/0\" is not a finite number");
  EXPECT_EQ(problemAt(problems, "/joints/0/metamorphic/changes/0/pin/0"),
            "O, pin: \"(2\": ')' is missing for the '(' at column 1 (column 3)");
  EXPECT_EQ(problemAt(problems, "/simulation/max_step"), "max_step: the text is empty");
  EXPECT_EQ(problemAt(problems, "/forces/0/active"),
            "drive, active: \"1 mm\": a number is wanted, this is a length");
}

// Hertz and rad/s have one dimension; taking one for the other is wrong by 2 pi.
TEST(ResolveProblems, HertzIsNoAngularVelocity) {
  Mechanism drawn = samplePendulum();
  drawn.bodies[0].velocity.omega = textQuantity("10 Hz");
  EXPECT_EQ(
      problemAt(problemsOf(drawn), "/bodies/0/velocity/omega"),
      "rod, omega: \"10 Hz\" counts turns, but an angular velocity is needed; write rev/s, rpm or rad/s");
  drawn.bodies[0].velocity.omega = textQuantity("10 rev/s");
  EXPECT_DOUBLE_EQ(resolved(drawn).bodies[0].velocity.omega.value, 20 * pi);
}

TEST(ResolveProblems, LimitTakesTheUnitOfTheJointCoordinate) {
  Mechanism drawn = samplePendulum();
  Quantity& limit = limitOf(drawn).value;
  const std::string where = "/joints/0/metamorphic/changes/0/value";
  limit = textQuantity("180 deg");
  EXPECT_EQ(limitOf(resolved(drawn)).value.value, pi);
  limit = textQuantity("180 mm");
  EXPECT_NE(problemAt(problemsOf(drawn), where), "none");
  drawn.joints[0].kind = Prismatic{};
  EXPECT_EQ(limitOf(resolved(drawn)).value.value, 0.18);
  limit = textQuantity("180 deg");
  EXPECT_NE(problemAt(problemsOf(drawn), where), "none");
}

TEST(ResolveProblems, NotFiniteNumbersAreNamed) {
  Mechanism drawn = samplePendulum();
  drawn.bodies[0].pose.x = std::numeric_limits<double>::infinity();
  EXPECT_EQ(problemAt(problemsOf(drawn), "/bodies/0/pose/x"), "rod, x: the value is not a finite number");
}

TEST(ResolveProblems, UnknownCaseAndNames) {
  Mechanism drawn = withParameters({numberParameter("stiffness", "1")});
  drawn.cases = {makeCase("paper-merge", {{"stifness", "2"}, {"a/b", "1"}})};
  EXPECT_EQ(problemAt(problemsOf(drawn, "paper-merg"), "/cases"),
            "there is no case 'paper-merg'; did you mean 'paper-merge'?");
  EXPECT_EQ(problemAt(problemsOf(drawn), "/cases/0/set/stifness"),
            "there is no parameter 'stifness'; did you mean 'stiffness'?");
  EXPECT_EQ(problemAt(problemsOf(drawn), "/cases/0/set/a~1b"), "there is no parameter 'a/b'");
  drawn.cases.clear();
  EXPECT_EQ(problemAt(problemsOf(drawn, "", {{"Stiffness_", "2"}}), ""),
            "there is no parameter 'Stiffness_'; did you mean 'stiffness'?");
}

TEST(ResolveProblems, WordsAndNumbersAreNotMixed) {
  Mechanism drawn = withParameters({numberParameter("e", "0.8"), wordParameter("law", {"merge", "ignore"})});
  drawn.joints[0].metamorphic->changes[0].law.reference = "law";
  EXPECT_EQ(problemAt(problemsOf(drawn, "", {{"e", "merge"}}), "/parameters/0/value"),
            "e: takes a number, found the word 'merge'");
  EXPECT_EQ(problemAt(problemsOf(drawn, "", {{"law", "0.5"}}), "/parameters/1/choice"),
            "law takes one of the words merge, ignore; found '0.5'");
  EXPECT_EQ(problemAt(problemsOf(drawn, "", {{"law", "merg"}}), "/parameters/1/choice"),
            "law takes one of the words merge, ignore; found 'merg'; did you mean 'merge'?");
  drawn.cases = {makeCase("c", {{"law", "no"}})};
  EXPECT_EQ(problemAt(problemsOf(drawn), "/cases/0/set/law"),
            "law takes one of the words merge, ignore; found 'no'");
  drawn.cases.clear();
  drawn.bodies[0].pose.x = textQuantity("2*law");
  EXPECT_EQ(problemAt(problemsOf(drawn), "/bodies/0/pose/x"),
            "rod, x: \"2*law\": it uses a word parameter, which has no number");
  drawn.bodies[0].pose.x = 0;
  drawn.joints[0].metamorphic->changes[0].law.reference = "e";
  const std::string where = "/joints/0/metamorphic/changes/0/law";
  EXPECT_EQ(problemAt(problemsOf(drawn), where), "O, law: parameter 'e' has a number; a word is needed");
  drawn.joints[0].metamorphic->changes[0].law.reference = "lwa";
  EXPECT_EQ(problemAt(problemsOf(drawn), where),
            "O, law: there is no word parameter 'lwa'; did you mean 'law'?");
  drawn.joints[0].metamorphic->changes[0].law.reference = "law";
  drawn.parameters[1].choices = {"explode"};
  EXPECT_EQ(problemAt(problemsOf(drawn), where),
            "O, law: the word 'explode' of parameter law is none of ignore, restitution, "
            "restitution_then_lock, merge");
}

TEST(ResolveProblems, ParametersCannotUseThoseBelow) {
  const Problems problems = problemsOf(withParameters(
      {numberParameter("a", "2*b"), numberParameter("b", "1"), numberParameter("c", "c + 1")}));
  EXPECT_EQ(problemAt(problems, "/parameters/0/value"),
            "a: \"2*b\": it uses a parameter that is listed below it; only those above can be used");
  EXPECT_EQ(problemAt(problems, "/parameters/2/value"), "c: \"c + 1\": unknown name 'c' (column 1)");
}

TEST(ResolveProblems, OneBrokenParameterIsReportedOnce) {
  Mechanism drawn = withParameters({numberParameter("a", "1 +"), numberParameter("b", "2*a")});
  drawn.bodies[0].pose.x = textQuantity("a + b");
  const Problems problems = problemsOf(drawn);
  ASSERT_EQ(problems.size(), 1U) << listProblems(problems);
  EXPECT_EQ(problems[0].where, "/parameters/0/value");
}

TEST(ResolveProblems, ParameterUnits) {
  Mechanism drawn =
      withParameters({numberParameter("L", "250 mm", "mm"), numberParameter("m", "1", "pound")});
  drawn.parameters[0].min = textQuantity("1 s");
  drawn.parameters[0].max = textQuantity("2*L");
  const Problems problems = problemsOf(drawn);
  EXPECT_EQ(problems.size(), 2U) << listProblems(problems);
  EXPECT_EQ(problemAt(problems, "/parameters/0/min"), "L, min: \"1 s\": a length is wanted, this is a time");
  EXPECT_EQ(problemAt(problems, "/parameters/1/unit"), "m: 'pound' is not a unit");
  EXPECT_EQ(problemAt(problemsOf(drawn, "", {{"L", "3 kg"}}), "/parameters/0/value"),
            "L: \"3 kg\": a length is wanted, this is a mass");
}

// What --set and the window type; in a file a number without unit is in SI.
TEST(Resolve, AnOverrideWithoutUnitIsInThatOfItsParameter) {
  Mechanism drawn = withParameters({numberParameter("L", "1/2", "in")});
  EXPECT_EQ(resolved(drawn).parameters[0].value.value, 0.5);
  const auto set = [&](const char* text) {
    return resolve(drawn, "", {{"L", text}})->parameters[0].value.value;
  };
  EXPECT_NEAR(set("1/2"), 0.0127, 1e-17);
  EXPECT_NEAR(set("1/2 in"), 0.0127, 1e-17);
  EXPECT_NEAR(set("(1 + 2)*2"), 0.1524, 1e-16);
  EXPECT_EQ(set("3 mm"), 0.003);
  EXPECT_EQ(problemAt(problemsOf(drawn, "", {{"L", "2*5 kg"}}), "/parameters/0/value"),
            "L: \"2*5 kg\": a length is wanted, this is a mass");
}

TEST(ResolveProblems, PublishedValuesAreCheckedAgainstTheirUnit) {
  Mechanism drawn = samplePendulum();
  PublishedValue published;
  published.value = textQuantity("3 mm");
  published.unit = "rad/s";
  drawn.published = {published};
  EXPECT_EQ(problemAt(problemsOf(drawn), "/published/0/value"),
            "value: \"3 mm\": an angular velocity is wanted, this is a length");
}

// A mechanism with a line of a million points is there several times: as drawn, resolved, shown and run.
TEST(Resolve, LongListsAreThereOnceUntilOneIsAltered) {
  Mechanism drawn = samplePendulum();
  PolylineSurface line;
  line.points = {{0.0, 0.0}, {1.0, 0.0}, {2.0, 0.5}};
  ContactPair contact;
  contact.id = "c";
  contact.b = drawn.bodies.front().id;
  contact.surface = line;
  drawn.contacts = {contact};
  const auto pointsOf = [](Mechanism& m) -> SharedList<Point>& {
    return std::get<PolylineSurface>(m.contacts.front().surface).points;
  };
  Mechanism first = resolved(drawn);
  EXPECT_TRUE(pointsOf(first).isSharedWith(pointsOf(drawn)));
  EXPECT_EQ(first.contacts, drawn.contacts);

  pointsOf(first).change().front().x = 7;
  EXPECT_EQ(pointsOf(drawn).front().x.value, 0) << "who alters one alters no other";
  EXPECT_NE(first.contacts, drawn.contacts);

  Parameter height;
  height.id = "h";
  height.value = 0.25;
  drawn.parameters = {height};
  pointsOf(drawn).change().back().y.text = "2*h";
  Mechanism second = resolved(drawn);
  EXPECT_FALSE(pointsOf(second).isSharedWith(pointsOf(drawn)));
  EXPECT_EQ(pointsOf(second).back().y.value, 0.5);

  // A family puts the values of its runs in place: never into what others share.
  ResolvedFamily family(drawn, "");
  const Mechanism* const one = family.find({{"h", "1"}});
  if (one) {
    Mechanism copy = *one;
    ASSERT_TRUE(family.find({{"h", "2"}}));
    EXPECT_EQ(pointsOf(copy).back().y.value, 2);
  }
}

}  // namespace
}  // namespace clank
