// SPDX-License-Identifier: GPL-3.0-or-later
// Any point of any body can be pinned, loaded, traced, measured: drawn with mouse and keys, a click a click.
#include <QContextMenuEvent>
#include <QMenu>
#include <QStatusBar>
#include <QTimer>
#include <cmath>
#include <set>

#include "tests/ui/drawing_window.h"
#include "ui/board/plane.h"
#include "ui/board/tools.h"

namespace clank {
namespace {

class PinningTest : public test::DrawingWindow {
 protected:
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    test::DrawingWindow::press(key, modifiers);
  }
  void clickOn(double x, double y, Qt::KeyboardModifiers modifiers = {}) {
    ++clicks_;
    click(x, y, modifiers);
  }
  void drawBar(QPointF from, QPointF to) {
    press(Qt::Key_B);
    clickOn(from.x(), from.y());
    clickOn(to.x(), to.y());
    press(Qt::Key_Escape);
  }
  void drawDisc(QPointF centre, QPointF rim) {
    press(Qt::Key_D, Qt::ShiftModifier);
    clickOn(centre.x(), centre.y());
    clickOn(rim.x(), rim.y());
    press(Qt::Key_Escape);
  }
  void drawPlate(const std::vector<QPointF>& corners) {
    press(Qt::Key_P, Qt::ShiftModifier);
    for (const QPointF corner : corners) clickOn(corner.x(), corner.y());
    clickOn(corners.front().x(), corners.front().y());
    press(Qt::Key_Escape);
  }
  QString hint() { return window.statusBar()->currentMessage(); }
  QString labelOf(const QString& key) {
    sheet()->grab();
    for (const auto& label : board().labels())
      if (label.key == key) return label.text;
    return {};
  }
  QString headline() { return board().analysis().headline(); }
  std::string selected() {
    const auto& elements = window.selection().elements();
    return elements.size() == 1 ? elements[0].id : std::to_string(elements.size()) + " parts";
  }
  // Where the two points of a joint are, and how far apart.
  QPointF placeOf(std::size_t joint) { return board().drawing().pointB(joint); }
  double gapOf(std::size_t joint) {
    return length(board().drawing().pointA(joint) - board().drawing().pointB(joint));
  }
  std::set<std::string> endsOf(std::size_t joint) {
    return {drawn().joints[joint].a, drawn().joints[joint].b};
  }
  void expectNoErrors() {
    for (const Problem& problem : window.document().problems())
      EXPECT_NE(problem.severity, Severity::error) << problem.what;
  }
  QMenu* findChoice() {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    return menu && menu->objectName() == "cursorChoice" ? menu : nullptr;
  }

  int clicks_ = 0;
};

TEST_F(PinningTest, AWheelIsPinnedAtItsCentreAndBesideIt) {
  drawDisc({0.1, 0.1}, {0.1, 0.15});
  press(Qt::Key_P);
  moveTo(0.102, 0.101);
  EXPECT_EQ(labelOf("snap"), "centre of disc1");
  EXPECT_EQ(labelOf("cursor"), "pins disc1 to the frame");
  clickOn(0.102, 0.101);
  ASSERT_EQ(drawn().joints.size(), 1U);
  EXPECT_EQ(drawn().joints[0].a, kFrame);
  EXPECT_EQ(drawn().joints[0].b, "disc1");
  EXPECT_EQ(placeOf(0), QPointF(0.1, 0.1));
  EXPECT_EQ(gapOf(0), 0);
  window.document().undoStack().undo();
  clickOn(0.13, 0.1);
  ASSERT_EQ(drawn().joints.size(), 1U);
  EXPECT_NEAR(drawn().joints[0].atB.x.value, 0.03, 1e-12) << "eccentric";
  EXPECT_EQ(gapOf(0), 0);
  EXPECT_TRUE(headline().startsWith("mobility 1")) << qPrintable(headline());
  expectNoErrors();
}

// Every tool says what it wants where the eye is, until it has drawn something.
TEST_F(PinningTest, AToolThatWasNotUsedSaysAtTheCursorWhatItWants) {
  double x = 0.1;
  for (const ToolSpec& tool : listTools()) {
    if (tool.kind == ToolKind::select) continue;
    board().setTool(tool.kind);
    moveTo(x += 0.001, 0.1);
    EXPECT_FALSE(labelOf("cursor").isEmpty()) << tool.text;
  }
  board().setTool(ToolKind::select);
  moveTo(0.05, 0.12);
  EXPECT_EQ(labelOf("cursor"), "");
  press(Qt::Key_B);
  moveTo(0, 0);
  EXPECT_EQ(labelOf("cursor"), "Click where the link begins");
  clickOn(0, 0);
  moveTo(0.1, 0.05);
  EXPECT_EQ(labelOf("cursor"), "Click where the link ends");
  clickOn(0.2, 0.1);
  moveTo(0.1, 0.2);
  EXPECT_EQ(labelOf("cursor"), "") << "it has drawn a link";
  EXPECT_TRUE(hint().startsWith("Click where the link")) << "the status bar says it all the same";
}

TEST_F(PinningTest, TwoCrossingBarsArePinnedWhereTheyCross) {
  drawBar({0, 0}, {0.2, 0.1});
  drawBar({0.02, 0.14}, {0.17, 0.01});
  // x/2 = 0.14 - (0.13/0.15)(x - 0.02)
  const double x = (0.14 + 0.13 / 0.15 * 0.02) / (0.5 + 0.13 / 0.15);
  press(Qt::Key_P);
  moveTo(x + 0.002, x / 2);
  EXPECT_EQ(labelOf("snap"), "link1 crosses link2");
  EXPECT_EQ(labelOf("cursor"), "pins link1 to link2");
  EXPECT_EQ(board().drawing().mechanism().joints.size(), 0U);
  clickOn(x + 0.002, x / 2);
  ASSERT_EQ(drawn().joints.size(), 1U);
  EXPECT_EQ(endsOf(0), (std::set<std::string>{"link1", "link2"}));
  EXPECT_NEAR(length(placeOf(0) - QPointF(x, x / 2)), 0, 1e-9) << "to what the lengths are rounded to";
  EXPECT_LT(gapOf(0), 1e-15);
  EXPECT_NEAR(drawn().joints[0].atA.y.value, 0, 1e-15) << "on its axis";
  EXPECT_TRUE(headline().startsWith("mobility 4")) << qPrintable(headline());
  expectNoErrors();
  EXPECT_EQ(labelOf("cursor"), "") << "after the click it is gone";
  moveTo(x, 0.2);
  moveTo(x + 0.002, x / 2 + 0.002);
  EXPECT_TRUE(labelOf("cursor").startsWith("joint O1 holds link1 and link2 together"))
      << qPrintable(labelOf("cursor"));
  press(Qt::Key_Escape);
  press(Qt::Key_Escape);
  window.selection().clear();
  press(Qt::Key_P);
  clickOn(x, x / 2);
  EXPECT_EQ(drawn().joints.size(), 1U);
  EXPECT_EQ(selected(), "O1");
  EXPECT_TRUE(hint().contains("already")) << qPrintable(hint());
}

// Three stages of crossed bars, pinned in their middles; the foot on the left stands, the other one slides.
TEST_F(PinningTest, AScissorLiftOfThreeStagesTakesEighteenClicks) {
  press(Qt::Key_B);
  for (int stage = 0; stage < 3; ++stage) {
    const double low = 0.08 * stage, high = low + 0.08;
    clickOn(0, low);
    clickOn(0.16, high);
    clickOn(0.16, low);
    clickOn(0, high);
  }
  press(Qt::Key_P);
  for (int stage = 0; stage < 3; ++stage) clickOn(0.08, 0.04 + 0.08 * stage);
  press(Qt::Key_A);
  clickOn(0, 0);
  press(Qt::Key_S);
  clickOn(0.16, 0);
  clickOn(0.25, 0);
  EXPECT_LE(clicks_, 20);
  EXPECT_EQ(clicks_, 18);
  ASSERT_EQ(drawn().bodies.size(), 7U);
  ASSERT_EQ(drawn().joints.size(), 4U + 3U + 1U + 2U);
  for (std::size_t j = 0; j < drawn().joints.size(); ++j) EXPECT_LT(gapOf(j), 2e-9) << j;
  for (std::size_t j = 4; j < 7; ++j) {
    const auto halfOf = [&](const std::string& id) {
      return findById(drawn().bodies, id)->length->value / 2;
    };
    EXPECT_NEAR(drawn().joints[j].atA.x.value, halfOf(drawn().joints[j].a), 1e-12) << "the middle";
    EXPECT_NEAR(drawn().joints[j].atB.x.value, halfOf(drawn().joints[j].b), 1e-12) << "the middle";
  }
  EXPECT_TRUE(headline().startsWith("mobility 1 ")) << qPrintable(headline());
  expectNoErrors();
}

// Three rods whose ends are pinned inside a plate.
TEST_F(PinningTest, ABellCrankWithThreePinsInAPlate) {
  drawPlate({{0, 0}, {0.12, 0}, {0.12, 0.04}, {0.04, 0.12}, {0, 0.12}});
  press(Qt::Key_B);
  for (const auto& [inside, outside] : {std::pair{QPointF(0.1, 0.02), QPointF(0.25, 0.02)},
                                        std::pair{QPointF(0.02, 0.1), QPointF(0.02, 0.25)},
                                        std::pair{QPointF(0.02, 0.02), QPointF(-0.08, -0.06)}}) {
    moveTo(inside.x(), inside.y());
    EXPECT_EQ(labelOf("cursor"), "begins on plate1, pinned to it");
    clickOn(inside.x(), inside.y());
    clickOn(outside.x(), outside.y());
  }
  ASSERT_EQ(drawn().joints.size(), 3U);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(drawn().joints[j].a, "plate1");
    EXPECT_LT(gapOf(j), 1e-15);
  }
  EXPECT_TRUE(headline().startsWith("mobility 6")) << qPrintable(headline());
  expectNoErrors();
}

TEST_F(PinningTest, OfThreeThatLieOverEachOtherAChoiceIsOffered) {
  const auto drawThree = [&] {
    window.create();
    board().canvas().showBox({-0.1, -0.1}, {0.4, 0.3});
    board().setFocus();
    drawBar({0, 0.1}, {0.2, 0.1});
    drawBar({0.1, 0}, {0.1, 0.2});
    drawBar({0.03, 0.03}, {0.17, 0.17});
    press(Qt::Key_P);
    clickOn(0.1, 0.1);
    ASSERT_TRUE(findChoice());
    EXPECT_EQ(findChoice()->actions().size(), 4);
    EXPECT_EQ(findChoice()->actions()[0]->text(), "&1  All: link1, link2 and link3");
    EXPECT_TRUE(drawn().joints.empty()) << "nothing before it is chosen";
  };
  drawThree();
  QTest::keyClick(findChoice(), Qt::Key_Return);
  test::waitFor(20);
  ASSERT_EQ(drawn().joints.size(), 2U) << "all";
  EXPECT_TRUE(headline().startsWith("mobility 5")) << qPrintable(headline());
  window.document().undoStack().undo();
  EXPECT_TRUE(drawn().joints.empty()) << "one step";
  drawThree();
  QTest::keyClick(findChoice(), Qt::Key_3);
  test::waitFor(20);
  ASSERT_EQ(drawn().joints.size(), 1U);
  EXPECT_EQ(endsOf(0), (std::set<std::string>{"link1", "link3"}));
  clickOn(0.1, 0.1);
  EXPECT_FALSE(findChoice()) << "two are one by now, so that only one pair is left";
  ASSERT_EQ(drawn().joints.size(), 2U);
  EXPECT_TRUE(headline().startsWith("mobility 5")) << qPrintable(headline());
  drawThree();
  QTest::keyClick(findChoice(), Qt::Key_Escape);
  test::waitFor(20);
  EXPECT_TRUE(drawn().joints.empty());
}

// One plate that nothing holds: every tool takes hold of it inside.
TEST_F(PinningTest, EveryToolTakesAnyPointOfABody) {
  drawPlate({{0, 0}, {0.2, 0}, {0.2, 0.1}, {0, 0.1}});
  drawDisc({0.3, 0.2}, {0.3, 0.24});
  const int steps = window.document().undoStack().count();
  const auto undoAll = [&] {
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
    while (window.document().undoStack().index() > steps) window.document().undoStack().undo();
  };
  const auto countJoints = [&] { return drawn().joints.size(); };
  for (const Qt::Key key : {Qt::Key_A, Qt::Key_P, Qt::Key_W, Qt::Key_M}) {
    SCOPED_TRACE(key);
    press(key);
    click(0.13, 0.04);
    ASSERT_EQ(countJoints(), 1U);
    EXPECT_EQ(drawn().joints[0].b, "plate1");
    EXPECT_EQ(std::holds_alternative<Weld>(drawn().joints[0].kind), key == Qt::Key_W);
    EXPECT_EQ(drawn().drives.size(), key == Qt::Key_M ? 1U : 0U);
    EXPECT_NEAR(length(placeOf(0) - QPointF(0.13, 0.04)), 0, 1e-12);
    expectNoErrors();
    undoAll();
    ASSERT_EQ(countJoints(), 0U);
  }
  for (const Qt::Key key : {Qt::Key_K, Qt::Key_D, Qt::Key_Z}) {
    SCOPED_TRACE(key);
    press(key);
    click(0.13, 0.04);
    click(0.31, 0.21);
    ASSERT_EQ(drawn().forces.size(), 1U);
    expectNoErrors();
    undoAll();
  }
  press(Qt::Key_J);
  click(0.13, 0.04);
  click(0.13, -0.05);
  ASSERT_EQ(drawn().forces.size(), 1U);
  EXPECT_NEAR(std::get<Load>(drawn().forces[0].kind).atB.x.value, 0.13, 1e-12);
  undoAll();
  press(Qt::Key_Q);
  click(0.13, 0.04);
  ASSERT_EQ(drawn().forces.size(), 1U);
  undoAll();
  press(Qt::Key_T);
  click(0.13, 0.04);
  ASSERT_EQ(drawn().traces.size(), 1U);
  EXPECT_NEAR(drawn().traces[0].atB.x.value, 0.13, 1e-12);
  undoAll();
  for (const auto modifiers : {Qt::NoModifier, Qt::ShiftModifier}) {  // gears, a belt
    press(Qt::Key_G, modifiers);
    click(0.13, 0.04);
    click(0.31, 0.21);
    ASSERT_EQ(countJoints(), 1U);
    EXPECT_EQ(endsOf(0), (std::set<std::string>{"disc1", "plate1"}));
    expectNoErrors();
    undoAll();
  }
  press(Qt::Key_O);
  click(0.13, 0.04);
  click(0.31, 0.2);
  ASSERT_EQ(countJoints(), 1U);
  const auto* slot = std::get_if<Slot>(&drawn().joints[0].kind);
  ASSERT_TRUE(slot);
  EXPECT_NEAR(slot->axis.value, std::atan2(0.16, 0.18), 0.02) << "from where it was clicked towards the pin";
  expectNoErrors();
  undoAll();
}

TEST_F(PinningTest, WhatCannotBeIsRefusedAtTheCursor) {
  drawBar({0, 0.1}, {0.2, 0.1});
  press(Qt::Key_C);
  click(0, 0);
  click(0.3, 0);
  press(Qt::Key_Escape);  // a floor
  press(Qt::Key_Escape);
  const int steps = window.document().undoStack().count();
  const auto expectRefused = [&](const QString& part, const QString& other) {
    EXPECT_EQ(window.document().undoStack().count(), steps);
    for (const QString& said : {labelOf("cursor"), hint()}) {
      EXPECT_TRUE(said.contains(part)) << qPrintable(said);
      EXPECT_TRUE(said.contains(other)) << qPrintable(said);
    }
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
  };
  press(Qt::Key_A);
  click(0.25, 0);
  expectRefused("frame", "itself");
  press(Qt::Key_G);
  click(0.05, 0.1);
  click(0.15, 0.1);
  expectRefused("link1", "another link");
  press(Qt::Key_K);
  click(0.05, 0.1);
  click(0.15, 0.1);
  expectRefused("link1", "another link");
  press(Qt::Key_K);
  click(0.05, 0.2);
  click(0.15, 0);
  expectRefused("frame", "link");
  press(Qt::Key_J);
  click(0.25, 0);
  expectRefused("frame", "link");
  press(Qt::Key_O);
  click(0.05, 0.1);
  click(0.15, 0.1);
  expectRefused("link1", "another link");
}

TEST_F(PinningTest, ACornerOfAPlateLiesOnABarExactly) {
  drawBar({0, 0}, {0.2, 0.1});
  drawPlate({{0.1, 0.05}, {0.2, 0.2}, {0.05, 0.18}});
  ASSERT_EQ(drawn().joints.size(), 1U);
  const Drawing& drawing = board().drawing();
  const auto bar = *drawing.barOf(0);
  const QPointF middle = drawing.toWorld(0, (bar.from + bar.to) / 2);
  EXPECT_LT(length(drawing.toWorld(1, drawing.partOf(1).outline[0]) - middle), 1e-12);
  EXPECT_LT(gapOf(0), 1e-12);
  EXPECT_NEAR(drawn().joints[0].atA.x.value, window.document().shown().bodies[0].length->value / 2, 1e-12);
  // As its last corner, too, and elsewhere along the bar.
  drawPlate({{0.22, 0}, {0.3, 0.02}, {0.142, 0.071}});
  ASSERT_EQ(drawn().joints.size(), 2U);
  EXPECT_LT(gapOf(1), 1e-12);
  EXPECT_NEAR(board().drawing().toBody(0, placeOf(1)).y(), 0, 1e-12) << "on the axis";
}

// Alone on the sheet, aslant: between the two points of its pin lies what rounding leaves, and that is not
// how large the mechanism is.
TEST_F(PinningTest, ASeeSawThatIsPinnedInItsMiddleRuns) {
  for (const QPointF end : {QPointF(0.2, 0.1), QPointF(0.17, 0.13), QPointF(0.13, 0.19)}) {
    window.create();
    board().canvas().showBox({-0.1, -0.1}, {0.4, 0.3});
    board().setFocus();
    drawBar({0, 0}, end);
    press(Qt::Key_P);
    clickOn(end.x() / 2, end.y() / 2);
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
    ASSERT_EQ(drawn().joints.size(), 1U);
    EXPECT_TRUE(headline().startsWith("mobility 1 ")) << qPrintable(headline());
    window.document().edit("short", [](Mechanism& m) { m.simulation.duration = 0.05; });
    runToEnd();
    EXPECT_GT(window.run().trajectory().sampleCount(), 2U);
  }
}

TEST_F(PinningTest, TheMenuOfABodyPutsThingsWhereItWasClicked) {
  drawDisc({0.1, 0.1}, {0.1, 0.16});
  const auto choose = [&](const QString& text, QPointF at) {
    bool found = false;
    QTimer::singleShot(20, &window, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      ASSERT_TRUE(menu);
      for (QAction* action : menu->actions()) {
        if (action->text() != text) continue;
        found = true;
        QTest::mouseMove(menu, menu->actionGeometry(action).center());
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        break;
      }
      if (menu->isVisible()) menu->close();
    });
    const QPoint pixelAt = pixel(at.x(), at.y());
    QContextMenuEvent event(QContextMenuEvent::Mouse, pixelAt, sheet()->mapToGlobal(pixelAt));
    QApplication::sendEvent(sheet(), &event);
    EXPECT_TRUE(found) << qPrintable(text);
    test::waitFor(30);
  };
  choose("Pin here", {0.101, 0.101});
  ASSERT_EQ(drawn().joints.size(), 1U);
  EXPECT_EQ(placeOf(0), QPointF(0.1, 0.1)) << "snapped";
  EXPECT_EQ(board().toolKind(), ToolKind::select);
  choose("Trace here", {0.13, 0.1});
  ASSERT_EQ(drawn().traces.size(), 1U);
  choose("Load here", {0.1, 0.13});
  EXPECT_TRUE(board().hasBegun()) << "where to, the next click says";
  click(0.1, 0.2);
  EXPECT_EQ(drawn().forces.size(), 1U);
}

}  // namespace
}  // namespace clank
