// SPDX-License-Identifier: GPL-3.0-or-later
// The shelf of kept runs in the real window: all cases at once, overlaid, compared, hidden and taken off.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <array>
#include <cmath>

#include "tests/ui/chain.h"
#include "ui/panels/comparison_table.h"
#include "ui/panels/notice_bar.h"
#include "ui/panels/shelf_bar.h"
#include "ui/plots/plot_area.h"
#include "ui/run/shelf_file.h"
#include "ui/scene/scene_view.h"
#include "ui/window/main_window.h"
#include "ui/window/run_pane.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

class ShelfTest : public testing::Test {
 protected:
  void open(const QString& example) {
    window.resize(1380, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    const QString path = QString(CLANK_SOURCE_DIR) + "/resources/examples/" + example;
    ASSERT_TRUE(window.open(QFileInfo(example).isAbsolute() ? example : path));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  }
  void runToTheEnd() {
    window.run().setSpeed(0);
    window.run().run();
    ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  }
  void trigger(Command command) {
    ASSERT_TRUE(window.actions().get(command)->isEnabled())
        << window.actions().get(command)->toolTip().toStdString();
    window.actions().get(command)->trigger();
  }
  std::size_t countOverlays() { return window.views().plots->getPlot(2).canvas().countOverlays(); }
  QString cell(int row, const QString& header) {
    const ComparisonTable& table = *window.views().comparison;
    for (int column = 0; column < table.columnCount(); ++column)
      if (table.horizontalHeaderItem(column)->text() == header) return table.item(row, column)->text();
    return "no column " + header;
  }

  MainWindow window;
};

TEST_F(ShelfTest, AllCasesComeOntoTheShelfInTheirOrder) {
  open("papers/song-2020-three-bar.clank");
  EXPECT_FALSE(window.views().shelf->isVisible());
  const auto& cases = window.document().drawn().cases;
  trigger(Command::runAllCases);
  ASSERT_GE(waitUntil([&] { return window.shelf().runs().size() == cases.size(); }), 0);
  EXPECT_TRUE(window.views().shelf->isVisible());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const KeptRun& kept = window.shelf().runs()[i];
    EXPECT_EQ(kept.name.toStdString(), cases[i].name);
    EXPECT_EQ(kept.summary.end, RunSummary::End::finished) << cases[i].id;
    EXPECT_EQ(kept.trajectory->time(kept.trajectory->sampleCount() - 1), 0.5);
  }
  for (const auto* chip : window.views().shelf->findChildren<QToolButton*>("shelfItem"))
    EXPECT_GE(chip->text().size(), 14) << "its name tells which it is: " << qPrintable(chip->text());
  // The same numbers as of the run that is shown: bytes.
  runToTheEnd();
  const Trajectory &shown = window.run().trajectory(), &kept = *window.shelf().runs()[0].trajectory;
  ASSERT_EQ(shown.sampleCount(), kept.sampleCount());
  const auto a = shown.row(shown.sampleCount() - 1), b = kept.row(kept.sampleCount() - 1);
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
}

// At one cursor, with one camera: who moves one moves the other.
TEST_F(ShelfTest, TwoRunsStandSideBySide) {
  open("papers/song-2020-three-bar.clank");
  EXPECT_FALSE(window.actions().get(Command::sideBySide)->isEnabled()) << "there is nothing to compare with";
  runToTheEnd();
  trigger(Command::keepRun);
  ASSERT_TRUE(window.document().setCase("paper-bounce"));
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  runToTheEnd();
  trigger(Command::sideBySide);
  waitFor(50);
  auto *left = window.findChild<RunPane*>("leftRun"), *right = window.findChild<RunPane*>("rightRun");
  ASSERT_TRUE(left && right && left->isVisible() && right->isVisible());
  EXPECT_LE(window.minimumSizeHint().width(), 900) << "no wider than with one scene";
  EXPECT_FALSE(window.views().scene->isVisible());
  EXPECT_EQ(left->findChild<QComboBox*>()->currentText(), "now");
  EXPECT_EQ(right->findChild<QComboBox*>()->currentText(), window.shelf().runs()[0].name);
  window.playback().scrub(0.1);
  waitFor(50);
  const std::array<QImage, 2> before{left->scene().grabImage(), right->scene().grabImage()};
  window.playback().scrub(0.3);
  waitFor(50);
  const std::array<QImage, 2> after{left->scene().grabImage(), right->scene().grabImage()};
  for (std::size_t i = 0; i < 2; ++i) {
    int changed = 0;
    for (int y = 40; y < after[i].height(); ++y)
      for (int x = 0; x < after[i].width(); ++x) changed += before[i].pixel(x, y) != after[i].pixel(x, y);
    EXPECT_GT(changed, 500) << "both follow the cursor, pane " << i;
  }
  const QPointF place = right->scene().toPixel(0.1, 0.1);
  EXPECT_NEAR(left->scene().toPixel(0.1, 0.1).x(), place.x(), 1) << "panes of one size";
  QWheelEvent turn({40, 40}, left->scene().mapToGlobal(QPoint(40, 40)), {}, {0, 240}, {}, {},
                   Qt::NoScrollPhase, false);
  QApplication::sendEvent(left->scene().focusProxy(), &turn);
  EXPECT_GT(QLineF(right->scene().toPixel(0.1, 0.1), place).length(), 2) << "the other follows";
  EXPECT_NEAR(left->scene().toPixel(0.1, 0.1).x(), right->scene().toPixel(0.1, 0.1).x(), 1);
  window.shelf().clear();
  EXPECT_TRUE(window.views().scene->isVisible()) << "nothing is left to stand beside";
}

TEST_F(ShelfTest, AKeptRunIsOverlaidHiddenAndTakenOff) {
  open("papers/song-2020-three-bar.clank");
  EXPECT_FALSE(window.actions().get(Command::keepRun)->isEnabled());
  runToTheEnd();
  trigger(Command::keepRun);
  ASSERT_EQ(window.shelf().runs().size(), 1U);
  const std::size_t channels = window.views().plots->getPlot(2).canvas().countCurves();
  EXPECT_EQ(countOverlays(), channels);
  auto* chip = window.views().shelf->findChild<QToolButton*>("shelfItem");
  ASSERT_TRUE(chip);
  QTest::mouseClick(chip, Qt::LeftButton);
  waitFor(30);
  EXPECT_FALSE(window.shelf().runs()[0].shown);
  EXPECT_EQ(countOverlays(), 0U);
  QTest::mouseClick(window.views().shelf->findChild<QToolButton*>("shelfRemove"), Qt::LeftButton);
  waitFor(30);
  EXPECT_TRUE(window.shelf().runs().empty());
  EXPECT_FALSE(window.views().shelf->isVisible());
}

// Peaks and ends as read from the trajectories themselves, and what they differ by.
TEST_F(ShelfTest, TheTableSaysWhatDiffers) {
  open("papers/song-2020-three-bar.clank");
  runToTheEnd();
  trigger(Command::keepRun);
  ASSERT_TRUE(window.document().setCase(QString::fromStdString(window.document().drawn().cases[2].id)));
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  runToTheEnd();
  window.views().comparisonDock->raise();
  waitFor(50);
  ASSERT_EQ(window.views().comparison->rowCount(), 2);
  EXPECT_EQ(cell(0, "At the limit pin"), "restitution");
  EXPECT_EQ(cell(1, "At the limit pin"), "merge");
  const auto end = [](const Trajectory& t) {
    return t.row(t.sampleCount() - 1)[*t.findChannel("energy.kinetic")];
  };
  const double now = end(window.run().trajectory()), kept = end(*window.shelf().runs()[0].trajectory);
  ASSERT_GT(std::abs(kept - now), 0.1);
  EXPECT_TRUE(cell(0, "Energy, kinetic [J], end").startsWith(QString::number(now, 'g', 4)));
  const QString text = cell(1, "Energy, kinetic [J], end");
  EXPECT_TRUE(text.startsWith(QString::number(kept, 'g', 4))) << text.toStdString();
  EXPECT_TRUE(text.contains(QString::number(100 * (kept - now) / now, 'f', 1))) << text.toStdString();
  EXPECT_TRUE(window.views().comparison->toText().contains("\trestitution\t"));
}

// Saved, opened again and run again: names, colours, what is hidden, and every number to the last bit.
TEST_F(ShelfTest, LiesBesideTheFileAndIsFoundAgain) {
  QTemporaryDir folder;
  const QString path = folder.filePath("three-bar.clank");
  ASSERT_TRUE(
      QFile::copy(QString(CLANK_SOURCE_DIR) + "/resources/examples/papers/song-2020-three-bar.clank", path));
  open(path);
  EXPECT_FALSE(window.actions().get(Command::saveShelf)->isEnabled());
  ASSERT_TRUE(window.document().setCase(QString::fromStdString(window.document().drawn().cases[2].id)));
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  runToTheEnd();
  trigger(Command::keepRun);
  trigger(Command::runAllCases);
  const auto& cases = window.document().drawn().cases;
  ASSERT_GE(waitUntil([&] { return window.shelf().runs().size() == cases.size(); }), 0);
  window.shelf().rename(1, "mine");
  window.shelf().setColour(1, 5);
  window.shelf().setShown(0, false);
  const std::vector<KeptRun> before = window.shelf().runs();
  trigger(Command::saveShelf);
  ASSERT_TRUE(QFile::exists(folder.filePath("three-bar.shelf.json")));

  ASSERT_TRUE(window.open(path));
  ASSERT_TRUE(window.shelf().runs().empty());
  ASSERT_TRUE(window.views().notice->isVisible());
  auto* answer = window.views().notice->findChild<QPushButton*>();
  ASSERT_TRUE(answer);
  QTest::mouseClick(answer, Qt::LeftButton);
  ASSERT_GE(waitUntil([&] { return window.shelf().runs().size() == before.size(); }), 0);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const KeptRun &was = before[i], &is = window.shelf().runs()[i];
    EXPECT_EQ(is.name, was.name);
    EXPECT_EQ(is.colour, was.colour);
    EXPECT_EQ(is.shown, was.shown);
    ASSERT_EQ(is.trajectory->sampleCount(), was.trajectory->sampleCount());
    const auto a = was.trajectory->row(was.trajectory->sampleCount() - 1),
               b = is.trajectory->row(is.trajectory->sampleCount() - 1);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << was.name.toStdString();
  }
}

TEST_F(ShelfTest, ABrokenShelfIsRefusedWithPlaceAndReason) {
  const auto refusal = [](const std::string& text) {
    const auto runs = readShelf(text);
    return runs ? "read" : runs.error().front().where + ": " + runs.error().front().what;
  };
  EXPECT_EQ(refusal("{"), "byte 1: it is no JSON: unterminated object");
  EXPECT_EQ(refusal("{}"), "/format: it is no shelf of runs");
  EXPECT_EQ(refusal(R"({"format": "clank-shelf", "version": 2})"),
            "/version: it was written by a later version of the program");
  EXPECT_EQ(refusal(R"({"format": "clank-shelf", "version": 1, "runs": [{}]})"),
            "/runs/0/name: a run has no name");
  EXPECT_TRUE(refusal(R"({"format": "clank-shelf", "version": 1, "runs": [{"name": "a",
    "mechanism": {"format": "clank", "version": 1, "bodies": 3}}]})")
                  .starts_with("/runs/0/mechanism/bodies: "));
}

TEST_F(ShelfTest, AnotherMechanismBeginsWithAnEmptyShelf) {
  open("papers/song-2020-three-bar.clank");
  runToTheEnd();
  trigger(Command::keepRun);
  ASSERT_TRUE(window.open(QString(CLANK_SOURCE_DIR) + "/resources/examples/linkages/four-bar.clank"));
  EXPECT_TRUE(window.shelf().runs().empty());
  EXPECT_FALSE(window.actions().get(Command::runAllCases)->isEnabled());
}

}  // namespace
}  // namespace clank
