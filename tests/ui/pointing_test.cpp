// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse points at in one view is lit in all others, and parts are called by their names.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QDockWidget>
#include <QListWidget>
#include <QTest>

#include "tests/ui/drawing_window.h"
#include "ui/look/part_names.h"
#include "ui/panels/event_table.h"
#include "ui/panels/notice_bar.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/property_panel.h"
#include "ui/panels/receipt_words.h"
#include "ui/plots/plot_area.h"

namespace clank::test {
namespace {

class PointingTest : public DrawingWindow {
 protected:
  void openAndRun(const QString& example) {
    ASSERT_TRUE(window.open(QString(CLANK_SOURCE_DIR "/resources/examples/") + example));
    press(Qt::Key_2, Qt::ControlModifier);
    runToEnd();
    waitFor(300);
  }
  SceneView& scene() { return *window.views().scene; }
  PlotArea& plots() { return *window.views().plots; }

  // The mouse over every fourth pixel of a plot, until that is true.
  template <class Is>
  bool sweep(const QRect& area, QWidget* plot, Is is) {
    for (int x = area.left(); x < area.right(); x += 8)
      for (int y = area.top(); y < area.bottom(); y += 4) {
        QTest::mouseMove(plot, QPoint(x, y));
        QCoreApplication::processEvents();
        if (is()) return true;
      }
    return false;
  }
  QWidget* surfaceOf(PlotCanvas& canvas) {
    for (auto* child : canvas.findChildren<QWidget*>())
      if (child->inherits("QCustomPlot")) return child;
    return nullptr;
  }
  void showAlone(const PlotChoice& choice) {
    plots().setLayout({choice});
    waitFor(200);
  }
  PlotChoice speeds() {
    PlotChoice choice;
    choice.channels = {"crank.omega", "rocker.omega"};
    return choice;
  }
  bool isAnyThick() {
    PlotCanvas& canvas = plots().getPlot(0).canvas();
    for (std::size_t i = 0; i < canvas.countCurves(); ++i)
      if (canvas.isThick(static_cast<int>(i))) return true;
    return false;
  }
};

TEST_F(PointingTest, ACurveAndItsNameLightTheirPart) {
  openAndRun("linkages/four-bar.clank");
  showAlone(speeds());
  PlotCanvas& canvas = plots().getPlot(0).canvas();
  QWidget* surface = surfaceOf(canvas);
  ASSERT_TRUE(surface);
  const auto isRocker = [&] { return board().pointed() == "rocker" && scene().pointed() == "rocker"; };
  EXPECT_TRUE(sweep(canvas.getPlotRect(), surface, isRocker)) << "its curve";
  waitFor(50);
  const auto labels = board().labels();
  EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const auto& l) { return l.key == "pointed"; }));
  EXPECT_TRUE(canvas.isThick(1));
  EXPECT_FALSE(canvas.isThick(0));
  QTest::mouseMove(surface, canvas.getPlotRect().topLeft() + QPoint(1, 1));
  QTest::mouseMove(sheet(), QPoint(2, 2));
  EXPECT_GE(waitUntil([&] { return board().pointed().empty() && scene().pointed().empty(); }), 0);
  const QRect head(0, 0, canvas.width(), canvas.getPlotRect().top() - 2);
  EXPECT_TRUE(sweep(head, surface, isRocker)) << "its name in the legend";
}

TEST_F(PointingTest, AStemAndItsJointLightEachOther) {
  openAndRun("papers/song-2020-three-bar.clank");
  PlotChoice impulses;
  impulses.kind = PlotChoice::Kind::impulses;
  showAlone(impulses);
  PlotCanvas& canvas = plots().getPlot(0).canvas();
  QWidget* surface = surfaceOf(canvas);
  ASSERT_TRUE(surface);
  const QPoint dot = canvas.toStemPixel(1).toPoint();  // 0 is P, of the joint that merges
  QTest::mouseMove(surface, dot + QPoint(1, 1));
  EXPECT_GE(waitUntil([&] { return board().pointed() == "O1" && scene().pointed() == "O1"; }), 0);
  EXPECT_TRUE(canvas.getPointerText().contains(namePart("O1") + " = "))
      << qPrintable(canvas.getPointerText());
  EXPECT_TRUE(canvas.isThick(1));
  EXPECT_FALSE(canvas.isThick(0));
  QTest::mouseMove(surface, canvas.getPlotRect().topLeft() + QPoint(1, 1));
  EXPECT_GE(waitUntil([&] { return board().pointed().empty() && !canvas.isThick(1); }), 0);
  plots().setPointed("O1");
  EXPECT_TRUE(canvas.isThick(1)) << "pointed at elsewhere";
}

TEST_F(PointingTest, APartOnTheBoardHasItsCurvesThick) {
  openAndRun("linkages/four-bar.clank");
  showAlone(speeds());
  const QPointF middle = board().drawing().toWorld(0, {0.05, 0});
  QTest::mouseMove(sheet(), pixel(middle.x(), middle.y()));
  EXPECT_GE(waitUntil([&] { return plots().getPlot(0).canvas().isThick(0); }), 0);
  EXPECT_FALSE(plots().getPlot(0).canvas().isThick(1));
  EXPECT_EQ(scene().pointed(), "crank");
  EXPECT_EQ(board().pointed(), "") << "there it is under the mouse";
  QTest::mouseMove(sheet(), QPoint(30, 30));
  EXPECT_GE(waitUntil([&] { return !isAnyThick(); }), 0);
}

TEST_F(PointingTest, APartInTheSceneIsLitOnTheBoard) {
  openAndRun("linkages/four-bar.clank");
  showAlone(speeds());
  const QPointF middle = board().drawing().toWorld(0, {0.05, 0});
  QTest::mouseMove(scene().focusProxy(), scene().toPixel(middle.x(), middle.y()).toPoint());
  EXPECT_GE(waitUntil([&] { return board().pointed() == "crank"; }), 0);
  EXPECT_TRUE(plots().getPlot(0).canvas().isThick(0));
}

TEST_F(PointingTest, AMessageLightsWhatItSpeaksOf) {
  drawFourBar();
  press(Qt::Key_2, Qt::ControlModifier);
  window.document().edit("wrong", [](Mechanism& m) { m.bodies[1].density = -1.0; });
  ASSERT_GE(waitUntil([&] { return window.views().problems->count() == 1; }), 0);
  waitFor(100);
  auto* list = window.views().problems->findChild<QListWidget*>();
  QTest::mouseMove(list->viewport(), list->visualItemRect(list->item(0)).center());
  EXPECT_GE(waitUntil([&] { return board().pointed() == "link2"; }), 0);
  window.document().undoStack().undo();
  EXPECT_GE(waitUntil([&] { return board().pointed().empty(); }), 0) << "the message has gone";
}

TEST_F(PointingTest, PartsAreCalledByTheirNames) {
  openAndRun("linkages/four-bar.clank");
  EXPECT_EQ(namePart("crank"), "Crank");
  EXPECT_EQ(makeTitle({"crank.omega"}), "Angular velocity of Crank");
  EXPECT_EQ(makeLabels({"crank.omega", "rocker.omega"}), (std::vector<QString>{"Crank", "Rocker"}));
  Receipt receipt;
  receipt.element = "A0";
  receipt.bodyA = "crank";
  receipt.bodyB = "frame";
  EXPECT_EQ(tellNames("drive motor on joint A0 jams"),
            QString::fromUtf8("drive \u201cMotor\u201d on joint \u201cMotor joint\u201d jams"));
  EXPECT_EQ(tellNames("the loop frame - A0 - crank - A - frame is a crank-rocker: crank turns"),
            QString::fromUtf8("the loop frame - Motor joint - Crank - A - frame is a crank-rocker: "
                              "\u201cCrank\u201d turns"));
  EXPECT_EQ(tellNames("at t = 1 s A0 gives way; A0.reaction_x is 5 N"),
            QString::fromUtf8("at t = 1 s \u201cMotor joint\u201d gives way; A0.reaction_x is 5 N"));
  EXPECT_EQ(tellNames("the reactions of crank|rocker, A0 are not unique; contact rocker|floor opens"),
            QString::fromUtf8("the reactions of \u201cCrank on Rocker\u201d, \u201cMotor joint\u201d are not "
                              "unique; contact \u201cRocker on floor\u201d opens"));
  EXPECT_TRUE(makeSummary(receipt).contains("Motor joint, Crank with frame"))
      << qPrintable(makeSummary(receipt));
  window.document().edit("rename", [](Mechanism& m) { m.bodies[2].name = "Crank"; });
  EXPECT_EQ(namePart("rocker"), "Crank (rocker)") << "two of one name are told apart";
  window.document().undoStack().setClean();
}

// A step is named as the window names what it changed.
TEST_F(PointingTest, StepsToUndoCallPartsByTheirNames) {
  openAndRun("linkages/four-bar.clank");
  const auto expectUndo = [&](const QString& step) {
    EXPECT_EQ(window.actions().get(Command::undo)->text(), "&Undo " + step);
    window.document().undoStack().undo();
  };
  window.selection().select({ElementKind::body, "crank"});
  for (const auto& [command, step] : {std::pair(Command::turnLeft, "turn Crank"),
                                      {Command::mirror, "mirror Crank"},
                                      {Command::duplicate, "duplicate Crank"},
                                      {Command::remove, "delete Crank"}}) {
    window.selection().select({ElementKind::body, "crank"});
    window.actions().get(command)->trigger();
    expectUndo(step);
  }
  window.selection().select({ElementKind::body, "crank"});
  window.views().propertiesDock->raise();
  waitFor(100);
  auto* width = window.views().properties->findChild<QLineEdit*>("property:/bodies/0/width");
  ASSERT_TRUE(width);
  width->setText("30 mm");
  Q_EMIT width->editingFinished();
  waitFor(50);
  expectUndo("change width of Crank");
}

TEST_F(PointingTest, ChoicesOfPartsAndParametersHaveTheirNames) {
  openAndRun("linkages/four-bar.clank");
  window.selection().select({ElementKind::drive, "motor"});
  window.views().propertiesDock->raise();
  QComboBox* joint = nullptr;
  ASSERT_GE(waitUntil([&] {
              joint = window.views().properties->findChild<QComboBox*>("property:/drives/0/joint");
              return joint != nullptr;
            }),
            0);
  EXPECT_EQ(joint->currentText(), "Motor joint");
  EXPECT_EQ(joint->currentData().toString(), "A0");
}

TEST_F(PointingTest, WhatIsDrawnStaysWhereItIsWhileANoticeComesAndGoes) {
  drawFourBar();
  press(Qt::Key_2, Qt::ControlModifier);
  for (const bool byHand : {false, true}) {
    waitFor(400);  // what lies below has found its height
    board().canvas().showBox({-0.3, -0.2}, {0.6, 0.4});
    if (byHand) board().canvas().zoomCentred(1.5);
    const auto place = [&] { return sheet()->mapTo(&window, QPoint()) + pixel(0.2, 0.2); };
    const QPoint before = place();
    window.views().notice->ask("Is that so?", {{"Yes", {}}});
    waitFor(100);
    EXPECT_LE((place() - before).manhattanLength(), 1) << "it has come";
    window.views().notice->hide();
    waitFor(100);
    EXPECT_LE((place() - before).manhattanLength(), 1) << "it has gone";
  }
}

TEST_F(PointingTest, ANoticeHidesNothingThatWasInView) {
  drawFourBar();
  press(Qt::Key_2, Qt::ControlModifier);
  waitFor(400);
  board().canvas().showBox({0, 0}, {0.2, 0.2});
  for (int i = 0; i < 2; ++i)
    window.views().notice->ask("Is that so?\nOr is it not so?\nAnd who knows?", {{"Yes", {}}});
  waitFor(100);
  EXPECT_TRUE(sheet()->rect().contains(pixel(0, 0.2)));
  EXPECT_TRUE(sheet()->rect().contains(pixel(0.2, 0)));
}

TEST_F(PointingTest, WhatIsMeasuredLiesOnNoLength) {
  drawFourBar();
  waitFor(50);
  press(Qt::Key_Escape);
  board().setTool(ToolKind::measure);
  click(0, 0.1);
  click(0.2, 0.2);
  moveTo(0.3, 0.05);
  waitFor(100);
  const auto labels = board().labels();
  const auto measured =
      std::find_if(labels.begin(), labels.end(), [](const auto& l) { return l.key == "measured"; });
  ASSERT_NE(measured, labels.end());
  for (const auto& label : labels) {
    if (label.key == "measured") continue;
    EXPECT_LT(calcOverlap(label.outline, measured->outline), 1) << qPrintable(label.key);
  }
}

}  // namespace
}  // namespace clank::test
