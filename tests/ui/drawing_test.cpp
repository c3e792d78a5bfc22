// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing with real mouse and keys in the real window, against the same mechanism written as a file.
#include <gtest/gtest.h>

#include <QLabel>
#include <QStatusBar>
#include <cmath>
#include <numbers>

#include "tests/support/parts.h"
#include "tests/ui/drawing_window.h"
#include "ui/board/board_view.h"
#include "ui/board/limit_marks.h"
#include "ui/board/plane.h"
#include "ui/board/tools.h"
#include "ui/panels/problem_panel.h"

namespace clank {
namespace {

using DrawingTest = test::DrawingWindow;

// The same links and pins as drawFourBar(), written by hand: 100 mm, sqrt(0.05) m, 200 mm, ground 200 mm.
constexpr const char* kFourBar = R"json({
  "bodies": [
    {"id": "link1", "length": "100 mm", "section": "1 cm2", "density": "7850 kg/m3", "pose": {"angle": "90 deg"}},
    {"id": "link2", "length": "sqrt(0.05)", "section": "1 cm2", "density": "7850 kg/m3",
     "pose": {"y": "100 mm", "angle": "atan(0.5)"}},
    {"id": "link3", "length": "200 mm", "section": "1 cm2", "density": "7850 kg/m3",
     "pose": {"x": "200 mm", "y": "200 mm", "angle": "-90 deg"}}],
  "joints": [
    {"id": "O1", "type": "revolute", "a": "link1", "b": "link2", "at_a": ["100 mm", 0], "at_b": [0, 0]},
    {"id": "O2", "type": "revolute", "a": "link2", "b": "link3", "at_a": ["sqrt(0.05)", 0], "at_b": [0, 0]},
    {"id": "O3", "type": "revolute", "a": "frame", "b": "link1", "at_a": [0, 0], "at_b": [0, 0]},
    {"id": "O4", "type": "revolute", "a": "frame", "b": "link3", "at_a": ["200 mm", 0], "at_b": ["200 mm", 0])json";

TEST_F(DrawingTest, AFourBarFromNothingWithAMotor) {
  drawFourBar();
  ASSERT_EQ(drawn().bodies.size(), 3U);
  ASSERT_EQ(drawn().joints.size(), 4U);
  press(Qt::Key_M);
  EXPECT_TRUE(window.statusBar()->currentMessage().contains("driven"));
  click(0, 0);
  ASSERT_EQ(drawn().drives.size(), 1U);
  EXPECT_EQ(drawn().drives[0].joint, "O3");
  EXPECT_TRUE(window.document().isResolved());
  runToEnd();
  EXPECT_TRUE(window.views().scene->isVisible()) << "who runs wants to watch";
  compareWithFile(std::string(kFourBar) + R"json(}],
    "drives": [{"id": "motor1", "type": "constant_speed", "joint": "O3", "speed": "60 rpm"}], "format": "clank", "version": 1})json",
                  1e-7);
}

TEST_F(DrawingTest, AFourBarWithATorqueAndALimitThatLocks) {
  drawFourBar();
  press(Qt::Key_Q);
  click(0, 0.05);
  ASSERT_EQ(drawn().forces.size(), 1U);
  press(Qt::Key_V);
  doubleClick(pixel(0.2, 0));  // the rocker's anchor
  auto* field = board().findChild<QLineEdit*>("boardField");
  ASSERT_TRUE(field->isVisible());
  field->selectAll();
  type("-60 deg");
  press(Qt::Key_Return);
  ASSERT_FALSE(field->isVisible()) << qPrintable(window.statusBar()->currentMessage());
  ASSERT_TRUE(drawn().joints[3].metamorphic);
  EXPECT_EQ(std::get<Limit>(drawn().joints[3].metamorphic->changes[0].guard).value.text, "-60 deg");
  runToEnd();
  ASSERT_EQ(window.run().trajectory().events().size(), 1U);
  EXPECT_EQ(window.run().trajectory().events()[0].element, "O4");
  compareWithFile(std::string(kFourBar) + R"json(,
    "metamorphic": {"phases": [{"id": "free"}, {"id": "locked", "locked": true}],
      "changes": [{"from": "free", "to": "locked", "law": "merge",
                   "guard": "limit", "value": "-60 deg", "direction": "rising"}]}}],
    "forces": [{"id": "torque1", "type": "torque", "b": "link1", "moment": "1"}], "format": "clank", "version": 1})json",
                  1e-7);
}

// Song et al. 2020, example 1, with the moments from the ground: tests/physics/song_three_bar_test.cpp has
// the same time from two independent formulations.
TEST_F(DrawingTest, TheSongThreeBarFromNothing) {
  board().canvas().showBox({-0.05, -0.1}, {0.6, 0.2});
  press(Qt::Key_B);
  double reach = 0;
  for (const double length : {0.25, 0.125, 0.125}) {
    click(reach, 0);
    moveTo(reach + 0.05, 0);
    type(QString::number(1000 * length) + " mm");
    press(Qt::Key_Return);
    reach += length;
  }
  press(Qt::Key_A);
  click(0, 0);
  ASSERT_EQ(drawn().bodies.size(), 3U);
  ASSERT_EQ(drawn().joints.size(), 3U);
  press(Qt::Key_V);
  const double middles[] = {0.1, 0.3, 0.44};
  const char* laws[] = {"1.955 - 0.0196*link1.omega", "0.1625 - 0.0161*(link2.angle - link1.angle)",
                        "0.23 - 0.026*(link3.angle - link2.angle)"};
  for (int i = 0; i < 3; ++i) {
    click(middles[i], 0);
    setProperty(QString("/bodies/%1/section").arg(i), "2 cm2");
    setProperty(QString("/bodies/%1/density").arg(i), "7800 kg/m3");
  }
  for (int i = 0; i < 3; ++i) {
    window.actions().get(Actions::commandOf(ToolKind::torque))->trigger();
    click(middles[i], 0);
    setProperty(QString("/forces/%1/moment").arg(i), laws[i]);
  }
  window.actions().get(Actions::commandOf(ToolKind::select))->trigger();
  doubleClick(pixel(0.375, 0));
  type("180 deg");
  press(Qt::Key_Return);
  runToEnd();
  ASSERT_FALSE(window.run().trajectory().events().empty());
  const Receipt& receipt = window.run().trajectory().events()[0];
  EXPECT_EQ(receipt.element, "O2") << "the second pin that was drawn";
  EXPECT_NEAR(receipt.t, 0.1672851151823853, 1e-9);
}

TEST_F(DrawingTest, WhatEscTakesBackIsMeasuredNoLonger) {
  const auto measures = [&] {
    test::waitFor(50);
    return std::any_of(board().labels().begin(), board().labels().end(),
                       [](const auto& label) { return label.text.contains(" at "); });
  };
  press(Qt::Key_B);
  click(0, 0);
  moveTo(0, 0.13);
  EXPECT_TRUE(measures());
  press(Qt::Key_Escape);
  EXPECT_FALSE(measures()) << "from where nothing begins any more";
}

TEST_F(DrawingTest, ALengthIsTypedWhileDrawingAndAfterwards) {
  press(Qt::Key_B);
  click(0, 0);
  moveTo(0.2, 0);
  type("250 mm");
  press(Qt::Key_Return);
  ASSERT_EQ(drawn().bodies.size(), 1U);
  EXPECT_EQ(drawn().bodies[0].length->text, "250 mm");
  click(0.25, 0);
  click(0.25, 0.2);
  press(Qt::Key_Escape);
  ASSERT_EQ(drawn().joints.size(), 1U)
      << "the second link begins on the end of the first: " << writeMechanism(drawn());
  // The dimension of the second link stands beside its middle.
  test::waitFor(50);
  doubleClick(pixel(0.25, 0.1) + QPoint(-20, 0));
  auto* field = board().findChild<QLineEdit*>("boardField");
  ASSERT_TRUE(field->isVisible());
  type("3 kg");
  press(Qt::Key_Return);
  EXPECT_TRUE(field->isVisible()) << "a wrong text stays, with the reason";
  EXPECT_EQ(drawn().bodies[1].length->value, 0.2);
  field->selectAll();
  type("150");
  press(Qt::Key_Return);
  EXPECT_FALSE(field->isVisible());
  EXPECT_NEAR(window.document().shown().bodies[1].length->value, 0.15, 1e-12);
  window.document().undoStack().undo();
  EXPECT_NEAR(window.document().shown().bodies[1].length->value, 0.2, 1e-12);
}

TEST_F(DrawingTest, DraggingAPinMovesTheClosedLoopAndIsOneStep) {
  drawFourBar();
  const int steps = window.document().undoStack().count();
  drag({0, 0.1}, QPointF(0.1 * std::cos(1.0), 0.1 * std::sin(1.0)));
  EXPECT_EQ(window.document().undoStack().count(), steps + 1);
  const QPointF pin = pinOf("O1");
  EXPECT_NEAR(length(pin), 0.1, 1e-9) << "the crank keeps its length";
  EXPECT_NEAR(angleOf(pin), 1.0, 0.01) << "to a pixel";
  EXPECT_NEAR(length(pinOf("O2") - pin), std::sqrt(0.05), 1e-9);
  EXPECT_NEAR(length(pinOf("O2") - QPointF(0.2, 0)), 0.2, 1e-9);
  EXPECT_NEAR(drawn().bodies[0].pose.angle.value, angleOf(pin), 1e-9) << "the new start";
  window.document().undoStack().undo();
  EXPECT_NEAR(length(pinOf("O1") - QPointF(0, 0.1)), 0, 1e-9);
}

TEST_F(DrawingTest, TheFieldOfALimitHasItsLabelInSight) {
  drawFourBar();
  doubleClick(pixel(0.2, 0));
  auto* field = board().findChild<BoardField*>();
  auto* label = board().findChild<QLabel*>("boardFieldLabel");
  auto* card = board().findChild<QWidget*>("jointCard");
  ASSERT_TRUE(field && label && card);
  ASSERT_TRUE(field->isVisible() && label->isVisible() && card->isVisible());
  EXPECT_TRUE(label->text().contains("locks")) << qPrintable(label->text());
  EXPECT_FALSE(card->geometry().intersects(label->geometry()));
  EXPECT_FALSE(card->geometry().intersects(field->geometry()));
}

// Its mark is small, its words are not.
TEST_F(DrawingTest, ALimitIsTypedWhereItsWordsAreClicked) {
  drawFourBar();
  doubleClick(pixel(0, 0));
  type("60 deg");
  press(Qt::Key_Return);
  press(Qt::Key_Escape);
  sheet()->grab();
  const auto& labels = board().labels();
  const auto words = std::find_if(labels.begin(), labels.end(), [](const auto& label) {
    return label.text.contains(QString::fromUtf8("60\u00b0"));
  });
  ASSERT_NE(words, labels.end());
  doubleClick(words->outline.boundingRect().center().toPoint());
  ASSERT_TRUE(board().findChild<BoardField*>()->isVisible());
  type("50 deg");
  press(Qt::Key_Return);
  EXPECT_EQ(std::get<Limit>(drawn().joints[2].metamorphic->changes[0].guard).value.text, "50 deg");
}

TEST_F(DrawingTest, ADragStopsAtALimit) {
  drawFourBar();
  doubleClick(pixel(0, 0));
  type("60 deg");
  press(Qt::Key_Return);
  drag({0, 0.1}, {0.1, 0.0});
  EXPECT_NEAR(angleOf(pinOf("O1")), std::numbers::pi / 3, 1e-6);
}

TEST_F(DrawingTest, ReshapingStretchesLinks) {
  drawFourBar();
  press(Qt::Key_E);
  drag({0.2, 0.2}, {0.25, 0.15});
  EXPECT_NEAR(length(pinOf("O2") - QPointF(0.25, 0.15)), 0, 1e-9);
  EXPECT_NEAR(drawn().bodies[2].length->value, std::hypot(0.05, 0.15), 1e-9);
  EXPECT_NEAR(length(pinOf("O1") - QPointF(0, 0.1)), 0, 1e-9) << "the other pins stay";
  window.document().undoStack().undo();
  EXPECT_NEAR(drawn().bodies[2].length->value, 0.2, 1e-9) << "one step";
}

TEST_F(DrawingTest, SelectingByClickShiftAndFrame) {
  drawFourBar();
  click(0, 0.05);
  ASSERT_EQ(window.selection().elements().size(), 1U);
  EXPECT_EQ(window.selection().elements()[0].id, "link1");
  click(0.2, 0.1, Qt::ShiftModifier);
  EXPECT_EQ(window.selection().elements().size(), 2U);
  drag({-0.05, -0.05}, {0.05, 0.15});
  EXPECT_TRUE(window.selection().contains({ElementKind::body, "link1"}));
  EXPECT_TRUE(window.selection().contains({ElementKind::joint, "O3"}));
  EXPECT_FALSE(window.selection().contains({ElementKind::body, "link2"}));
  press(Qt::Key_Escape);
  EXPECT_TRUE(window.selection().isEmpty());
}

TEST_F(DrawingTest, ALimitMarkIsDragged) {
  drawFourBar();
  doubleClick(pixel(0, 0));
  type("60 deg");
  press(Qt::Key_Return);
  press(Qt::Key_Escape);
  BoardView view;
  view.toPixel = board().canvas().toPixel();
  const auto marks = listLimitMarks(board().drawing(), view);
  ASSERT_EQ(marks.size(), 1U);
  const QPointF from = view.toPixel.inverted().map(marks[0].tip);
  drag(from, 0.06 * direction(std::numbers::pi / 6));
  EXPECT_EQ(std::get<Limit>(drawn().joints[2].metamorphic->changes[0].guard).value.text, "30 deg");
}

TEST_F(DrawingTest, TheKeyboardAloneDrawsALink) {
  press(Qt::Key_B);
  moveTo(0, 0);
  press(Qt::Key_Return);
  for (int i = 0; i < 10; ++i) press(Qt::Key_Right);
  press(Qt::Key_Return);
  ASSERT_EQ(drawn().bodies.size(), 1U);
  EXPECT_NEAR(drawn().bodies[0].length->value, 10 * board().canvas().gridStep(), 1e-9);
  EXPECT_NEAR(drawn().bodies[0].pose.angle.value, 0, 1e-9);
}

TEST_F(DrawingTest, EveryToolSaysWhatItWantsAndEscLeavesIt) {
  for (const ToolSpec& tool : listTools()) {
    window.actions().get(Actions::commandOf(tool.kind))->trigger();
    EXPECT_EQ(board().toolKind(), tool.kind);
    EXPECT_GT(window.statusBar()->currentMessage().size(), 20) << tool.text;
    press(Qt::Key_Escape);
    EXPECT_EQ(board().toolKind(), ToolKind::select) << tool.text;
  }
  press(Qt::Key_Space, Qt::ShiftModifier);
  EXPECT_EQ(board().toolKind(), listTools().back().kind) << "the last one again";
}

// Also where the mouse stays after it was let go.
TEST_F(DrawingTest, TheHintIsThatOfTheMoment) {
  press(Qt::Key_B);
  const QString first = window.statusBar()->currentMessage();
  QTest::mousePress(sheet(), Qt::LeftButton, {}, pixel(0, 0.1));
  EXPECT_NE(window.statusBar()->currentMessage(), first);
  moveTo(0.1, 0.1);
  QTest::mouseRelease(sheet(), Qt::LeftButton, {}, pixel(0.1, 0.1));
  if (board().hasBegun()) click(0.1, 0.1);
  ASSERT_EQ(drawn().bodies.size(), 1U);
  EXPECT_FALSE(board().hasBegun());
  EXPECT_EQ(window.statusBar()->currentMessage(), first);
}

TEST_F(DrawingTest, VelocitiesAndCentresFollowTheDrag) {
  drawFourBar();
  press(Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
  press(Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
  const Analysis& analysis = board().analysis();
  ASSERT_TRUE(analysis.motion());
  EXPECT_NEAR(analysis.motion()->velocity[0].angle, 1, 1e-9);
  EXPECT_EQ(analysis.centres().size(), 6U);
  EXPECT_EQ(analysis.headline(), "mobility 1 (Gruebler 1), crank-rocker");
  const double before = analysis.motion()->velocity[2].angle;
  drag({0, 0.1}, {0.1, 0.0});
  EXPECT_GT(std::abs(analysis.motion()->velocity[2].angle - before), 0.1);
}

// From the sheet to a pin; a motor by a click in its middle. Both ends on one link, or on the sheet, are
// none.
TEST_F(DrawingTest, ACylinderIsDrawnAndDriven) {
  drawFourBar();
  const std::size_t before = drawn().joints.size();
  press(Qt::Key_S, Qt::ShiftModifier);
  ASSERT_EQ(board().toolKind(), ToolKind::cylinder);
  click(0.3, 0.1);
  click(0.35, 0.15);
  EXPECT_EQ(drawn().joints.size(), before) << "it needs a link";
  click(0.35, 0.1);
  click(0.2, 0.1);
  ASSERT_EQ(drawn().joints.size(), before + 1);
  const Joint& ram = drawn().joints.back();
  EXPECT_TRUE(std::holds_alternative<Telescope>(ram.kind));
  EXPECT_EQ(ram.a, kFrame);
  EXPECT_NEAR(ram.atA.x.value, 0.35, 1e-9);
  press(Qt::Key_M);
  click(0.29, 0.1);
  ASSERT_EQ(drawn().drives.size(), 1U);
  EXPECT_EQ(drawn().drives[0].joint, ram.id);
}

TEST_F(DrawingTest, SpringsDampersLoadsSlidersAndWelds) {
  drawFourBar();
  press(Qt::Key_K);
  click(0.3, 0.1);
  click(0.2, 0.1);
  press(Qt::Key_D);
  click(0.3, 0.15);
  click(0.2, 0.15);
  press(Qt::Key_J);
  click(0, 0.1);
  click(0, 0.05);
  press(Qt::Key_R);
  click(0.2, 0);
  ASSERT_EQ(drawn().forces.size(), 4U);
  const auto& spring = std::get<Spring>(drawn().forces[0].kind);
  EXPECT_EQ(spring.a, kFrame);
  EXPECT_EQ(spring.b, "link3");
  EXPECT_NEAR(spring.atB.x.value, 0.1, 1e-9);
  EXPECT_NEAR(spring.freeLength.value, 0.1, 1e-9);
  EXPECT_GT(std::get<Spring>(drawn().forces[1].kind).damping.value, 0);
  EXPECT_EQ(std::get<Load>(drawn().forces[2].kind).fy.text, "-5");
  EXPECT_EQ(std::get<TorsionSpring>(drawn().forces[3].kind).b, "link3");
  press(Qt::Key_W);
  click(0.2, 0.2);
  EXPECT_TRUE(std::holds_alternative<Weld>(drawn().joints[1].kind));
  EXPECT_TRUE(board().analysis().headline().startsWith("mobility 0"))
      << qPrintable(board().analysis().headline());
  click(0.2, 0.2);
  EXPECT_TRUE(std::holds_alternative<Revolute>(drawn().joints[1].kind));
  press(Qt::Key_P, Qt::ShiftModifier);
  for (const QPointF p : {QPointF(0.3, 0.2), QPointF(0.35, 0.2), QPointF(0.32, 0.26), QPointF(0.3, 0.2)})
    click(p.x(), p.y());
  ASSERT_EQ(drawn().bodies.size(), 4U);
  EXPECT_EQ(drawn().bodies[3].outline.size(), 3U);
  press(Qt::Key_S);
  click(0.32, 0.26);
  click(0.38, 0.26);
  ASSERT_EQ(drawn().joints.size(), 6U);
  EXPECT_TRUE(std::holds_alternative<Prismatic>(drawn().joints[4].kind));
  EXPECT_EQ(drawn().joints[5].a, "plate1");
  for (const Problem& problem : window.document().problems())
    EXPECT_NE(problem.severity, Severity::error) << problem.what;
  runToEnd();
}

// A pendulum of 200 mm, let go level, strikes a wall below its pin with its end: the first impact at a
// quarter of its swing, and the drawn surface keeps it on its side.
TEST_F(DrawingTest, ASurfaceThatALinkHits) {
  drawPendulumAndWall();
  ASSERT_EQ(drawn().contacts.size(), 1U);
  const ContactPair& contact = drawn().contacts[0];
  ASSERT_EQ(drawn().surfaces.size(), 1U);
  EXPECT_EQ(drawn().surfaces[0].body, kFrame);
  EXPECT_EQ(contact.surface, Surface(NamedSurface{drawn().surfaces[0].id}));
  EXPECT_EQ(contact.b, "link1");
  EXPECT_EQ(std::get<LineSurface>(drawn().surfaces[0].kind).side.value, LineSide::right);
  runToEnd();
  ASSERT_FALSE(window.run().trajectory().events().empty());
  const auto angle = window.run().trajectory().findChannel("link1.angle");
  for (std::size_t i = 0; i < window.run().trajectory().sampleCount(); ++i)
    ASSERT_GT(window.run().trajectory().row(i)[*angle], -std::numbers::pi / 2 - 1e-6);
  window.document().remove({{ElementKind::body, "link1"}});
  EXPECT_TRUE(drawn().contacts.empty());
  EXPECT_EQ(drawn().surfaces.size(), 1U) << "the wall is there without the link";
  window.document().undoStack().undo();
  window.document().undoStack().undo();
  EXPECT_TRUE(drawn().contacts.empty());
  EXPECT_EQ(drawn().surfaces.size(), 1U);
}

// A plate 50 mm above a floor, clicked inside: it comes to rest on its edge, not on the point of the click.
TEST_F(DrawingTest, APlateThatIsClickedInsideTouchesAllAround) {
  press(Qt::Key_P, Qt::ShiftModifier);
  for (const QPointF corner :
       {QPointF(0.05, 0.05), QPointF(0.15, 0.05), QPointF(0.15, 0.11), QPointF(0.05, 0.11)})
    click(corner.x(), corner.y());
  press(Qt::Key_Return);
  press(Qt::Key_C);
  click(-0.1, 0);
  click(0.3, 0);
  click(0.3, 0);
  click(0.103, 0.083);
  EXPECT_TRUE(drawn().contacts.empty()) << "what is solid needs none";
  EXPECT_EQ(drawn().bodies[0].touches.value, Touches::everything);
  board().fit();
  EXPECT_TRUE(sheet()->rect().contains(pixel(-0.1, 0)) && sheet()->rect().contains(pixel(0.3, 0)));
  runToEnd();
  const Trajectory& trajectory = window.run().trajectory();
  const auto y = trajectory.findChannel("plate1.y");
  ASSERT_TRUE(y);
  EXPECT_NEAR(trajectory.row(trajectory.sampleCount() - 1)[*y] * 1e3, 0, 1e-3);
}

// A wall is there with its last click, whatever is done then. Its free side is where the link is.
TEST_F(DrawingTest, AWallThatIsCompleteStays) {
  press(Qt::Key_B);
  click(0, 0.2);
  click(0.2, 0.2);
  press(Qt::Key_Escape);
  press(Qt::Key_Escape);
  for (const int key : {int{Qt::Key_B}, int{Qt::Key_Escape}}) {
    SCOPED_TRACE(key);
    press(Qt::Key_C);
    click(-0.1, 0);
    click(0.3, 0);
    click(0.3, 0);
    ASSERT_EQ(drawn().surfaces.size(), 1U);
    press(static_cast<Qt::Key>(key));
    ASSERT_EQ(drawn().surfaces.size(), 1U);
    EXPECT_TRUE(drawn().contacts.empty()) << "the link is not solid";
    EXPECT_EQ(drawn().surfaces[0].body, kFrame);
    EXPECT_EQ(std::get<LineSurface>(drawn().surfaces[0].kind).side.value, LineSide::left);
    window.document().undoStack().undo();
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
  }
}

// The face of a slider's block meets a stop, half its length before its middle, and it is drawn as long as
// that.
TEST_F(DrawingTest, ABlockMeetsAStopWithItsFace) {
  window.actions().get(Actions::commandOf(ToolKind::slider))->trigger();
  click(0, 0.1);
  click(0.1, 0.1);
  ASSERT_EQ(drawn().bodies.size(), 1U);
  press(Qt::Key_Escape);
  press(Qt::Key_C);
  click(0.2, 0.05);
  click(0.2, 0.2);
  click(0.2, 0.2);
  click(0, 0.1);
  ASSERT_EQ(drawn().contacts.size(), 1U);
  EXPECT_NEAR(drawn().contacts[0].radius.value, 0.015, 1e-12) << "half the side that its inertia has";
  EXPECT_TRUE(board().drawing().isBlock(0));
}

// The first thing that is drawn can be the wall.
TEST_F(DrawingTest, AWallBeforeTheFirstLinkStays) {
  press(Qt::Key_C);
  click(-0.1, 0);
  click(0.3, 0);
  click(0.3, 0);
  press(Qt::Key_B);
  ASSERT_EQ(drawn().surfaces.size(), 1U);
  EXPECT_FALSE(window.views().problems->isVisible()) << "a drawing in the making is not blamed";
  click(0, 0.2);
  click(0.2, 0.2);
  press(Qt::Key_Escape);
  ASSERT_EQ(drawn().bodies.size(), 1U);
  EXPECT_TRUE(window.document().isResolved());
  const Problems& problems = window.document().problems();
  EXPECT_TRUE(std::any_of(problems.begin(), problems.end(), [](const Problem& p) {
    return p.where == "/surfaces/0" && p.severity == Severity::warning;
  })) << "worth knowing";
  press(Qt::Key_C);
  click(0.1, 0);
  click(0.2, 0.2);
  ASSERT_EQ(drawn().contacts.size(), 1U);
  EXPECT_EQ(drawn().contacts[0].b, "link1");
  EXPECT_EQ(std::get<LineSurface>(drawn().surfaces[0].kind).side.value, LineSide::left);
  EXPECT_EQ(drawn().contacts[0].radius.value, drawn().bodies[0].width.value / 2);
}

// Two corners are a wall, whether the last one was clicked once more or not.
TEST_F(DrawingTest, AWallOfTwoCornersThatIsNotEndedStays) {
  press(Qt::Key_B);
  click(0, 0.2);
  click(0.2, 0.2);
  press(Qt::Key_Escape);
  press(Qt::Key_Escape);
  for (const int key : {int{Qt::Key_Escape}, int{Qt::Key_B}}) {
    SCOPED_TRACE(key);
    press(Qt::Key_C);
    click(-0.1, 0);
    press(static_cast<Qt::Key>(key));
    EXPECT_TRUE(drawn().surfaces.empty()) << "one corner is none";
    press(Qt::Key_Escape);
    press(Qt::Key_C);
    click(-0.1, 0);
    click(0.3, 0);
    press(static_cast<Qt::Key>(key));
    ASSERT_EQ(drawn().surfaces.size(), 1U);
    EXPECT_TRUE(std::holds_alternative<LineSurface>(drawn().surfaces[0].kind));
    window.document().undoStack().undo();
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
  }
}

// What is complete stays, whatever tool has drawn it: another tool is taken, or Esc is pressed.
TEST_F(DrawingTest, APlateOrARopeThatIsCompleteStays) {
  press(Qt::Key_B);
  click(0, 0.2);
  click(0.1, 0.2);
  for (const int key : {int{Qt::Key_B}, int{Qt::Key_Escape}}) {
    SCOPED_TRACE(key);
    press(Qt::Key_P, Qt::ShiftModifier);
    click(0.15, 0);
    click(0.25, 0);
    press(static_cast<Qt::Key>(key));
    EXPECT_EQ(drawn().bodies.size(), 1U) << "two corners are no plate";
    press(Qt::Key_P, Qt::ShiftModifier);
    click(0.15, 0);
    click(0.25, 0);
    click(0.25, 0.1);
    press(static_cast<Qt::Key>(key));
    ASSERT_EQ(drawn().bodies.size(), 2U);
    window.document().undoStack().undo();
    press(Qt::Key_Z);
    click(0.1, 0.2);
    click(0.2, 0.25, Qt::ShiftModifier);
    press(static_cast<Qt::Key>(key));
    ASSERT_EQ(drawn().forces.size(), 1U) << "from its end to its ring";
    window.document().undoStack().undo();
  }
}

// Where the next click would go is not told on a sheet that moves, until a hand moves there.
TEST_F(DrawingTest, ARunTakesTheMarkOfTheNextClickAway) {
  drawPendulumAndWall();
  press(Qt::Key_B);
  moveTo(0.05, 0.05);
  const auto isMarked = [&] {
    return std::any_of(board().labels().begin(), board().labels().end(),
                       [](const BoardLabels::Drawn& label) { return label.key == "snap"; });
  };
  ASSERT_GE(test::waitUntil(isMarked), 0);
  runToEnd();
  EXPECT_GE(test::waitUntil([&] { return !isMarked(); }), 0);
}

// A curve, or the rim of a cam, whose point is still to be clicked: the nearest end follows it.
TEST_F(DrawingTest, ACurveOrACamThatIsCompleteStays) {
  press(Qt::Key_B);
  click(0, 0.25);
  click(0.1, 0.25);
  for (const int key : {int{Qt::Key_B}, int{Qt::Key_Escape}}) {
    SCOPED_TRACE(key);
    press(Qt::Key_Y);
    click(0.15, 0.1);
    click(0.2, 0.1);
    press(static_cast<Qt::Key>(key));
    ASSERT_EQ(drawn().joints.size(), 1U);
    EXPECT_EQ(drawn().joints[0].b, "link1");
    window.document().undoStack().undo();
    press(Qt::Key_C, Qt::ShiftModifier);
    click(0.15, 0);
    click(0.2, 0);
    click(0.2, 0.05);
    press(static_cast<Qt::Key>(key));
    ASSERT_EQ(drawn().contacts.size(), 1U)
        << "a rim is closed, whether its first point is clicked again or not";
    EXPECT_EQ(drawn().contacts[0].b, "link1");
    EXPECT_TRUE(isClosed(std::get<CurveSurface>(drawn().surfaces[0].kind).curve));
    window.document().undoStack().undo();
  }
}

// On a sheet where nothing can be undone yet, Ctrl+Z is for what is being drawn; so it is with every tool.
TEST_F(DrawingTest, UndoTakesBackTheFirstClicks) {
  press(Qt::Key_P, Qt::ShiftModifier);
  click(0, 0);
  click(0.1, 0);
  press(Qt::Key_Z, Qt::ControlModifier);
  click(0.1, 0.1);
  click(0.1, 0.1);
  EXPECT_TRUE(drawn().bodies.empty()) << "two corners, one of them clicked twice";
  for (int i = 0; i < 2; ++i) press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_FALSE(board().hasBegun());
  press(Qt::Key_Escape);
  drawFourBar();
  const std::size_t joints = drawn().joints.size();
  press(Qt::Key_G);
  click(0, 0.1);
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(drawn().joints.size(), joints) << "the first gear's click went, and nothing else";
  EXPECT_FALSE(board().hasBegun());
}

// A tool that is in hand when a run is over takes the first click, on the pin that is seen there.
TEST_F(DrawingTest, TheFirstClickAfterARunIsTheFirstOfTheTool) {
  press(Qt::Key_B);
  click(0, 0.2);
  click(0.2, 0.2);
  press(Qt::Key_A);
  click(0, 0.2);
  window.document().edit("short", [](Mechanism& m) { m.simulation.duration = 0.1; });
  press(Qt::Key_B);
  const auto runToEnd = [&] {
    window.actions().get(Command::run)->trigger();
    ASSERT_GE(test::waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
    window.playback().goToEnd();
    ASSERT_TRUE(board().isMoment());
  };
  runToEnd();
  const QPointF tip = board().drawing().toWorld(0, {0.2, 0});
  ASSERT_LT(tip.y(), 0.17) << "it has fallen";
  click(tip.x(), tip.y());
  EXPECT_FALSE(board().isMoment()) << "back at the start";
  ASSERT_TRUE(board().hasBegun());
  click(0.35, 0.25);
  ASSERT_EQ(drawn().bodies.size(), 2U);
  ASSERT_EQ(drawn().joints.size(), 2U) << "on the pin's place, where the drawing has it";
  EXPECT_NEAR(board().drawing().pointB(1).x(), 0.2, 1e-9);
  EXPECT_NEAR(board().drawing().pointB(1).y(), 0.2, 1e-9);
  press(Qt::Key_Escape);
  press(Qt::Key_V);
  runToEnd();
  press(Qt::Key_U);
  EXPECT_TRUE(board().isMoment()) << "a distance is measured at any moment";
  press(Qt::Key_P, Qt::ShiftModifier);
  EXPECT_FALSE(board().isMoment()) << "who takes a tool sees where it draws";
}

// Undo takes the corners back one by one, those of a plate too; what stood before the wall was begun comes
// last.
TEST_F(DrawingTest, UndoIsForWhatIsBeingDrawn) {
  press(Qt::Key_B);
  click(0, 0.2);
  click(0.2, 0.2);
  press(Qt::Key_C);
  click(-0.1, 0);
  click(0.3, 0);
  click(0.3, 0.1);
  press(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_EQ(drawn().bodies.size(), 1U) << "the step before";
  press(Qt::Key_B);
  ASSERT_EQ(drawn().surfaces.size(), 1U) << "two corners are left, and they are a wall";
  EXPECT_TRUE(std::holds_alternative<LineSurface>(drawn().surfaces[0].kind));
  press(Qt::Key_P, Qt::ShiftModifier);
  click(0, 0.25);
  click(0.1, 0.25);
  press(Qt::Key_Z, Qt::ControlModifier);
  press(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_EQ(drawn().surfaces.size(), 1U);
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(drawn().surfaces.empty());
  EXPECT_EQ(drawn().bodies.size(), 1U);
}

TEST_F(DrawingTest, ZoomKeepsThePlaceUnderTheMouse) {
  const QPointF before = board().canvas().toPixel().map(QPointF(0.1, 0.1));
  for (int i = 0; i < 5; ++i) board().canvas().zoomAt(before, 1.15);
  const QPointF after = board().canvas().toPixel().map(QPointF(0.1, 0.1));
  EXPECT_NEAR(after.x(), before.x(), 2.5) << "half a pixel a step";
  EXPECT_NEAR(after.y(), before.y(), 2.5);
}

// Also on the sheet that the program starts with, which nobody has opened.
TEST(FirstSheet, KeepsItsScaleWhenTheFirstLinkIsDrawn) {
  MainWindow window;
  window.resize(1380, 880);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  test::waitFor(50);
  Board& board = *window.views().board;
  QWidget* const sheet = board.canvas().viewport();
  const double scale = board.canvas().scale();
  board.setTool(ToolKind::bar);
  for (const QPointF& at : {QPointF(0, 0), QPointF(0, 0.06)}) {
    const QPoint pixel = board.canvas().toPixel().map(at).toPoint();
    QTest::mouseMove(sheet, pixel);
    QTest::mouseClick(sheet, Qt::LeftButton, {}, pixel);
  }
  test::waitFor(50);
  ASSERT_EQ(window.document().drawn().bodies.size(), 1U);
  EXPECT_EQ(board.canvas().scale(), scale);
}

TEST_F(DrawingTest, TheSheetStaysWhileWhatIsOnItMovesAway) {
  press(Qt::Key_B);
  click(0, 0);
  click(0.2, 0);
  press(Qt::Key_Escape);
  board().fit();
  const double scale = board().canvas().scale();
  board().showMoment({BodyPose{5, 0, 0}}, {}, {}, {});
  EXPECT_EQ(board().canvas().scale(), scale) << "it zooms when asked";
  board().fit();
  EXPECT_LT(board().canvas().scale(), scale / 5);
}

// A body that fell out of sight is a speck where all of its way is shown; back at its start it is seen again.
TEST_F(DrawingTest, AfterAFallTheSheetComesBackToTheDrawing) {
  press(Qt::Key_B);
  click(0, 0);
  click(0.2, 0);
  press(Qt::Key_Escape);
  press(Qt::Key_2, Qt::ControlModifier);  // as a run does
  test::waitFor(50);
  board().fit();
  test::waitFor(50);
  const double scale = board().canvas().scale();
  runToEnd();
  ASSERT_GE(test::waitUntil([&] { return board().canvas().scale() < scale / 5; }), 0) << "all of its way";
  window.actions().get(Command::reset)->trigger();
  EXPECT_GE(test::waitUntil([&] { return board().canvas().scale() > scale / 2; }), 0);
}

// A crank does not leave the sheet in its first run.
TEST_F(DrawingTest, FitHasRoomForATurn) {
  press(Qt::Key_B);
  click(0, 0);
  click(0.2, 0);
  press(Qt::Key_A);
  click(0, 0);
  press(Qt::Key_Escape);
  board().fit();
  for (const QPointF reached : {QPointF(-0.2, 0), QPointF(0, 0.2), QPointF(0, -0.2)})
    EXPECT_TRUE(sheet()->rect().contains(pixel(reached.x(), reached.y())))
        << reached.x() << ", " << reached.y();
}

// A parallelogram on one line, its crank driven: the two ways on are drawn, and a click on the name of one
// makes the run take it.
TEST_F(DrawingTest, TheWayOutOfAChangePointIsClicked) {
  window.document().edit("flat", [](Mechanism& m) {
    m.bodies = {test::makeBody("crank", 0.4, 1e-4, {}, {0.025, 0.0}),
                test::makeBody("coupler", 0.9, 1e-3, {0.05, 0.0, 0.0, {}}, {0.06, 0.0}),
                test::makeBody("rocker", 0.4, 1e-4, {0.12, 0.0, 0.0, {}}, {0.025, 0.0})};
    m.joints = {test::makeJoint("A", Revolute{}, kFrame, "crank"),
                test::makeJoint("B", Revolute{}, "crank", "coupler", {0.05, 0.0}),
                test::makeJoint("C", Revolute{}, "coupler", "rocker", {0.12, 0.0}, {0.05, 0.0}),
                test::makeJoint("D", Revolute{}, kFrame, "rocker", {0.12, 0.0})};
    Drive motor;
    motor.id = "motor";
    motor.joint = "A";
    motor.kind = ConstantSpeed{std::nullopt, std::numbers::pi};
    m.drives = {motor};
    m.simulation.duration = 0.2;
  });
  board().canvas().showBox({-0.05, -0.1}, {0.2, 0.1});
  const auto find = [&](std::size_t branch) -> std::optional<QPoint> {
    sheet()->grab();
    for (const auto& label : board().labels())
      if (label.key == BranchGhosts::keyOf(branch)) return label.outline.boundingRect().center().toPoint();
    return std::nullopt;
  };
  ASSERT_TRUE(find(1));
  const auto other = find(2);
  ASSERT_TRUE(other);
  QTest::mouseClick(sheet(), Qt::LeftButton, {}, *other);
  EXPECT_EQ(drawn().simulation.startBranch.value, 2);
  runToEnd();
  const auto& run = window.run().trajectory();
  EXPECT_NEAR(run.row(0)[run.findChannel("rocker.omega").value()], -17 * std::numbers::pi / 7, 1e-6);
  window.document().undoStack().undo();
  EXPECT_EQ(drawn().simulation.startBranch.value, 1);
}

TEST_F(DrawingTest, AnEmptiedSheetHasNothingToMove) {
  press(Qt::Key_B);
  click(0, 0);
  click(0, 0.1);
  press(Qt::Key_Escape);
  ASSERT_GE(test::waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  press(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(drawn().bodies.empty());
  EXPECT_EQ(window.run().trajectory().sampleCount(), 0U) << "the scene is empty too";
  press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_GE(test::waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
}

}  // namespace
}  // namespace clank
