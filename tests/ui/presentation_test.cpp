// SPDX-License-Identifier: GPL-3.0-or-later
// In front of a class: what moves is large, what an event did is told whole.
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QMenuBar>
#include <QScrollBar>
#include <QTest>

#include "tests/ui/chain.h"
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
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
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
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
  ASSERT_TRUE(window.open(test::kThreeBar));
  window.setPresenting(true);
  waitFor(150);
  EXPECT_EQ(window.size(), size);
  const std::string words =
      "at t = 0.721584 s the motion passes a singular position: for an instant the other parts hold already "
      "what joint L40 holds, and the linkage could go on in another way; the run keeps to the smooth motion "
      "(9 such positions, the last at t = 8.584 s)";
  window.views().showProblems("The run finished with warnings", {{words, "/joints/3", Severity::warning}});
  waitFor(150);
  EXPECT_EQ(window.size(), size) << "in presentation";
  window.setPresenting(false);
  waitFor(150);
  EXPECT_EQ(window.size(), size) << "back";
}

}  // namespace
}  // namespace clank
