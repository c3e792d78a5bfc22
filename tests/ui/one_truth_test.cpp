// SPDX-License-Identifier: GPL-3.0-or-later
// Each shown value has one source, and all views agree: after every edit, whatever it was, the status bar,
// the board, the tables and the run speak of the drawing as it is, or what they show of an older one is
// visibly past.
#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "core/kinematics/kinematics.h"
#include "core/model/joint.h"
#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/board/canvas.h"
#include "ui/document/element_edits.h"
#include "ui/document/properties.h"
#include "ui/look/part_names.h"
#include "ui/panels/event_table.h"
#include "ui/panels/number_words.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/status_line.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/signal_plot.h"
#include "ui/scene/scene_view.h"
#include "ui/window/examples.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;
using State = RunController::State;

constexpr double kSamePose = 1e-9;  // m, rad

class OneTruthTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1390, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    open(test::kThreeBar);
  }
  void TearDown() override { window.document().undoStack().setClean(); }

  void open(const QString& path) {
    ASSERT_TRUE(window.open(path));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  }
  // As somebody does in the tool bar.
  void chooseSpeed(double speed) {
    QComboBox& speeds = *window.views().speeds;
    const int index = speeds.findData(speed);
    ASSERT_GE(index, 0) << speed;
    speeds.setCurrentIndex(index);
    Q_EMIT speeds.activated(index);
  }
  void runToEnd() {
    chooseSpeed(0);
    window.actions().get(Command::run)->trigger();
    ASSERT_GE(
        waitUntil([&] { return window.run().trajectory().sampleCount() > 1 && !window.run().isBusy(); }), 0);
  }
  QString status(const char* name) {
    for (const auto* label : window.views().status->findChildren<QLabel*>())
      if (label->accessibleName() == name) return label->text();
    return {};
  }
  bool isSound() { return window.actions().get(Command::run)->isEnabled(); }
  bool isPale(const QWidget& view) {
    const auto* veil = view.findChild<QWidget*>("veil", Qt::FindDirectChildrenOnly);
    return veil && veil->isVisibleTo(&view);
  }
  std::vector<const QWidget*> listViewsOfRun() {
    const Views& views = window.views();
    std::vector<const QWidget*> list{views.scene, views.timeline};
    for (const QDockWidget* dock :
         {views.plotsDock, views.receiptDock, views.eventsDock, views.publishedDock})
      list.push_back(dock->widget());
    return list;
  }

  // The run is that of the drawing, or what is shown of it is past.
  bool isSettled() {
    const RunController& run = window.run();
    if (run.awaitsStart()) return false;
    if (!isSound()) return run.trajectory().sampleCount() == 0 || run.isOutdated();
    return run.state() == State::failed || (!run.isOutdated() && run.trajectory().sampleCount() > 0 &&
                                            run.sharedMechanism() == window.document().sharedResolved());
  }
  void expectOneTruth(const QString& after) {
    SCOPED_TRACE(after.toStdString());
    ASSERT_GE(waitUntil([&] { return isSettled(); }, 20000), 0) << "sound: " << isSound();
    const RunController& run = window.run();
    const QString none(QChar(0x2013));
    for (const QWidget* view : listViewsOfRun()) EXPECT_EQ(isPale(*view), run.isOutdated());
    const bool isTold = !run.isOutdated() && run.trajectory().sampleCount() > 0;
    EXPECT_EQ(status("Time at the cursor") == "t = " + none, !isTold)
        << qPrintable(status("Time at the cursor"));
    EXPECT_EQ(status("Drift") == "drift " + none, !isTold);
    if (run.trajectory().sampleCount() < 2 || run.isOutdated()) {
      EXPECT_EQ(status("Energy balance"), "energy " + none);
      EXPECT_TRUE(status("Computing time") == "not run yet") << qPrintable(status("Computing time"));
      expectMobilityOfDrawing();
    }
    expectOneTime();
    expectOnePose();
    expectLedger();
    expectOneSpeed();
    expectAxes();
    expectGhost();
    expectCounts();
    expectNames();
    const auto events = run.trajectory().events().size();
    if (events > 0) {
      window.views().events->select(events - 1);  // there is a row of the last, and of no more
      EXPECT_TRUE(window.views().events->currentIndex().isValid());
    } else {
      EXPECT_EQ(window.views().events->model()->rowCount(), 0);
    }
  }
  // The cursor of the run, in each view that has one.
  void expectOneTime() {
    const double t = window.playback().time();
    const Views& views = window.views();
    EXPECT_EQ(views.timeline->getTime(), t);
    for (std::size_t i = 0; i < views.plots->countPlots(); ++i)
      EXPECT_EQ(views.plots->getPlot(i).canvas().getCursor(), t) << i;
    const RunController& run = window.run();
    if (run.trajectory().sampleCount() == 0) {
      EXPECT_EQ(views.scene->headline(), "");
      return;
    }
    const QString shown = QString("t = %1").arg(t, 0, 'f', 4) + " s";
    EXPECT_TRUE(views.scene->headline().startsWith(shown)) << qPrintable(views.scene->headline());
    if (run.isOutdated() || run.state() == State::failed) return;
    EXPECT_EQ(status("Time at the cursor"), shown);
  }
  // Bodies stand where the row at the cursor has them; on the board as drawn, while it shows no run.
  void expectOnePose() {
    const RunController& run = window.run();
    const auto row = window.playback().row();
    if (row.empty() || run.isOutdated()) return;
    const Trajectory& trajectory = run.trajectory();
    const auto expect = [&](const std::vector<BodyPose>& poses, const char* view) {
      ASSERT_EQ(poses.size(), run.mechanism().bodies.size()) << view;
      for (std::size_t i = 0; i < poses.size(); ++i) {
        const std::string& id = run.mechanism().bodies[i].id;
        const auto x = trajectory.findChannel(id + ".x"), angle = trajectory.findChannel(id + ".angle");
        if (!x || !angle) continue;
        EXPECT_NEAR(poses[i].x, row[*x], kSamePose) << id << " in the " << view;
        EXPECT_NEAR(std::remainder(poses[i].angle - row[*angle], 2 * std::numbers::pi), 0, kSamePose)
            << id << " in the " << view;
      }
    };
    expect(window.views().scene->poses(), "scene");
    if (window.views().board->isMoment()) expect(window.views().board->drawing().poses(), "board");
  }
  // The lamp and what stands beside it, from the rows.
  void expectLedger() {
    const RunController& run = window.run();
    const Trajectory& trajectory = run.trajectory();
    const bool hasRun = trajectory.sampleCount() > 1 && !run.isOutdated();
    const QString lamp = [&] {
      for (const auto* label : window.views().status->findChildren<QLabel*>())
        if (label->accessibleName() == "Energy lamp") return label->styleSheet();
      return QString();
    }();
    EXPECT_EQ(lamp.startsWith("background"), hasRun) << qPrintable(lamp);
    if (!hasRun) return;
    const auto residual = trajectory.findChannel("energy.residual");
    ASSERT_TRUE(residual);
    double worst = 0;
    for (std::size_t i = 0; i < trajectory.sampleCount(); ++i)
      worst = std::max(worst, std::abs(trajectory.row(i)[*residual]));
    const bool isClosed = window.views().status->isClosed();
    EXPECT_EQ(status("Energy balance").contains("balanced"), isClosed);
    EXPECT_EQ(status("Energy balance").contains(toMagnitude(worst)), true)
        << qPrintable(status("Energy balance")) << " of " << worst << " J";
  }
  void expectOneSpeed() {
    const double chosen = window.views().speeds->currentData().toDouble();
    EXPECT_EQ(window.run().getSpeed(), chosen);
    EXPECT_EQ(window.playback().getSpeed(), chosen);
  }
  // All plots go over the time that the run is asked for, whatever of it there is.
  void expectAxes() {
    const RunController& run = window.run();
    if (run.isOutdated() || run.trajectory().channels().empty()) return;
    for (std::size_t i = 0; i < window.views().plots->countPlots(); ++i) {
      const auto range = window.views().plots->getPlot(i).canvas().getFullRange();
      EXPECT_EQ(range, std::pair(0.0, run.duration())) << i;
    }
  }
  void expectGhost() {
    if (window.run().previous().sampleCount() < 2) {
      EXPECT_EQ(window.views().scene->ghostName(), "") << "there is no other run";
    }
  }
  // Events, and problems, as many as there are.
  void expectCounts() {
    const Trajectory& trajectory = window.run().trajectory();
    int rows = 0;
    const auto* model = window.views().events->model();
    for (int i = 0; i < model->rowCount(); ++i) rows += std::max(1, model->rowCount(model->index(i, 0)));
    EXPECT_EQ(rows, static_cast<int>(trajectory.events().size()));
    const RunController& run = window.run();
    const bool tellsOfRun =
        !run.isOutdated() && run.state() != State::idle && !run.summary().problems.empty();
    if (tellsOfRun) return;  // then the list is that of the run
    const auto open = static_cast<int>(window.document().problems().size());
    const auto* more = window.findChild<QToolButton*>("problemCount");
    const int quiet = more->isHidden() ? 0 : more->text().section(' ', 0, 0).toInt();
    const bool isEmpty = countElements(window.document().drawn()) == 0;
    EXPECT_EQ(window.views().problems->count() + quiet, isEmpty ? 0 : open);
  }
  // An old name appears nowhere: each name that the test gives begins with the
  // same letters and is unlike all others.
  void expectNames() {
    static const QRegularExpression given("Given[0-9]+");
    QStringList shown{window.statusBar()->currentMessage(), window.views().scene->headline(),
                      window.views().scene->ghostName()};
    const auto isVeiled = [&](const QWidget& widget) {
      for (const QWidget* view : listViewsOfRun())
        if (isPale(*view) && (view == &widget || view->isAncestorOf(&widget))) return true;
      return false;
    };
    for (const auto* widget : window.findChildren<QWidget*>()) {
      if (!widget->isVisible() || isVeiled(*widget)) continue;
      if (const auto* label = qobject_cast<const QLabel*>(widget)) shown << label->text();
      if (const auto* field = qobject_cast<const QLineEdit*>(widget)) shown << field->text();
      if (const auto* box = qobject_cast<const QComboBox*>(widget)) shown << box->currentText();
      if (const auto* view = qobject_cast<const QAbstractItemView*>(widget))
        addTexts(*view->model(), {}, shown);
    }
    for (const auto& label : window.views().board->labels()) shown << label.text;
    if (!isPale(*window.views().plotsDock->widget()))
      for (std::size_t i = 0; i < window.views().plots->countPlots(); ++i) {
        SignalPlot& plot = window.views().plots->getPlot(i);
        shown << plot.getTitle() << plot.canvas().tellReadings();
      }
    QStringList known;
    for (const ElementId& element : listElements(window.document().drawn())) known << namePart(element.id);
    for (const QString& text : shown)
      for (auto found = given.globalMatch(text); found.hasNext();) {
        const QString name = found.next().captured();
        EXPECT_TRUE(known.contains(name))
            << qPrintable(name) << " is gone, but told in: " << qPrintable(text);
      }
  }
  static void addTexts(const QAbstractItemModel& model, const QModelIndex& parent, QStringList& texts) {
    for (int row = 0; row < model.rowCount(parent); ++row)
      for (int column = 0; column < model.columnCount(parent); ++column) {
        const QModelIndex index = model.index(row, column, parent);
        texts << index.data().toString();
        if (column == 0) addTexts(model, index, texts);
      }
  }
  // Counted once more, for the drawing.
  void expectMobilityOfDrawing() {
    auto made = Kinematics::compile(window.document().shown());
    const QString shown = status("Mobility");
    if (!made || window.document().drawn().bodies.empty()) {
      EXPECT_EQ(shown, "mobility " + QString(QChar(0x2013)));
      return;
    }
    if (const auto& poses = window.document().closedPoses()) made->setPoses(*poses);
    const int mobility = made->calcMobility(), withPlay = made->calcMobilityWithPlay();
    EXPECT_TRUE(shown.startsWith(QString("mobility %1 (").arg(mobility)))
        << qPrintable(shown) << " of " << mobility;
    EXPECT_EQ(shown.contains("with play"), withPlay != mobility);
    const RunController& run = window.run();
    if (!run.isOutdated() && run.trajectory().sampleCount() > 0 && run.state() != State::failed) {
      EXPECT_EQ(run.start().mobility, withPlay) << "board and run count alike";
    }
  }

  MainWindow window;
};

TEST_F(OneTruthTest, ADeletedLinkIsGoneEverywhere) {
  runToEnd();
  expectOneTruth("a run");
  window.document().remove({{ElementKind::body, "link2"}});
  expectOneTruth("link2 deleted");
  window.actions().get(Command::undo)->trigger();
  expectOneTruth("and taken back");
}

TEST_F(OneTruthTest, AfterALengthThatCannotBeTheRunIsPast) {
  runToEnd();
  const auto type = [&](const char* text) {
    window.document().edit("length", [text](Mechanism& m) { setPropertyText(m, "/bodies/0/length", text); });
  };
  for (const char* text : {"1e99 mm", "3 kg", "nobody * 2"}) {
    type(text);
    expectOneTruth(text);
    window.actions().get(Command::undo)->trigger();
    expectOneTruth("taken back");
    if (window.run().trajectory().sampleCount() < 2) runToEnd();
  }
  type("3 kg");
  ASSERT_TRUE(window.run().isOutdated());
  EXPECT_FALSE(window.actions().get(Command::exportDrawing)->isEnabled()) << "it would be that of before";
  window.playback().play();
  waitFor(30);
  expectOneTruth("played all the same");
}

TEST_F(OneTruthTest, ARunUnderWayEndsWithADrawingThatCannotRun) {
  chooseSpeed(0.01);
  window.actions().get(Command::run)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 1; }), 0);
  window.document().edit("length", [](Mechanism& m) { setPropertyText(m, "/bodies/0/length", "3 kg"); });
  ASSERT_GE(waitUntil([&] { return !window.run().isBusy(); }), 0);
  expectOneTruth("while it ran");
  waitFor(100);
  expectOneTruth("later");
}

TEST_F(OneTruthTest, LooseJointsCountTheSameInStatusAndBoard) {
  for (const char* example : {"benchmarks/slider-crank-clearance", "benchmarks/flores-leine-glocker"}) {
    open(QString(CLANK_SOURCE_DIR "/resources/examples/%1.clank").arg(example));
    expectOneTruth(example);
    EXPECT_TRUE(status("Mobility").contains("with play")) << qPrintable(status("Mobility"));
    chooseSpeed(0);
    window.actions().get(Command::run)->trigger();
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 1; }), 0);
    EXPECT_TRUE(status("Mobility").contains("with play")) << qPrintable(status("Mobility"));
    window.run().stop();
  }
}

TEST_F(OneTruthTest, BoardAndRunCountEveryExampleAlike) {
  for (const QString& path : findExamples()) {
    window.document().undoStack().setClean();
    open(path);
    expectOneTruth(path);
  }
}

TEST_F(OneTruthTest, ANewDrawingHasASpeedOfItsOwn) {
  window.create();
  const double usual = window.views().speeds->currentData().toDouble();
  for (int i = 0; i < 4; ++i) window.actions().get(Command::slower)->trigger();
  window.create();
  EXPECT_EQ(window.views().speeds->currentData().toDouble(), usual);
  EXPECT_EQ(window.run().getSpeed(), usual);
}

// What a click offers is over when the part is gone.
TEST_F(OneTruthTest, AnOfferOfAPartThatIsGoneIsGone) {
  window.create();
  window.document().edit("two bars over each other", [](Mechanism& m) {
    m.bodies = test::makeChain(0.5).bodies;
    m.bodies[1].pose.x = 0.2;
  });
  waitFor(50);
  Canvas& canvas = window.views().board->canvas();
  canvas.showBox({-0.1, -0.5}, {1.4, 0.5});
  const QPoint at = canvas.toPixel().map(QPointF(0.55, 0)).toPoint();
  QTest::mouseMove(canvas.viewport(), at);
  QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, at);
  ASSERT_TRUE(window.statusBar()->currentMessage().contains("click again"))
      << qPrintable(window.statusBar()->currentMessage());
  window.document().remove({{ElementKind::body, "link1"}, {ElementKind::body, "link2"}});
  EXPECT_FALSE(window.statusBar()->currentMessage().contains("click again"));
}

// The start of the first edit arrives when the second has made it one of the past.
TEST_F(OneTruthTest, AStartThatComesAfterAnErrorIsPast) {
  MechanismDocument& document = window.document();
  for (const bool hasRun : {true, false}) {
    if (hasRun) runToEnd();
    const int before = window.run().runCount();
    document.edit("sound", [](Mechanism& m) { setPropertyText(m, "/bodies/0/width", "21 mm"); });
    document.edit("not", [](Mechanism& m) { setPropertyText(m, "/bodies/0/width", "3 kg"); });
    ASSERT_GE(waitUntil([&] { return window.run().runCount() > before; }), 0);
    waitFor(30);
    EXPECT_TRUE(window.run().isOutdated());
    expectOneTruth("sound, and not");
    document.undoStack().undo();
    expectOneTruth("sound again");
    document.undoStack().undo();
    expectOneTruth("as before");
  }
}

TEST_F(OneTruthTest, WhatIfRunsWhatAnErrorHadDropped) {
  window.actions().get(Command::whatIf)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  MechanismDocument& document = window.document();
  document.edit("sound", [](Mechanism& m) { setPropertyText(m, "/bodies/0/length", "260 mm"); });
  document.edit("not", [](Mechanism& m) { setPropertyText(m, "/bodies/0/length", "3 kg"); });
  document.undoStack().undo();
  EXPECT_GE(waitUntil([&] { return window.run().sharedMechanism() == document.sharedResolved(); }, 20000), 0);
}

// A hundred edits by dice, of several drawings.
TEST_F(OneTruthTest, AllViewsAgreeAfterRandomEdits) {
  std::mt19937 dice(20261129);
  const auto pick = [&](std::size_t count) { return dice() % count; };
  for (const char* example : {"linkages/four-bar", "papers/song-2020-three-bar", "linkages/worn-four-bar"}) {
    open(QString(CLANK_SOURCE_DIR "/resources/examples/%1.clank").arg(example));
    for (int i = 0; i < 40 && !HasFailure(); ++i) {
      MechanismDocument& document = window.document();
      const auto all = listElements(document.drawn());
      QString said;
      const auto type = [&](const std::string& where, const char* text) {
        said = QString::fromStdString(where) + " = " + text;
        document.edit("type", [&](Mechanism& m) { setPropertyText(m, where, text); });
      };
      switch (pick(13)) {
        case 0:
          if (all.empty()) continue;
          said = "delete " + QString::fromStdString(all[pick(all.size())].id);
          document.remove({all[pick(all.size())]});
          break;
        case 1:
        case 2:
          said = "undo";
          document.undoStack().undo();
          break;
        case 3:
          said = "redo";
          document.undoStack().redo();
          break;
        case 4:
          if (!isSound()) continue;
          said = "run";
          chooseSpeed(0);
          window.actions().get(Command::run)->trigger();
          waitUntil([&] { return window.run().trajectory().sampleCount() > 3 || !window.run().isBusy(); });
          break;
        case 5:
          if (document.drawn().bodies.empty()) continue;
          type("/bodies/" + std::to_string(pick(document.drawn().bodies.size())) + "/length",
               std::array{"0.12", "3 kg", "-1", "80 mm", "1e99 mm", "L9 + 1"}[pick(6)]);
          break;
        case 6:
          type("/simulation/duration", std::array{"0.4", "0.2 s", "never", "-3", "0"}[pick(5)]);
          break;
        case 8:
          if (all.empty()) continue;
          said = QString("rename to Given%1").arg(i);
          document.edit("rename", [&](Mechanism& m) {
            if (!m.bodies.empty() && pick(2) == 0)
              m.bodies[pick(m.bodies.size())].name = QString("Given%1").arg(i).toStdString();
            else if (!m.joints.empty())
              m.joints[pick(m.joints.size())].name = QString("Given%1").arg(i).toStdString();
          });
          break;
        case 9:
          said = "speed";
          window.actions().get(pick(2) ? Command::slower : Command::faster)->trigger();
          break;
        case 10:
          said = "the cursor elsewhere";
          window.playback().pause();
          window.playback().scrub(0.001 * static_cast<double>(pick(400)));
          break;
        case 11:
          if (all.empty()) continue;
          said = "select";
          window.selection().select(all[pick(all.size())]);
          break;
        case 12: {
          constexpr std::array kTools{ToolKind::select, ToolKind::bar, ToolKind::slot, ToolKind::gear};
          said = "another tool";
          window.views().board->setTool(kTools[pick(kTools.size())]);
          break;
        }
        default:
          if (document.drawn().joints.empty()) continue;
          said = "a joint from itself to itself";
          document.edit("joint", [&](Mechanism& m) {
            Joint& joint = m.joints[pick(m.joints.size())];
            joint.b = pick(2) ? joint.a : std::string("nobody");
          });
      }
      expectOneTruth(QString("%1, step %2: %3").arg(example).arg(i).arg(said));
    }
    window.run().stop();
    window.document().undoStack().setClean();
  }
}

TEST_F(OneTruthTest, HiddenCurvesSayThatTheyAre) {
  runToEnd();
  waitFor(100);
  window.actions().get(Command::hideCurves)->trigger();
  EXPECT_GE(waitUntil(
                [&] {
                  for (auto* item : window.views().plots->findChildren<QObject*>("hiddenNote"))
                    if (item->property("visible").toBool()) return true;
                  return false;
                },
                5000),
            0);
  window.actions().get(Command::hideCurves)->trigger();
  for (auto* item : window.views().plots->findChildren<QObject*>("hiddenNote"))
    EXPECT_FALSE(item->property("visible").toBool());
}

}  // namespace
}  // namespace clank
