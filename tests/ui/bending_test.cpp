// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend in the real window: drawn bent on the board, larger than they are, in the colours of their
// stress, and a run in one picture.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QFile>
#include <QMenu>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/panels/bending_bar.h"
#include "ui/scene/scene_view.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

class BendingTest : public testing::Test {
 protected:
  void run(const QString& example) {
    window.resize(1380, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    ASSERT_TRUE(window.open(QString(CLANK_SOURCE_DIR) + "/resources/examples/" + example));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
    window.run().setSpeed(0);
    window.run().run();
    ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  }
  void goTo(double t) {
    window.playback().scrub(t);
    waitFor(100);
  }
  BendingBar& bar() { return *window.views().bending; }
  Board& board() { return *window.views().board; }
  QImage picture() {
    waitFor(100);
    return window.views().scene->grabImage();
  }
  // Pixels that tell of stress: strong in colour and no grey.
  static int countColoured(const QImage& image) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor c = image.pixelColor(x, y);
        count += c.saturation() > 120 && c.hue() > 230 && c.hue() < 300;
      }
    return count;
  }

  MainWindow window;
};

TEST_F(BendingTest, TheBoardDrawsLinksBentWithTheirPinsTogether) {
  run("benchmarks/flexible-four-bar.clank");
  EXPECT_TRUE(bar().isVisible());
  double bow = 0;
  for (const double factor : {1.0, 100.0}) {
    bar().setFactor(factor);
    double widest = 0;
    for (const double t : {0.1, 0.31, 0.7}) {
      goTo(t);
      const Drawing& drawing = board().drawing();
      for (std::size_t j = 0; j < drawing.mechanism().joints.size(); ++j) {
        const QPointF gap = drawing.pointA(j) - drawing.pointB(j);
        EXPECT_LT(std::hypot(gap.x(), gap.y()), 1e-6) << j << " at " << t << " s, x" << factor;
      }
      const BentLine* rocker = drawing.lineOf(2);
      ASSERT_NE(rocker, nullptr);
      const auto end = rocker->carry(0.5, 0), middle = rocker->carry(0.25, 0);
      widest = std::max(widest, std::abs(middle.y - end.y / 2));
    }
    if (factor == 1) {
      bow = widest;
      EXPECT_GT(bow, 1e-5);
    } else {
      EXPECT_NEAR(widest, factor * bow, 1e-6 * widest);
    }
  }
}

TEST_F(BendingTest, StressColoursLinksUntilItIsSwitchedOff) {
  run("benchmarks/flexible-four-bar.clank");
  goTo(0.31);
  const int coloured = countColoured(picture());
  auto* choice = bar().findChild<QCheckBox*>("bendingStress");
  ASSERT_TRUE(choice->isEnabled());
  choice->click();
  EXPECT_LT(countColoured(picture()), coloured / 10);
  EXPECT_GT(coloured, 300);
}

TEST_F(BendingTest, ExaggerationIsMarkedAndChangesThePicture) {
  run("benchmarks/flexible-four-bar.clank");
  goTo(0.31);
  const QImage asItIs = picture();
  auto* slider = bar().findChild<QSlider*>("bendingFactor");
  slider->setFocus();
  QTest::keyClick(slider, Qt::Key_PageUp);
  QTest::keyClick(slider, Qt::Key_PageUp);
  EXPECT_DOUBLE_EQ(bar().factor(), 10);
  EXPECT_NE(picture(), asItIs);
  bar().setFactor(1);
  EXPECT_EQ(picture(), asItIs);
}

TEST_F(BendingTest, ARigidMechanismHasNoBar) {
  run("linkages/four-bar.clank");
  EXPECT_FALSE(bar().isVisible());
}

TEST_F(BendingTest, AStrobePictureShowsTheRunAtOnce) {
  run("benchmarks/flexible-four-bar.clank");
  goTo(0);
  const QImage one = picture();
  QAction* strobe = window.actions().get(Command::strobe);
  strobe->trigger();
  const QImage all = picture();
  int changed = 0;
  for (int y = 0; y < one.height(); ++y)
    for (int x = 0; x < one.width(); ++x) changed += one.pixel(x, y) != all.pixel(x, y);
  EXPECT_GT(changed, one.width() * one.height() / 20);
  strobe->trigger();
  EXPECT_EQ(picture(), one);
}

// Ctrl+5 takes what is selected, a click on another body takes that, and the menu names all of them.
TEST_F(BendingTest, TheSceneFollowsABody) {
  run("linkages/four-bar.clank");
  goTo(0.3);
  SceneView& scene = *window.views().scene;
  const QAction* follow = window.actions().get(Command::follow);
  const QAction* turning = window.actions().get(Command::followTurning);
  EXPECT_FALSE(turning->isEnabled());
  EXPECT_TRUE(turning->toolTip().contains("follow a body first")) << turning->toolTip().toStdString();
  const auto& bodies = window.run().mechanism().bodies;
  const QString first = QString::fromStdString(bodies[0].id), second = QString::fromStdString(bodies[1].id);
  window.selection().select({ElementKind::body, bodies[0].id});
  const QImage still = picture();
  window.actions().get(Command::follow)->trigger();
  EXPECT_EQ(scene.followed(), first);
  EXPECT_TRUE(follow->isChecked());
  EXPECT_TRUE(turning->isEnabled());
  Q_EMIT scene.bodyClicked(second);
  EXPECT_EQ(scene.followed(), second);
  const QImage along = picture();
  EXPECT_NE(along, still);
  window.actions().get(Command::followTurning)->trigger();
  EXPECT_TRUE(scene.turnsWithFollowed());
  EXPECT_NE(picture(), along);
  auto* menu = window.findChild<QMenu*>("followed");
  ASSERT_NE(menu, nullptr);
  Q_EMIT menu->aboutToShow();
  ASSERT_EQ(menu->actions().size(), static_cast<int>(bodies.size()) + 2);
  EXPECT_TRUE(menu->actions()[3]->isChecked());
  menu->actions()[0]->trigger();
  EXPECT_TRUE(scene.followed().isEmpty());
  EXPECT_FALSE(follow->isChecked());
  EXPECT_EQ(picture(), still);
  window.actions().get(Command::follow)->trigger();
  ASSERT_TRUE(window.open(QString(CLANK_SOURCE_DIR) + "/resources/examples/linkages/watt.clank"));
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  EXPECT_FALSE(follow->isChecked()) << "it was a body of the drawing before";
}

// All about a run on paper and for a browser. The pages are counted in the file: each has its own entry.
TEST_F(BendingTest, TheReportIsPrinted) {
  run("papers/song-2020-three-bar.clank");
  const QTemporaryDir folder;
  const auto readFile = [&](const QString& name) {
    QFile file(folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  };
  EXPECT_TRUE(window.actions().get(Command::exportReport)->isEnabled());
  ASSERT_TRUE(window.exportReport(folder.filePath("a.pdf")));
  const QByteArray pages = readFile("a.pdf");
  EXPECT_TRUE(pages.startsWith("%PDF-"));
  EXPECT_GE(pages.count("/Type /Page\n"), 2) << "several pages";
  EXPECT_FALSE(pages.contains("/Subtype /Image")) << "figures are lines, not pixels";
  ASSERT_TRUE(window.exportReport(folder.filePath("a.html")));
  EXPECT_TRUE(readFile("a.html").contains("<svg"));
  EXPECT_FALSE(window.exportReport(folder.filePath("nowhere/a.pdf")));
}

}  // namespace
}  // namespace clank
