// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says belongs to the document and to the moment; what cannot run is not run; what a command
// of the drawing moves stays in sight.
#include <gtest/gtest.h>

#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <fstream>

#include "core/io/mechanism_file.h"
#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/board/canvas.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/status_line.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/window/file_commands.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;
using State = RunController::State;

class StaleTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1390, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    ASSERT_TRUE(window.open(write("chain.clank", writeMechanism(test::makeChain(0.5)))));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  }
  void TearDown() override { window.document().undoStack().setClean(); }

  QString write(const QString& name, const std::string& text) {
    const QString path = folder.filePath(name);
    std::ofstream(path.toStdString()) << text;
    return path;
  }
  void runToEnd() {
    window.run().setSpeed(0);
    window.actions().get(Command::run)->trigger();
    ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  }
  QString status(const char* name) {
    for (const auto* label : window.views().status->findChildren<QLabel*>())
      if (label->accessibleName() == name) return label->text();
    return {};
  }
  bool mayRun() { return window.actions().get(Command::run)->isEnabled(); }

  QTemporaryDir folder;
  MainWindow window;
};

TEST_F(StaleTest, AnEmptySheetHasNoTimeOfTheRunBefore) {
  runToEnd();
  EXPECT_EQ(status("Time at the cursor"), "t = 0.5000 s");
  window.create();
  waitFor(50);
  EXPECT_EQ(status("Time at the cursor"), QString("t = ") + QChar(0x2013));
  EXPECT_FALSE(status("Energy balance").contains("closes"));
  EXPECT_EQ(status("Computing time"), "not run yet");
}

TEST_F(StaleTest, WhatWasSaidOfADragIsOverWithIt) {
  Canvas& canvas = window.views().board->canvas();
  const auto at = [&](double x, double y) { return canvas.toPixel().map(QPointF(x, y)).toPoint(); };
  QTest::mousePress(canvas.viewport(), Qt::LeftButton, {}, at(1.9, 0));
  for (const double y : {0.1, 0.2, 0.4, 0.6}) QTest::mouseMove(canvas.viewport(), at(1.9 + y, y));
  waitFor(30);
  EXPECT_TRUE(window.statusBar()->currentMessage().contains("out of reach"));
  QTest::mouseRelease(canvas.viewport(), Qt::LeftButton, {}, at(2.5, 0.6));
  waitFor(30);
  EXPECT_FALSE(window.statusBar()->currentMessage().contains("out of reach"));
  EXPECT_TRUE(window.document().isModified());
  Q_EMIT window.views().board->hintChanged("speaks of the step before");
  window.actions().get(Command::undo)->trigger();
  EXPECT_FALSE(window.statusBar()->currentMessage().contains("speaks"));
}

// The run before is no run of a drawing that does not close.
TEST_F(StaleTest, ADrawingThatCannotBeginHasNoRun) {
  runToEnd();
  window.document().edit("a pin out of reach", [](Mechanism& m) {
    Joint far;
    far.id = "far";
    far.b = "link2";
    far.atA.x = 5.0;
    m.joints.push_back(far);
  });
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::failed; }), 0);
  waitFor(50);
  EXPECT_EQ(status("Time at the cursor"), QString("t = ") + QChar(0x2013));
  EXPECT_FALSE(status("Energy balance").contains("closes"));
  EXPECT_EQ(status("Computing time"), "not run yet");
  const auto labels = window.views().problems->findChildren<QLabel*>();
  EXPECT_TRUE(std::any_of(labels.begin(), labels.end(),
                          [](auto* label) { return label->text() == "A run cannot begin"; }));
}

// The loose bar is doubtful before the run as it is after it.
TEST_F(StaleTest, WhatARunHasSaidIsOverWithAnUndo) {
  const auto isSaid = [&](const QString& words) {
    const auto labels = window.views().problems->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](auto* label) { return label->text().contains(words); });
  };
  window.document().edit("a loose bar", [](Mechanism& m) {
    m.bodies.push_back(m.bodies.front());
    m.bodies.back().id = "loose";
  });
  window.document().edit("time", [](Mechanism& m) { m.simulation.duration = 0.1; });
  runToEnd();
  EXPECT_TRUE(isSaid("The run finished with warnings"));
  window.actions().get(Command::undo)->trigger();
  EXPECT_GE(waitUntil([&] { return isSaid("Problems in"); }), 0);
  EXPECT_FALSE(isSaid("finished"));
}

// Nobody who opens something wants the wall that was begun in the drawing before, nor its tool.
TEST_F(StaleTest, AnotherDrawingBeginsWithoutATool) {
  const auto begin = [&] {
    window.actions().get(Actions::commandOf(ToolKind::surface))->trigger();
    Canvas& canvas = window.views().board->canvas();
    for (const QPoint at : {QPoint(100, 100), QPoint(160, 120)})
      QTest::mouseClick(canvas.viewport(), Qt::LeftButton, Qt::NoModifier, at);
    ASSERT_TRUE(window.views().board->hasBegun());
    window.document().undoStack().setClean();
  };
  const auto isOver = [&] {
    return window.views().board->toolKind() == ToolKind::select && !window.views().board->hasBegun() &&
           window.actions().get(Actions::commandOf(ToolKind::select))->isChecked() &&
           window.document().drawn().surfaces.empty() && window.document().undoStack().count() == 0;
  };
  begin();
  window.create();
  EXPECT_TRUE(isOver());
  begin();
  ASSERT_TRUE(window.open(write("chain.clank", writeMechanism(test::makeChain(0.5)))));
  EXPECT_TRUE(isOver());
}

// Of a file that has been opened the first step is not another than the second.
TEST_F(StaleTest, ALooseLinkIsCountedAlsoWhenItIsTheFirstEditOfAFile) {
  const auto addLink = [&](const char* id) {
    window.document().edit("a link", [id](Mechanism& m) {
      m.bodies.push_back(m.bodies.front());
      m.bodies.back().id = id;
    });
    waitFor(50);
  };
  const auto* count = window.findChild<QToolButton*>("problemCount");
  ASSERT_TRUE(count);
  addLink("first");
  EXPECT_TRUE(window.views().problems->isHidden());
  EXPECT_EQ(count->text(), "1 thing to finish");
  addLink("second");
  EXPECT_TRUE(window.views().problems->isHidden());
  EXPECT_EQ(count->text(), "2 things to finish");
}

// What is open in a drawing in the making is a quiet count until somebody asks for a run.
TEST_F(StaleTest, WhatIfDoesNotBlameAnUnfinishedDrawing) {
  window.create();
  window.actions().get(Command::whatIf)->trigger();
  window.document().edit("a first link",
                         [](Mechanism& m) { m.bodies.push_back(test::makeChain(0.5).bodies.front()); });
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  waitFor(50);
  EXPECT_TRUE(window.views().problems->isHidden());
  window.actions().get(Command::run)->trigger();
  EXPECT_GE(waitUntil([&] { return !window.views().problems->isHidden(); }), 0);
}

// What is left to say is what the heading counts.
TEST_F(StaleTest, AnUnfinishedDrawingWithANoteIsNotCalledDoubtful) {
  window.create();
  window.actions().get(Command::whatIf)->trigger();
  window.document().edit("twice held, and a loose bar", [](Mechanism& m) {
    const Mechanism chain = test::makeChain(0.5);
    m.bodies = chain.bodies;
    m.joints = {chain.joints[0], chain.joints[0]};
    m.joints[1].id = "again";
  });
  const auto find = [&](const char* words) {
    const auto labels = window.views().problems->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](auto* label) { return label->text().contains(words); });
  };
  ASSERT_GE(waitUntil([&] { return !window.views().problems->isHidden(); }), 0);
  EXPECT_TRUE(find("worth knowing"));
  EXPECT_FALSE(find("finished with warnings"));
}

TEST_F(StaleTest, ABrokenFileKeepsItsProblemsAndIsNotRun) {
  Mechanism broken = test::makeChain(0.5);
  broken.joints[1].b = "nobody";
  runToEnd();
  ASSERT_TRUE(window.open(write("broken.clank", writeMechanism(broken))));
  waitFor(50);
  const int problems = window.views().problems->count();
  EXPECT_GT(problems, 0);
  EXPECT_FALSE(mayRun());
  EXPECT_FALSE(window.actions().get(Command::runPause)->isEnabled());
  const Timeline& timeline = *window.views().timeline;
  EXPECT_NEAR(timeline.toPixel(broken.simulation.duration.value), timeline.width(), 40)
      << "as long as it says";
  window.actions().get(Command::whatIf)->trigger();
  waitFor(200);
  EXPECT_NE(window.run().state(), State::failed) << "there was nothing to run";
  EXPECT_EQ(window.views().problems->count(), problems);
  EXPECT_TRUE(window.views().problems->isVisible());
  EXPECT_EQ(status("Time at the cursor"), QString("t = ") + QChar(0x2013));
}

TEST_F(StaleTest, AFileThatIsNoneLeavesTheDrawingAsItWas) {
  EXPECT_FALSE(window.open(write("letter.clank", "Dear all,\nthis is no model.\n")));
  EXPECT_TRUE(window.views().problems->isVisible());
  EXPECT_TRUE(mayRun()) << "the drawing on the sheet is whole";
  runToEnd();
}

TEST_F(StaleTest, WhatIsDrawnAfterAFileThatIsNoneCanBeRun) {
  MainWindow other;
  EXPECT_FALSE(other.open(write("letter.clank", "Dear all,\nthis is no model.\n")));
  EXPECT_FALSE(other.actions().get(Command::run)->isEnabled());
  other.document().edit("a drawing", [](Mechanism& m) { m = test::makeChain(0.5); });
  EXPECT_TRUE(other.actions().get(Command::run)->isEnabled());
  other.document().undoStack().setClean();
}

TEST_F(StaleTest, AReloadThatFailsLeavesTheDrawingAsItWas) {
  auto* files = window.findChild<FileCommands*>();
  ASSERT_TRUE(files);
  QTimer answer;
  QObject::connect(&answer, &QTimer::timeout, [] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (!box) return;
    for (auto* button : box->buttons())
      if (button->text() == "Reload") button->click();
  });
  answer.start(50);
  write("chain.clank", "{ \"format\": ");
  ASSERT_GE(waitUntil([&] { return window.views().problems->isVisible(); }), 0);
  answer.stop();
  EXPECT_TRUE(mayRun()) << "the drawing on the sheet is whole";
  EXPECT_TRUE(window.actions().get(Command::runPause)->isEnabled());
  runToEnd();
  window.document().edit("move", [](Mechanism& m) { m.bodies[0].width = 0.03; });
  waitFor(50);
  EXPECT_EQ(window.views().problems->count(), 0) << "what is listed belongs to the drawing again";
}

// Which plots are looked at is no change of the mechanism: of an example, and of a drawing of one's own.
TEST_F(StaleTest, PlotsAloneAreNotAskedForWhenAWindowCloses) {
  bool asked = false;
  QTimer answer;
  QObject::connect(&answer, &QTimer::timeout, [&] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (!box) return;
    asked = true;
    box->button(QMessageBox::Cancel)->click();
  });
  answer.start(50);
  for (const bool isExample : {false, true}) {
    SCOPED_TRACE(isExample);
    asked = false;
    if (isExample) {
      window.document().undoStack().setClean();
      ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/linkages/four-bar.clank"));
      ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
    }
    window.views().plots->addNew();
    ASSERT_TRUE(window.document().isModified()) << "they are saved with the next save";
    EXPECT_TRUE(window.close());
    EXPECT_FALSE(asked);
    window.show();
    window.document().edit("wider", [](Mechanism& m) { m.bodies[0].width = 0.03; });
    EXPECT_FALSE(window.close());
    EXPECT_TRUE(asked) << "the drawing is another";
  }
}

TEST_F(StaleTest, TheRunButtonSaysWhyItCannotBeUsed) {
  window.create();
  const auto* button = window.findChild<QToolButton*>("runButton");
  ASSERT_FALSE(button->isEnabled());
  EXPECT_TRUE(button->toolTip().contains('\n')) << qPrintable(button->toolTip());
}

TEST_F(StaleTest, WhatCannotBeChosenSaysWhy) {
  const auto expectReasons = [&](const char* state) {
    for (const ActionSpec& spec : Actions::table()) {
      const QAction* action = window.actions().get(spec.id);
      if (action->isEnabled()) continue;
      EXPECT_TRUE(action->toolTip().contains('\n')) << spec.text << ", " << state;
    }
  };
  for (const QAction* title : window.menuBar()->actions()) EXPECT_TRUE(title->menu()->toolTipsVisible());
  expectReasons("nothing is selected");
  window.selection().select({ElementKind::joint, "O2"});
  expectReasons("a joint is selected");
  window.create();
  expectReasons("an empty sheet");
}

// The first of two bars hangs on the frame in the origin and points along x.
TEST_F(StaleTest, PartsTurnAboutTheJointThatIsSelectedWithThem) {
  window.selection().set({{ElementKind::body, "link1"}, {ElementKind::joint, "O1"}});
  window.actions().get(Command::turnLeft)->trigger();
  const Body& link = window.document().shown().bodies.front();
  EXPECT_NEAR(link.pose.x.value, 0, 1e-12);
  EXPECT_NEAR(link.pose.y.value, 0, 1e-12);
  EXPECT_NEAR(link.pose.angle.value, std::acos(-1.0) / 12, 1e-12);
}

// A length with the wrong unit is run, and taken back: board and scene show the mechanism as before.
TEST_F(StaleTest, TheViewComesBackWithAnUndo) {
  const Views& views = window.views();
  const double board = views.board->canvas().scale();
  const auto scaleOfScene = [&] { return views.scene->toPixel(1, 0).x() - views.scene->toPixel(0, 0).x(); };
  const double scene = scaleOfScene();
  window.document().edit("lengths", [](Mechanism& m) {
    for (Body& body : m.bodies) body.length = 50.0;
    m.bodies[1].pose.x = 50.0;
    m.joints[1].atA.x = 50.0;
  });
  window.run().setSpeed(0);
  window.actions().get(Command::run)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  waitFor(80);
  ASSERT_LT(views.board->canvas().scale(), board / 10);
  window.actions().get(Command::undo)->trigger();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::idle; }), 0);
  waitFor(150);
  EXPECT_GT(views.board->canvas().scale(), board / 2);
  EXPECT_NEAR(scaleOfScene(), scene, 0.1 * scene);
}

TEST_F(StaleTest, WhatIsMirroredIsInSight) {
  Canvas& canvas = window.views().board->canvas();
  const QPointF tip = canvas.toPixel().map(QPointF(0, 0));
  canvas.zoomAt(tip, 4);  // the bars of 1 m leave the pane to the right, the sheet to the left is free
  window.selection().set({{ElementKind::body, "link1"}, {ElementKind::joint, "O1"}});
  window.actions().get(Command::mirror)->trigger();
  waitFor(50);
  EXPECT_NEAR(std::abs(window.document().shown().bodies.front().pose.angle.value), std::acos(-1.0), 1e-9);
  const QRectF pane = canvas.viewport()->rect();
  for (const double x : {-1.0, 0.0})
    EXPECT_TRUE(pane.contains(canvas.toPixel().map(QPointF(x, 0)))) << "x = " << x;
}

}  // namespace
}  // namespace clank
