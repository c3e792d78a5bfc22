// SPDX-License-Identifier: GPL-3.0-or-later
// The slot of a link is equally long on the board, in the scene and on paper.
#include "core/io/slot_span.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "core/io/body_poses.h"
#include "core/io/draw_sheet.h"
#include "core/io/mechanism_file.h"
#include "core/simulation/simulator.h"
#include "ui/board/drawing.h"
#include "ui/board/slider_shape.h"
#include "ui/scene/part_layout.h"

namespace clank {
namespace {

using Ends = std::pair<Corner, Corner>;

// Of the slots in links, in their order.
std::vector<Ends> listOnPaper(const Sheet& sheet) {
  std::vector<Ends> found;
  const auto middle = [](Corner a, Corner b) { return Corner{(a.x + b.x) / 2, (a.y + b.y) / 2}; };
  for (const SheetPath& path : sheet.paths) {
    const auto& v = path.vertices;
    const bool isSlot = path.layer == SheetLayer::joints && path.fill == SheetFill::paper && path.closed &&
                        v.size() == 4 && v[0].bulge == 0 && v[1].bulge == 1;
    if (isSlot) found.emplace_back(middle(v[0].at, v[3].at), middle(v[1].at, v[2].at));
  }
  return found;
}

class SlotSpan {
 public:
  explicit SlotSpan(const Mechanism& resolved) : resolved_(resolved), layout_(layOut(resolved)) {}
  // At a row of a run up to which the scene has shown each.
  void expectSame(const Trajectory& run, std::size_t row) {
    const BodyPoses at(resolved_, run, row);
    std::vector<BodyPose> poses;
    std::vector<Placement> places;
    for (const Body& body : resolved_.bodies) {
      poses.push_back({at.find(body.id, "x"), at.find(body.id, "y"), at.findAngle(body.id)});
      places.push_back({{poses.back().x, poses.back().y}, poses.back().angle});
    }
    layout_.widenGuides(places);
    const Drawing board(resolved_, poses);
    const std::vector<Ends> paper = listOnPaper(drawSheet(resolved_, run, row));
    std::size_t next = 0;
    for (std::size_t j = 0; j < resolved_.joints.size(); ++j) {
      if (!isInLink(resolved_.joints[j])) continue;
      ASSERT_LT(next, paper.size());
      const auto [from, to] = findSlotEnds(board, j);
      const JointLayout& slot = layout_.joints[j];
      const Placement& link = places[static_cast<std::size_t>(slot.a)];
      const Vec2 half = slot.guideHalf * unitVector(slot.axisInA);
      expectAt(paper[next].first, from, link.toWorld(slot.guideCenter - half));
      expectAt(paper[next].second, to, link.toWorld(slot.guideCenter + half));
      ++next;
    }
    count_ += next;
  }
  std::size_t count() const { return count_; }

 private:
  static void expectAt(Corner paper, QPointF board, Vec2 scene) {
    constexpr double kSame = 1e-9;  // m
    EXPECT_NEAR(board.x(), paper.x, kSame);
    EXPECT_NEAR(board.y(), paper.y, kSame);
    EXPECT_NEAR(scene.x, paper.x, kSame);
    EXPECT_NEAR(scene.y, paper.y, kSame);
  }

  const Mechanism& resolved_;
  MechanismLayout layout_;
  std::size_t count_ = 0;
};

std::optional<Mechanism> resolveFile(const std::filesystem::path& path) {
  const auto file = loadMechanism(path);
  const auto resolved = file ? resolve(file->mechanism) : tl::unexpected(file.error());
  return resolved ? std::optional(*resolved) : std::nullopt;
}

TEST(SlotSpanTest, IsThatOfPaperAtTheStartOfEveryExample) {
  std::size_t count = 0;
  const std::filesystem::path root = CLANK_SOURCE_DIR;
  for (const auto& folder : {root / "resources/examples", root / "tests/physics/scenes"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".clank") continue;
      const auto resolved = resolveFile(entry.path());
      if (!resolved || std::none_of(resolved->joints.begin(), resolved->joints.end(), isInLink)) continue;
      const auto simulator = Simulator::create(*resolved);
      if (!simulator) continue;
      SCOPED_TRACE(entry.path().stem().string());
      Trajectory start(simulator->channels());
      start.sample(simulator->startRow());
      Mechanism atStart = *resolved;  // the scene lays it out where the run begins
      const BodyPoses at(*resolved, start, 0);
      for (Body& body : atStart.bodies)
        body.pose = {at.find(body.id, "x"), at.find(body.id, "y"), at.findAngle(body.id), {}};
      SlotSpan spans(atStart);
      spans.expectSame(start, 0);
      count += spans.count();
    }
  EXPECT_GT(count, 10U);
}

TEST(SlotSpanTest, IsThatOfPaperDuringARun) {
  const auto resolved = resolveFile(CLANK_SOURCE_DIR "/resources/examples/linkages/quick-return.clank");
  ASSERT_TRUE(resolved);
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator);
  Trajectory run(simulator->channels());
  simulator->run(run, {});
  SlotSpan spans(*resolved);
  for (std::size_t row = 0; row < run.sampleCount(); row += run.sampleCount() / 7) spans.expectSame(run, row);
  EXPECT_GE(spans.count(), 7U);
}

// A pin that leaves its link takes the slot along; limits belong to it.
TEST(SlotSpanTest, GoesOnToItsPinAndItsLimits) {
  Mechanism m;
  m.bodies.resize(1);
  m.bodies[0].id = "lever";
  m.bodies[0].length = 0.4;
  m.bodies[0].width = 0.02;
  Joint joint;
  joint.a = "lever";
  joint.atA = {0.1, 0};
  joint.kind = Slot{};
  const auto expect = [&](GuideRange been, double low, double high) {
    const GuideRange span = findSlotSpan(m, joint, been);
    EXPECT_NEAR(span.low, low, 1e-15);
    EXPECT_NEAR(span.high, high, 1e-15);
  };
  expect({0, 0}, -0.08, 0.28);
  expect({-0.2, 0.1}, -0.2, 0.28);
  joint.metamorphic.emplace();
  joint.metamorphic->changes.resize(1);
  joint.metamorphic->changes[0].guard = Limit{0.35, {}, {}, {}};
  expect({0, 0}, -0.08, 0.35);
}

}  // namespace
}  // namespace clank
