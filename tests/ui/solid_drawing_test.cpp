// SPDX-License-Identifier: GPL-3.0-or-later
// What is solid touches what is solid, drawn from an empty sheet with mouse and keys, a click a click.
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <cmath>

#include "core/model/touches.h"
#include "tests/ui/drawing_window.h"
#include "ui/window/actions.h"
#include "ui/window/repeat_dialog.h"

namespace clank {
namespace {

class SolidDrawingTest : public test::DrawingWindow {
 protected:
  void clickOn(double x, double y) {
    ++clicks_;
    click(x, y);
  }
  // A slope that goes over into a floor.
  void drawRamp() {
    press(Qt::Key_C);
    clickOn(-0.08, 0.15);
    clickOn(0.06, 0);
    clickOn(0.4, 0);
    clickOn(0.4, 0);
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
  }
  void drawBall() {
    press(Qt::Key_D, Qt::ShiftModifier);
    clickOn(-0.014, 0.112);
    clickOn(0.006, 0.112);
    press(Qt::Key_Escape);
  }
  void drawDomino() {
    press(Qt::Key_B, Qt::ShiftModifier);
    clickOn(0.15, 0);
    clickOn(0.16, 0.06);
  }
  // What is typed into the dialog that opens.
  void repeat(int copies, const QString& step) {
    bool isSeen = false;
    QTimer::singleShot(0, &window, [&] {
      auto* dialog = qobject_cast<RepeatDialog*>(QApplication::activeModalWidget());
      ASSERT_TRUE(dialog);
      isSeen = true;
      dialog->findChild<QSpinBox*>("repeatCopies")->setValue(copies);
      auto* field = dialog->findChild<QLineEdit*>("repeatRight");
      field->setText("0");
      EXPECT_FALSE(dialog->findPlan()) << "all on each other";
      field->setText(step);
      EXPECT_TRUE(dialog->findPlan());
      dialog->accept();
    });
    window.actions().get(Command::repeat)->trigger();
    EXPECT_TRUE(isSeen);
  }
  void typeInPanel(const QString& name, const QString& text) {
    window.views().propertiesDock->raise();
    test::waitFor(50);
    auto* field = window.findChild<QLineEdit*>(name);
    ASSERT_TRUE(field) << qPrintable(name);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    test::waitFor(50);
  }
  double lastOf(const std::string& channel) {
    const Trajectory& run = window.run().trajectory();
    const auto column = run.findChannel(channel);
    EXPECT_TRUE(column) << channel;
    return column ? run.row(run.sampleCount() - 1)[*column] : std::nan("");
  }
  int clicks_ = 0;
};

TEST_F(SolidDrawingTest, ABallRollsDownARampAndKnocksFiveDominoes) {
  drawRamp();
  ASSERT_EQ(drawn().surfaces.size(), 1U);
  drawBall();
  drawDomino();
  ASSERT_EQ(drawn().bodies.size(), 2U);
  EXPECT_EQ(window.selection().elements().size(), 1U) << "the domino";
  repeat(4, "30 mm");
  ASSERT_EQ(drawn().bodies.size(), 6U);
  EXPECT_NEAR(drawn().bodies[5].pose.x.value - drawn().bodies[1].pose.x.value, 0.12, 1e-9);
  EXPECT_LE(clicks_, 14);
  EXPECT_TRUE(drawn().contacts.empty()) << "nobody types a pair";
  for (const Problem& problem : window.document().problems())
    EXPECT_NE(problem.severity, Severity::error) << problem.what;
  runToEnd();
  for (std::size_t i = 1; i < 6; ++i)
    EXPECT_LT(lastOf(drawn().bodies[i].id + ".angle"), -0.3) << drawn().bodies[i].id << " falls";
  EXPECT_GT(lastOf("disc1.x"), 0.05);

  window.document().remove({{ElementKind::body, "disc1"}});
  EXPECT_EQ(drawn().surfaces.size(), 1U) << "a ball is deleted, and a ball alone";
  EXPECT_EQ(drawn().bodies.size(), 5U);
  runToEnd();
  for (const Body& body : drawn().bodies) EXPECT_NEAR(lastOf(body.id + ".angle"), 0, 1e-3) << "nothing falls";
}

TEST_F(SolidDrawingTest, AWheelThatIsPinnedPassesItsLinkAndHitsTheOther) {
  press(Qt::Key_B);
  clickOn(0, 0.1);
  clickOn(0.2, 0.1);
  press(Qt::Key_Escape);
  press(Qt::Key_D, Qt::ShiftModifier);
  clickOn(0.2, 0.1);
  clickOn(0.23, 0.1);
  press(Qt::Key_Escape);
  press(Qt::Key_D, Qt::ShiftModifier);
  clickOn(0.3, 0.1);
  clickOn(0.31, 0.1);
  press(Qt::Key_Escape);
  ASSERT_EQ(drawn().bodies.size(), 3U);
  ASSERT_EQ(drawn().joints.size(), 1U) << "the first disc turns on the end of the link";
  std::vector<std::string> pairs;
  listTouches(window.document().shown(),
              {[](const TouchGroup&) {}, [&](const ContactPair& pair) { pairs.push_back(pair.id); }});
  EXPECT_EQ(pairs, std::vector<std::string>{"disc2|disc1"});
}

// A belt, the speed that is typed for it, a box and two copies: all three end with the speed of the belt.
TEST_F(SolidDrawingTest, AConveyorTakesThreeBoxesAlong) {
  press(Qt::Key_C);
  clickOn(-0.05, 0);
  clickOn(0.4, 0);
  clickOn(0.4, 0);
  press(Qt::Key_Escape);
  press(Qt::Key_Escape);
  ASSERT_EQ(drawn().surfaces.size(), 1U);
  window.selection().select({ElementKind::surface, drawn().surfaces[0].id});
  typeInPanel("property:/surfaces/0/speed", "0.1 m/s");
  EXPECT_NEAR(window.document().shown().surfaces[0].speed.value, 0.1, 1e-12);
  board().canvas().showBox({-0.1, -0.1}, {0.4, 0.3});
  board().setFocus();
  press(Qt::Key_B, Qt::ShiftModifier);
  clickOn(0, 0);
  clickOn(0.03, 0.03);
  repeat(2, "60 mm");
  ASSERT_EQ(drawn().bodies.size(), 3U);
  EXPECT_LE(clicks_, 6);
  window.document().edit("a short run", [](Mechanism& m) { m.simulation.duration = 1; });
  runToEnd();
  for (const Body& body : drawn().bodies) EXPECT_NEAR(lastOf(body.id + ".vx"), 0.1, 1e-6) << body.id;

  // Steel on steel, as the panel of the belt has it, gets laws of its own there.
  window.selection().select({ElementKind::surface, drawn().surfaces[0].id});
  test::waitFor(50);
  auto* own = window.findChild<QPushButton*>("pairLaws:steel|steel");
  ASSERT_TRUE(own);
  own->click();
  test::waitFor(50);
  ASSERT_EQ(drawn().materialPairs.size(), 1U);
  EXPECT_NEAR(drawn().materialPairs[0].friction.value, 0.2, 1e-12);
  typeInPanel("property:/material_pairs/0/friction", "0.002");
  runToEnd();
  for (const Body& body : drawn().bodies)
    EXPECT_NEAR(lastOf(body.id + ".vx"), 0.002 * 9.80665, 1e-3) << body.id << " is hardly taken along";
  auto* back = window.findChild<QPushButton*>("pairLaws:steel|steel");
  ASSERT_TRUE(back);
  back->click();
  test::waitFor(50);
  EXPECT_TRUE(drawn().materialPairs.empty());
}

// A smooth bowl of five clicks, in which a ball rolls to and fro.
TEST_F(SolidDrawingTest, ABallInASmoothBowl) {
  press(Qt::Key_C);
  chooseOption(3);
  for (const QPointF p : {QPointF(-0.05, 0.15), QPointF(0.05, 0.03), QPointF(0.15, 0), QPointF(0.25, 0.03),
                          QPointF(0.35, 0.15), QPointF(0.35, 0.15)})
    clickOn(p.x(), p.y());
  press(Qt::Key_Escape);
  press(Qt::Key_Escape);
  ASSERT_EQ(drawn().surfaces.size(), 1U);
  const auto* line = std::get_if<PolylineSurface>(&drawn().surfaces[0].kind);
  ASSERT_TRUE(line);
  EXPECT_EQ(line->smooth.value, 1);
  press(Qt::Key_D, Qt::ShiftModifier);
  clickOn(0.02, 0.09);
  clickOn(0.03, 0.09);
  press(Qt::Key_Escape);
  ASSERT_EQ(drawn().bodies.size(), 1U);
  window.document().edit("a run", [](Mechanism& m) { m.simulation.duration = 3; });
  runToEnd();
  EXPECT_GT(lastOf("disc1.y"), 0);
  EXPECT_GT(lastOf("disc1.x"), -0.05);
  EXPECT_LT(lastOf("disc1.x"), 0.35);
}

TEST_F(SolidDrawingTest, UndoAndRedoOfSolidsAndCopiesComeBackToEqualDrawings) {
  drawRamp();
  drawBall();
  drawDomino();
  repeat(4, "30 mm");
  const Mechanism all = drawn();
  while (window.document().undoStack().canUndo()) window.document().undoStack().undo();
  EXPECT_TRUE(drawn().bodies.empty() && drawn().surfaces.empty());
  while (window.document().undoStack().canRedo()) window.document().undoStack().redo();
  EXPECT_EQ(drawn(), all);
  const auto read = readMechanism(writeMechanism(all));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->mechanism, all);
}

}  // namespace
}  // namespace clank
