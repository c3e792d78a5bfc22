// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/mechanism_file.h"
#include "tests/unit/io/sample_files.h"

namespace clank {
namespace {

using test::fileWith;
using test::kRichFile;
using test::listProblems;
using testing::HasSubstr;

Mechanism readGood(const std::string& text) {
  const auto loaded = readMechanism(text);
  if (loaded) return loaded->mechanism;
  ADD_FAILURE() << listProblems(loaded.error());
  return {};
}

Problems readBad(const std::string& text) {
  const auto loaded = readMechanism(text);
  if (!loaded) return loaded.error();
  ADD_FAILURE() << "read without a problem: " << text;
  return {};
}

// The one problem that a text has.
Problem readOneProblem(const std::string& text) {
  const Problems problems = readBad(text);
  EXPECT_EQ(problems.size(), 1U) << text << "\n" << listProblems(problems);
  return problems.empty() ? Problem{} : problems.front();
}

TEST(MechanismReader, ReadsEveryKindOfValue) {
  const Mechanism m = readGood(kRichFile);
  EXPECT_EQ(m.name, "everything");
  EXPECT_EQ(m.gravity.x.value, 0);
  EXPECT_EQ(m.gravity.y.text, "-9.81 m/s2");
  EXPECT_EQ(m.gravity.y.value, 0) << "a text has no value before it is resolved";
  ASSERT_EQ(m.parameters.size(), 3U);
  EXPECT_EQ(m.parameters[0].value.text, "250 mm");
  EXPECT_EQ(m.parameters[0].min->value, 0.1);
  EXPECT_EQ(m.parameters[2].choices, (std::vector<std::string>{"merge", "restitution"}));
  ASSERT_EQ(m.bodies.size(), 2U);
  EXPECT_EQ(m.bodies[0].pose.angle.text, "30 deg");
  EXPECT_EQ(m.bodies[0].velocity.omega.value, 2.5);
  EXPECT_FALSE(m.bodies[0].mass.has_value());
  EXPECT_EQ(m.bodies[1].mass->value, 1.5);
  EXPECT_EQ(m.bodies[1].center.y.text, "L1/2");
  ASSERT_EQ(m.bodies[1].outline.size(), 3U);
  EXPECT_EQ(m.bodies[1].outline[2].x.text, "L1");
  ASSERT_EQ(m.published.size(), 1U);
  EXPECT_EQ(m.published[0].value.value, 0.167285115182);
  EXPECT_EQ(m.simulation.integrator.value, IntegratorKind::dopri5);
  EXPECT_EQ(m.simulation.captureSpeed.value, SimulationSettings().captureSpeed.value)
      << "absent: the default";
}

TEST(MechanismReader, ReadsVariantsByType) {
  const Mechanism m = readGood(kRichFile);
  ASSERT_EQ(m.joints.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<Revolute>(m.joints[0].kind));
  EXPECT_EQ(m.joints[0].a, kFrame);
  const auto* slider = std::get_if<Prismatic>(&m.joints[1].kind);
  ASSERT_TRUE(slider);
  EXPECT_EQ(slider->axis.text, "90 deg");
  ASSERT_TRUE(slider->angle);
  EXPECT_EQ(slider->angle->value, 0);
  ASSERT_EQ(m.forces.size(), 3U);
  EXPECT_EQ(std::get<Torque>(m.forces[1].kind).moment.text, "2.5") << "a law may be a number";
  EXPECT_EQ(std::get<TorsionSpring>(m.forces[2].kind).preload.value, -1);
}

TEST(MechanismReader, ReadsMetamorphicJoints) {
  const Mechanism mechanism = readGood(kRichFile);
  const auto& metamorphic = mechanism.joints.at(1).metamorphic;
  ASSERT_TRUE(metamorphic);
  ASSERT_EQ(metamorphic->phases.size(), 2U);
  EXPECT_FALSE(metamorphic->phases[0].locked);
  EXPECT_TRUE(metamorphic->phases[1].locked);
  ASSERT_EQ(metamorphic->changes.size(), 1U);
  const PhaseChange& change = metamorphic->changes[0];
  EXPECT_EQ(change.law.reference, "law");
  EXPECT_EQ(std::get<Limit>(change.guard).direction.value, Direction::falling);
  ASSERT_TRUE(std::get<Limit>(change.guard).pin);
  EXPECT_EQ(std::get<Limit>(change.guard).pin->x.value, 0.2);
  EXPECT_EQ(change.restitution.text, "e");
}

TEST(MechanismReader, KeepsTheValuesOfCasesAsText) {
  const auto set = readGood(kRichFile).cases.at(0).set;
  EXPECT_EQ(set, (std::map<std::string, std::string>{
                     {"e", "0.5"}, {"L1", "300 mm"}, {"law", "merge"}, {"big", "100000"}, {"text", "0.50"}}));
}

std::string textOf(const UnknownKeys& keys, const std::string& key) {
  for (const auto& [known, text] : keys)
    if (known == key) return text;
  return {};
}

TEST(MechanismReader, KeepsUnknownKeysWhereTheyStood) {
  const auto loaded = readMechanism(kRichFile);
  ASSERT_TRUE(loaded);
  const Mechanism& m = loaded->mechanism;
  EXPECT_EQ(textOf(m.unknown, "studio"), R"({"zoom":1.25})");
  EXPECT_EQ(textOf(m.bodies[1].unknown, "color"), R"({"g":[0.5,null,true],"r":1})");
  EXPECT_EQ(textOf(m.joints[1].metamorphic->phases[1].unknown, "tint"), R"("red")");
  EXPECT_EQ(textOf(m.forces[0].unknown, "sticker"), "7") << "of an alternative: belongs to the element";
  EXPECT_EQ(m.traces[0].unknown.size(), 1U);
  ASSERT_EQ(loaded->warnings.size(), 6U) << listProblems(loaded->warnings);
  for (const Problem& warning : loaded->warnings) EXPECT_EQ(warning.severity, Severity::warning);
}

TEST(MechanismReader, NamesTheNearestKeyForAnUnknownOne) {
  const auto loaded = readMechanism(fileWith(R"("bodies": [{"id": "a", "masss": 1}])"));
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->warnings.size(), 1U);
  EXPECT_EQ(loaded->warnings[0].where, "/bodies/0/masss");
  EXPECT_THAT(loaded->warnings[0].what, HasSubstr("\"mass\""));
}

TEST(MechanismReader, LetsEditorsNameTheSchemaWithoutAWarning) {
  const auto loaded = readMechanism(fileWith(R"("$schema": "clank-1.schema.json")"));
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded->warnings.empty()) << listProblems(loaded->warnings);
  EXPECT_FALSE(loaded->mechanism.unknown.empty()) << "and keeps it";
}

struct BadFile {
  const char* members;  // beside format and version
  const char* where;
  const char* what;  // part of the message
};

TEST(MechanismReader, NamesThePlaceAndCauseOfEachProblem) {
  const BadFile files[] = {
      {R"("name": 3)", "/name", "expected a text, found the number 3"},
      {R"("name": null)", "/name", "found null"},
      {R"("gravity": 9.81)", "/gravity", "expected a point [x, y], found the number 9.81"},
      {R"("gravity": [0, 1, 2])", "/gravity", "expected a point [x, y], found an array"},
      {R"("gravity": [0, true])", "/gravity/1", "expected a number or a text such as \"250 mm\", found true"},
      {R"("bodies": {})", "/bodies", "expected an array, found an object"},
      {R"("bodies": [7])", "/bodies/0", "expected an object, found the number 7"},
      {R"("bodies": [{"id": "a"}, {}])", "/bodies/1", "\"id\" is missing"},
      {R"("bodies": [{"id": "a", "mass": ""}])", "/bodies/0/mass", "expected a number or a text"},
      {R"("bodies": [{"id": "a", "pose": {"x": []}}])", "/bodies/0/pose/x", "found an array"},
      {R"("joints": [{"id": "j", "b": "a"}])", "/joints/0", "\"type\" is missing"},
      {R"("joints": [{"id": "j", "b": "a", "type": "revolut"}])", "/joints/0/type",
       "did you mean \"revolute\"?"},
      {R"("joints": [{"id": "j", "b": "a", "type": 1}])", "/joints/0/type", "expected a text"},
      {R"("joints": [{"id": "j", "type": "weld"}])", "/joints/0", "\"b\" is missing"},
      {R"("forces": [{"id": "f", "type": "torque", "b": "x"}])", "/forces/0", "\"moment\" is missing"},
      {R"("forces": [{"id": "f", "type": "torque", "b": "x", "moment": false}])", "/forces/0/moment",
       "an expression"},
      {R"("simulation": {"integrator": "dop583"})", "/simulation/integrator", "did you mean \"dop853\"?"},
      {R"("simulation": {"integrator": "="})", "/simulation/integrator", "unknown word"},
      {R"("cases": [{"id": "c", "set": {"p": [1]}}])", "/cases/0/set/p", "expected a number or a text"},
      {R"("cases": [{"id": "c", "set": []}])", "/cases/0/set", "expected an object"},
      {R"("joints": [{"id": "j", "b": "a", "type": "weld",
          "metamorphic": {"phases": [{"id": "p", "locked": 1}]}}])",
       "/joints/0/metamorphic/phases/0/locked", "expected true or false"},
      {R"("name": "a", "name": "b")", "/name", "stands twice"},
      {R"("bodies": [{"id": "a", "odd/key~": 1, "odd/key~": 2}])", "/bodies/0/odd~1key~0", "stands twice"},
      {R"("gravity": [0, -1e999])", "/gravity/1", "the number -1e999 is too large"},
  };
  for (const BadFile& file : files) {
    SCOPED_TRACE(file.members);
    Problems problems = readBad(fileWith(file.members));
    std::erase_if(problems, [](const Problem& p) { return p.severity == Severity::warning; });
    ASSERT_EQ(problems.size(), 1U) << listProblems(problems);
    EXPECT_EQ(problems[0].where, file.where);
    EXPECT_THAT(problems[0].what, HasSubstr(file.what));
  }
}

TEST(MechanismReader, ListsAllProblemsAtOnce) {
  const Problems problems = readBad(fileWith(R"("name": 1, "name": 2, "gravity": [1e999, "x", 3],
      "bodies": [{"masss": 1, "width": -1e400}, {"id": []}], "joints": [{"type": "nut"}], "simulation": 5)"));
  std::vector<std::string> places;
  for (const Problem& problem : problems) places.push_back(problem.where);
  EXPECT_THAT(places,
              testing::UnorderedElementsAre("/gravity/0", "/bodies/0/width", "/name", "/name", "/gravity",
                                            "/bodies/0", "/bodies/1/id", "/joints/0", "/joints/0",
                                            "/joints/0/type", "/simulation", "/bodies/0/masss"))
      << listProblems(problems);
}

TEST(MechanismReader, DoesNotFindKeysStrangeWhenTheTypeIsUnknown) {
  for (const Problem& problem :
       readBad(fileWith(R"("joints": [{"id": "j", "b": "a", "type": "slider", "axis": 1}])"))) {
    EXPECT_NE(problem.severity, Severity::warning) << problem.what;
  }
}

TEST(MechanismReader, ChecksFormatAndVersion) {
  EXPECT_EQ(readOneProblem(R"({"version": 1})").what, "\"format\" is missing: it must be \"clank\"");
  EXPECT_THAT(readOneProblem(R"({"format": "other", "version": 1, "odd": 2})").what,
              HasSubstr("not a Clank mechanism"));
  EXPECT_THAT(readOneProblem(R"({"format": "clank"})").what, HasSubstr("\"version\" is missing"));
  EXPECT_EQ(readOneProblem(R"({"format": "clank", "version": "1"})").where, "/version");
  EXPECT_THAT(readOneProblem(R"({"format": "clank", "version": 0})").what,
              HasSubstr("there is no version 0"));
  EXPECT_THAT(readOneProblem(R"({"format": "clank", "version": 3, "bodies": 3})").what,
              HasSubstr("needs a newer Clank"));
  EXPECT_EQ(readOneProblem("[1, 2]").what, "expected an object with the keys of a mechanism, found an array");
  EXPECT_EQ(readOneProblem(" \n").what, "the file is empty");
}

TEST(MechanismReader, TellsThatATextIsNoMechanism) {
  for (const char* text : {"hello, this is a letter", "t [s],x [m]\r\n0,1\r\n"})
    EXPECT_THAT(readOneProblem(text).what, testing::StartsWith("this file is no mechanism")) << text;
}

TEST(MechanismReader, TellsLineAndColumnOfSyntaxErrors) {
  EXPECT_EQ(readOneProblem("{\n  \"format\": \"clank\",\n  \"version\" 1\n}").where, "line 3, column 13");
  EXPECT_EQ(readOneProblem("{\"a\": NaN}").where, "line 1, column 7");
  EXPECT_EQ(readOneProblem("{\"a\": 1,}").where, "line 1, column 9");
  EXPECT_EQ(readOneProblem("{\"ü\": x}").where, "line 1, column 7") << "columns are characters";
  const Problem unfinished = readOneProblem("{\n\"name\": \"abc");
  EXPECT_EQ(unfinished.where, "line 2, column 13");
  EXPECT_THAT(unfinished.what, testing::StartsWith("syntax error"));
}

TEST(MechanismReader, RefusesInvalidUtf8WithoutRepeatingIt) {
  const Problem problem = readOneProblem("{\"name\": \"a\xFF\"}");
  EXPECT_EQ(problem.where, "line 1, column 12");
  EXPECT_THAT(problem.what, HasSubstr("UTF-8"));
  EXPECT_EQ(problem.what.find('\xFF'), std::string::npos);
}

TEST(MechanismReader, RefusesAbsurdDepth) {
  const Problem problem = readOneProblem(fileWith("\"x\": " + std::string(100'000, '[')));
  EXPECT_THAT(problem.what, HasSubstr("nested deeper than"));
  EXPECT_THAT(problem.where, testing::StartsWith("/x/0/0"));
  EXPECT_TRUE(readMechanism(fileWith("\"x\": " + std::string(60, '[') + std::string(60, ']'))));
}

TEST(MechanismReader, AcceptsAByteOrderMark) {
  EXPECT_TRUE(readMechanism("\xEF\xBB\xBF" + test::kEmptyFile));
}

}  // namespace
}  // namespace clank
