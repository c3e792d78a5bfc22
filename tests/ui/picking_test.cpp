// SPDX-License-Identifier: GPL-3.0-or-later
// What a click on the board means: symbols of forces and motors, parts that lie on each other, limits and
// their rows in the table, limits that are parameters.
#include <QLabel>
#include <QStatusBar>
#include <QTableWidget>
#include <numbers>

#include "core/io/number_text.h"
#include "tests/ui/drawing_window.h"
#include "ui/board/board_view.h"
#include "ui/board/limit_marks.h"
#include "ui/board/plane.h"
#include "ui/look/joint_state.h"
#include "ui/panels/property_panel.h"

namespace clank {
namespace {

class PickingTest : public test::DrawingWindow {
 protected:
  // A bar of 200 mm on a pin, level.
  void drawPendulum() {
    press(Qt::Key_B);
    click(0.1, 0.2);
    click(0.3, 0.2);
    press(Qt::Key_A);
    click(0.1, 0.2);
    leave();
  }
  void leave() {
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
  }
  void clickPixel(QPoint at) {
    QTest::mouseMove(sheet(), at);
    QTest::mouseClick(sheet(), Qt::LeftButton, {}, at);
  }
  std::string selected() {
    const auto& elements = window.selection().elements();
    return elements.size() == 1 ? elements[0].id : std::to_string(elements.size()) + " parts";
  }
  QString hint() { return window.statusBar()->currentMessage(); }
  std::vector<LimitMark> marks() {
    BoardView view;
    view.toPixel = board().canvas().toPixel();
    return listLimitMarks(board().drawing(), view);
  }
  QPointF tipOf(const LimitMark& mark) { return board().canvas().toPixel().inverted().map(mark.tip); }
  // The pin locks at -60 degrees, and at +35 degrees.
  void addTwoLimits(const std::string& lower) {
    window.document().edit("two limits", [&](Mechanism& m) {
      Parameter beta;
      beta.id = "beta";
      beta.unit = "deg";
      beta.value.text = "-60 deg";
      beta.min = Quantity();
      beta.min->text = "-80 deg";
      m.parameters.push_back(beta);
      Metamorphic table;
      table.phases = {Phase{"free", "", {}, false, {}}, Phase{"locked", "", {}, true, {}}};
      PhaseChange change;
      change.from = "free";
      change.to = "locked";
      Limit limit;
      limit.value.text = lower;
      limit.direction = Direction::falling;
      change.guard = limit;
      table.changes.push_back(change);
      limit.value = Quantity();
      limit.value.text = "35 deg";
      limit.direction = Direction::rising;
      change.guard = limit;
      table.changes.push_back(change);
      m.joints[0].metamorphic = table;
    });
    test::waitFor(30);
    ASSERT_EQ(marks().size(), 2U);
  }
  const Limit& limit() { return std::get<Limit>(drawn().joints[0].metamorphic->changes[0].guard); }
};

TEST_F(PickingTest, MotorsTorquesAndTorsionSpringsAreClickedOnTheirSymbols) {
  drawPendulum();
  const QPoint pin = pixel(0.1, 0.2);
  press(Qt::Key_M);
  click(0.1, 0.2);
  press(Qt::Key_R);
  click(0.1, 0.2);
  press(Qt::Key_Q);
  click(0.2, 0.2);
  leave();
  ASSERT_TRUE(window.selection().isEmpty());
  clickPixel(pin + QPoint(0, -20));
  EXPECT_EQ(selected(), "motor1");
  clickPixel(pin + QPoint(-10, 10));
  EXPECT_EQ(selected(), "torsion_spring1");
  clickPixel(pin + QPoint(0, -28));
  EXPECT_EQ(selected(), "torque1");
  press(Qt::Key_Delete);
  EXPECT_EQ(drawn().forces.size(), 1U);
  clickPixel(pin + QPoint(0, -20));
  press(Qt::Key_Delete);
  EXPECT_TRUE(drawn().drives.empty());
  EXPECT_EQ(drawn().joints.size(), 1U);
}

TEST_F(PickingTest, GearsGuidesAndCurvesAreClickedOnTheirLines) {
  drawPendulum();
  press(Qt::Key_B);
  click(0.1, 0.1);
  click(0.3, 0.1);
  press(Qt::Key_A);
  click(0.1, 0.1);
  press(Qt::Key_G);
  click(0.1, 0.2);
  click(0.1, 0.1);
  press(Qt::Key_S);
  click(0.3, 0);
  click(0.35, 0);
  leave();
  clickPixel(pixel(0.05, 0.2));
  EXPECT_EQ(drawn().joints[2].id, selected()) << "the pitch circle, 50 mm about the pin";
  clickPixel(pixel(0.3, 0) + QPoint(50, 11));
  EXPECT_EQ(drawn().joints[3].id, selected()) << "the guide below the block";
  press(Qt::Key_Delete);
  EXPECT_EQ(drawn().joints.size(), 3U);
}

TEST_F(PickingTest, AClickMoreAtTheSamePlaceGoesOnToWhatLiesBelow) {
  drawPendulum();
  press(Qt::Key_T);
  click(0.1, 0.2);
  leave();
  click(0.1, 0.2);
  EXPECT_EQ(selected(), "O1");
  EXPECT_TRUE(hint().contains("click again for trace trace1")) << qPrintable(hint());
  click(0.1, 0.2);
  EXPECT_EQ(selected(), "trace1");
  click(0.1, 0.2);
  EXPECT_EQ(selected(), "link1");
  click(0.1, 0.2);
  EXPECT_EQ(selected(), "O1") << "round again";
  click(0.2, 0.2);
  EXPECT_EQ(selected(), "link1");
  EXPECT_FALSE(hint().contains("again")) << "nothing else lies there";
  click(0.1, 0.2);
  EXPECT_EQ(selected(), "O1") << "elsewhere it begins anew";
  click(0.1, 0.2);
  press(Qt::Key_Delete);
  EXPECT_TRUE(drawn().traces.empty());
  EXPECT_EQ(drawn().joints.size(), 1U);
}

TEST_F(PickingTest, ADoubleClickOnAMotorShowsItsProperties) {
  drawPendulum();
  press(Qt::Key_M);
  click(0.1, 0.2);
  leave();
  doubleClick(pixel(0.1, 0.2) + QPoint(0, -20));
  test::waitFor(30);
  EXPECT_EQ(selected(), "motor1");
  EXPECT_TRUE(window.views().properties->isVisible());
  setProperty("/drives/0/speed", "30 rpm");
  EXPECT_NEAR(std::get<ConstantSpeed>(window.document().resolved().drives[0].kind).speed.value,
              std::numbers::pi, 1e-12);
}

TEST_F(PickingTest, ARowOfTheTableLightsItsMarkAndAMarkChoosesItsRow) {
  drawPendulum();
  addTwoLimits("-60 deg");
  click(0.1, 0.2);
  test::waitFor(30);
  auto* table = window.findChild<QTableWidget*>("/joints/0/metamorphic/changes");
  ASSERT_TRUE(table);
  const auto colourAt = [&](std::size_t mark) {
    QTest::mouseMove(sheet(), QPoint(40, 40));
    return sheet()->grab().toImage().pixelColor(marks()[mark].tip.toPoint());
  };
  const QColor locked = colourOf(JointState::locked, Palette::light());
  const auto chooseRow = [&](int row) {
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualItemRect(table->item(row, 1)).center());
    test::waitFor(20);
  };
  chooseRow(1);
  EXPECT_EQ(colourAt(1), locked);
  EXPECT_NE(colourAt(0), locked);
  chooseRow(0);
  EXPECT_EQ(colourAt(0), locked);
  EXPECT_NE(colourAt(1), locked);
  clickPixel(marks()[1].tip.toPoint());
  test::waitFor(30);
  EXPECT_EQ(table->currentRow(), 1);
  EXPECT_EQ(colourAt(1), locked);
  clickPixel(QPoint(200, 500));
  EXPECT_NE(colourAt(1), locked) << "nothing is selected";
}

TEST_F(PickingTest, DraggingALimitThatIsAParameterMovesTheParameter) {
  drawPendulum();
  addTwoLimits("beta");
  drag(tipOf(marks()[0]), QPointF(0.1, 0.2) + 0.06 * direction(-35 * test::kDegree));
  EXPECT_EQ(drawn().parameters[0].value.text, "-35 deg");
  EXPECT_EQ(limit().value.text, "beta");
  EXPECT_NEAR(marks()[0].value, -35 * test::kDegree, 1e-12);
  drag(tipOf(marks()[0]), QPointF(0.1, 0.2) + 0.06 * direction(-120 * test::kDegree));
  EXPECT_NEAR(marks()[0].value, -80 * test::kDegree, 1e-12) << "not beyond its own range";
  window.document().undoStack().undo();
  window.document().undoStack().undo();
  EXPECT_EQ(drawn().parameters[0].value.text, "-60 deg");
}

TEST_F(PickingTest, DraggingALimitThatIsAnExpressionSaysWhatIsLost) {
  drawPendulum();
  addTwoLimits("beta/2");
  drag(tipOf(marks()[0]), QPointF(0.1, 0.2) + 0.06 * direction(-50 * test::kDegree));
  EXPECT_EQ(limit().value.text, "-50 deg");
  EXPECT_EQ(drawn().parameters[0].value.text, "-60 deg");
  EXPECT_TRUE(hint().contains("in place of beta/2")) << qPrintable(hint());
}

// Drawn with its end on another link, the bar is pinned to it: the slot takes the place of the pin.
TEST_F(PickingTest, APinBecomesASlotOfTheLinkItSitsOn) {
  press(Qt::Key_B);
  click(0, 0.1);
  click(0.2, 0.1);
  click(0.1, 0.2);
  click(0.1, 0.1);
  ASSERT_EQ(drawn().joints.size(), 1U);
  press(Qt::Key_O);
  click(0.05, 0.1);
  click(0.1, 0.1);
  leave();
  ASSERT_EQ(drawn().joints.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<Slot>(drawn().joints[0].kind));
  EXPECT_EQ(drawn().joints[0].a, "link1");
  EXPECT_EQ(drawn().joints[0].b, "link2");
  EXPECT_TRUE(board().analysis().headline().startsWith("mobility 5"))
      << qPrintable(board().analysis().headline());
}

TEST_F(PickingTest, WhatIsDrawnAndMovedHasNumbersAsPeopleTypeThem) {
  drawPendulumAndWall();
  leave();
  click(0, 0.05);
  drag({0, 0.05}, {0.037, 0.05});
  const auto& line = std::get<LineSurface>(drawn().surfaces[0].kind);
  EXPECT_GT(line.from.x.value, 0.02);
  EXPECT_LE(toShortestText(line.from.x.value).size(), 5U) << line.from.x.value;
  press(Qt::Key_B);
  click(0.1, 0.1);
  moveTo(0.13, 0.15196);  // 60 degrees
  type("55 mm");
  EXPECT_TRUE(hint().contains("ends")) << qPrintable(hint());
  press(Qt::Key_Return);
  EXPECT_TRUE(hint().contains("begins")) << qPrintable(hint());
  const Body& bar = drawn().bodies.back();
  EXPECT_EQ(bar.pose.angle.text, "60 deg");
  EXPECT_EQ(bar.width.value, 0.0092);
}

TEST_F(PickingTest, APlainNumberIsInMillimetresWhereverALengthIsTypedOnTheSheet) {
  press(Qt::Key_B);
  click(0, 0.1);
  moveTo(0.2, 0.1);
  type("50");
  press(Qt::Key_Return);
  ASSERT_EQ(drawn().bodies.size(), 1U);
  EXPECT_NEAR(drawn().bodies[0].length->value, 0.05, 1e-12);
  leave();
  test::waitFor(30);
  doubleClick(pixel(0.025, 0.1));
  type("20");
  press(Qt::Key_Return);
  EXPECT_NEAR(drawn().bodies[0].length->value, 0.02, 1e-12);
  test::waitFor(30);
  doubleClick(pixel(0.01, 0.1));
  type("60");
  press(Qt::Key_Return);
  EXPECT_NEAR(drawn().bodies[0].length->value, 0.06, 1e-12) << "too short to have its length beside it";
}

// The field below the choice of the state offers where it could lock: Enter alone takes nothing.
TEST_F(PickingTest, EnterAfterADoubleClickLeavesAnIdealJointIdeal) {
  drawPendulum();
  const int steps = window.document().undoStack().count();
  doubleClick(pixel(0.1, 0.2));
  press(Qt::Key_Return);
  EXPECT_FALSE(drawn().joints[0].metamorphic);
  EXPECT_EQ(window.document().undoStack().count(), steps);
  doubleClick(pixel(0.1, 0.2));
  type("-30 deg");
  press(Qt::Key_Return);
  EXPECT_TRUE(drawn().joints[0].metamorphic);
}

// Of those that have it: a plate beside bars has no section, and its name and place are its own.
TEST_F(PickingTest, WhatIsTypedForOneOfSeveralGoesToAll) {
  press(Qt::Key_B);
  for (int i = 0; i < 5; ++i) {
    click(0, 0.05 * i);
    click(0.1, 0.05 * i);
  }
  press(Qt::Key_P, Qt::ShiftModifier);
  for (const QPointF p : {QPointF(0.2, 0), QPointF(0.3, 0), QPointF(0.3, 0.1), QPointF(0.2, 0)})
    click(p.x(), p.y());
  leave();
  click(0.28, 0.03);
  for (int i = 0; i < 5; ++i) click(0.03, 0.05 * i, Qt::ShiftModifier);
  ASSERT_EQ(window.selection().elements().size(), 6U);
  const int steps = window.document().undoStack().count();
  setProperty("/bodies/4/section", "3 cm2");
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(drawn().bodies[static_cast<std::size_t>(i)].section->text, "3 cm2") << i;
  EXPECT_FALSE(drawn().bodies[5].section);
  EXPECT_EQ(window.document().undoStack().count(), steps + 1) << "one step";
  setProperty("/bodies/4/name", "bottom");
  EXPECT_EQ(drawn().bodies[4].name, "bottom");
  EXPECT_TRUE(drawn().bodies[3].name.empty());
}

TEST_F(PickingTest, EscLeavesTheToolFromAPanelToo) {
  drawPendulum();
  click(0.2, 0.2);
  test::waitFor(30);
  press(Qt::Key_K);
  ASSERT_EQ(board().toolKind(), ToolKind::spring);
  auto* name = window.findChild<QLineEdit*>("property:/bodies/0/name");
  ASSERT_TRUE(name);
  name->setFocus();
  press(Qt::Key_Escape);
  EXPECT_EQ(board().toolKind(), ToolKind::select);
  EXPECT_TRUE(window.selection().contains({ElementKind::body, "link1"})) << "what is edited stays";
  EXPECT_TRUE(hint().contains("Click a part")) << qPrintable(hint());
}

TEST_F(PickingTest, MirroredPlacesHaveTidyNumbersToo) {
  press(Qt::Key_B);
  click(-0.05, 0.1);
  click(0.13, 0.1);
  press(Qt::Key_A);
  click(-0.05, 0.1);
  leave();
  press(Qt::Key_A, Qt::ControlModifier);
  press(Qt::Key_M, Qt::ControlModifier);
  EXPECT_LE(toShortestText(drawn().joints[0].atA.x.value).size(), 5U) << drawn().joints[0].atA.x.value;
}

}  // namespace
}  // namespace clank
