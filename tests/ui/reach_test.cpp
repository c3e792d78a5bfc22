// SPDX-License-Identifier: GPL-3.0-or-later
// Everything in the window is within reach: in sight at small sizes, by keys, and by name for those who hear
// it.
#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAccessible>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <set>

#include "core/io/mechanism_file.h"
#include "tests/ui/chain.h"
#include "ui/board/tools.h"
#include "ui/panels/status_line.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/window/main_window.h"
#include "ui/window/tool_palette.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;
using State = RunController::State;

class ReachTest : public testing::Test {
 protected:
  void SetUp() override {
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    window.activateWindow();
    window.setFocus();
    ASSERT_TRUE(window.open(test::kThreeBar));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  }
  void TearDown() override { window.document().undoStack().setClean(); }

  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&window, key, modifiers); }

  void runToEnd() {
    window.run().setSpeed(0);
    press(Qt::Key_R, Qt::ControlModifier);
    ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  }

  bool isInSight(const QWidget* widget) {
    if (!widget || !widget->isVisible()) return false;
    return window.rect().contains(QRect(widget->mapTo(&window, QPoint(0, 0)), widget->size()));
  }

  QToolButton* findButton(Command command) {
    for (auto* button : window.findChildren<QToolButton*>())
      if (button->defaultAction() == window.actions().get(command)) return button;
    return nullptr;
  }

  QString statusText() {
    QString all;
    for (const auto* label : window.views().status->findChildren<QLabel*>())
      if (!label->isHidden()) all += label->text() + "\n";
    return all;
  }

  MainWindow window;
};

// What people act on, and not the insides of Qt's own widgets.
bool isInteractive(const QWidget* widget) {
  const QString name = widget->objectName();
  if (name.startsWith("qt_") || qobject_cast<const QScrollBar*>(widget)) return false;
  if (qobject_cast<const QTabBar*>(widget->parentWidget())) return false;
  for (const QWidget* up = widget; up; up = up->parentWidget())
    if (up->inherits("QComboBoxPrivateContainer")) return false;
  if (QString(widget->metaObject()->className()).startsWith("QTableCornerButton")) return false;
  if (widget->inherits("QHeaderView")) return false;
  return widget->inherits("QAbstractButton") || widget->inherits("QComboBox") ||
         widget->inherits("QLineEdit") || widget->inherits("QAbstractSlider") ||
         widget->inherits("QAbstractItemView") || widget->inherits("QAbstractSpinBox") ||
         widget->inherits("QGraphicsView");
}

std::set<std::string> listNameless(const QWidget& window) {
  std::set<std::string> nameless;
  for (QWidget* widget : window.findChildren<QWidget*>()) {
    if (!isInteractive(widget)) continue;
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
    if (face && !face->text(QAccessible::Name).trimmed().isEmpty()) continue;
    nameless.insert((QString(widget->metaObject()->className()) + " " + widget->objectName() + " in " +
                     widget->parentWidget()->metaObject()->className())
                        .toStdString());
  }
  return nameless;
}

TEST_F(ReachTest, EveryControlHasANameToBeReadAloud) {
  window.showStartPage();
  waitFor(20);
  std::set<std::string> nameless = listNameless(window);
  for (const ElementId& element : listElements(window.document().drawn())) {
    window.selection().select(element);
    waitFor(20);
    for (const std::string& name : listNameless(window)) nameless.insert(name + " (" + element.id + ")");
  }
  for (const std::string& name : nameless) ADD_FAILURE() << name;
  EXPECT_GT(window.findChildren<QLineEdit*>().size(), 10) << "the walk saw the property panel";
}

// Over every combo, slider and spin box of every panel.
TEST_F(ReachTest, AWheelWithoutFocusChangesNoValue) {
  int fields = 0;
  const std::string before = writeMechanism(window.document().drawn());
  const auto roll = [&](QWidget* field, int by) {
    const QPointF at(field->rect().center());
    QWheelEvent wheel(at, field->mapToGlobal(at), {}, {0, by}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(field, &wheel);
  };
  const auto rollAll = [&](const std::string& where) {
    for (QWidget* field : window.findChildren<QWidget*>()) {
      if (!field->isVisibleTo(&window) || field->hasFocus() || !isInteractive(field)) continue;
      auto* combo = qobject_cast<QComboBox*>(field);
      auto* slider = qobject_cast<QAbstractSlider*>(field);
      if (!combo && !slider) continue;
      ++fields;
      const int value = combo ? combo->currentIndex() : slider->value();
      for (const int by : {120, -120}) {
        roll(field, by);
        EXPECT_EQ(combo ? combo->currentIndex() : slider->value(), value)
            << qPrintable(field->objectName()) << " of " << where;
      }
    }
  };
  for (const ElementId& element : listElements(window.document().drawn())) {
    window.selection().select(element);
    waitFor(20);
    window.setFocus();
    rollAll(element.id);
  }
  window.views().parametersDock->raise();
  waitFor(20);
  rollAll("parameters");
  EXPECT_GT(fields, 20);
  EXPECT_EQ(writeMechanism(window.document().drawn()), before);
}

TEST_F(ReachTest, EveryCommandHasWordsAPictureAndAPlaceInTheMenus) {
  std::set<const QAction*> inMenus;
  for (const auto* menu : window.findChildren<QMenu*>())
    for (const QAction* action : menu->actions()) inMenus.insert(action);
  std::set<std::string> keys;
  for (const ActionSpec& spec : Actions::table()) {
    const QAction* action = window.actions().get(spec.id);
    EXPECT_FALSE(action->text().isEmpty());
    EXPECT_FALSE(action->statusTip().isEmpty()) << spec.text;
    EXPECT_FALSE(action->icon().isNull()) << spec.text;
    EXPECT_TRUE(inMenus.count(action)) << spec.text << ": by keyboard only through a menu";
    EXPECT_TRUE(!*spec.keys || keys.insert(spec.keys).second) << spec.keys << " means two things";
  }
}

TEST_F(ReachTest, WhatMattersIsInSightFromSmallToLargeWindows) {
  for (const QSize size : {QSize(900, 600), QSize(1024, 700), QSize(1390, 880)}) {
    window.resize(size);
    waitFor(50);
    EXPECT_EQ(window.size(), size) << "nothing forces the window open";
    for (const Command command : {Command::whatIf, Command::viewBoard, Command::viewBoth, Command::viewScene,
                                  Command::pause, Command::stop, Command::reset})
      EXPECT_TRUE(isInSight(findButton(command)))
          << qPrintable(window.actions().get(command)->text()) << " at " << size.width();
    EXPECT_TRUE(isInSight(window.findChild<QToolButton*>("runButton")));
    EXPECT_TRUE(isInSight(window.views().cases)) << size.width();
    EXPECT_GE(window.views().cases->width(), 80);
    for (const ToolSpec& tool : listTools())
      EXPECT_TRUE(isInSight(findButton(Actions::commandOf(tool.kind))))
          << tool.text << " at " << size.height();
    for (const auto* label : window.views().status->findChildren<QLabel*>())
      EXPECT_TRUE(isInSight(label)) << qPrintable(label->accessibleName()) << " at " << size.width();
  }
}

TEST_F(ReachTest, TheLampSaysNothingBeforeARun) {
  EXPECT_FALSE(statusText().contains("closes")) << qPrintable(statusText());
  EXPECT_TRUE(statusText().contains("mobility 3 (Gruebler 3)"));
  EXPECT_TRUE(statusText().contains("not run yet"));
  runToEnd();
  EXPECT_TRUE(statusText().contains("energy balanced to")) << qPrintable(statusText());
  EXPECT_TRUE(statusText().contains("drift"));
  EXPECT_TRUE(statusText().contains("computed in"));
  press(Qt::Key_Backspace, Qt::ControlModifier);
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  EXPECT_FALSE(statusText().contains("closes"));
  press(Qt::Key_N, Qt::ControlModifier);
  EXPECT_FALSE(statusText().contains("closes"));
}

TEST_F(ReachTest, KeysFreezeJustBeforeAndJustAfterAnEvent) {
  runToEnd();
  press(Qt::Key_Home);
  press(Qt::Key_N);
  const Receipt& receipt = window.run().trajectory().events()[0];
  const auto omega = *window.run().trajectory().findChannel("link2.omega");
  const double after = window.playback().row()[omega];
  press(Qt::Key_X);
  EXPECT_EQ(window.playback().time(), receipt.t);
  const double before = window.playback().row()[omega];
  EXPECT_GT(std::abs(before - after), 0.1) << "the impact lies between";
  press(Qt::Key_X);
  EXPECT_EQ(window.playback().row()[omega], after);
  const int speed = window.views().speeds->currentIndex();
  press(Qt::Key_BracketLeft);
  EXPECT_EQ(window.views().speeds->currentIndex(), speed - 1);
  press(Qt::Key_BracketRight);
  EXPECT_EQ(window.views().speeds->currentIndex(), speed);
}

TEST_F(ReachTest, CurvesHideAndShowAgain) {
  window.views().setPlotsShare(window, 0.4);  // high enough for titles in a row of their own
  runToEnd();
  waitFor(100);
  const auto look = [&] {
    waitFor(100);
    return window.views().plots->grab().toImage();
  };
  const QImage shown = look();
  press(Qt::Key_H);
  const QImage hidden = look();
  EXPECT_NE(hidden, shown);
  const QRect titles(0, 0, shown.width(), 32), times(0, shown.height() - 28, shown.width(), 28);
  EXPECT_EQ(hidden.copy(titles), shown.copy(titles)) << "what is asked stays";
  EXPECT_TRUE(window.views().plots->getPlot(0).canvas().listReadings().isEmpty()) << "the answer does not";
  EXPECT_EQ(hidden.copy(times), shown.copy(times));
  press(Qt::Key_H);
  EXPECT_EQ(look(), shown);
}

TEST_F(ReachTest, PresentationIsLargeAndLeanAndGoesAwayWithoutATrace) {
  window.resize(1390, 880);
  waitFor(50);
  auto* palette = window.findChild<ToolPalette*>();
  const int letters = window.views().status->fontMetrics().height();
  const int timeline = window.views().timeline->height();
  press(Qt::Key_F5);
  waitFor(100);
  EXPECT_NEAR(window.views().status->fontMetrics().height(), 1.6 * letters, 3);
  EXPECT_NEAR(window.views().timeline->height(), 1.6 * timeline, 3);
  EXPECT_FALSE(palette->isVisible());
  EXPECT_FALSE(window.views().propertiesDock->isVisible());
  EXPECT_TRUE(window.views().scene->isVisible());
  EXPECT_TRUE(window.views().plots->isVisible());
  EXPECT_TRUE(isInSight(window.findChild<QToolButton*>("runButton")));
  EXPECT_EQ(window.size(), QSize(1390, 880)) << "it fits the screen it had";
  press(Qt::Key_F5);
  waitFor(100);
  EXPECT_EQ(window.views().status->fontMetrics().height(), letters);
  EXPECT_EQ(window.views().timeline->height(), timeline);
  EXPECT_TRUE(palette->isVisible());
  EXPECT_FALSE(window.views().propertiesDock->isHidden());
  EXPECT_TRUE(window.views().scene->isVisible());
}

// A panel that scrolls up and down only has all of its width in sight, whatever stands in it.
TEST_F(ReachTest, NoPanelIsCutOffAtItsSide) {
  const auto expectWhole = [](QDockWidget* dock, const char* when) {
    dock->raise();
    waitFor(50);
    const auto areas = dock->findChildren<QScrollArea*>();
    EXPECT_FALSE(areas.isEmpty());
    for (const auto* area : areas)
      EXPECT_LE(area->widget()->width(), area->viewport()->width())
          << when << ": " << qPrintable(area->accessibleName());
  };
  const Views& views = window.views();
  expectWhole(views.parametersDock, "before a run");
  runToEnd();
  press(Qt::Key_End);
  expectWhole(views.parametersDock, "after a run");
  expectWhole(views.receiptDock, "after a run");
  for (const Joint& joint : window.document().drawn().joints) {
    window.selection().select({ElementKind::joint, joint.id});
    expectWhole(views.propertiesDock, joint.id.c_str());
  }
}

TEST_F(ReachTest, CasesAreAddedNamedCopiedDeletedAndUndone) {
  const Mechanism before = window.document().drawn();
  const int count = window.views().cases->count();
  window.views().parametersDock->raise();
  waitFor(50);
  const auto click = [&](const char* name) {
    QTest::mouseClick(window.findChild<QPushButton*>(name), Qt::LeftButton);
    waitFor(30);
  };
  click("addCase");
  ASSERT_EQ(window.views().cases->count(), count + 1);
  QTest::keyClicks(QApplication::focusWidget(), "Longer link");
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  EXPECT_EQ(window.views().cases->currentText(), "Longer link");
  const std::string added = window.document().caseId();
  auto* field = window.findChild<QLineEdit*>("parameter:L1");
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "300 mm");
  QTest::keyClick(field, Qt::Key_Return);
  waitFor(50);
  EXPECT_DOUBLE_EQ(window.document().resolved().parameters[0].value.value, 0.3);
  window.document().setCase(QString::fromStdString(before.cases[0].id));
  EXPECT_DOUBLE_EQ(window.document().resolved().parameters[0].value.value, 0.25) << "the case's own value";
  window.document().setCase(QString::fromStdString(added));
  click("duplicateCase");
  ASSERT_EQ(window.views().cases->count(), count + 2);
  EXPECT_DOUBLE_EQ(window.document().resolved().parameters[0].value.value, 0.3);
  EXPECT_NE(window.document().caseId(), added);
  click("removeCase");
  EXPECT_EQ(window.views().cases->count(), count + 1);
  const Mechanism after = window.document().drawn();
  QUndoStack& stack = window.document().undoStack();
  const int steps = stack.count();
  EXPECT_GE(steps, 5);
  for (int i = 0; i < steps; ++i) press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(window.document().drawn(), before);
  EXPECT_EQ(window.views().cases->count(), count);
  for (int i = 0; i < steps; ++i) stack.redo();
  EXPECT_EQ(window.document().drawn(), after);
}

}  // namespace
}  // namespace clank
