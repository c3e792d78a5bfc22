// SPDX-License-Identifier: GPL-3.0-or-later
// A bell crank whose pins get names by the right button; what is put on a named point goes where it is
// dragged.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "core/io/mechanism_file.h"
#include "core/model/named_point.h"
#include "tests/support/parts.h"
#include "ui/board/board.h"
#include "ui/board/canvas.h"
#include "ui/board/plane.h"
#include "ui/panels/property_form.h"

namespace clank {
namespace {

using test::makeBody;
using test::makeJoint;

class PointNamesTest : public testing::Test {
 protected:
  void SetUp() override {
    document_.create();
    document_.edit("draw", [](Mechanism& m) { m = makeBellCrank(); });
    document_.undoStack().clear();
    board_.resize(900, 700);
    board_.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&board_));
    board_.canvas().showBox({-0.1, -0.1}, {0.4, 0.3});
  }

  // A plate that turns about its corner, with a rod pinned to each of two others.
  static Mechanism makeBellCrank() {
    Mechanism m;
    m.gravity = {0.0, 0.0};
    Body plate = makeBody("plate", 1, 0.01, {}, {0.04, 0.04});
    plate.outline = {{0.0, 0.0}, {0.1, 0.0}, {0.1, 0.1}, {0.0, 0.1}};
    Body in = makeBody("rod1", 0.1, 1e-4, {0.1, 0.0, 0.0, {}}),
         out = makeBody("rod2", 0.1, 1e-4, {0.0, 0.1, 0.0, {}});
    in.length = out.length = Quantity(0.2);
    m.bodies = {plate, in, out};
    for (Body& rod : m.bodies) rod.velocity = {};
    m.joints = {makeJoint("O", Revolute{}, kFrame, "plate"),
                makeJoint("A", Revolute{}, "plate", "rod1", {0.1, 0.0}),
                makeJoint("B", Revolute{}, "plate", "rod2", {0.0, 0.1})};
    return m;
  }

  const Mechanism& drawn() { return document_.drawn(); }
  const Mechanism& shown() { return document_.shown(); }
  QWidget* sheet() { return board_.canvas().viewport(); }
  QPoint pixel(double x, double y) { return board_.canvas().toPixel().map(QPointF(x, y)).toPoint(); }
  void click(ToolKind tool, double x, double y) {
    board_.setTool(tool);
    click(x, y);
  }
  void click(double x, double y) {
    QTest::mouseMove(sheet(), pixel(x, y));
    QTest::mouseClick(sheet(), Qt::LeftButton, {}, pixel(x, y));
  }
  QString snapReason(ToolKind tool, double x, double y) {
    board_.setTool(tool);
    QTest::mouseMove(sheet(), pixel(x, y));
    sheet()->grab();
    for (const auto& label : board_.labels())
      if (label.key == "snap") return label.text;
    return {};
  }
  bool hasLabel(const QString& key, const QString& text) {
    board_.setTool(ToolKind::select);
    QTest::mouseMove(sheet(), pixel(0.35, 0.25));
    sheet()->grab();
    for (const auto& label : board_.labels())
      if (label.key == key && label.text == text) return true;
    return false;
  }

  // The right button, and the entry with this text. What there is else.
  QStringList chooseInMenu(double x, double y, const QString& text) {
    QStringList offered;
    board_.setTool(ToolKind::select);
    QTest::mouseMove(sheet(), pixel(x, y));
    QTimer::singleShot(20, &board_, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      ASSERT_TRUE(menu);
      QAction* chosen = nullptr;
      for (QAction* action : menu->actions()) {
        offered << action->text();
        if (action->text() == text) chosen = action;
      }
      if (chosen) QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(chosen).center());
      if (menu->isVisible()) menu->close();
    });
    const QPoint at = pixel(x, y);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, sheet()->mapToGlobal(at));
    QApplication::sendEvent(sheet(), &event);
    return offered;
  }
  void name(double x, double y, const QString& entry, const QString& typed) {
    EXPECT_TRUE(chooseInMenu(x, y, entry).contains(entry)) << qPrintable(entry);
    QLineEdit* field = nullptr;
    for (auto* each : board_.findChildren<QLineEdit*>())
      if (each->isVisible()) field = each;
    ASSERT_TRUE(field);
    field->selectAll();
    QTest::keyClicks(field, typed);
    QTest::keyClick(field, Qt::Key_Return);
  }
  void drag(QPointF from, QPointF to) {
    board_.setTool(ToolKind::reshape);
    QTest::mousePress(sheet(), Qt::LeftButton, {}, pixel(from.x(), from.y()));
    for (int i = 1; i <= 10; ++i) {
      const QPointF at = from + (to - from) * (i / 10.0);
      QTest::mouseMove(sheet(), pixel(at.x(), at.y()));
    }
    QTest::mouseRelease(sheet(), Qt::LeftButton, {}, pixel(to.x(), to.y()));
  }
  // Of what is called "plate.tip".
  static bool isAt(const Point& place, const char* name) {
    const auto found = readPointName(place);
    return found && found->body + "." + found->point == name;
  }

  MechanismDocument document_;
  Selection selection_{document_};
  Board board_{document_, selection_};
};

TEST_F(PointNamesTest, ThreePinsOfABellCrankGetNames) {
  name(0, 0, "Name this point...", "pivot");
  name(0.1, 0, "Name this point of plate...", "input");
  name(0, 0.1, "Name this point of plate...", "output");
  const auto& points = pointsOf(drawn().bodies[0]);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_TRUE(isAt(drawn().joints[0].atB, "plate.pivot"));
  EXPECT_TRUE(isAt(drawn().joints[1].atA, "plate.input"));
  EXPECT_TRUE(isAt(drawn().joints[2].atA, "plate.output"));
  EXPECT_TRUE(isAt(drawn().bodies[0].outline[1], "plate.input")) << "the corner goes with the pin";
  EXPECT_FALSE(readPointName(drawn().joints[1].atB)) << "of the rod";
  EXPECT_TRUE(hasLabel("point plate.input", "input"));
  EXPECT_EQ(snapReason(ToolKind::trace, 0.1, 0.001), "input of plate");
  const QStringList offered = chooseInMenu(0.1, 0, {});
  EXPECT_TRUE(offered.contains("Rename input of plate..."));
  EXPECT_TRUE(offered.contains("Take the name input of plate away"));
  EXPECT_TRUE(offered.contains("Name this point of rod1..."));

  const Mechanism before = drawn();
  drag({0.1, 0}, {0.12, -0.02});
  EXPECT_NEAR(shown().joints[1].atA.x.value, 0.12, 1e-9);
  EXPECT_NEAR(shown().joints[1].atA.y.value, -0.02, 1e-9);
  EXPECT_NEAR(shown().bodies[0].outline[1].x.value, 0.12, 1e-9);
  EXPECT_TRUE(isAt(drawn().joints[1].atA, "plate.input"));
  document_.undoStack().undo();
  EXPECT_EQ(drawn(), before) << "a drag is one step";
}

TEST_F(PointNamesTest, WhatIsPutOnAPointGoesWithItAndComesBack) {
  name(0.1, 0.1, "Name this point...", "tip");
  ASSERT_EQ(pointsOf(drawn().bodies[0]).size(), 1U);
  click(ToolKind::trace, 0.1, 0.1);
  click(ToolKind::spring, 0.3, 0.2);
  click(0.1, 0.1);
  click(ToolKind::anchor, 0.1, 0.1);
  board_.setTool(ToolKind::select);
  ASSERT_EQ(drawn().traces.size(), 1U);
  ASSERT_EQ(drawn().forces.size(), 1U);
  ASSERT_EQ(drawn().joints.size(), 4U);
  const auto springEnd = [](const Mechanism& m) { return std::get<Spring>(m.forces[0].kind).atB; };
  EXPECT_TRUE(isAt(drawn().traces[0].atB, "plate.tip"));
  EXPECT_TRUE(isAt(springEnd(drawn()), "plate.tip"));
  EXPECT_TRUE(isAt(drawn().joints[3].atB, "plate.tip"));

  const Mechanism before = drawn();
  const int steps = document_.undoStack().count();
  drag({0.1, 0.1}, {0.14, 0.12});
  EXPECT_EQ(document_.undoStack().count(), steps + 1);
  const Mechanism after = drawn();
  for (const Point& place : {shown().traces[0].atB, springEnd(shown()), shown().joints[3].atB,
                             shown().bodies[0].outline[2], pointsOf(shown().bodies[0])[0].at}) {
    EXPECT_NEAR(place.x.value, 0.14, 1e-9);
    EXPECT_NEAR(place.y.value, 0.12, 1e-9);
  }
  EXPECT_TRUE(isAt(drawn().traces[0].atB, "plate.tip"));
  document_.undoStack().undo();
  EXPECT_EQ(drawn(), before);
  document_.undoStack().redo();
  EXPECT_EQ(drawn(), after);

  const auto read = readMechanism(writeMechanism(drawn()));
  ASSERT_TRUE(read);
  EXPECT_EQ(writeMechanism(read->mechanism), writeMechanism(drawn()));
  EXPECT_TRUE(isAt(read->mechanism.traces[0].atB, "plate.tip"));

  const Mechanism values = shown();
  chooseInMenu(0.14, 0.12, "Take the name tip of plate away");
  EXPECT_FALSE(drawn().bodies[0].points);
  EXPECT_FALSE(readPointName(drawn().traces[0].atB));
  EXPECT_NEAR(shown().traces[0].atB.x.value, 0.14, 1e-9);
  EXPECT_EQ(shown().joints[3].atB.y.value, values.joints[3].atB.y.value);
}

TEST_F(PointNamesTest, ANameThatIsNoneOrTakenIsRefusedAtTheField) {
  name(0.1, 0.1, "Name this point...", "x");
  EXPECT_FALSE(drawn().bodies[0].points) << "plate.x is a channel";
  board_.setTool(ToolKind::select);
  name(0.1, 0.1, "Name this point...", "tip");
  name(0.1, 0, "Name this point of plate...", "tip");
  EXPECT_EQ(pointsOf(drawn().bodies[0]).size(), 1U);
}

TEST_F(PointNamesTest, ThePropertiesOfTheBodyHaveThemWithTheirPlaces) {
  name(0.1, 0, "Name this point of plate...", "input");
  PropertyForm form(document_);
  form.showObject("/bodies/0", "plate");
  QObject::connect(&document_, &MechanismDocument::drawnChanged, &form, &PropertyForm::refresh);
  form.show();
  const auto type = [&](const QString& field, const QString& text) {
    auto* edit = form.findChild<QLineEdit*>("property:/bodies/0/points/" + field);
    ASSERT_TRUE(edit) << qPrintable(field);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
    QCoreApplication::processEvents();
  };
  type("0/at/0", "110 mm");
  EXPECT_NEAR(shown().joints[1].atA.x.value, 0.11, 1e-12);
  EXPECT_NEAR(shown().bodies[0].outline[1].x.value, 0.11, 1e-12);
  type("0/id", "omega");
  EXPECT_TRUE(isAt(drawn().joints[1].atA, "plate.input")) << "plate.omega is a channel";
  type("0/id", "left");
  EXPECT_TRUE(isAt(drawn().joints[1].atA, "plate.left"));
  auto* add = form.findChild<QPushButton*>("add:/bodies/0/points");
  ASSERT_TRUE(add);
  add->click();
  QCoreApplication::processEvents();
  ASSERT_EQ(pointsOf(drawn().bodies[0]).size(), 2U);
  auto* remove = form.findChild<QToolButton*>("remove:/bodies/0/points/0");
  ASSERT_TRUE(remove);
  remove->click();
  QCoreApplication::processEvents();
  ASSERT_EQ(pointsOf(drawn().bodies[0]).size(), 1U);
  EXPECT_EQ(drawn().joints[1].atA.x.text, "110 mm");
}

}  // namespace
}  // namespace clank
