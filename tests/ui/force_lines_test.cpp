// SPDX-License-Identifier: GPL-3.0-or-later
// Springs, dampers, loads and torques of the scene are those on paper.
#include "ui/scene/force_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "core/io/draw_sheet.h"
#include "core/io/mechanism_file.h"
#include "core/io/sheet_force.h"
#include "core/simulation/simulator.h"

namespace clank {
namespace {

std::vector<SheetPath> listForcePaths(const Sheet& sheet) {
  std::vector<SheetPath> paths;
  for (const SheetPath& path : sheet.paths)
    if (path.layer == SheetLayer::forces) paths.push_back(path);
  return paths;
}

// Each path of the scene is on the sheet of the same poses, point by point.
TEST(ForceLines, AreThoseOnPaper) {
  std::map<std::string, int> drawn;
  const std::filesystem::path folder = CLANK_SOURCE_DIR "/resources/examples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".clank") continue;
    const auto file = loadMechanism(entry.path());
    const auto resolved = file ? resolve(file->mechanism) : tl::unexpected(file.error());
    if (!resolved || resolved->bodies.size() > 60) continue;
    const auto simulator = Simulator::create(*resolved);
    if (!simulator) continue;
    SCOPED_TRACE(entry.path().stem().string());
    Trajectory run(simulator->channels());
    run.sample(simulator->startRow());
    const BodyPoses at(*resolved, run, 0);
    std::vector<Placement> poses;
    for (const Body& body : resolved->bodies)
      poses.push_back({{at.find(body.id, "x"), at.find(body.id, "y")}, at.findAngle(body.id)});
    std::vector<std::vector<double>> modes;
    BendColumns(*resolved, run.channels()).read(run.row(0), modes);
    const Sheet sheet = drawSheet(*resolved, run, 0);
    ForceLines lines;
    lines.begin(SharedMechanism(Mechanism(*resolved)));
    const std::vector<SheetPath> paper = listForcePaths(sheet);
    std::size_t next = 0;
    for (const SheetPath& path : listForcePaths(lines.lay(poses, modes, sheet.unit))) {
      const auto same = [&](const SheetPath& other) {
        if (other.vertices.size() != path.vertices.size() || other.closed != path.closed) return false;
        for (std::size_t i = 0; i < path.vertices.size(); ++i)
          if (std::hypot(other.vertices[i].at.x - path.vertices[i].at.x,
                         other.vertices[i].at.y - path.vertices[i].at.y) > 1e-9 ||
              other.vertices[i].bulge != path.vertices[i].bulge)
            return false;
        return true;
      };
      while (next < paper.size() && !same(paper[next])) ++next;
      ASSERT_LT(next++, paper.size());
      ++drawn[entry.path().stem().string()];
    }
  }
  EXPECT_GT(drawn["song-2020-three-bar"], 0) << "its torques";
  EXPECT_GT(drawn["li-2018-square-mechanism"], 0) << "its load";
  EXPECT_GT(drawn.size(), 10U);
}

// The end of a rope on the frame stands on it like that of a spring, in the scene as on paper.
TEST(ForceLines, RopesHangFromTheFrame) {
  Mechanism mechanism;
  mechanism.bodies.resize(1);
  mechanism.bodies[0].id = "load";
  mechanism.forces.resize(1);
  Rope rope;
  rope.a = kFrame;
  rope.b = "load";
  mechanism.forces[0].kind = rope;
  const auto countBearings = [](const Sheet& sheet) {
    return std::count_if(sheet.paths.begin(), sheet.paths.end(), [](const SheetPath& path) {
      return path.layer == SheetLayer::ground && path.fill == SheetFill::paper;
    });
  };
  ForceLines lines;
  lines.begin(SharedMechanism(Mechanism(mechanism)));
  EXPECT_EQ(countBearings(lines.lay({Placement{}}, {{}}, 0.01)), 1);
  Sheet paper;
  drawForce(mechanism, mechanism.forces[0], BodyPoses(mechanism), paper);
  EXPECT_EQ(countBearings(paper), 1);
}

// An arc has as many corners as it takes to look round; a spring that is switched off is not there.
TEST(ForceLines, ArcsAreRoundAndWhatIsOffIsNotThere) {
  EXPECT_GT(listCorners(makeArc(SheetLayer::forces, {0, 0}, 1, 0, 3)).size(), 10U);
  EXPECT_EQ(listCorners(makeLine(SheetLayer::forces, {{0, 0}, {5, 0}})).size(), 2U);
  Mechanism mechanism;
  mechanism.forces.resize(1);
  mechanism.forces[0].kind = Spring{};
  mechanism.forces[0].active = 0;
  ForceLines lines;
  lines.begin(SharedMechanism(Mechanism(mechanism)));
  EXPECT_TRUE(lines.isEmpty());
  EXPECT_TRUE(lines.lay({}, {}, 0.01).paths.empty());
}

}  // namespace
}  // namespace clank
