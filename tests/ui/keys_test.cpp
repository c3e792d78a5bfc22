// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a mouse: Tab goes everywhere and shows where it is, and keys go to what has the focus.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QSlider>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>
#include <map>
#include <set>

#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/board/canvas.h"
#include "ui/panels/notice_bar.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/window/example_card.h"
#include "ui/window/main_window.h"
#include "ui/window/start_page.h"
#include "ui/window/tool_bar.h"
#include "ui/window/tool_palette.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;
using State = RunController::State;

class KeysTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1390, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    window.activateWindow();
    window.setFocus();
    ASSERT_GE(waitUntil([&] { return window.isActiveWindow(); }), 0);
    ASSERT_TRUE(window.open(test::kThreeBar));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
    press(Qt::Key_Tab);  // here are keys at work
  }
  void TearDown() override { window.document().undoStack().setClean(); }

  // To whatever has the focus, as a keyboard does.
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : &window, key, modifiers);
  }

  QString tip(Command command) { return window.actions().get(command)->toolTip(); }

  void runToEnd() {
    window.run().setSpeed(0);
    press(Qt::Key_R, Qt::ControlModifier);
    ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  }

  // All that Tab comes to, once round.
  std::vector<QWidget*> walk() {
    std::vector<QWidget*> stops;
    std::set<QWidget*> seen;
    for (int i = 0; i < 400; ++i) {
      press(Qt::Key_Tab);
      QWidget* focus = QApplication::focusWidget();
      if (!focus || !seen.insert(focus).second) break;
      stops.push_back(focus);
    }
    return stops;
  }

  static bool leadsTo(const std::vector<QWidget*>& stops, const QWidget* pane) {
    return std::any_of(stops.begin(), stops.end(),
                       [pane](QWidget* stop) { return stop == pane || pane->isAncestorOf(stop); });
  }

  MainWindow window;
};

// The place where the focus of a widget shows: its card, or itself.
QWidget* placeOf(QWidget* widget) {
  for (QWidget* up = widget; up; up = up->parentWidget())
    if (up->objectName() == "card" || up->objectName() == "problems") return up;
  return widget;
}

// A value is typed, Ctrl+R pressed without Enter, then N: the run has the value, and N goes to the first
// event.
TEST_F(KeysTest, KeysAfterRunAreForTheRun) {
  window.views().parametersDock->raise();
  waitFor(50);
  auto* field = window.findChild<QLineEdit*>("parameter:L1");
  ASSERT_NE(field, nullptr);
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "240 mm");
  runToEnd();
  EXPECT_NE(QApplication::focusWidget(), field);
  EXPECT_EQ(window.run().mechanism().parameters[0].value.value, 0.24);
  window.playback().goToStart();
  press(Qt::Key_N);
  ASSERT_FALSE(window.run().trajectory().events().empty());
  EXPECT_EQ(window.playback().time(), window.run().trajectory().events()[0].t);
  EXPECT_FALSE(field->text().contains('n'));
}

// Who has clicked into a field meanwhile types into it.
TEST_F(KeysTest, KeysThatAFieldWouldTakeAreNotOffered) {
  window.views().parametersDock->raise();
  waitFor(50);
  auto* field = window.findChild<QLineEdit*>("parameter:L1");
  ASSERT_NE(field, nullptr);
  window.run().setSpeed(0);
  press(Qt::Key_R, Qt::ControlModifier);
  waitFor(20);
  field->setFocus();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  ASSERT_EQ(QApplication::focusWidget(), field);
  EXPECT_EQ(window.statusBar()->currentMessage(), "Finished");
  field->clearFocus();
  runToEnd();
  EXPECT_EQ(window.statusBar()->currentMessage(), "Finished: Space plays it again, N goes to the next event");
  field->setFocus();
  EXPECT_EQ(window.statusBar()->currentMessage(), "Finished");
}

// A wrong value keeps Run from being pressed. The right one is typed in its place, and Run is clicked without
// Enter: it runs.
TEST_F(KeysTest, RunIsPressedThoughTheFieldWithTheRightValueIsNotLeftYet) {
  window.views().parametersDock->raise();
  waitFor(50);
  auto* field = window.findChild<QLineEdit*>("parameter:L1");
  ASSERT_NE(field, nullptr);
  const auto type = [field](const QString& text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
  };
  type("0.7n");
  press(Qt::Key_Return);
  waitFor(50);
  QAction* action = window.actions().get(Command::run);
  ASSERT_FALSE(action->isEnabled());
  const auto* run = window.findChild<QToolButton*>("runButton");
  ASSERT_TRUE(run && run->isVisible());
  type("240 mm");
  window.run().setSpeed(0);
  QTest::mouseClick(window.windowHandle(), Qt::LeftButton, {}, run->mapTo(&window, run->rect().center()));
  EXPECT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  EXPECT_NE(QApplication::focusWidget(), field);
  EXPECT_EQ(window.run().mechanism().parameters[0].value.value, 0.24);
}

TEST_F(KeysTest, WhatCannotBeChosenSaysWhy) {
  const QString runFirst = "Run the mechanism first";
  EXPECT_TRUE(tip(Command::exportSamples).endsWith(runFirst)) << qPrintable(tip(Command::exportSamples));
  EXPECT_TRUE(tip(Command::exportPlot).endsWith(runFirst)) << "words in the place of curves are no figure";
  EXPECT_TRUE(tip(Command::stop).endsWith("Nothing moves now"));
  runToEnd();
  EXPECT_FALSE(tip(Command::exportSamples).contains(runFirst)) << "said no longer than it is true";
}

TEST_F(KeysTest, NoLetterIsUnderlinedTwiceInAMenu) {
  std::vector<const QWidget*> menus{window.menuBar()};
  for (QMenu* menu : window.menuBar()->findChildren<QMenu*>()) {
    Q_EMIT menu->aboutToShow();
    menus.push_back(menu);
  }
  ASSERT_GT(menus.size(), 8u);
  for (const QWidget* menu : menus) {
    std::map<QString, QString> users;
    for (const QAction* action : menu->actions()) {
      const QString letter = QKeySequence::mnemonic(action->text()).toString();
      if (letter.isEmpty()) continue;
      const auto [first, isNew] = users.emplace(letter, action->text());
      EXPECT_TRUE(isNew) << qPrintable(letter) << ": " << qPrintable(first->second) << ", "
                         << qPrintable(action->text());
    }
  }
}

TEST_F(KeysTest, TabGoesEverywhereAndShowsWhereItIs) {
  runToEnd();
  window.selection().select(listElements(window.document().drawn()).front());
  waitFor(50);
  const std::vector<QWidget*> stops = walk();
  const Views& views = window.views();
  for (const QWidget* pane :
       {static_cast<QWidget*>(views.board), static_cast<QWidget*>(views.scene),
        static_cast<QWidget*>(views.timeline), static_cast<QWidget*>(views.plots),
        static_cast<QWidget*>(views.speeds), static_cast<QWidget*>(views.cases),
        views.propertiesDock->widget(), static_cast<QWidget*>(window.findChild<ToolPalette*>()),
        static_cast<QWidget*>(window.findChild<QToolButton*>("runButton"))})
    EXPECT_TRUE(leadsTo(stops, pane)) << qPrintable(pane->accessibleName() + pane->objectName());
  int tabs = 0;
  for (QWidget* stop : stops) {
    tabs += stop->inherits("QTabBar") ? 1 : 0;
    QWidget* place = placeOf(stop);
    stop->setFocus(Qt::TabFocusReason);
    const QImage with = place->grab().toImage();
    stop->clearFocus();
    EXPECT_NE(with, place->grab().toImage()) << stop->metaObject()->className() << " "
                                             << qPrintable(stop->objectName() + " " + stop->accessibleName());
  }
  EXPECT_EQ(tabs, 2) << "the panels that share a place are chosen by keys";
}

TEST_F(KeysTest, SpaceAndEnterPressTheButtonThatTabCameTo) {
  QToolButton* grid = nullptr;
  for (auto* button : window.findChildren<QToolButton*>())
    if (button->defaultAction() == window.actions().get(Command::loop)) grid = button;
  ASSERT_NE(grid, nullptr);
  grid->setFocus(Qt::TabFocusReason);
  press(Qt::Key_Space);
  EXPECT_TRUE(grid->isChecked());
  EXPECT_EQ(window.run().state(), State::idle) << "no run was asked for";
  press(Qt::Key_Return);
  EXPECT_FALSE(grid->isChecked());
  window.views().board->setFocus(Qt::TabFocusReason);
  window.run().setSpeed(0);
  press(Qt::Key_Space);
  EXPECT_NE(window.run().state(), State::idle) << "Space runs where no button has the focus";
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
}

TEST_F(KeysTest, SpaceRunsAfterAClickIntoAPanel) {
  window.selection().select(ElementId{ElementKind::joint, "O3"});
  window.views().propertiesDock->raise();
  waitFor(50);
  QPushButton* segment = nullptr;
  for (auto* button : window.views().propertiesDock->findChildren<QPushButton*>())
    if (button->property("segment").toBool() && button->isChecked()) segment = button;
  ASSERT_NE(segment, nullptr);
  QTest::mouseClick(segment, Qt::LeftButton);
  waitFor(50);
  EXPECT_EQ(window.document().undoStack().count(), 0) << "what is chosen already is not chosen anew";
  window.run().setSpeed(0);
  press(Qt::Key_Space);
  EXPECT_NE(window.run().state(), State::idle);
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
}

// While something is typed Ctrl+Z is for the letters; once it is taken, for the drawing.
TEST_F(KeysTest, UndoInAFieldIsForTheDrawingOnceTheValueIsTaken) {
  window.selection().select({ElementKind::body, "link2"});
  window.views().propertiesDock->raise();
  waitFor(50);
  auto* field = window.findChild<QLineEdit*>("property:/bodies/1/width");
  ASSERT_TRUE(field);
  const QString before = field->text();
  const Mechanism drawn = window.document().drawn();
  field->setFocus();
  field->selectAll();
  for (const Qt::Key key : {Qt::Key_3, Qt::Key_1}) press(key);
  press(Qt::Key_Return);
  waitFor(50);
  ASSERT_FALSE(window.document().drawn() == drawn);
  press(Qt::Key_Z, Qt::ControlModifier);
  waitFor(50);
  EXPECT_TRUE(window.document().drawn() == drawn);
  EXPECT_EQ(field->text(), before);
  press(Qt::Key_4);
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(window.document().drawn() == drawn);
  EXPECT_EQ(field->text(), before);
  press(Qt::Key_Y, Qt::ControlModifier);
  EXPECT_FALSE(window.document().drawn() == drawn) << "done again, by the key of other programs, too";
}

TEST_F(KeysTest, HomeAndEndBelongToTheSliderThatHasTheFocus) {
  runToEnd();
  window.views().parametersDock->raise();
  waitFor(50);
  auto* slider = window.views().parametersDock->findChild<QSlider*>();
  ASSERT_NE(slider, nullptr);
  slider->setFocus(Qt::TabFocusReason);
  const double t = window.playback().time();
  press(Qt::Key_End);
  EXPECT_EQ(slider->value(), slider->maximum());
  EXPECT_EQ(window.playback().time(), t);
}

TEST_F(KeysTest, F6WalksThePanels) {
  window.views().board->setFocus(Qt::TabFocusReason);
  std::vector<const QWidget*> panes;
  const Views& v = window.views();
  const auto at = [](const QWidget* pane) {
    const QWidget* focus = QApplication::focusWidget();
    return focus && (focus == pane || pane->isAncestorOf(focus));
  };
  for (const QWidget* pane :
       {static_cast<QWidget*>(v.scene), v.receiptDock->widget(), v.timelineDock->widget(),
        v.plotsDock->widget(), static_cast<QWidget*>(window.findChild<ToolBar*>()),
        static_cast<QWidget*>(window.findChild<ToolPalette*>()), static_cast<QWidget*>(v.board)}) {
    press(Qt::Key_F6);
    EXPECT_TRUE(at(pane)) << qPrintable(pane->accessibleName() + pane->objectName()) << ", and not "
                          << QApplication::focusWidget()->metaObject()->className();
  }
  press(Qt::Key_F6, Qt::ShiftModifier);
  EXPECT_TRUE(at(window.findChild<ToolPalette*>()));
}

TEST_F(KeysTest, ArrowsScrubTheTimeline) {
  runToEnd();
  press(Qt::Key_Home);
  window.views().timeline->setFocus(Qt::TabFocusReason);
  press(Qt::Key_Right);
  EXPECT_NEAR(window.playback().time(), 0.005, 1e-12);
  press(Qt::Key_PageDown);
  EXPECT_NEAR(window.playback().time(), 0.055, 1e-12);
  press(Qt::Key_Left);
  EXPECT_NEAR(window.playback().time(), 0.05, 1e-12);
  press(Qt::Key_N);
  EXPECT_EQ(window.playback().time(), window.run().trajectory().events()[0].t);
  press(Qt::Key_End);
  EXPECT_EQ(window.playback().time(), 0.5);
}

TEST_F(KeysTest, TabOnTheStartPageGoesFromCardToCard) {
  window.showStartPage();
  waitFor(50);
  const std::vector<QWidget*> stops = walk();
  ASSERT_FALSE(stops.empty());
  EXPECT_EQ(stops[0]->objectName(), "backToDrawing") << "the page comes before the tool bar";
  int cards = 0;
  for (QWidget* stop : stops) {
    cards += qobject_cast<ExampleCard*>(stop) ? 1 : 0;
    const auto* page = window.findChild<StartPage*>();
    EXPECT_TRUE(page->isAncestorOf(stop) || window.findChild<ToolBar*>()->isAncestorOf(stop))
        << stop->metaObject()->className() << " " << qPrintable(stop->accessibleName()) << " is covered";
  }
  EXPECT_GT(cards, 10);
  auto* card = window.findChild<ExampleCard*>();
  card->setFocus(Qt::TabFocusReason);
  press(Qt::Key_Return);
  EXPECT_TRUE(window.document().isOpen());
  EXPECT_FALSE(window.document().path().isEmpty());
  EXPECT_TRUE(window.views().board->isEnabled());
}

// What is marked when the page comes is what Enter presses; then keys are for the drawing.
TEST_F(KeysTest, EnterOnTheStartPageBeginsADrawing) {
  window.document().undoStack().setClean();
  window.showStartPage();
  waitFor(50);
  press(Qt::Key_Return);
  waitFor(50);
  EXPECT_FALSE(window.findChild<StartPage*>()->isVisible());
  EXPECT_TRUE(window.document().path().isEmpty());
  EXPECT_TRUE(window.document().drawn().bodies.empty());
  EXPECT_TRUE(window.views().board->canvas().hasFocus());
}

// The button that was pressed goes with its bar, and the focus with it: not on to the next field, which would
// take the keys of commands.
TEST_F(KeysTest, AfterAnAnswerByMouseKeysAreCommands) {
  window.views().notice->ask("Something is offered", {{"Yes", {}}, {"No", {}}});
  waitFor(50);
  auto* answer = window.views().notice->findChild<QPushButton*>();
  ASSERT_TRUE(answer && answer->isVisible());
  QTest::mouseClick(answer, Qt::LeftButton);
  waitFor(50);
  ASSERT_FALSE(window.views().notice->isVisible());
  QWidget* focus = QApplication::focusWidget();
  EXPECT_EQ(focus, nullptr) << focus->metaObject()->className() << " " << qPrintable(focus->objectName());
  window.run().setSpeed(0);
  press(Qt::Key_Space);
  EXPECT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 1; }), 0);
}

// A field that is finished has no focus: what follows is for the sheet.
class FieldKeysTest : public KeysTest {
 protected:
  void SetUp() override {
    KeysTest::SetUp();
    window.selection().select({ElementKind::body, "link1"});
    window.views().propertiesDock->raise();
    ASSERT_GE(waitUntil([&] { return findField() && findField()->isVisible(); }), 0);
  }
  QLineEdit* findField() {
    for (auto* field : window.views().propertiesDock->findChildren<QLineEdit*>())
      if (field->objectName().endsWith("/width") && field->isVisible()) return field;
    return nullptr;
  }
  void typeWidth(const QString& text) {
    auto* field = findField();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
  }
  bool hasSheet() { return window.views().board->isAncestorOf(QApplication::focusWidget()); }
  void expectSheet(const char* after) {
    EXPECT_GE(waitUntil([&] { return hasSheet(); }, 5000), 0)
        << after << ": "
        << qPrintable(QApplication::focusWidget() ? QApplication::focusWidget()->objectName()
                                                  : QString("nothing"));
  }
};

TEST_F(FieldKeysTest, EnterReturnsTheKeyboardToTheSheet) {
  typeWidth("31 mm");
  press(Qt::Key_Return);
  expectSheet("Enter");
  EXPECT_EQ(window.document().shown().bodies.front().width.value, 0.031);
  press(Qt::Key_B);
  EXPECT_EQ(window.views().board->toolKind(), ToolKind::bar);
}

TEST_F(FieldKeysTest, EscTakesBackTypingAndReturnsTheKeyboard) {
  const double before = window.document().shown().bodies.front().width.value;
  typeWidth("31 mm");
  press(Qt::Key_Escape);
  expectSheet("Esc");
  EXPECT_EQ(window.document().shown().bodies.front().width.value, before);
  EXPECT_TRUE(window.selection().contains({ElementKind::body, "link1"})) << "one key does one thing";
}

// The case that strangers met.
TEST_F(FieldKeysTest, ValueTabEscEscSpaceRuns) {
  typeWidth("31 mm");
  press(Qt::Key_Tab);
  EXPECT_FALSE(hasSheet()) << "Tab goes to the next field";
  press(Qt::Key_Escape);
  expectSheet("Tab and Esc");
  press(Qt::Key_Escape);
  press(Qt::Key_Space);
  EXPECT_GE(waitUntil([&] { return window.run().isBusy() || window.run().trajectory().sampleCount() > 1; }),
            0);
}

TEST_F(FieldKeysTest, AnotherDrawingReturnsTheKeyboard) {
  for (const QString& name : {QString(), QString(test::kThreeBar)}) {
    typeWidth("31 mm");
    window.document().undoStack().setClean();
    name.isEmpty() ? window.create() : void(window.open(name));
    expectSheet(name.isEmpty() ? "New" : "Open");
    press(Qt::Key_B);
    EXPECT_EQ(window.views().board->toolKind(), ToolKind::bar);
    if (name.isEmpty()) {
      ASSERT_TRUE(window.open(test::kThreeBar));
      window.selection().select({ElementKind::body, "link1"});
      window.views().propertiesDock->raise();
      ASSERT_GE(waitUntil([&] { return findField() && findField()->isVisible(); }), 0);
    }
  }
}

TEST_F(FieldKeysTest, ACommandReturnsTheKeyboard) {
  typeWidth("31 mm");
  window.actions().get(Command::viewBoth)->trigger();
  expectSheet("a command");
  EXPECT_GE(waitUntil([&] { return window.document().shown().bodies.front().width.value == 0.031; }, 5000),
            0);
}

// A choice from a drop-down list, made or given up by the mouse: arrow keys would go on choosing.
TEST_F(FieldKeysTest, AClosedListReturnsTheKeyboard) {
  QComboBox* speeds = window.views().speeds;
  QTest::mouseClick(speeds, Qt::LeftButton);
  ASSERT_GE(waitUntil([&] { return speeds->view()->isVisible(); }), 0);
  const QModelIndex wanted = speeds->model()->index(1, 0);
  const QPoint at = speeds->view()->visualRect(wanted).center();
  // A click that may still belong to its opening is not taken.
  ASSERT_GE(waitUntil([&] {
              QTest::mouseMove(speeds->view()->viewport(), at + QPoint(1, 0));
              QTest::mouseClick(speeds->view()->viewport(), Qt::LeftButton, {}, at);
              return speeds->currentIndex() == 1;
            }),
            0);
  expectSheet("a choice");
  speeds->setFocus();
  press(Qt::Key_Escape);
  expectSheet("Esc");
}

// What was refused says so where it stands, and keys are for the sheet all the same.
TEST_F(FieldKeysTest, ARefusedEntryReturnsTheKeyboardToo) {
  typeWidth("31 kg");
  press(Qt::Key_Return);
  expectSheet("Enter");
  EXPECT_FALSE(window.actions().get(Command::run)->isEnabled());
}

// Esc is for the run first: it ends at once, and the keyboard is free.
TEST_F(FieldKeysTest, EscInAFieldStopsARun) {
  window.run().setSpeed(0.01);
  window.actions().get(Command::run)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().isBusy(); }), 0);
  findField()->setFocus();
  press(Qt::Key_Escape);
  EXPECT_GE(waitUntil([&] { return !window.run().isBusy(); }), 0);
  expectSheet("Esc");
}

}  // namespace
}  // namespace clank
