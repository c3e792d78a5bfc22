// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson: the window in front of a class, and beside it the one for everything else.
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QTest>

#include "tests/ui/chain.h"
#include "ui/look/scale.h"
#include "ui/panels/status_line.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;
using State = RunController::State;

constexpr const char* kThreeBar = CLANK_SOURCE_DIR "/resources/examples/papers/song-2020-three-bar.clank";

class TeachingTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1390, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
    window.setFocus();
    ASSERT_TRUE(window.open(kThreeBar));
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
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&other));
  ASSERT_TRUE(other.open(kThreeBar));
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

}  // namespace
}  // namespace clank
