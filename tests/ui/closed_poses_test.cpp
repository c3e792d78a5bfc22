// SPDX-License-Identifier: GPL-3.0-or-later
// The board shows where a run starts: all that ships, in every case and with other values of its parameters.
#include "ui/document/closed_poses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include "core/io/mechanism_file.h"
#include "core/io/resources.h"
#include "core/simulation/simulator.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

void compareWithStart(const Mechanism& resolved, const std::string& what) {
  const auto simulator = Simulator::create(resolved);
  if (!simulator) return;  // a run that does not start has no start
  const auto closed = findClosedPoses(resolved);
  ASSERT_TRUE(closed) << what;
  ASSERT_EQ(closed->size(), resolved.bodies.size()) << what;
  const std::vector<double> row = simulator->startRow();
  const auto& channels = simulator->channels();
  for (std::size_t b = 0; b < resolved.bodies.size(); ++b)
    for (const auto& [name, shown] : {std::pair{".x", (*closed)[b].x}, std::pair{".y", (*closed)[b].y},
                                      std::pair{".angle", (*closed)[b].angle}}) {
      const auto channel = std::find_if(channels.begin(), channels.end(), [&](const Channel& c) {
        return c.name == resolved.bodies[b].id + name;
      });
      if (channel == channels.end()) continue;
      EXPECT_NEAR(shown, row[static_cast<std::size_t>(channel - channels.begin())], 1e-9)
          << what << ": " << channel->name;
    }
}

void compareAll(Mechanism drawn, const std::string& what) {
  std::vector<std::string> cases{""};
  if (!drawn.cases.empty()) cases.clear();
  for (const Case& chosen : drawn.cases) cases.push_back(chosen.id);
  for (const std::string& chosen : cases)
    if (const auto resolved = resolve(drawn, chosen)) compareWithStart(*resolved, what + " " + chosen);
}

Mechanism readFourBar(const std::string& drive, const std::string& more = {}) {
  const auto read = readMechanism(R"json({"format": "clank", "version": 1,
    "parameters": [{"id": "r", "value": "130 mm", "unit": "mm"}],
    "bodies": [
      {"id": "crank", "length": "r", "section": "60 mm2", "density": 7850, "pose": {"angle": "60 deg"}},
      {"id": "coupler", "length": 0.25, "section": "60 mm2", "density": 7850, "pose": {"x": 0.05, "y": 0.0866025403784}},
      {"id": "rocker", "length": 0.2, "section": "60 mm2", "density": 7850, "pose": {"x": 0.3, "y": 0, "angle": "90 deg"}}],
    "joints": [
      {"id": "A", "type": "revolute", "a": "frame", "b": "crank"},
      {"id": "B", "type": "revolute", "a": "crank", "b": "coupler", "at_a": ["r", 0]},
      {"id": "C", "type": "revolute", "a": "coupler", "b": "rocker", "at_a": [0.25, 0], "at_b": [0.2, 0]},
      {"id": "D", "type": "revolute", "a": "frame", "b": "rocker", "at_a": [0.3, 0]}],
    "drives": [{"id": "motor", "joint": "A", )json" +
                                  drive + "}]" + more + "}");
  EXPECT_TRUE(read) << test::describe(read.error());
  return read ? read->mechanism : Mechanism();
}

TEST(ClosedPosesTest, ACrankByAParameterStandsWhereItsDriveHasIt) {
  const Mechanism drawn = readFourBar(R"("type": "constant_speed", "speed": "60 rpm")");
  const auto closed = findClosedPoses(resolve(drawn, "").value());
  ASSERT_TRUE(closed);
  EXPECT_NEAR(closed->front().angle, 1.0471975511965976, 1e-9);
}

TEST(ClosedPosesTest, ADriveWithAStartHasItThere) {
  for (const char* drive : {R"("type": "constant_speed", "speed": "60 rpm", "start": "80 deg")",
                            R"("type": "polynomial_345", "rise": "60 deg", "duration": 1, "start": "75 deg")",
                            R"("type": "table", "times": [0, 1], "values": ["50 deg", "90 deg"])",
                            R"json("type": "expression", "coordinate": "1.2 + 0.1*sin(t)")json"}) {
    const Mechanism drawn = readFourBar(drive);
    const auto resolved = resolve(drawn, "");
    ASSERT_TRUE(resolved) << drive;
    ASSERT_TRUE(Simulator::create(*resolved))
        << drive << test::describe(Simulator::create(*resolved).error());
    compareAll(drawn, drive);
  }
}

TEST(ClosedPosesTest, WhereARunCannotStartItsDriveCountsAllTheSame) {
  const Mechanism drawn =
      readFourBar(R"("type": "constant_speed", "speed": "60 rpm", "start": "80 deg")",
                  R"(, "forces": [{"id": "s", "type": "spring", "a": "crank", "b": "nobody"}])");
  Problems problems;
  const Mechanism resolved = resolve(drawn, "", {}, problems);
  ASSERT_FALSE(Simulator::create(resolved));
  const auto closed = findClosedPoses(resolved);
  ASSERT_TRUE(closed);
  EXPECT_NEAR(closed->front().angle, 1.3962634015954636, 1e-9);
}

TEST(ClosedPosesTest, AllThatShipsStandsWhereItsRunStarts) {
  int compared = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(*findResources() / "examples")) {
    if (file.path().extension() != ".clank") continue;
    const auto read = loadMechanism(file.path());
    ASSERT_TRUE(read) << file.path();
    compareAll(read->mechanism, file.path().stem().string());
    for (std::size_t p = 0; p < read->mechanism.parameters.size(); ++p) {
      Mechanism other = read->mechanism;
      Quantity& value = other.parameters[p].value;
      if (!value.text.empty() || !other.parameters[p].choices.empty()) continue;
      value.value *= 1.02;
      compareAll(other, file.path().stem().string() + ", " + other.parameters[p].id);
    }
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

// The rocker is drawn from the coupler to the frame: it turns about its far end. From -116 degrees.
TEST(ClosedPosesTest, ATypedAngleIsReachedByABodyThatTurnsAboutItsFarEnd) {
  const auto read = readMechanism(R"json({"format": "clank", "version": 1,
    "bodies": [
      {"id": "crank", "length": 0.08, "section": "1 cm2", "density": 7850, "pose": {"angle": "60 deg"}},
      {"id": "coupler", "length": 0.155, "section": "1 cm2", "density": 7850,
       "pose": {"x": 0.04, "y": 0.0693, "angle": 0.133}},
      {"id": "rocker", "length": 0.1, "section": "1 cm2", "density": 7850,
       "pose": {"x": 0.1939, "y": 0.0899, "angle": -2.025}}],
    "joints": [
      {"id": "A", "type": "revolute", "b": "crank"},
      {"id": "B", "type": "revolute", "a": "crank", "b": "coupler", "at_a": [0.08, 0]},
      {"id": "C", "type": "revolute", "a": "coupler", "b": "rocker", "at_a": [0.155, 0]},
      {"id": "D", "type": "revolute", "b": "rocker", "at_a": [0.15, 0], "at_b": [0.1, 0]}]})json");
  ASSERT_TRUE(read) << test::describe(read.error());
  for (const int degrees : {-115, -110, -100, -90, -80}) {
    Mechanism m = read->mechanism;
    typePose(m, "", "/bodies/2/pose/angle", std::to_string(degrees) + " deg");
    const auto resolved = resolve(m, "");
    ASSERT_TRUE(resolved);
    const auto closed = findClosedPoses(*resolved);
    ASSERT_TRUE(closed);
    EXPECT_NEAR((*closed)[2].angle * 180 / std::numbers::pi, degrees, 1e-6);
    EXPECT_GT((*closed)[1].y, 0) << "on its branch";
  }
}

// A crank that has been dragged six times round: written as it stands, but for a spring that it has wound.
TEST(ClosedPoses, LeaveOutTurnsThatNothingCounts) {
  const auto dragged = [](const std::string& more) {
    Mechanism m = readFourBar(R"("type": "constant_speed", "speed": 1)", more);
    const Mechanism resolved = resolve(m, "").value();
    std::vector<BodyPose> poses = findClosedPoses(resolved).value();
    const double stood = poses[0].angle;
    poses[0].angle += 12 * std::numbers::pi;
    setPoses(m, resolved, poses);
    return std::pair(resolve(m, "").value().bodies[0].pose.angle.value, stood);
  };
  const auto [free, stood] = dragged("");
  EXPECT_NEAR(free, stood, 1e-9);
  const auto [wound, before] =
      dragged(R"(, "forces": [{"id": "s", "type": "torsion_spring", "b": "crank", "stiffness": 1}])");
  EXPECT_NEAR(wound, before + 12 * std::numbers::pi, 1e-9);
}

}  // namespace
}  // namespace clank
