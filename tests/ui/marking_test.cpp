// SPDX-License-Identifier: GPL-3.0-or-later
// Marking what is special about joints and parts: by the right button, by a double click, by dragging.
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QTableWidget>
#include <QTimer>

#include "tests/ui/drawing_window.h"
#include "ui/board/board_view.h"
#include "ui/board/joint_card.h"
#include "ui/board/limit_marks.h"
#include "ui/board/plane.h"
#include "ui/panels/property_panel.h"
#include "ui/panels/segmented_choice.h"

namespace clank {
namespace {

class MarkingTest : public test::DrawingWindow {
 protected:
  // A bar of 200 mm on a pin, level: it falls.
  void drawPendulum() {
    press(Qt::Key_B);
    click(0.1, 0.2);
    click(0.3, 0.2);
    press(Qt::Key_A);
    click(0.1, 0.2);
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
    ASSERT_EQ(drawn().joints.size(), 1U);
  }
  void drawSlider() {
    press(Qt::Key_S);
    click(0.1, 0.1);
    click(0.3, 0.1);
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
    ASSERT_EQ(drawn().joints.size(), 1U);
  }

  // The right button, and a click on the entry with this text.
  void chooseInMenu(double x, double y, const QString& text) {
    bool found = false;
    moveTo(x, y);
    QTimer::singleShot(20, &window, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      ASSERT_TRUE(menu);
      for (QAction* action : menu->actions())
        if (action->text() == text) {
          found = action->isEnabled();
          QTest::mouseMove(menu, menu->actionGeometry(action).center());
          QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
          break;
        }
      if (menu->isVisible()) menu->close();
    });
    const QPoint at = pixel(x, y);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, sheet()->mapToGlobal(at));
    QApplication::sendEvent(sheet(), &event);
    EXPECT_TRUE(found) << qPrintable(text);
    test::waitFor(30);
  }

  std::vector<LimitMark> marks() {
    BoardView view;
    view.toPixel = board().canvas().toPixel();
    return listLimitMarks(board().drawing(), view);
  }
  QPointF tipOf(const LimitMark& mark) { return board().canvas().toPixel().inverted().map(mark.tip); }
  QString shownMass() {
    test::waitFor(20);
    for (const auto* label : window.findChildren<QLabel*>("computedMass"))
      if (!label->isHidden()) return label->text();
    return {};
  }
  const Limit& limit(std::size_t change = 0) {
    return std::get<Limit>(drawn().joints[0].metamorphic->changes[change].guard);
  }
};

TEST_F(MarkingTest, APinIsMarkedItsGuardDraggedAndItLocksThere) {
  drawPendulum();
  chooseInMenu(0.1, 0.2, "Metamorphic");
  ASSERT_TRUE(drawn().joints[0].metamorphic);
  EXPECT_EQ(limit().value.text, "-60 deg") << "below, where it falls to";
  EXPECT_TRUE(window.views().properties->isVisible());
  EXPECT_TRUE(window.findChild<QTableWidget*>("/joints/0/metamorphic/changes")) << "its table is shown";
  const int steps = window.document().undoStack().count();
  ASSERT_EQ(marks().size(), 1U);
  drag(tipOf(marks()[0]), QPointF(0.1, 0.2) + 0.06 * direction(-35 * test::kDegree));
  EXPECT_EQ(limit().value.text, "-35 deg");
  EXPECT_EQ(window.document().undoStack().count(), steps + 1) << "one step";
  window.document().undoStack().undo();
  EXPECT_EQ(limit().value.text, "-60 deg");
  window.document().undoStack().redo();
  runToEnd();
  const Trajectory& run = window.run().trajectory();
  ASSERT_EQ(run.events().size(), 1U);
  EXPECT_EQ(run.events()[0].kind, EventKind::merge);
  EXPECT_EQ(run.events()[0].guard.kind, "limit");
  EXPECT_NEAR(run.events()[0].guard.value, -35 * test::kDegree, 1e-12);
  const auto angle = run.findChannel("link1.angle");
  EXPECT_NEAR(run.row(run.sampleCount() - 1)[*angle], -35 * test::kDegree, 1e-9);
}

TEST_F(MarkingTest, TheFieldOfALimitHasALabelAndEnterTakesIt) {
  drawPendulum();
  chooseInMenu(0.1, 0.2, "Locks at a limit...");
  auto* field = board().findChild<QLineEdit*>("boardField");
  ASSERT_TRUE(field->isVisible());
  const auto* label = board().findChild<QLabel*>("boardFieldLabel");
  ASSERT_TRUE(label && label->isVisible());
  EXPECT_EQ(label->text(), "Angle at which O1 locks");
  EXPECT_EQ(field->accessibleName(), label->text());
  EXPECT_FALSE(label->geometry().intersects(field->geometry()));
  type("-50");
  press(Qt::Key_Return);
  EXPECT_FALSE(field->isVisible());
  EXPECT_FALSE(label->isVisible());
  ASSERT_TRUE(drawn().joints[0].metamorphic);
  EXPECT_EQ(limit().value.text, "-50 deg");
}

// The choice of the state offers a limit: it is taken when it was typed, also when it is the one that is
// offered.
TEST_F(MarkingTest, AnOfferedLimitThatIsTypedIsTaken) {
  drawPendulum();
  doubleClick(pixel(0.1, 0.2));
  auto* field = board().findChild<QLineEdit*>("boardField");
  const QString offered = field->text();
  press(Qt::Key_Return);
  EXPECT_FALSE(drawn().joints[0].metamorphic) << "nobody has typed anything";
  doubleClick(pixel(0.1, 0.2));
  ASSERT_TRUE(field->isVisible());
  type(offered);
  press(Qt::Key_Return);
  ASSERT_TRUE(drawn().joints[0].metamorphic);
  EXPECT_EQ(limit().value.text, offered.toStdString());
}

// What the engine takes is offered, and runs as it is.
TEST_F(MarkingTest, AGuideCanBeLooseToo) {
  drawSlider();
  const std::size_t bodies = drawn().bodies.size();
  ASSERT_GE(bodies, 1U);
  chooseInMenu(0.1, 0.1, "With clearance");
  ASSERT_TRUE(drawn().joints[0].clearance);
  EXPECT_GT(drawn().joints[0].clearance->length.value, 0) << "of its block";
  for (const Problem& problem : window.document().problems())
    EXPECT_NE(problem.severity, Severity::error) << problem.what;
  window.document().undoStack().undo();
  EXPECT_FALSE(drawn().joints[0].clearance);
}

TEST_F(MarkingTest, ABarIsDividedIntoRodsAndBack) {
  drawPendulum();
  chooseInMenu(0.2, 0.2, "Divide into rods that bend...");
  type("4 rods, E J = 2*10");
  press(Qt::Key_Return);
  ASSERT_EQ(drawn().bodies.size(), 4U);
  EXPECT_EQ(drawn().joints.size(), 4U);
  ASSERT_EQ(drawn().forces.size(), 3U);
  EXPECT_NEAR(std::get<TorsionSpring>(window.document().resolved().forces[0].kind).stiffness.value,
              4 * 20 / 0.2, 1e-6);
  runToEnd();
  EXPECT_GT(window.run().trajectory().sampleCount(), 10U);
  window.document().undoStack().undo();
  EXPECT_EQ(drawn().bodies.size(), 1U);
  EXPECT_EQ(drawn().forces.size(), 0U);
}

TEST_F(MarkingTest, ADoubleClickOffersTheChoice) {
  drawPendulum();
  doubleClick(pixel(0.1, 0.2));
  auto* card = board().findChild<JointCard*>();
  ASSERT_TRUE(card->isVisible());
  auto buttons = card->findChildren<QPushButton*>();
  ASSERT_EQ(buttons.size(), 3);
  EXPECT_TRUE(buttons[0]->isChecked());
  QTest::mouseClick(buttons[2], Qt::LeftButton);
  ASSERT_TRUE(drawn().joints[0].clearance) << "a pin can be loose";
  doubleClick(pixel(0.1, 0.2));
  EXPECT_TRUE(buttons[2]->isChecked());
  QTest::mouseClick(buttons[1], Qt::LeftButton);
  EXPECT_FALSE(card->isVisible());
  ASSERT_TRUE(drawn().joints[0].metamorphic);
  doubleClick(pixel(0.1, 0.2));
  ASSERT_TRUE(card->isVisible());
  EXPECT_TRUE(buttons[1]->isChecked());
  auto* field = board().findChild<QLineEdit*>("boardField");
  EXPECT_EQ(field->text(), "-60 deg") << "its limit can be typed at once";
  press(Qt::Key_Escape);
  EXPECT_FALSE(card->isVisible());
  EXPECT_FALSE(field->isVisible());
  doubleClick(pixel(0.1, 0.2));
  QTest::mouseClick(buttons[0], Qt::LeftButton);
  EXPECT_FALSE(drawn().joints[0].metamorphic);
}

TEST_F(MarkingTest, AStopIsDraggedAlongItsGuideAndEscGivesUp) {
  drawSlider();
  chooseInMenu(0.1, 0.1, "Metamorphic");
  ASSERT_EQ(marks().size(), 1U);
  EXPECT_EQ(limit().direction.value, Direction::rising);
  const double offset = tipOf(marks()[0]).y();
  drag(tipOf(marks()[0]), {0.25, offset});
  const double face = marks()[0].face;  // of the block, which meets the stop
  EXPECT_GT(face, 0.005);
  EXPECT_NEAR(limit().value.value, 0.15 - face, 0.0026);
  EXPECT_NEAR(tipOf(marks()[0]).x(), 0.25, 0.0026);
  EXPECT_TRUE(limit().value.text.str().ends_with(" mm"));
  drag(tipOf(marks()[0]), {0.02, offset});
  EXPECT_NEAR(limit().value.value, -0.08 + face, 0.0026);
  EXPECT_NEAR(tipOf(marks()[0]).x(), 0.02, 0.0026);
  EXPECT_EQ(limit().direction.value, Direction::falling) << "met from where the joint is";
  const Limit before = limit();
  QTest::mousePress(sheet(), Qt::LeftButton, {}, marks()[0].tip.toPoint());
  for (int i = 1; i < 6; ++i) moveTo(0.02 + 0.02 * i, offset);
  EXPECT_NE(limit(), before);
  press(Qt::Key_Escape);
  QTest::mouseRelease(sheet(), Qt::LeftButton, {}, pixel(0.12, offset));
  EXPECT_EQ(limit(), before);
}

TEST_F(MarkingTest, EveryLimitOfAJointIsDragged) {
  drawPendulum();
  chooseInMenu(0.1, 0.2, "Metamorphic");
  window.document().edit("more limits", [](Mechanism& m) {
    auto& table = *m.joints[0].metamorphic;
    Phase merged;
    merged.id = "merged";
    merged.kind = Merged{};
    table.phases.push_back(merged);
    PhaseChange upper = table.changes[0], later;
    std::get<Limit>(upper.guard) = Limit{0.6, Direction::rising, {}, {}};
    later.from = "locked";
    later.to = "merged";
    later.guard = Limit{2.0, Direction::rising, {}, {}};
    table.changes.push_back(upper);
    table.changes.push_back(later);
  });
  test::waitFor(50);
  ASSERT_EQ(marks().size(), 3U);
  EXPECT_EQ(marks()[1].leadsTo, JointState::locked);
  EXPECT_TRUE(marks()[2].waits) << "it leads out of a later phase";
  for (const std::size_t i : {1U, 2U}) {
    const double target = i == 1 ? 50 * test::kDegree : 150 * test::kDegree;
    drag(tipOf(marks()[i]), QPointF(0.1, 0.2) + 0.07 * direction(target));
    EXPECT_NEAR(limit(i).value.value, target, 1e-9)
        << i << ' ' << qPrintable(window.statusBar()->currentMessage()) << ' ' << tipOf(marks()[i]).x() << ' '
        << tipOf(marks()[i]).y();
  }
  EXPECT_EQ(limit(0).value.text, "-60 deg");
}

// A pendulum falls onto the edge of an arm that is fixed to the frame.
TEST_F(MarkingTest, AnEdgeBecomesAnImpactSurfaceWithRestitution) {
  drawPendulum();
  press(Qt::Key_B);
  click(0.05, 0.05);
  click(0.2, 0.05);
  press(Qt::Key_Escape);
  press(Qt::Key_W);
  press(Qt::Key_Escape);
  window.document().edit("weld", [](Mechanism& m) {
    Joint weld;
    weld.id = "W";
    weld.b = "link2";
    weld.kind = Weld{};
    weld.atA = {0.05, 0.05};
    m.joints.push_back(weld);
  });
  chooseInMenu(0.13, 0.05, "Surface along this edge");
  EXPECT_EQ(board().toolKind(), ToolKind::surface);
  click(0.3, 0.2);
  press(Qt::Key_Escape);
  ASSERT_EQ(drawn().contacts.size(), 1U);
  EXPECT_EQ(drawn().surfaces[0].body, "link2");
  EXPECT_EQ(drawn().contacts[0].b, "link1");
  chooseInMenu(0.16, 0.05, "Restitution of stop1...");
  auto* field = board().findChild<QLineEdit*>("boardField");
  ASSERT_TRUE(field->isVisible());
  field->selectAll();
  type("0.4");
  press(Qt::Key_Return);
  EXPECT_EQ(drawn().contacts[0].restitution.value, 0.4);
  window.document().undoStack().undo();
  EXPECT_EQ(drawn().contacts[0].restitution.value, 0);
}

TEST_F(MarkingTest, APointIsLedToASurfaceThatIsThere) {
  drawPendulum();
  press(Qt::Key_C);
  click(0, 0);
  click(0, 0.1);
  click(0, 0.1);
  click(0.3, 0.2);
  press(Qt::Key_Escape);
  press(Qt::Key_Escape);
  ASSERT_EQ(drawn().contacts.size(), 1U);
  chooseInMenu(0.2, 0.2, "This point hits a surface");
  click(0, 0.05);
  ASSERT_EQ(drawn().contacts.size(), 2U);
  EXPECT_EQ(drawn().contacts[1].surface, drawn().contacts[0].surface);
  EXPECT_NEAR(drawn().contacts[1].atB.x.value, 0.1, 0.001) << "to a pixel";
}

TEST_F(MarkingTest, MassIsTypedOrFollowsFromTheMaterial) {
  drawPendulum();
  click(0.2, 0.2);
  QCoreApplication::processEvents();
  EXPECT_TRUE(shownMass().startsWith("0.157\u202fkg"))
      << qPrintable(shownMass()) << ": 200\u202fmm x 1 cm2 of steel";
  setProperty("/bodies/0/density", "1000 kg/m3");
  setProperty("/bodies/0/section", "2 cm2");
  EXPECT_TRUE(shownMass().startsWith("0.04\u202fkg")) << qPrintable(shownMass());
  auto* choice = window.findChild<SegmentedChoice*>("mass:/bodies/0");
  QTest::mouseClick(choice->findChildren<QPushButton*>()[1], Qt::LeftButton);
  test::waitFor(20);
  setProperty("/bodies/0/mass", "0.3 kg");
  setProperty("/bodies/0/inertia", "0.002 kg m2");
  EXPECT_NEAR(window.document().resolved().bodies[0].mass->value, 0.3, 1e-12);
  EXPECT_TRUE(shownMass().startsWith(QString::fromUtf8("0.3\u202fkg, 0.002\u202fkg m\u00b2")))
      << qPrintable(shownMass());
}

}  // namespace
}  // namespace clank
