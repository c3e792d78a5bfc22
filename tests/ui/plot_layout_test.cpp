// SPDX-License-Identifier: GPL-3.0-or-later
// As many plots as wanted, and those of the file.
#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/plots/plot_area.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitUntil;
using State = RunController::State;

class PlotLayoutTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1380, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    openIn(window, test::kThreeBar);
    window.run().setSpeed(0);
    window.run().run();
    ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  }
  void TearDown() override { window.document().undoStack().setClean(); }
  static void openIn(MainWindow& into, const QString& path) {
    ASSERT_TRUE(into.open(path));
    ASSERT_GE(waitUntil([&] { return into.run().trajectory().sampleCount() == 1; }), 0);
  }
  static PlotArea& plotsOf(MainWindow& of) { return *of.views().plots; }
  static std::vector<PlotChoice> listChoices(MainWindow& of) {
    std::vector<PlotChoice> choices;
    for (std::size_t i = 0; i < plotsOf(of).countPlots(); ++i)
      choices.push_back(plotsOf(of).getPlot(i).choice());
    return choices;
  }
  static PlotChoice makeWay() {
    PlotChoice choice;
    choice.kind = PlotKind::xy;
    choice.channels = {"link2.y"};
    choice.over = "link2.x";
    choice.equalAxes = true;
    return choice;
  }
  std::vector<PlotView> drawn() { return window.document().drawn().plots; }

  MainWindow window;
};

TEST_F(PlotLayoutTest, WhatIsChosenIsOfTheFileAndUndone) {
  const auto before = listChoices(window);
  const auto samples = window.run().trajectory().sampleCount();
  EXPECT_TRUE(drawn().empty()) << "the default plots are nobody's choice";
  EXPECT_FALSE(window.document().isModified());
  window.playback().goToEvent(0);
  ASSERT_TRUE(window.views().board->isMoment());
  plotsOf(window).getPlot(1).setChoice(makeWay());
  EXPECT_TRUE(window.views().board->isMoment()) << "the board stays at the event";
  ASSERT_EQ(drawn().size(), 3U);
  EXPECT_EQ(drawn()[1].over, "link2.x");
  EXPECT_TRUE(window.document().isModified());
  EXPECT_EQ(window.run().state(), State::finished);
  EXPECT_EQ(window.run().trajectory().sampleCount(), samples) << "nothing is computed again";
  const auto chosen = listChoices(window);
  QTemporaryDir folder;
  ASSERT_TRUE(window.document().save(folder.filePath("mine.clank")));
  MainWindow other{false};
  other.resize(1000, 700);
  other.show();
  openIn(other, folder.filePath("mine.clank"));
  EXPECT_EQ(listChoices(other), chosen);
  EXPECT_FALSE(other.document().isModified());
  openIn(other, test::kThreeBar);
  EXPECT_EQ(listChoices(other), before) << "another file has plots of its own";
  window.document().undoStack().undo();
  EXPECT_TRUE(drawn().empty());
  EXPECT_EQ(listChoices(window), before);
}

TEST_F(PlotLayoutTest, PlotsAreOpenedAndClosed) {
  auto& plots = plotsOf(window);
  plots.addNew();
  plots.addNew();
  ASSERT_EQ(plots.countPlots(), 5U);
  EXPECT_NE(plots.getPlot(3).choice(), plots.getPlot(4).choice()) << "each shows what none did";
  plots.getPlot(4).setChoice(makeWay());
  EXPECT_EQ(drawn().size(), 5U);
  Q_EMIT plots.getPlot(0).closeAsked();
  EXPECT_EQ(drawn().size(), 4U);
  EXPECT_EQ(plots.getPlot(3).choice(), makeWay());
  while (plots.countPlots() > 1) Q_EMIT plots.getPlot(0).closeAsked();
  EXPECT_EQ(plots.getPlot(0).choice(), makeWay());
  Q_EMIT plots.getPlot(0).closeAsked();
  EXPECT_EQ(plots.countPlots(), 1U) << "one stays";
  for (int i = 0; i < 8; ++i) window.document().undoStack().undo();
  EXPECT_EQ(plots.countPlots(), 3U);
}

// Of three units the third stands beside; changed, it is a plot of its own, and the first keeps the others.
TEST_F(PlotLayoutTest, WhatSpillsOverIsNoPlotOfTheFileUntilItIsChanged) {
  PlotChoice choice;
  choice.channels = {"link2.x", "link2.omega", "link2.ax"};
  auto& plots = plotsOf(window);
  plots.getPlot(0).setChoice(choice);
  ASSERT_EQ(plots.countPlots(), 4U);
  EXPECT_EQ(drawn().size(), 3U);
  EXPECT_EQ(drawn()[0].channels, choice.channels);
  plots.getPlot(3).setChoice(makeWay());
  EXPECT_EQ(plots.countPlots(), 4U);
  ASSERT_EQ(drawn().size(), 4U);
  EXPECT_EQ(drawn()[0].channels, (std::vector<std::string>{"link2.x", "link2.omega"}));
  EXPECT_EQ(drawn()[1].over, "link2.x") << "from left to right";
  window.document().undoStack().undo();
  window.document().undoStack().undo();
  EXPECT_EQ(plots.countPlots(), 3U);
  EXPECT_TRUE(drawn().empty());
}

// Chosen plots stay when a part is drawn; a channel that is gone leaves its place empty.
TEST_F(PlotLayoutTest, ANewPartLeavesThemAsTheyAre) {
  plotsOf(window).getPlot(2).setChoice(makeWay());
  const auto chosen = listChoices(window);
  window.document().edit("draw", [](Mechanism& m) {
    Body body = m.bodies.front();
    body.id = "fresh";
    m.bodies.push_back(body);
  });
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().findChannel("fresh.x").has_value(); }), 0);
  EXPECT_EQ(listChoices(window), chosen);
}

}  // namespace
}  // namespace clank
