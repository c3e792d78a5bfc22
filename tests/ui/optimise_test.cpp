// SPDX-License-Identifier: GPL-3.0-or-later
// A search in the real window: the drawing follows it, Stop keeps the best, one undo brings the old values
// back.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/document/optimisation_edits.h"
#include "ui/panels/study_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/optimise_dialog.h"

namespace clank {
namespace {

using test::waitUntil;

class OptimiseTest : public testing::Test {
 protected:
  void open(const char* example) {
    ASSERT_TRUE(window.open(QString(CLANK_SOURCE_DIR "/resources/examples/linkages/") + example));
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    window.actions().get(Command::optimise)->trigger();
    dialog = window.findChild<OptimiseDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible());
    go = dialog->findChild<QPushButton*>("optimiseGo");
  }
  QString headline() { return dialog->findChild<QLabel*>("optimiseHeadline")->text(); }
  std::string text(const char* parameter) {
    for (const Parameter& one : window.document().drawn().parameters)
      if (one.id == parameter) return one.value.text;
    return {};
  }

  MainWindow window;
  OptimiseDialog* dialog = nullptr;
  QPushButton* go = nullptr;
};

TEST_F(OptimiseTest, TheDrawingFollowsAndOneUndoBringsTheOldValuesBack) {
  open("straight-line.clank");
  const Mechanism before = window.document().drawn();
  const std::string frame = text("d");
  go->click();
  ASSERT_TRUE(dialog->isSearching());
  int steps = 0;
  std::string last = frame;
  ASSERT_GE(waitUntil([&] {
              if (text("d") != last) ++steps;
              last = text("d");
              return steps >= 3;
            }),
            0)
      << "improvements appear while it searches";
  EXPECT_EQ(window.document().undoStack().count(), 1);
  go->click();  // Stop
  ASSERT_GE(waitUntil([&] { return !dialog->isSearching(); }), 0);
  EXPECT_TRUE(dialog->findChild<QLabel*>("optimiseHeadline")->text().contains("Stopped after"));
  EXPECT_NE(text("d"), frame) << "the best is kept";
  EXPECT_EQ(window.document().undoStack().count(), 1);
  window.actions().get(Command::undo)->trigger();
  EXPECT_EQ(window.document().drawn(), before);
}

TEST_F(OptimiseTest, AFileWithoutASearchSaysWhatIsMissing) {
  open("pantograph.clank");
  EXPECT_FALSE(go->isEnabled());
  EXPECT_TRUE(go->toolTip().contains("no optimisation yet"));
  EXPECT_TRUE(dialog->findChild<QLabel*>("optimiseHeadline")->text().contains("New > Optimisation"));
}

TEST_F(OptimiseTest, ATargetIsDrawnFromTheDialogAndSearched) {
  open("four-bar.clank");
  const auto& all = window.document().drawn().optimisations;
  const std::size_t before = all.size();
  auto* choice = dialog->findChild<QComboBox*>("optimiseChoice");
  QTest::mouseClick(dialog->findChild<QPushButton*>("optimiseTarget"), Qt::LeftButton);
  Board& board = *window.views().board;
  ASSERT_EQ(board.toolKind(), ToolKind::target);
  EXPECT_TRUE(headline().contains("Draw the curve on the board"));
  // As the tool does it.
  window.document().edit("target", [&](Mechanism& m) {
    PathFit fit;
    fit.trace = m.traces.front().id;
    fit.curve = PathCurve{CirclePath{}, {}};
    std::get<CirclePath>(fit.curve->kind).radius = 0.05;
    setTarget(m, window.document().caseId(), fit, choice->currentData().toString().toStdString());
  });
  ASSERT_EQ(all.size(), before + 1);
  EXPECT_EQ(choice->currentData().toString().toStdString(), all.back().id) << "it is chosen";
  EXPECT_TRUE(headline().contains("No parameter is searched in it yet"));
  QTest::mouseClick(dialog->findChild<QPushButton*>("optimiseEdit"), Qt::LeftButton);
  EXPECT_TRUE(window.views().studiesDock->isVisible());
  EXPECT_EQ(window.views().studies->chosen(StudyPanel::Kind::optimisation), all.back().id);
  addSearchedParameter(window.document(), all.back().id, "crank_length");
  EXPECT_TRUE(headline().contains("Each improvement appears"));
  QTest::mouseClick(go, Qt::LeftButton);
  ASSERT_TRUE(dialog->isSearching()) << headline().toStdString();
  EXPECT_FALSE(dialog->findChild<QPushButton*>("optimiseTarget")->isEnabled());
  EXPECT_TRUE(dialog->findChild<QPushButton*>("optimiseTarget")->toolTip().contains("Stop the search first"));
  dialog->done(0);
  ASSERT_GE(waitUntil([&] { return !dialog->isSearching(); }), 0);
}

TEST_F(OptimiseTest, AnotherFileEndsTheSearchAndStaysAsItIs) {
  open("straight-line.clank");
  go->click();
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/linkages/four-bar.clank"));
  const Mechanism other = window.document().drawn();
  ASSERT_GE(waitUntil([&] { return !dialog->isSearching(); }), 0);
  EXPECT_EQ(window.document().drawn(), other);
  EXPECT_EQ(window.document().undoStack().count(), 0);
}

}  // namespace
}  // namespace clank
