// SPDX-License-Identifier: GPL-3.0-or-later
// A walk through every control of the window in the states that it is used in: the wheel changes nothing that
// has not the focus, Tab comes everywhere and on, Enter, Space and Esc do what can be undone, and a screen
// reader is told the name of each.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QRadioButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <set>

#include "tests/ui/chain.h"
#include "tests/ui/dialog_walk.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::closePopups;
using test::tell;
using test::turnWheel;
using test::valueOf;
using test::waitFor;
using test::waitUntil;
using State = RunController::State;

constexpr const char* kRunning = "running";

class WalkTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1390, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    window.activateWindow();
    ASSERT_GE(waitUntil([&] { return window.isActiveWindow(); }), 0);
    ASSERT_TRUE(window.open(test::kThreeBar));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  }
  void TearDown() override { window.document().undoStack().setClean(); }

  // The window as it is used: each with its panels, one in front after the other.
  void inEveryState(const std::function<void(const char*)>& visit) {
    auto& views = window.views();
    const auto panels = [&](const char* state) {
      for (QDockWidget* dock :
           {views.receiptDock, views.propertiesDock, views.parametersDock, views.studiesDock}) {
        dock->raise();
        waitFor(30);
        visit(state);
      }
      for (QDockWidget* dock : {views.eventsDock, views.publishedDock, views.comparisonDock,
                                views.studyFigureDock, views.plotsDock}) {
        dock->raise();
        waitFor(30);
        visit(state);
      }
    };
    window.selection().select({ElementKind::joint, "O3"});
    panels("a joint that changes its phase");
    window.selection().select({ElementKind::body, "link2"});
    waitFor(30);
    views.propertiesDock->raise();
    waitFor(30);
    visit("a link");
    window.run().setSpeed(0);
    window.run().run();
    ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
    window.playback().goToEvent(0);
    panels("after a run");
    window.actions().get(Command::keepRun)->trigger();
    window.actions().get(Command::sideBySide)->trigger();
    waitFor(100);
    visit("two runs side by side");
    window.actions().get(Command::sideBySide)->trigger();
    window.setPresenting(true);
    waitFor(50);
    visit("presenting");
    window.setPresenting(false);
    waitFor(50);
    inLivelyStates(visit, panels);
  }

  // While something computes, and where there is nothing to compute.
  void inLivelyStates(const std::function<void(const char*)>& visit,
                      const std::function<void(const char*)>& panels) {
    window.run().setSpeed(0.001);
    window.run().run();
    ASSERT_TRUE(window.run().isBusy());
    visit(kRunning);
    window.run().stop();
    window.run().setSpeed(0);
    window.actions().get(Command::whatIf)->trigger();
    waitFor(200);
    panels("What if");
    window.document().undoStack().setClean();
    const QTemporaryDir place;
    const QString broken = place.filePath("broken.clank");
    QFile file(broken);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"clank\": 1, \"bodies\": [{\"id\": \"b\", ");
    file.close();
    EXPECT_FALSE(window.open(broken));
    waitFor(200);
    visit("a broken file");
    window.document().undoStack().setClean();
    window.actions().get(Command::create)->trigger();
    waitFor(200);
    visit("an empty sheet");
  }

  std::vector<QWidget*> listControls() const { return test::listControls(window); }

  // What a command opens in front of the window; null: nothing.
  static QDialog* findDialog() {
    for (QWidget* widget : QApplication::topLevelWidgets())
      if (auto* dialog = qobject_cast<QDialog*>(widget); dialog && dialog->isVisible()) return dialog;
    return nullptr;
  }

  // Opens what stands behind a command, modal or not, and goes through it. Was there a dialog of our own?
  bool walkBehind(Command command) {
    QAction* action = window.actions().get(command);
    if (!action->isEnabled()) return false;
    bool isOwn = false, isVisited = false, mayCome = true;
    QPointer<QDialog> seen;
    const auto visit = [&] {
      if (isVisited) return;
      seen = findDialog();
      if (!seen && mayCome) return;
      isVisited = true;
      if (!seen) return;
      isOwn = !qobject_cast<QFileDialog*>(seen.data());
      waitFor(50);
      isOwn ? test::walkDialog(*seen, action->text()) : seen->reject();
    };
    QTimer looking;
    QObject::connect(&looking, &QTimer::timeout, &window, visit);
    looking.start(10);
    QTimer refusing;  // what it asks further, a file to write
    QObject::connect(&refusing, &QTimer::timeout, &window, [&] {
      auto* further = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      if (further && isVisited && further != seen) further->reject();
    });
    refusing.start(50);
    action->trigger();
    waitUntil([&] { return isVisited; }, 300);  // a command that opens nothing is done by then
    mayCome = false;
    waitUntil([&] { return isVisited && !findDialog(); }, 3000);
    EXPECT_TRUE(!seen || !seen->isVisible()) << qPrintable(action->text()) << " stays open after Esc";
    if (seen) seen->close();
    return isOwn;
  }

  MainWindow window;
};

TEST_F(WalkTest, TheWheelChangesNothingThatHasNotTheFocus) {
  int tried = 0;
  inEveryState([&](const char* state) {
    window.setFocus();
    const Mechanism before = window.document().drawn();
    for (QWidget* widget : listControls()) {
      if (widget->hasFocus() || valueOf(widget).isNull()) continue;
      if (qobject_cast<QScrollBar*>(widget)) continue;
      const QString value = valueOf(widget);
      for (const int by : {120, -240}) turnWheel(widget, by);
      ++tried;
      EXPECT_EQ(valueOf(widget), value) << state << ": " << qPrintable(tell(widget));
    }
    EXPECT_TRUE(window.document().drawn() == before) << state;
  });
  EXPECT_GT(tried, 100);
}

TEST_F(WalkTest, EveryControlTellsItsName) {
  std::set<QString> nameless;
  int asked = 0;
  inEveryState([&](const char* state) {
    for (QWidget* widget : listControls()) {
      if (widget->focusProxy() || qobject_cast<QTabBar*>(widget) || qobject_cast<QScrollBar*>(widget))
        continue;
      const QAccessibleInterface* told = QAccessible::queryAccessibleInterface(widget);
      ++asked;
      if (!told || told->text(QAccessible::Name).trimmed().isEmpty())
        nameless.insert(QString(state) + ": " + tell(widget));
    }
  });
  EXPECT_GT(asked, 100);
  for (const QString& control : nameless) ADD_FAILURE() << qPrintable(control);
}

// Each of its parts is chosen, so that every field there is has been there.
TEST_F(WalkTest, TheFieldsOfEveryKindOfPart) {
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/tests/physics/scenes/every-kind.clank"));
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  std::vector<ElementId> elements;
  const Mechanism before = window.document().drawn();
  visitLists(before, [&](ElementKind kind, const char*, const auto& list) {
    for (const auto& element : list) elements.push_back({kind, element.id});
  });
  ASSERT_GT(elements.size(), 20U);
  QWidget* panel = window.views().propertiesDock;
  window.views().propertiesDock->raise();
  std::set<QString> wrong;
  int tried = 0;
  for (const ElementId& element : elements) {
    window.selection().select(element);
    waitFor(60);
    window.setFocus();
    for (const QPointer<QWidget> widget : test::listControls(*panel)) {
      if (!widget || qobject_cast<QScrollBar*>(widget) || widget->focusProxy()) continue;
      const QString told = QString::fromStdString(element.id) + ": " + tell(widget), value = valueOf(widget);
      for (const int by : {120, -240}) turnWheel(widget, by);
      if (valueOf(widget) != value) wrong.insert(told + " follows the wheel");
      const QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
      const bool isNamed = spoken && !spoken->text(QAccessible::Name).trimmed().isEmpty();
      if (!isNamed && !qobject_cast<QTabBar*>(widget)) wrong.insert(told + " has no name");
      ++tried;
      if (qobject_cast<QAbstractButton*>(widget)) continue;
      widget->setFocus(Qt::TabFocusReason);
      for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Space, Qt::Key_Escape}) {
        if (!widget || !widget->hasFocus()) break;
        if (key == Qt::Key_Space && qobject_cast<QLineEdit*>(widget)) continue;  // a letter there
        QTest::keyClick(widget, key);
        closePopups();
      }
      window.setFocus();
      if (window.document().drawn() == before) continue;
      wrong.insert(told +
                   " is another after Enter, Space and Esc: " + window.document().undoStack().undoText());
      window.document().undoStack().setIndex(0);
    }
  }
  EXPECT_GT(tried, 100);
  for (const QString& control : wrong) ADD_FAILURE() << qPrintable(control);
}

// Buttons are left out: they are commands, some of which ask for a file.
TEST_F(WalkTest, EnterSpaceAndEscDoWhatCanBeUndone) {
  int tried = 0;
  inEveryState([&](const char* state) {
    const Mechanism before = window.document().drawn();
    const int done = window.document().undoStack().index();
    for (const QPointer<QWidget>& widget : [&] {
           std::vector<QPointer<QWidget>> all;
           for (QWidget* control : listControls()) all.emplace_back(control);
           return all;
         }()) {
      if (!widget || !widget->isVisible() || qobject_cast<QAbstractButton*>(widget) ||
          qobject_cast<QMenuBar*>(widget))
        continue;
      widget->setFocus(Qt::TabFocusReason);
      for (const Qt::Key key :
           {Qt::Key_Escape, Qt::Key_Return, Qt::Key_Escape, Qt::Key_Space, Qt::Key_Escape}) {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : &window, key);
        closePopups();
        if (!widget) break;
      }
      QCoreApplication::processEvents();
      ++tried;
      ASSERT_TRUE(window.isVisible()) << state;
      if (window.run().isBusy() != (QString(state) == kRunning))
        window.run().isBusy() ? window.run().stop() : window.run().run();
      window.setPresenting(QString(state) == "presenting");
    }
    window.document().undoStack().setIndex(done);
    EXPECT_TRUE(window.document().drawn() == before) << state;
  });
  EXPECT_GT(tried, 100);
}

// Every command that asks something, and the pages of the help menu.
TEST_F(WalkTest, DialogsAreReadTabbedThroughAndClosed) {
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  int dialogs = 0;
  for (const ActionSpec& spec : Actions::table()) {
    const bool asks = QString(spec.text).endsWith("...");
    const bool tells =
        spec.id == Command::exampleText || spec.id == Command::cheatSheet || spec.id == Command::about;
    if (!asks && !tells) continue;
    const Mechanism before = window.document().drawn();
    QUndoStack& stack = window.document().undoStack();
    const int done = stack.index();
    dialogs += walkBehind(spec.id);
    // Enter carries out what makes parts, as one step.
    const bool makes = spec.id >= Command::camFromLaw && spec.id <= Command::ratchet;
    EXPECT_LE(stack.index(), done + (makes ? 1 : 0)) << spec.text;
    stack.setIndex(done);
    EXPECT_TRUE(window.document().drawn() == before) << spec.text;
  }
  EXPECT_GE(dialogs, 5) << "video, frequencies, optimise, text, keys, about";
}

}  // namespace
}  // namespace clank
