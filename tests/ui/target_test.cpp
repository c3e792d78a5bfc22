// SPDX-License-Identifier: GPL-3.0-or-later
// A target curve of an optimisation is drawn, or taken from the sheet, and sought.
#include <QAction>
#include <QMenu>
#include <QTimer>

#include "core/study/optimiser.h"
#include "tests/ui/drawing_window.h"
#include "ui/board/target_tool.h"
#include "ui/document/optimisation_edits.h"

namespace clank {
namespace {

using test::waitFor;

class TargetTest : public test::DrawingWindow {
 protected:
  void drawTarget() {
    press(Qt::Key_T, Qt::ShiftModifier);
    ASSERT_EQ(board().toolKind(), ToolKind::target);
    for (const QPointF p : {QPointF(0.05, 0.2), QPointF(0.1, 0.25), QPointF(0.15, 0.22)}) click(p.x(), p.y());
    click(0.15, 0.22);  // once more: the spline ends
    click(0.1, 0.15);   // the middle of the coupler
    waitFor(20);
  }
};

TEST_F(TargetTest, ATargetIsDrawnForTheOptimisationThatAsks) {
  drawFourBar();
  for (const char* id : {"mine", "other"})
    window.document().edit("add", [&](Mechanism& m) { m.optimisations.emplace_back().id = id; });
  board().drawTarget("mine");
  ASSERT_EQ(board().toolKind(), ToolKind::target);
  for (const QPointF p : {QPointF(0.05, 0.2), QPointF(0.1, 0.25), QPointF(0.15, 0.22)}) click(p.x(), p.y());
  click(0.15, 0.22);
  click(0.1, 0.15);
  waitFor(20);
  ASSERT_EQ(drawn().optimisations.size(), 2U);
  EXPECT_EQ(drawn().optimisations[0].fits.size(), 1U);
  EXPECT_TRUE(drawn().optimisations[1].fits.empty());
}

TEST_F(TargetTest, ADrawnSplineIsWhatThePathOfAPointIsComparedWith) {
  drawFourBar();
  drawTarget();
  ASSERT_EQ(drawn().optimisations.size(), 1U);
  const Optimisation& search = drawn().optimisations[0];
  ASSERT_EQ(search.fits.size(), 1U);
  EXPECT_EQ(search.objective, search.fits[0].id);
  ASSERT_EQ(drawn().traces.size(), 1U);
  EXPECT_EQ(search.fits[0].trace, drawn().traces[0].id);
  ASSERT_TRUE(search.fits[0].curve);
  EXPECT_EQ(std::get<SplinePath>(search.fits[0].curve->kind).points.size(), 3U);
  // Another target takes its place.
  drawTarget();
  ASSERT_EQ(drawn().optimisations.size(), 1U);
  EXPECT_EQ(drawn().optimisations[0].fits.size(), 1U);
  EXPECT_EQ(drawn().traces.size(), 1U);
  window.document().undoStack().undo();
  window.document().undoStack().undo();
  EXPECT_TRUE(drawn().optimisations.empty());
}

// A crank of 100 mm goes round a circle of 120 mm that was drawn: the search finds its length.
TEST_F(TargetTest, TheSearchFindsTheLengthThatFollowsTheCircle) {
  press(Qt::Key_B);
  click(0, 0);
  click(0.1, 0);
  press(Qt::Key_A);
  click(0, 0);
  press(Qt::Key_M);
  click(0, 0);
  window.document().edit("length", [](Mechanism& m) {
    m.parameters.emplace_back();
    m.parameters.back().id = "L";
    m.parameters.back().unit = "mm";
    m.parameters.back().value.text = "100 mm";
    m.bodies[0].length = Quantity{};
    m.bodies[0].length->text = "L";
    m.traces.emplace_back();
    m.traces[0].id = "end";
    m.traces[0].b = m.bodies[0].id;
    m.traces[0].atB.x.text = "L";
    CirclePath circle;
    circle.radius = 0.12;
    PathFit fit;
    fit.trace = "end";
    fit.curve = PathCurve{circle, {}};
    setTarget(m, {}, fit);
    SearchedParameter length;
    length.parameter = "L";
    length.from = 80;
    length.to = 150;
    Optimisation& search = m.optimisations[0];
    search.parameters.push_back(length);
    search.global = GlobalSearch::none;
  });
  ASSERT_FALSE(stopRun(window.document().problems())) << window.document().problems().front().what;
  const auto optimiser = Optimiser::create(drawn(), "optimisation1");
  ASSERT_TRUE(optimiser) << optimiser.error().front().what;
  const auto best = optimiser->search({});
  ASSERT_TRUE(best);
  EXPECT_NEAR(std::stod(best->parameters[0]), 120, 0.1);
}

TEST(SetTarget, ThePreferredOptimisationComesFirst) {
  Mechanism m;
  for (const char* id : {"first", "second"}) {
    Optimisation& search = m.optimisations.emplace_back();
    search.id = id;
    search.objective = "off";
    search.fits.emplace_back().id = "off";
    search.fits[0].trace = "P";
    search.parameters.emplace_back().parameter = id;
  }
  PathFit fit;
  fit.trace = "P";
  EXPECT_EQ(setTarget(m, {}, fit), "second");
  EXPECT_EQ(setTarget(m, {}, fit, "first"), "first");
  // One that seeks something else stays; the new one has its parameters.
  fit.trace = "Q";
  const Mechanism before = m;
  const std::string made = setTarget(m, {}, fit, "first");
  ASSERT_EQ(m.optimisations.size(), 3U);
  EXPECT_EQ(m.optimisations[0], before.optimisations[0]);
  EXPECT_EQ(m.optimisations[2].id, made);
  EXPECT_EQ(m.optimisations[2].objective, m.optimisations[2].fits.at(0).id);
  EXPECT_EQ(m.optimisations[2].parameters, before.optimisations[0].parameters);
}

TEST_F(TargetTest, WhatIsOnTheSheetCanBeTheTarget) {
  drawPendulumAndWall();
  press(Qt::Key_Escape);
  ASSERT_EQ(drawn().surfaces.size(), 1U);
  const auto wall =
      findTarget(board().drawing(), {ElementKind::surface, drawn().surfaces[0].id}, "somewhere");
  ASSERT_TRUE(wall);
  ASSERT_EQ(wall->points.size(), 60U);
  for (std::size_t i = 0; i < wall->points.size(); ++i) {  // evenly from (0, 0) to (0, 0.1) or back
    EXPECT_NEAR(wall->points[i].x.value, 0, 1e-9);
    const double part = static_cast<double>(i) / 59;
    const double y = wall->points[i].y.value;
    EXPECT_NEAR(std::min(std::abs(y - 0.1 * part), std::abs(y - 0.1 * (1 - part))), 0, 1e-8) << i;
  }
  EXPECT_FALSE(findTarget(board().drawing(), {ElementKind::joint, drawn().joints[0].id}, "somewhere"));
}

}  // namespace
}  // namespace clank
