// SPDX-License-Identifier: GPL-3.0-or-later
// What if in the real window: what one move of a slider or a pin sets going is counted in runs, replots and
// frames. Seconds are for the bench: they say more of the machine than of the program.
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <functional>

#include "core/io/mechanism_file.h"
#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/panels/comparison_table.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/property_form.h"
#include "ui/panels/property_panel.h"
#include "ui/panels/published_panel.h"
#include "ui/panels/receipt_panel.h"
#include "ui/panels/status_line.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/scene/vtk_widget.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;
using State = RunController::State;

class WhatIfTest : public testing::Test {
 protected:
  void open(double duration) {
    Mechanism m = test::makeChain(duration);
    m.name = "chain";
    Parameter omega;
    omega.id = "spin";
    omega.value = 5;
    omega.min = Quantity(0.0);
    omega.max = Quantity(10.0);
    m.parameters = {omega};
    m.bodies[1].velocity.omega.text = "spin";
    file_ = folder_.filePath("chain.clank");
    std::ofstream(file_.toStdString()) << writeMechanism(m);
    window.resize(1380, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    ASSERT_TRUE(window.open(file_));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
    window.views().parametersDock->raise();
    waitFor(50);
  }

  void count() {
    QObject::connect(&window.run(), &RunController::cleared, &window, [this] { ++runs_; });
    QObject::connect(window.views().scene->findChild<VtkWidget*>(), &VtkWidget::frameDrawn, &window,
                     [this] { ++frames_; });
    for (QWidget* plot : window.views().plots->findChildren<QWidget*>())
      if (plot->inherits("QCustomPlot")) plot->installEventFilter(&paints_);
  }

  // Until what is under way is done and shown.
  void settle() {
    waitUntil([&] { return !window.run().isBusy(); });
    const int before = frames_;
    window.views().scene->findChild<VtkWidget*>()->redraw();
    waitUntil([&] { return frames_ > before; }, 2000);
  }

  double shownSpin() { return window.run().mechanism().bodies[1].velocity.omega.value; }
  double wantedSpin() { return window.document().resolved().bodies[1].velocity.omega.value; }

  class Paints : public QObject {
   public:
    int count = 0;
    bool eventFilter(QObject*, QEvent* event) override {
      count += event->type() == QEvent::Paint;
      return false;
    }
  };

  QTemporaryDir folder_;
  QString file_;
  MainWindow window;
  Paints paints_;
  int runs_ = 0, frames_ = 0;
};

TEST_F(WhatIfTest, EachMoveOfASliderIsOneRunAndAboutOneFrameOfEverything) {
  open(0.3);
  window.actions().get(Command::whatIf)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 100; }), 0);
  window.playback().scrub(0.15);
  auto* slider = window.findChild<QSlider*>("slider:spin");
  ASSERT_TRUE(slider && slider->isVisible());
  settle();
  count();
  const auto at = [&](double part) {
    return QPoint(8 + static_cast<int>(part * (slider->width() - 16)), slider->height() / 2);
  };
  QTest::mousePress(slider, Qt::LeftButton, {}, at(0.5));
  settle();
  runs_ = frames_ = paints_.count = 0;
  constexpr int kMoves = 20;
  for (int i = 1; i <= kMoves; ++i) {
    const int frames = frames_, paints = paints_.count;
    QTest::mouseMove(slider, at(0.5 + 0.02 * i));
    ASSERT_GE(waitUntil([&] {
                return shownSpin() == wantedSpin() && frames_ > frames && paints_.count >= paints + 3;
              }),
              0)
        << "every plot is drawn anew for run " << i;
  }
  EXPECT_EQ(runs_, kMoves) << "every move is answered by a run of its own";
  EXPECT_NEAR(window.playback().time(), 0.15, 1e-12) << "the cursor stays";
  settle();
  // One frame shows the slider and its answer; two when the answer comes a little later.
  EXPECT_LE(frames_, 2 * kMoves + 4) << "frames of the window in which nothing new was seen";
  EXPECT_LE(paints_.count, 3 * (2 * kMoves + 4));
  QTest::mouseRelease(slider, Qt::LeftButton, {}, at(0.9));
  EXPECT_EQ(window.document().undoStack().count(), 1) << "one pull is one step";
}

// What a run had to say is over with the next one that has nothing to say. Above 7 rad/s the start velocities
// do not fit the joints, which a note tells.
TEST_F(WhatIfTest, ANoteGoesWithItsRun) {
  open(0.3);
  window.document().edit("push", [](Mechanism& m) { m.bodies[1].velocity.vx.text = "spin > 7 ? 3 : 0"; });
  window.actions().get(Command::whatIf)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 100; }), 0);
  settle();
  auto* slider = window.findChild<QSlider*>("slider:spin");
  ASSERT_TRUE(slider && slider->isVisible());
  ASSERT_EQ(window.views().problems->count(), 0);
  const auto at = [&](double part) {
    return QPoint(8 + static_cast<int>(part * (slider->width() - 16)), slider->height() / 2);
  };
  QTest::mousePress(slider, Qt::LeftButton, {}, at(0.5));
  QTest::mouseMove(slider, at(0.9));
  EXPECT_GE(waitUntil([&] { return window.views().problems->count() == 1; }), 0);
  settle();
  QTest::mouseMove(slider, at(0.4));
  EXPECT_GE(waitUntil([&] { return window.views().problems->count() == 0; }), 0);
  QTest::mouseRelease(slider, Qt::LeftButton, {}, at(0.4));
}

// It belongs to the drawing it was switched on for, as the message below does.
TEST_F(WhatIfTest, EndsWithAnotherDrawing) {
  open(0.3);
  QAction* whatIf = window.actions().get(Command::whatIf);
  for (const auto& other : {std::function<void()>([this] { window.open(file_); }),
                            std::function<void()>([this] { window.document().create(); })}) {
    if (!whatIf->isChecked()) whatIf->trigger();
    ASSERT_TRUE(window.run().isExploring());
    window.statusBar()->showMessage("out of reach");
    other();
    EXPECT_FALSE(whatIf->isChecked());
    EXPECT_FALSE(window.run().isExploring());
    EXPECT_EQ(window.statusBar()->currentMessage(), "");
  }
}

TEST_F(WhatIfTest, ItsSlidersComeToTheFront) {
  open(0.3);
  window.views().receiptDock->raise();
  waitFor(50);
  window.actions().get(Command::whatIf)->trigger();
  waitFor(50);
  EXPECT_FALSE(window.views().parametersDock->visibleRegion().isEmpty());
}

TEST_F(WhatIfTest, TheRunBeforeThePullStaysAsGhost) {
  open(0.3);
  window.actions().get(Command::whatIf)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  const double before = window.run().trajectory().row(window.run().trajectory().sampleCount() - 1)[1];
  waitFor(800);
  window.document().edit("faster", [](Mechanism& m) { m.parameters[0].value = 8; });
  ASSERT_GE(waitUntil([&] { return shownSpin() == 8; }), 0);
  const Trajectory& ghost = window.run().previous();
  ASSERT_GT(ghost.sampleCount(), 100U);
  EXPECT_EQ(ghost.row(ghost.sampleCount() - 1)[1], before);
  window.playback().goToEnd();
  waitFor(50);
  EXPECT_EQ(window.views().scene->ghostName(), "pale: spin 5") << "what is pale is told";
  const double end = window.run().duration();
  window.document().edit("longer", [](Mechanism& m) { m.simulation.duration = 0.5; });
  ASSERT_GE(waitUntil([&] { return window.run().duration() == 0.5; }), 0);
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  window.playback().scrub(end / 2);
  EXPECT_EQ(window.views().scene->ghostName(), "pale: spin 5");
  window.playback().scrub(0.4);
  EXPECT_EQ(window.views().scene->ghostName(), "") << "it was over before";
  window.playback().goToStart();
  window.document().edit("as before", [](Mechanism& m) { m.parameters[0].value = 5; });
  ASSERT_GE(waitUntil([&] { return shownSpin() == 5; }), 0);
}

// The cursor stands on the last sample of a run; the next one has fewer.
TEST_F(WhatIfTest, AShorterRunTakesTheCursorAlong) {
  open(0.3);
  window.actions().get(Command::whatIf)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  window.playback().goToEnd();
  const auto setDuration = [&](double duration) {
    window.document().edit("another duration", [&](Mechanism& m) { m.simulation.duration = duration; });
    ASSERT_GE(waitUntil([&] {
                const Trajectory& run = window.run().trajectory();
                return run.sampleCount() > 1 && run.time(run.sampleCount() - 1) == duration;
              }),
              0);
  };
  setDuration(0.1);
  EXPECT_EQ(window.playback().time(), 0.1);
  EXPECT_EQ(window.playback().row(), window.run().trajectory().at(0.1));
  window.playback().goToEnd();
  setDuration(0.2);
  EXPECT_EQ(window.playback().time(), 0.1);
  EXPECT_EQ(window.playback().row(), window.run().trajectory().at(0.1));
}

TEST_F(WhatIfTest, ALongRunShowsItsProgressKeepsThePlaceAndGivesWay) {
  open(0.3);
  window.actions().get(Command::whatIf)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  window.playback().scrub(0.2);
  window.document().edit("long", [](Mechanism& m) { m.simulation.duration = 9000; });
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::running; }), 0);
  QString told;
  ASSERT_GE(waitUntil([&] {
              for (const auto* label : window.views().status->findChildren<QLabel*>())
                if (label->text().contains("running")) told = label->text();
              return !told.isEmpty();
            }),
            0);
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 1000; }), 0);
  EXPECT_NEAR(window.playback().time(), 0.2, 1e-12) << "back where it was as soon as the run gets there";
  window.document().edit("short", [](Mechanism& m) { m.simulation.duration = 0.3; });
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  EXPECT_EQ(window.run().duration(), 0.3);
}

// A slider moves in front of other panels: they are written when they are looked at, and tell the run of
// then.
TEST_F(WhatIfTest, PanelsBehindOthersAreWrittenWhenTheyComeToTheFront) {
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/papers/song-2020-three-bar.clank"));
  window.resize(1380, 880);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  window.views().plotsDock->raise();
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  window.playback().goToEvent(0);
  waitFor(50);
  const auto readReceipt = [&] {
    QString text;
    for (const auto* label : window.views().receipt->findChildren<QLabel*>()) text += label->text() + "\n";
    return text;
  };
  const QString receipt = readReceipt();
  ASSERT_TRUE(receipt.contains("Metamorphic joint"));
  EXPECT_EQ(window.views().comparison->rowCount(), 0) << "nobody looks";
  const auto readOurs = [&] { return window.views().published->item(0, 2)->text(); };
  window.views().publishedDock->raise();
  const QString ours = readOurs();
  window.views().plotsDock->raise();

  window.views().parametersDock->raise();
  window.actions().get(Command::whatIf)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  window.document().edit("longer", [](Mechanism& m) { m.parameters[0].value = 0.26; });
  ASSERT_GE(waitUntil([&] { return window.run().mechanism().parameters[0].value.value == 0.26; }), 0);
  ASSERT_GE(waitUntil([&] { return !window.run().isBusy(); }), 0);
  waitFor(50);
  EXPECT_EQ(readReceipt(), receipt) << "it lies behind the parameters";
  window.views().receiptDock->raise();
  EXPECT_NE(readReceipt(), receipt);
  EXPECT_TRUE(readReceipt().contains(makeHeadline(window.run().trajectory().events()[0])));

  EXPECT_EQ(readOurs(), ours) << "it lies behind the plots";
  window.views().publishedDock->raise();
  EXPECT_NE(readOurs(), ours);
  window.views().comparisonDock->raise();
  ASSERT_EQ(window.views().comparison->rowCount(), 1);
  const auto readTable = [&] { return window.views().comparison->toText(); };
  const QString compared = readTable();
  window.views().plotsDock->raise();
  window.document().edit("longer still", [](Mechanism& m) { m.parameters[0].value = 0.27; });
  ASSERT_GE(waitUntil([&] { return window.run().mechanism().parameters[0].value.value == 0.27; }), 0);
  ASSERT_GE(waitUntil([&] { return !window.run().isBusy(); }), 0);
  waitFor(50);
  EXPECT_EQ(readTable(), compared) << "it lies behind the plots";
  window.views().comparisonDock->raise();
  EXPECT_NE(readTable(), compared);
}

// What is chosen while the properties lie behind another panel is what they show in front.
TEST_F(WhatIfTest, PropertiesBehindAnotherPanelAreWrittenWhenTheyComeToTheFront) {
  open(0.3);
  window.views().propertiesDock->raise();
  window.views().board->setFocus();
  auto* form = window.views().properties->findChild<PropertyForm*>();
  ASSERT_TRUE(form);
  const auto readName = [&] {
    const auto* field = form->findChild<QLineEdit*>("property:/name");
    return field ? field->text() : QString("no field");
  };
  ASSERT_GE(waitUntil([&] { return readName() == "chain"; }), 0);
  window.views().parametersDock->raise();
  window.document().edit("name", [](Mechanism& m) { m.name = "pendulum"; });
  waitFor(50);
  EXPECT_EQ(readName(), "chain");
  window.views().propertiesDock->raise();
  EXPECT_EQ(readName(), "pendulum");
}

// A start in equilibrium is a setting of the drawing: chosen from the menu, run, undone.
TEST_F(WhatIfTest, ADrawingStartsAtEquilibrium) {
  open(1);
  window.document().edit("gravity", [](Mechanism& m) { m.gravity.y = -9.81; });
  QAction* const command = window.actions().get(Command::startAtEquilibrium);
  ASSERT_TRUE(command->isEnabled());
  EXPECT_FALSE(command->isChecked());
  const auto angle = [&] {
    const Trajectory& shown = window.run().trajectory();
    if (shown.sampleCount() == 0) return std::nan("");
    return shown.row(0)[*shown.findChannel(window.document().shown().bodies[0].id + ".angle")];
  };
  ASSERT_GE(waitUntil([&] { return angle() == 0; }), 0);
  command->trigger();
  EXPECT_EQ(window.document().drawn().simulation.start.value, StartPosition::equilibrium);
  ASSERT_GE(waitUntil([&] { return std::abs(std::cos(angle())) < 1e-6; }), 0) << "the chain hangs";
  EXPECT_TRUE(command->isChecked());
  window.actions().get(Command::undo)->trigger();
  ASSERT_GE(waitUntil([&] { return angle() == 0; }), 0);
  EXPECT_FALSE(command->isChecked());
}

TEST_F(WhatIfTest, ADraggedPinRunsFromWhereItIsHeld) {
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/linkages/four-bar.clank"));
  window.resize(1380, 880);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  waitFor(100);
  window.actions().get(Command::whatIf)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  window.playback().goToStart();
  Canvas& canvas = window.views().board->canvas();
  const QPoint pin = canvas.toPixel().map(QPointF(0.05, 0.0866)).toPoint();
  QWidget* sheet = canvas.viewport();
  QTest::mouseMove(sheet, pin);
  QTest::mousePress(sheet, Qt::LeftButton, {}, pin);
  const auto angle = [&] { return window.run().mechanism().bodies[0].pose.angle.value; };
  double last = angle();
  for (int i = 1; i <= 6; ++i) {
    QTest::mouseMove(sheet, pin + QPoint(8 * i, -2 * i));
    ASSERT_GE(waitUntil([&] { return angle() != last; }), 0) << i;
    last = angle();
  }
  EXPECT_EQ(window.document().undoStack().count(), 0) << "a pull is no change until the pin is let go";
  EXPECT_LT(last, 1.0);
  QTest::mouseRelease(sheet, Qt::LeftButton, {}, pin + QPoint(48, -12));
  EXPECT_EQ(window.document().undoStack().count(), 1);
  ASSERT_GE(waitUntil([&] { return !window.run().isBusy() && std::abs(angle() - last) < 1e-3; }), 0);
  window.document().undoStack().setClean();
}

}  // namespace
}  // namespace clank
