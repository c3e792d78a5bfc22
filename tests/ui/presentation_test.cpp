// SPDX-License-Identifier: GPL-3.0-or-later
// In front of a class: what moves is large, what an event did is told whole.
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QMenuBar>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include "tests/ui/chain.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/receipt_panel.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

TEST(PresentationTest, TheSceneHasTwoThirdsOfTheHeightAndTheReceiptIsWhole) {
  MainWindow window;
  window.resize(1390, 880);
  window.views().resetLayout(window);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  ASSERT_TRUE(window.open(test::kThreeBar));
  window.run().setSpeed(0);
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  const QSize plot = window.views().plots->getPlot(0).size();
  window.setPresenting(true);
  waitFor(150);
  const Views& views = window.views();
  EXPECT_GE(3 * views.scene->height(), 2 * window.height() - 40) << views.scene->height();
  EXPECT_FALSE(window.menuBar()->isVisible());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(views.plots->getPlot(i).isVisible(), i < 2) << "what has no room turns a page";
  }
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_GT(views.plots->getPlot(i).canvas().getPlotRect().height(), 140) << "plot " << i;
  window.playback().goToEvent(0);
  waitFor(150);
  EXPECT_TRUE(views.receipt->isVisible());
  EXPECT_FALSE(views.receipt->visibleRegion().isEmpty()) << "it came to the front";
  EXPECT_EQ(views.receipt->verticalScrollBar()->maximum(), 0) << "nothing of it is out of sight";
  window.setPresenting(false);
  waitFor(150);
  EXPECT_NEAR(window.views().plots->getPlot(0).width(), plot.width(), 30) << "back in its place";
}

// A long message takes its room from what is drawn, in the large letters too, and in going back from them.
TEST(PresentationTest, AMessageKeepsTheWindowInItsSize) {
  const QSize size(1024, 700);
  MainWindow window;
  window.resize(size);
  window.views().resetLayout(window);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  ASSERT_TRUE(window.open(test::kThreeBar));
  window.setPresenting(true);
  waitFor(150);
  EXPECT_EQ(window.size(), size);
  const std::string words =
      "at t = 0.721584 s the motion passes a singular position: for an instant the other parts hold already "
      "what joint L40 holds, and the linkage could go on in another way; the run keeps to the smooth motion "
      "(9 such positions, the last at t = 8.584 s)";
  window.views().showProblems("The run failed", {{words, "/joints/3", Severity::error}});
  waitFor(150);
  EXPECT_EQ(window.size(), size) << "in presentation";
  window.setPresenting(false);
  waitFor(150);
  EXPECT_EQ(window.size(), size) << "back";
}

// The scene keeps its height after a run that has something to say; who wants to know it gets it.
TEST(PresentationTest, RemarksOfARunWaitInTheStatusBar) {
  MainWindow window;
  window.resize(900, 600);
  window.views().resetLayout(window);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/contacts/rocking-block.clank"));
  window.run().setSpeed(0);
  window.setPresenting(true);
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  waitFor(150);
  const Views& views = window.views();
  auto* remarks = window.findChild<QToolButton*>("remarkCount");
  ASSERT_TRUE(remarks);
  EXPECT_TRUE(remarks->isVisible());
  EXPECT_EQ(remarks->text(), "1 remark");
  EXPECT_FALSE(views.problems->isVisible());
  EXPECT_GE(3 * views.scene->height(), 2 * window.height() - 40) << views.scene->height();
  remarks->click();
  EXPECT_TRUE(views.problems->isVisible());
  views.problems->hide();
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  EXPECT_TRUE(remarks->isVisible());
  window.setPresenting(false);
  EXPECT_TRUE(views.problems->isVisible()) << "not lost";
  EXPECT_FALSE(remarks->isVisible());
}

}  // namespace
}  // namespace clank
