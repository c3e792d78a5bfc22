// SPDX-License-Identifier: GPL-3.0-or-later
// The hand of the user on the mechanism: on a run that is on it pulls, and the pull can be kept as a load; at
// rest it moves board and scene together.
#include <QAbstractButton>
#include <cmath>

#include "tests/ui/drawing_window.h"
#include "ui/panels/notice_bar.h"
#include "ui/run/hand_pulls.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;
using State = RunController::State;

class HandTest : public test::DrawingWindow {
 protected:
  SceneView& scene() { return *window.views().scene; }
  RunController& run() { return window.run(); }

  void showBoth() {
    press(Qt::Key_2, Qt::ControlModifier);
    ASSERT_GE(waitUntil([&] { return scene().isVisible(); }), 0);
    waitFor(100);
  }
  // A pendulum that runs for 3 s in the pace of the clock.
  void runPendulum() {
    press(Qt::Key_B);
    click(0, 0.2);
    click(0.2, 0.2);
    press(Qt::Key_A);
    click(0, 0.2);
    press(Qt::Key_Escape);
    window.document().edit("duration", [](Mechanism& m) {
      m.simulation.duration = 3;
      m.simulation.outputInterval = 0.005;
    });
    run().setSpeed(1);
    press(Qt::Key_R, Qt::ControlModifier);
    ASSERT_GE(
        waitUntil([&] { return run().state() == State::running && run().trajectory().sampleCount() > 20; }),
        0);
  }
  QPoint endOfBar() {
    const QPointF end = board().drawing().toWorld(0, {0.15, 0});
    return pixel(end.x(), end.y());
  }
  void answer(const QString& text) {
    for (QAbstractButton* button : window.views().notice->findChildren<QAbstractButton*>())
      if (button->text() == text && button->isVisible()) return button->click();
    FAIL() << qPrintable(text);
  }
  std::vector<double> lastValues(const std::vector<std::string>& channels) {
    std::vector<double> values;
    const Trajectory& t = run().trajectory();
    for (const std::string& channel : channels)
      values.push_back(t.row(t.sampleCount() - 1)[*t.findChannel(channel)]);
    return values;
  }
};

TEST_F(HandTest, PullsARunThatIsOnAndIsKeptAsALoad) {
  runPendulum();
  const QPoint from = endOfBar(), to = from + QPoint(60, -140);
  QTest::mousePress(sheet(), Qt::LeftButton, {}, from);
  QTest::mouseMove(sheet(), from + QPoint(8, 0));
  QTest::mouseMove(sheet(), to);
  ASSERT_GE(waitUntil([&] { return !board().hands().empty(); }), 0);
  EXPECT_GE(waitUntil([&] { return board().hands().size() == 1 && !board().hands()[0].text.isEmpty(); }), 0);
  EXPECT_EQ(scene().hands(), board().hands());
  EXPECT_EQ(run().state(), State::running) << "the drawing is not touched";
  waitFor(300);
  QTest::mouseRelease(sheet(), Qt::LeftButton, {}, to);
  ASSERT_GE(waitUntil([&] { return run().state() == State::finished; }), 0);
  ASSERT_EQ(run().hands().size(), 1U);
  EXPECT_TRUE(run().hands()[0].isOver);
  EXPECT_TRUE(board().hands().empty());
  EXPECT_NE(lastValues({"energy.work"})[0], 0);
  const std::vector<std::string> channels{"link1.angle", "link1.omega", "link1.x", "energy.work",
                                          "energy.residual"};
  const std::vector<double> live = lastValues(channels);
  answer("Keep as a load");
  ASSERT_EQ(drawn().forces.size(), 1U);
  run().setSpeed(0);
  press(Qt::Key_R, Qt::ControlModifier);
  ASSERT_GE(waitUntil([&] { return run().state() == State::finished; }), 0);
  EXPECT_EQ(lastValues(channels), live) << "to the last bit";
  const auto read = readMechanism(writeMechanism(drawn()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->mechanism.forces, drawn().forces) << "and so does the file";
  window.document().undoStack().undo();
  EXPECT_TRUE(drawn().forces.empty());
}

// In the scene likewise, where it hangs on the part that is seen.
TEST_F(HandTest, PullsInTheSceneToo) {
  showBoth();
  runPendulum();
  const auto place = [&](double u) {
    const QPointF world = board().drawing().toWorld(0, {u, 0});
    return scene().toPixel(world.x(), world.y()).toPoint();
  };
  QWidget* view = scene().focusProxy();
  const QPoint from = place(0.12);
  QTest::mousePress(view, Qt::LeftButton, {}, from);
  QTest::mouseMove(view, from + QPoint(20, 0));
  QTest::mouseMove(view, from + QPoint(40, -60));
  ASSERT_GE(waitUntil([&] { return scene().hands().size() == 1; }), 0);
  QTest::mouseRelease(view, Qt::LeftButton, {}, from + QPoint(40, -60));
  ASSERT_GE(waitUntil([&] { return run().hands().size() == 1 && run().hands()[0].isOver; }), 0);
  run().stop();
}

TEST_F(HandTest, MovesBoardAndSceneTogetherAtRest) {
  showBoth();
  drawFourBar();
  ASSERT_GE(waitUntil([&] { return run().trajectory().sampleCount() == 1; }), 0);
  waitFor(100);
  std::vector<BodyPose> poses;
  QObject::connect(&board(), &Board::dragged, [&](const std::vector<BodyPose>& now) { poses = now; });
  const auto crank = [&] { return board().drawing().toWorld(0, {0.05, 0}); };
  const auto inScene = [&] { return scene().toPixel(crank().x(), crank().y()).toPoint(); };
  QWidget* view = scene().focusProxy();
  const QPoint from = inScene();
  const double before = drawn().bodies[0].pose.angle.value;
  const QImage still = scene().grabImage();
  QTest::mousePress(view, Qt::LeftButton, {}, from);
  for (int i = 1; i <= 8; ++i) QTest::mouseMove(view, from + QPoint(4 * i, 0));
  ASSERT_EQ(poses.size(), 3U) << "the board has it in hand";
  EXPECT_LT(poses[0].angle, before);
  waitFor(50);
  EXPECT_NE(scene().grabImage(), still) << "and the scene shows it";
  EXPECT_EQ(drawn().bodies[0].pose.angle.value, before) << "not drawn yet";
  QTest::mouseRelease(view, Qt::LeftButton, {}, from + QPoint(32, 0));
  EXPECT_LT(drawn().bodies[0].pose.angle.value, before - 0.05);
  const double after = drawn().bodies[0].pose.angle.value;
  // And the other way round.
  waitFor(100);
  const QImage rested = scene().grabImage();
  drag(crank(), crank() + QPointF(-0.03, 0));
  EXPECT_GT(drawn().bodies[0].pose.angle.value, after);
  waitFor(50);
  EXPECT_NE(scene().grabImage(), rested);
}

}  // namespace
}  // namespace clank
