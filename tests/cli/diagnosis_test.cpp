// SPDX-License-Identifier: GPL-3.0-or-later
// What the program says about mechanisms that cannot start, or cannot go on.
#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Diagnosis : public CliTest {
 protected:
  // A crank-rocker with its motor on the crank; frame is the distance of the fixed pins.
  static std::string makeFourBar(const std::string& frame, const std::string& more = "") {
    return R"({"format": "clank", "version": 1, "bodies": [
      {"id": "crank", "mass": 1, "inertia": 0.002, "pose": {"angle": 1}},
      {"id": "coupler", "mass": 1, "inertia": 0.01, "pose": {"x": 0.065, "y": 0.1, "angle": 0.45}},
      {"id": "rocker", "mass": 1, "inertia": 0.01, "pose": {"x": 0.4, "angle": 1.7}}],
      "joints": [{"id": "A0", "type": "revolute", "b": "crank"},
      {"id": "A", "type": "revolute", "a": "crank", "at_a": [0.12, 0], "b": "coupler"},
      {"id": "B", "type": "revolute", "a": "coupler", "at_a": [0.35, 0], "b": "rocker", "at_b": [0.3, 0]},
      {"id": "B0", "type": "revolute", "at_a": [)" +
           frame + R"(, 0], "b": "rocker"}])" + more + R"(, "simulation": {"duration": 2}})";
  }
};

TEST_F(Diagnosis, ValidateTellsTheGrashofType) {
  const Outcome outcome = run({"validate", "-"}, makeFourBar("0.4"));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err,
              HasSubstr("note: the four-bar loop frame - A0 - crank - A - coupler - B - rocker - B0 - "
                        "frame is a crank-rocker linkage: crank, the shortest link, turns fully"));
}

TEST_F(Diagnosis, LoopThatCannotCloseIsNamed) {
  const Outcome outcome = run({"run", "-"}, makeFourBar("0.8"));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("/joints/3: error: the loop frame - A0 - crank"),
                                 HasSubstr("30 mm are missing")));
}

TEST_F(Diagnosis, ContradictoryDrivesAreNamed) {
  const Outcome outcome = run({"run", "-"}, makeFourBar("0.4", R"(, "drives": [
    {"id": "one", "joint": "A0", "type": "constant_speed", "speed": 1},
    {"id": "two", "joint": "B0", "type": "constant_speed", "speed": 1}])"));
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("contradict each other"));
}

// The rocker is driven on through its dead centre: the run ends there with what there is.
TEST_F(Diagnosis, DriveBeyondADeadCentreEndsTheRun) {
  const Outcome outcome = run({"run", "-"}, makeFourBar("0.4", R"(, "drives": [
    {"id": "motor", "joint": "B0", "type": "constant_speed", "speed": 2}])"));
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("drive motor on joint B0 may ask for more than the joints allow"));
  EXPECT_THAT(outcome.err, HasSubstr("links crank and coupler are nearly in line at joint A"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("nan")));
}

TEST_F(Diagnosis, DriveLawThatLeavesTheNumbersIsNamed) {
  const Outcome outcome = run({"run", "-"}, makeFourBar("0.4", R"(, "drives": [
    {"id": "motor", "joint": "A0", "type": "expression", "coordinate": "t > 1 ? log(1 - t) : 1"}])"));
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("the law of motor is not a finite number"));
}

TEST_F(Diagnosis, MassOfNothingIsExplained) {
  std::string text = makeFourBar("0.4");
  text.replace(text.find("\"mass\": 1,"), 10, "\"mass\": 0,");
  const Outcome outcome = run({"validate", "-"}, text);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("body crank: the mass is zero, but it must be positive"),
                                 HasSubstr("rod without mass as a joint of type distance")));
}

// A motion law that jumps asks for a move in no time.
TEST_F(Diagnosis, AMotionLawThatJumpsEndsTheRun) {
  const Outcome outcome = run({"run", "-"}, makeFourBar("0.4", R"(, "drives": [
    {"id": "motor", "joint": "A0", "type": "expression", "coordinate": "0.2*step(t - 0.5) + 1"}])"));
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("at t = 0.5 s: the law of drive motor (joint A0) jumps"),
                                 HasSubstr("by 0.2 rad in no time")));
}

TEST_F(Diagnosis, LawsWithoutAValueAtTheStart) {
  const Outcome torque = run({"run", "-"}, makeFourBar("0.4", R"(, "forces": [
    {"id": "push", "type": "torque", "b": "crank", "moment": "sqrt(-1) + 1"}])"));
  EXPECT_EQ(torque.status, 1);
  EXPECT_THAT(torque.err, HasSubstr("force element push: its law is not a finite number at t = 0"));
  const Outcome drive = run({"run", "-"}, makeFourBar("0.4", R"(, "drives": [
    {"id": "motor", "joint": "A0", "type": "expression", "coordinate": "sqrt(t) + 1"}])"));
  EXPECT_EQ(drive.status, 1);
  EXPECT_THAT(drive.err, HasSubstr("drive motor: its law has no finite speed or acceleration at t = 0"));
}

// A box that friction holds on a slope, and a block that its guide holds against 100 kN: what they turn over
// is next to nothing, and what is missing is less than the steps may be off with these forces.
TEST_F(Diagnosis, WhatIsHeldAtRestClosesTheLedger) {
  const char* const held[] = {
      R"({"format": "clank", "version": 1, "bodies": [{"id": "box", "mass": 3, "inertia": 0.05,
        "outline": [[-0.2, -0.1], [0.2, -0.1], [0.2, 0.1], [-0.2, 0.1]],
        "pose": {"x": -0.049999999999999996, "y": 0.08660254037844388, "angle": 0.5235987755982988}}],
        "contacts": [{"id": "s", "type": "line", "b": "box", "outline_b": true,
          "from": [-69.2820323027551, -39.99999999999999], "to": [17.320508075688775, 9.999999999999998],
          "friction": 0.578}], "simulation": {"duration": 3600, "output_interval": 1}})",
      R"({"format": "clank", "version": 1, "bodies": [{"id": "b", "mass": 3.0, "inertia": 0.1}],
        "joints": [{"id": "G", "type": "prismatic", "b": "b", "axis": "90 deg",
          "friction": {"coefficient": 0.1, "guide_length": 0.2}}],
        "forces": [{"id": "F", "type": "load", "b": "b", "at_b": [1.01, 0], "fx": 0, "fy": "1e5*t"}],
        "gravity": [0, 0], "simulation": {"duration": 1, "output_interval": 0.01}})"};
  for (const char* text : held) {
    const Outcome outcome = run({"run", "-"}, text);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.err, Not(HasSubstr("ledger")));
  }
}

// A motion law with a corner asks for a jump of speed: the drive's impulse does work, and the ledger closes.
TEST_F(Diagnosis, ACornerOfAMotionLawClosesTheLedger) {
  const Outcome outcome = run({"run", "-"}, makeFourBar("0.4", R"(, "drives": [
    {"id": "motor", "joint": "A0", "type": "expression", "coordinate": "max(0, 2*(t - 0.5)) + 1"}])"));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, Not(HasSubstr("ledger")));
}

}  // namespace
}  // namespace clank::test
