// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson: the window in front of a class, and beside it the one for everything else.
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QLabel>
#include <QPointer>
#include <QTest>
#include <QToolButton>

#include "tests/ui/chain.h"
#include "ui/look/scale.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/receipt_panel.h"
#include "ui/panels/status_line.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;
using State = RunController::State;

class TeachingTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1390, 880);
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

  MainWindow window;
};

TEST_F(TeachingTest, OneWindowPresentsAndTheOtherStaysAsItIs) {
  MainWindow other;
  other.resize(1390, 880);
  other.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&other, test::kPatience));
  ASSERT_TRUE(other.open(test::kThreeBar));
  ASSERT_GE(waitUntil([&] { return other.run().trajectory().sampleCount() == 1; }), 0);
  waitFor(50);
  const int letters = other.views().status->fontMetrics().height();
  const int timeline = other.views().timeline->height();
  const QImage plots = other.views().plots->grab().toImage();
  window.activateWindow();
  ASSERT_GE(waitUntil([&] { return window.isActiveWindow(); }), 0);
  press(Qt::Key_F5);
  waitFor(100);
  EXPECT_NEAR(window.views().status->fontMetrics().height(), 1.6 * letters, 3);
  EXPECT_EQ(other.views().status->fontMetrics().height(), letters);
  EXPECT_EQ(other.views().timeline->height(), timeline);
  other.setDark(true);  // all windows take new colours, each in its own size
  other.setDark(false);
  waitFor(100);
  EXPECT_NEAR(window.views().status->fontMetrics().height(), 1.6 * letters, 3);
  EXPECT_EQ(other.views().status->fontMetrics().height(), letters);
  EXPECT_EQ(other.views().timeline->height(), timeline);
  EXPECT_EQ(other.views().plots->grab().toImage(), plots);
  window.views().receiptDock->setFloating(true);
  EXPECT_EQ(lookScale(window.views().receiptDock->widget()), 1.6) << "a floating panel belongs to its window";
  window.views().receiptDock->setFloating(false);
  press(Qt::Key_F5);
  waitFor(100);
  EXPECT_EQ(window.views().status->fontMetrics().height(), letters);
}

TEST_F(TeachingTest, ClosingOneWindowLeavesTheOther) {
  auto* other = new MainWindow;
  other->setAttribute(Qt::WA_DeleteOnClose);
  const QPointer<MainWindow> there(other);
  other->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(other, test::kPatience));
  other->activateWindow();
  ASSERT_GE(waitUntil([&] { return other->isActiveWindow(); }), 0);
  QTest::keyClick(other, Qt::Key_W, Qt::ControlModifier);
  EXPECT_GE(waitUntil([&] { return there.isNull(); }), 0);
  EXPECT_TRUE(window.isVisible());
  EXPECT_TRUE(window.document().isOpen());
}

TEST_F(TeachingTest, AnEmptySheetHasNoProblem) {
  press(Qt::Key_N, Qt::ControlModifier);
  waitFor(50);
  EXPECT_TRUE(window.views().problems->isHidden());
}

TEST_F(TeachingTest, EscapeLeavesThePresentation) {
  auto* share = window.views().plotsDock;
  waitFor(50);
  const int before = share->height();
  press(Qt::Key_F5);
  waitFor(100);
  EXPECT_TRUE(window.actions().get(Command::presentation)->isChecked());
  press(Qt::Key_Escape);
  waitFor(100);
  EXPECT_FALSE(window.actions().get(Command::presentation)->isChecked());
  EXPECT_EQ(lookScale(&window), 1);
  EXPECT_NEAR(share->height(), before, 3);
}

TEST_F(TeachingTest, EscapeEndsARunBeforeThePresentation) {
  press(Qt::Key_F5);
  window.run().setSpeed(0.01);
  press(Qt::Key_R, Qt::ControlModifier);
  press(Qt::Key_Escape);
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::interrupted; }), 0);
  EXPECT_TRUE(window.actions().get(Command::presentation)->isChecked());
}

TEST_F(TeachingTest, TheToolBarOfALessonStepsFromEventToEvent) {
  const auto isShown = [&](Command command) {
    for (const auto* button : window.findChildren<QToolButton*>())
      if (button->defaultAction() == window.actions().get(command) && button->isVisible()) return true;
    return false;
  };
  press(Qt::Key_F5);
  waitFor(100);
  EXPECT_TRUE(isShown(Command::eventNext));
  EXPECT_TRUE(isShown(Command::reset));
  EXPECT_FALSE(isShown(Command::save));
  EXPECT_FALSE(isShown(Command::undo));
  press(Qt::Key_F5);
  waitFor(100);
  EXPECT_TRUE(isShown(Command::save));
}

TEST_F(TeachingTest, ALowWindowIsEnlargedLess) {
  window.resize(1024, 700);
  press(Qt::Key_F5);
  waitFor(100);
  EXPECT_EQ(lookScale(&window), 1.4);
  window.resize(1390, 880);
  EXPECT_GE(waitUntil([&] { return lookScale(&window) == 1.6; }), 0);
}

TEST_F(TeachingTest, AfterTheLastEventComesTheFirst) {
  runToEnd();
  const double t = window.run().trajectory().events()[0].t;
  EXPECT_EQ(window.playback().time(), 0.5);
  press(Qt::Key_N);
  EXPECT_EQ(window.playback().time(), t) << "the message at the end of a run invites to press N";
}

// X goes to just before the event: the receipt stays, and what was true then stands out.
TEST_F(TeachingTest, JustBeforeAnEventItsReceiptStays) {
  runToEnd();
  window.playback().goToEvent(0);
  const auto lines = [&] {
    QString all;
    for (QLabel* label : window.views().receipt->findChildren<QLabel*>())
      if (!label->isHidden()) all += label->text() + '\n';
    return all;
  };
  const QString after = lines();
  EXPECT_TRUE(after.contains("0.167285"));
  EXPECT_TRUE(after.contains(QString::fromUtf8("\u03c9 of Link 3"))) << qPrintable(after);
  EXPECT_FALSE(after.contains("<b>"));
  window.playback().changeSide();
  EXPECT_TRUE(lines().contains("0.167285")) << qPrintable(lines());
  EXPECT_TRUE(lines().contains("just before"));
  EXPECT_TRUE(lines().contains("<b>"));
  window.playback().changeSide();
  EXPECT_EQ(lines(), after);
}

// A tooth strikes the pawl, and in the same instant the shaft slips: each has its receipt, and its two sides.
TEST_F(TeachingTest, OfTwoEventsAtOneInstantEachHasItsReceipt) {
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/contacts/ratchet-and-pawl.clank"));
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  runToEnd();
  const auto& events = window.run().trajectory().events();
  ASSERT_GT(events.size(), 2U);
  ASSERT_EQ(events[0].kind, EventKind::impact);
  ASSERT_EQ(events[1].kind, EventKind::slip);
  ASSERT_EQ(events[0].t, events[1].t);
  const auto told = [&] {
    QString all;
    for (QLabel* label : window.views().receipt->findChildren<QLabel*>())
      if (!label->isHidden()) all += label->text() + '\n';
    return all;
  };
  window.playback().goToStart();
  for (const char* summary : {"impact at ", "slip at "}) {
    press(Qt::Key_N);
    EXPECT_TRUE(told().contains(summary)) << qPrintable(told());
    EXPECT_FALSE(told().contains("just before")) << qPrintable(told());
    press(Qt::Key_X);
    EXPECT_TRUE(told().contains(summary)) << qPrintable(told());
    EXPECT_TRUE(told().contains("just before")) << qPrintable(told());
    press(Qt::Key_X);
    EXPECT_TRUE(told().contains(summary)) << qPrintable(told());
    EXPECT_FALSE(told().contains("just before")) << qPrintable(told());
  }
}

TEST_F(TeachingTest, TheReceiptSaysWhenARunHadNoEvent) {
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/linkages/four-bar.clank"));
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  const auto says = [&](const QString& words) {
    for (const auto* label : window.views().receipt->findChildren<QLabel*>())
      if (label->text() == words) return true;
    return false;
  };
  EXPECT_TRUE(says("No event yet"));
  runToEnd();
  EXPECT_TRUE(says("No event in this run"));
  press(Qt::Key_Backspace, Qt::ControlModifier);
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  EXPECT_TRUE(says("No event yet"));
}

}  // namespace
}  // namespace clank
