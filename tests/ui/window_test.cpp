// SPDX-License-Identifier: GPL-3.0-or-later
// The real window on a screen, with real keys and clicks.
#include <gtest/gtest.h>

#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QProxyStyle>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QStatusBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <cmath>
#include <fstream>
#include <numbers>
#include <set>

#include "core/io/file_migration.h"
#include "core/io/mechanism_file.h"
#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/document/closed_poses.h"
#include "ui/panels/event_table.h"
#include "ui/panels/mode_table.h"
#include "ui/panels/notice_bar.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/receipt_panel.h"
#include "ui/panels/status_line.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/window/example_card.h"
#include "ui/window/example_text.h"
#include "ui/window/examples.h"
#include "ui/window/file_commands.h"
#include "ui/window/frequency_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/spoken_faces.h"
#include "ui/window/start_page.h"
#include "ui/window/video_dialog.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;
using State = RunController::State;

class WindowTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { installSpokenFaces(); }
  void SetUp() override {
    Mechanism m = test::makeChain(0.5);
    m.name = "chain";
    Parameter span;
    span.id = "span";
    span.value = 0.05;
    m.parameters = {span};
    m.bodies[1].width.text = "span";
    Case first, second;
    first.id = "first";
    second.id = "second";
    second.set["span"] = "0.08";
    m.cases = {first, second};
    file = write("chain.clank", writeMechanism(m));
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    window.activateWindow();
    window.setFocus();
    ASSERT_TRUE(window.open(file));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  }

  QString write(const QString& name, const std::string& text) {
    const QString path = folder.filePath(name);
    std::ofstream(path.toStdString()) << text;
    return path;
  }

  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&window, key, modifiers); }

  void runToEnd() {
    window.run().setSpeed(0);
    press(Qt::Key_R, Qt::ControlModifier);
    ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  }

  QString receiptText() {
    QString all;
    for (const auto* label : window.views().receipt->findChildren<QLabel*>())
      if (!label->isHidden()) all += label->text() + "\n";
    return all;
  }

  QTemporaryDir folder;
  QString file;
  MainWindow window;
};

TEST_F(WindowTest, SpaceRunsPausesGoesOnAndPlaysAgain) {
  window.run().setSpeed(0.2);
  press(Qt::Key_Space);
  EXPECT_EQ(window.run().state(), State::running);
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 20; }), 0);
  press(Qt::Key_Space);
  EXPECT_EQ(window.run().state(), State::paused);
  press(Qt::Key_Space);
  EXPECT_EQ(window.run().state(), State::running);
  window.run().setSpeed(0);
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  EXPECT_NEAR(window.playback().time(), 0.5, 1e-12) << "the cursor follows the run";
  press(Qt::Key_Space);
  EXPECT_TRUE(window.playback().isPlaying());
  press(Qt::Key_Space);
  EXPECT_FALSE(window.playback().isPlaying());
}

// Ten thousand parts are copied to nobody who only reads them.
TEST_F(WindowTest, WhatRunsIsTheMechanismOfTheDocument) {
  EXPECT_TRUE(window.run().sharedMechanism().isSharedWith(window.document().sharedResolved()));
}

TEST_F(WindowTest, HowManyPartsCanMoveIsFoundInATurnOfItsOwn) {
  Mechanism many;
  for (int i = 0; i < 1500; ++i) {
    Body body;
    body.id = "b" + std::to_string(i);
    body.mass = 1;
    body.inertia = 1;
    many.bodies.push_back(body);
  }
  ASSERT_TRUE(window.open(write("many.clank", writeMechanism(many))));
  const Board& board = *window.views().board;
  EXPECT_EQ(board.analysis().headline(), "");
  EXPECT_TRUE(QTest::qWaitFor([&] { return board.analysis().headline() == "mobility 4500 (Gruebler 4500)"; },
                              test::kPatience));
}

TEST_F(WindowTest, EscapeStopsAndKeepsWhatThereIs) {
  window.run().setSpeed(0.1);
  press(Qt::Key_Space);
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 20; }), 0);
  press(Qt::Key_Escape);
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::interrupted; }), 0);
  EXPECT_GT(window.run().trajectory().sampleCount(), 20U);
}

TEST_F(WindowTest, KeysGoToEventsAndStep) {
  runToEnd();
  ASSERT_EQ(window.run().trajectory().events().size(), 1U);
  const double event = window.run().trajectory().events()[0].t;
  press(Qt::Key_Home);
  EXPECT_EQ(window.playback().time(), 0);
  EXPECT_TRUE(receiptText().contains("No event"));
  press(Qt::Key_N);
  EXPECT_EQ(window.playback().time(), event);
  press(Qt::Key_Period);
  EXPECT_GT(window.playback().time(), event);
  press(Qt::Key_Comma);
  press(Qt::Key_Comma);
  EXPECT_EQ(window.playback().time(), event) << "the side before the event";
  press(Qt::Key_N, Qt::ShiftModifier);
  EXPECT_EQ(window.playback().time(), 0);
}

TEST_F(WindowTest, ReceiptShowsTheNumbersOfTheEvent) {
  runToEnd();
  press(Qt::Key_Home);
  press(Qt::Key_N);
  const Receipt& receipt = window.run().trajectory().events()[0];
  const QString text = receiptText();
  EXPECT_TRUE(text.contains(QString::number(receipt.impulse, 'g', 5))) << qPrintable(text);
  EXPECT_TRUE(text.contains(QString::number(receipt.energyBefore, 'g', 4))) << qPrintable(text);
  EXPECT_TRUE(text.contains("in O1"));
  EXPECT_TRUE(text.contains("in O2"));
  EXPECT_TRUE(text.contains("impulse balance satisfied"));
}

TEST_F(WindowTest, ClickOnAnEventMarkShowsItsReceipt) {
  runToEnd();
  press(Qt::Key_Home);
  Timeline& timeline = *window.views().timeline;
  QTest::mouseClick(&timeline, Qt::LeftButton, {}, timeline.getEventPosition(0));
  EXPECT_EQ(window.playback().time(), window.run().trajectory().events()[0].t);
  EXPECT_EQ(window.playback().findLastEvent(), 0U);
  EXPECT_TRUE(receiptText().contains("in O2"));
  EXPECT_EQ(window.views().events->currentIndex().row(), 0);
}

TEST_F(WindowTest, ClickInAPlotMovesEverything) {
  runToEnd();
  PlotCanvas& canvas = window.views().plots->getPlot(2).canvas();
  const auto showsAll = [&] {
    const QRect pane = canvas.getPlotRect();
    return canvas.toPixel(0.5) > pane.center().x() && canvas.toPixel(0.5) <= pane.right() + 1;
  };
  ASSERT_GE(waitUntil(showsAll), 0);
  // On a busy machine the panels may find their places only now, and the first click comes beside the curve.
  const auto click = [&] {
    const QPoint at(static_cast<int>(canvas.toPixel(0.35)), canvas.getPlotRect().center().y());
    if (QWidget* there = canvas.childAt(at)) QTest::mouseClick(there, Qt::LeftButton, {}, at);
    return std::abs(window.playback().time() - 0.35) < 0.01;
  };
  EXPECT_GE(waitUntil(click), 0);
}

// By the shortcut; a click on a mode swings the scene until Esc.
TEST_F(WindowTest, NaturalFrequenciesAreListedAndShown) {
  press(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
  auto* dialog = window.findChild<FrequencyDialog*>();
  ASSERT_TRUE(dialog);
  auto* table = dialog->findChild<ModeTable*>();
  ASSERT_GE(waitUntil([&] { return table->rowCount() > 0; }), 0);
  EXPECT_EQ(table->rowCount(), 2);  // two rods that nothing brings back
  const auto still = window.playback().row();
  const QRect cell = table->visualRect(table->model()->index(0, 0));
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
  ASSERT_TRUE(dialog->isAnimating());
  EXPECT_GE(waitUntil([&] { return window.playback().row() != still; }), 0);
  QTest::keyClick(dialog, Qt::Key_Escape);
  EXPECT_FALSE(dialog->isAnimating());
  EXPECT_TRUE(dialog->isVisible());
  EXPECT_EQ(window.playback().row(), still);
  // A click on the scene ends it, too, and a change of the mechanism takes the list away.
  dialog->animate(1);
  QTest::mouseClick(window.views().scene, Qt::LeftButton);
  EXPECT_FALSE(dialog->isAnimating());
  dialog->animate(0);
  window.document().setCase("second");
  EXPECT_GE(waitUntil([&] { return table->rowCount() == 0; }), 0);
  EXPECT_FALSE(dialog->isAnimating());
  QTest::keyClick(dialog, Qt::Key_Escape);
  EXPECT_FALSE(dialog->isVisible());
}

TEST_F(WindowTest, PictureIsNotBlackAndMovesWithTime) {
  runToEnd();
  const auto shoot = [&](double t) {
    window.playback().scrub(t);
    waitFor(300);
    const QString path = folder.filePath(QString("%1.png").arg(t));
    EXPECT_TRUE(window.exportPicture(path));
    return QImage(path);
  };
  const SceneView& scene = *window.views().scene;
  // The middle of a link at a time, in the picture. The view may follow the motion: asked for while it shows
  // that time.
  const auto findMiddle = [&](const std::string& link, double t) {
    const Trajectory& run = window.run().trajectory();
    const std::vector<double> row = run.at(t);
    const auto value = [&](const char* channel) { return row[run.findChannel(link + channel).value()]; };
    const double half = 0.3 * window.run().mechanism().bodies[1].length->value, angle = value(".angle");
    return scene.mapTo(
        &window,
        scene.toPixel(value(".x") + half * std::cos(angle), value(".y") + half * std::sin(angle)).toPoint());
  };
  // Half of the pixels around are as dark as a link, which nothing behind the links is.
  const auto isLink = [&](const QImage& image, const QPoint& at) {
    int links = 0;
    for (int dx = -2; dx <= 2; ++dx)
      for (int dy = -2; dy <= 2; ++dy) links += qGray(image.pixel(at + QPoint(dx, dy))) < 200;
    return links > 12;
  };
  const std::string link = window.run().mechanism().bodies[1].id;
  const QImage early = shoot(0.05);
  const QPoint before = findMiddle(link, 0.05);
  const QImage late = shoot(0.45);
  const QPoint after = findMiddle(link, 0.45);
  ASSERT_EQ(early.size(), window.size());
  ASSERT_GT((after - before).manhattanLength(), 30) << "the link has moved";
  EXPECT_TRUE(isLink(early, before));
  EXPECT_TRUE(isLink(late, after));
  EXPECT_FALSE(isLink(early, after)) << "nothing is there yet";
}

TEST_F(WindowTest, ExportsTablesThatParse) {
  runToEnd();
  const QString samples = folder.filePath("s.csv"), events = folder.filePath("e.csv");
  ASSERT_TRUE(window.exportSamples(samples));
  ASSERT_TRUE(window.exportEvents(events));
  QFile file1(samples);
  ASSERT_TRUE(file1.open(QIODevice::ReadOnly));
  const auto lines = QString(file1.readAll()).split("\n", Qt::SkipEmptyParts);
  const Trajectory& run = window.run().trajectory();
  ASSERT_EQ(static_cast<std::size_t>(lines.size()), run.sampleCount() + 1);
  EXPECT_TRUE(lines[0].startsWith("t [s],"));
  for (const int i : {1, 100, static_cast<int>(lines.size()) - 1}) {
    const auto fields = lines[i].trimmed().split(",");
    ASSERT_EQ(static_cast<std::size_t>(fields.size()), run.channels().size());
    for (int k = 0; k < fields.size(); ++k)
      EXPECT_EQ(fields[k].toDouble(), run.row(static_cast<std::size_t>(i) - 1)[static_cast<std::size_t>(k)]);
  }
  QFile file2(events);
  ASSERT_TRUE(file2.open(QIODevice::ReadOnly));
  EXPECT_EQ(QString(file2.readAll()).split("\n", Qt::SkipEmptyParts).size(), 2);
  EXPECT_FALSE(window.exportSamples(folder.filePath("nowhere/s.csv")));
}

TEST_F(WindowTest, CasesAndParametersChangeTheMechanism) {
  QComboBox& cases = *window.views().cases;
  ASSERT_EQ(cases.count(), 2);
  cases.setFocus();
  QTest::keyClick(&cases, Qt::Key_Down);
  EXPECT_EQ(window.document().caseId(), "second");
  EXPECT_EQ(window.document().resolved().bodies[1].width.value, 0.08);
  window.views().parametersDock->raise();
  auto* field = window.findChild<QLineEdit*>("parameter:span");
  ASSERT_TRUE(field);
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "0.1");
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_GE(waitUntil([&] { return window.document().resolved().bodies[1].width.value == 0.1; }), 0);
}

TEST_F(WindowTest, TypingInAFieldIsNotACommand) {
  runToEnd();
  press(Qt::Key_Home);
  window.views().parametersDock->raise();
  auto* field = window.findChild<QLineEdit*>("parameter:span");
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "1 n.");
  EXPECT_EQ(field->text(), "1 n.");
  EXPECT_EQ(window.playback().time(), 0);
}

TEST_F(WindowTest, WrongFileLeavesTheOldMechanismAndListsTheProblems) {
  EXPECT_TRUE(window.views().problems->isHidden());
  EXPECT_FALSE(
      window.open(write("bad.clank", R"({"format": "clank", "version": 1, "bodies": 3, "joints": 7})")));
  EXPECT_FALSE(window.views().problems->isHidden());
  EXPECT_GE(window.views().problems->count(), 2);
  EXPECT_EQ(window.document().path(), file);
  runToEnd();
  ASSERT_TRUE(window.open(file));
  EXPECT_TRUE(window.views().problems->isHidden());
}

TEST_F(WindowTest, FailedRunKeepsItsResultsAndSaysWhy) {
  Mechanism broken = test::makeChain(1);
  ForceElement force;
  force.id = "blowup";
  Torque torque;
  torque.b = "link1";
  torque.moment.text = "t > 0.1 ? 0/0 : 0";
  force.kind = torque;
  broken.forces = {force};
  ASSERT_TRUE(window.open(write("broken.clank", writeMechanism(broken))));
  window.run().setSpeed(0);
  press(Qt::Key_Space);
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::failed; }), 0);
  EXPECT_GT(window.run().trajectory().sampleCount(), 10U);
  EXPECT_FALSE(window.views().problems->isHidden());
  EXPECT_GE(window.views().problems->count(), 1);
}

TEST_F(WindowTest, DroppedFileOpens) {
  Mechanism other = test::makeChain(0.2);
  other.name = "dropped";
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(write("dropped.clank", writeMechanism(other)))});
  QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&window, &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&window, &drop);
  EXPECT_EQ(window.document().title(), "dropped");
}

TEST_F(WindowTest, ResetLayoutBringsClosedPanelsBack) {
  for (QDockWidget* dock : window.views().docks()) dock->close();
  waitFor(20);
  window.actions().get(Command::resetLayout)->trigger();
  waitFor(20);
  for (QDockWidget* dock : window.views().docks()) {
    EXPECT_FALSE(dock->isHidden()) << qPrintable(dock->windowTitle());
    EXPECT_FALSE(dock->isFloating());
  }
}

TEST_F(WindowTest, DarkIsDark) {
  window.setDark(true);
  waitFor(100);
  const QImage dark = window.grab().toImage();
  EXPECT_LT(qGray(dark.pixel(5, window.height() - 5)), 80);
  window.setDark(false);
  waitFor(100);
  EXPECT_GT(qGray(window.grab().toImage().pixel(5, window.height() - 5)), 200);
}

TEST_F(WindowTest, EveryControlHasAnAccessibleName) {
  for (auto* button : window.findChildren<QToolButton*>()) {
    if (button->objectName() == "qt_toolbar_ext_button" || qobject_cast<QTabBar*>(button->parentWidget()))
      continue;
    if (button->objectName().startsWith("qt_")) continue;
    EXPECT_FALSE(button->accessibleName().isEmpty() && button->text().isEmpty())
        << qPrintable(button->objectName() + " in " + button->parentWidget()->metaObject()->className());
  }
  for (auto* box : window.findChildren<QComboBox*>()) EXPECT_FALSE(box->accessibleName().isEmpty());
  for (auto* field : window.findChildren<QLineEdit*>()) EXPECT_FALSE(field->accessibleName().isEmpty());
}

// A name alone tells nobody what is chosen, and the step of a slider nothing.
TEST_F(WindowTest, AScreenReaderIsToldNamesWithTheirValues) {
  const auto nameOf = [](QObject* object) {
    return QAccessible::queryAccessibleInterface(object)->text(QAccessible::Name);
  };
  EXPECT_EQ(nameOf(window.views().speeds), "Speed: " + window.views().speeds->currentText());
  int told = 0;
  for (auto* label : window.views().status->findChildren<QLabel*>())
    if (!label->text().isEmpty() && !label->accessibleName().isEmpty()) {
      EXPECT_EQ(nameOf(label), label->accessibleName() + ": " + label->text());
      ++told;
    }
  EXPECT_GE(told, 5);
  ASSERT_TRUE(window.open(test::kThreeBar));
  waitFor(100);
  auto* slider = window.findChild<QSlider*>("slider:L1");
  ASSERT_TRUE(slider);
  QAccessibleInterface* face = QAccessible::queryAccessibleInterface(slider);
  EXPECT_EQ(face->text(QAccessible::Name), "Length of link 1");
  EXPECT_EQ(face->text(QAccessible::Value), "250 mm");
  ASSERT_TRUE(face->valueInterface());
  EXPECT_NEAR(face->valueInterface()->currentValue().toDouble(), 250, 2);
  EXPECT_EQ(face->valueInterface()->minimumValue().toDouble(), 50);
  face->valueInterface()->setCurrentValue(300.0);
  waitFor(50);
  EXPECT_NEAR(findById(window.document().shown().parameters, "L1")->value.value, 0.3, 2e-3);
  window.document().undoStack().setClean();
}

TEST_F(WindowTest, TheVideoDialogWritesNumbersShort) {
  const VideoDialog dialog(window, 0, 0.5, 0.1, {});
  EXPECT_EQ(dialog.findChild<QDoubleSpinBox*>("videoRate")->text(), "30 frames/s");
  EXPECT_EQ(dialog.findChild<QDoubleSpinBox*>("videoTo")->text(), "0.5 s");
}

TEST_F(WindowTest, ClosingInTheMiddleOfARunIsClean) {
  window.run().setSpeed(0.1);
  press(Qt::Key_Space);
  waitFor(60);
  EXPECT_TRUE(window.close());
}

TEST_F(WindowTest, EditsAreMarkedUndoneAndSaved) {
  EXPECT_FALSE(window.isWindowModified());
  window.document().edit("widen link2", [](Mechanism& m) { m.bodies[1].width = 0.07; });
  EXPECT_TRUE(window.isWindowModified());
  EXPECT_TRUE(window.windowTitle().contains("[*]"));
  EXPECT_EQ(window.actions().get(Command::undo)->text(), "&Undo widen link2");
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_FALSE(window.isWindowModified());
  EXPECT_EQ(window.document().drawn().bodies[1].width.text, "span");
  press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(window.document().drawn().bodies[1].width.value, 0.07);
  press(Qt::Key_S, Qt::ControlModifier);
  EXPECT_GE(waitUntil([&] { return !window.isWindowModified(); }), 0)
      << "a busy disk is waited for on a thread";
  EXPECT_EQ(loadMechanism(file.toStdString())->mechanism, window.document().drawn());
}

TEST_F(WindowTest, ClosingAsksOnlyWhenSomethingIsUnsaved) {
  window.document().edit("widen", [](Mechanism& m) { m.bodies[1].width = 0.07; });
  bool cancelled = false;
  QTimer::singleShot(300, [&] {
    auto* dialog = QApplication::activeModalWidget();
    ASSERT_TRUE(dialog);
    QTest::keyClick(dialog, Qt::Key_Escape);
    cancelled = true;
  });
  EXPECT_FALSE(window.close());
  EXPECT_TRUE(cancelled);
  EXPECT_TRUE(window.isVisible());
  QTimer::singleShot(300, [&] {
    auto* dialog = QApplication::activeModalWidget();
    ASSERT_TRUE(dialog);
    QTest::keyClick(dialog, Qt::Key_Return);  // Save is the default
  });
  EXPECT_TRUE(window.close());
  EXPECT_EQ(loadMechanism(file.toStdString())->mechanism.bodies[1].width.value, 0.07);
}

TEST_F(WindowTest, CopyPasteDuplicateAndDeleteByKeys) {
  window.setFocus();
  press(Qt::Key_A, Qt::ControlModifier);
  EXPECT_EQ(window.selection().elements().size(), 4U);
  press(Qt::Key_C, Qt::ControlModifier);
  press(Qt::Key_V, Qt::ControlModifier);
  EXPECT_EQ(window.document().drawn().bodies.size(), 4U);
  EXPECT_EQ(window.document().drawn().joints.size(), 4U);
  EXPECT_EQ(window.selection().elements().size(), 4U) << "the copy is selected";
  EXPECT_TRUE(window.document().isResolved());
  press(Qt::Key_D, Qt::ControlModifier);
  EXPECT_EQ(window.document().drawn().bodies.size(), 6U);
  press(Qt::Key_Delete);
  EXPECT_EQ(window.document().drawn().bodies.size(), 4U);
  for (int i = 0; i < 3; ++i) press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_FALSE(window.document().isModified());
  EXPECT_EQ(window.document().drawn().bodies.size(), 2U);
}

// Two links that nothing holds yet: a count, until the drawing is run. What was said then stays, what comes
// after waits.
TEST_F(WindowTest, AnUnfinishedDrawingIsNotBlamed) {
  const auto addLink = [&](const char* id) {
    window.document().edit("link", [id](Mechanism& m) {
      Body body;
      body.id = id;
      body.length = Quantity(0.2);
      body.section = Quantity(1e-4);
      body.density = Quantity(7800.0);
      m.bodies.push_back(body);
    });
  };
  window.actions().get(Command::create)->trigger();
  ASSERT_TRUE(window.document().drawn().bodies.empty());
  auto* count = window.findChild<QToolButton*>("problemCount");
  ASSERT_TRUE(count && count->isHidden());
  addLink("one");
  EXPECT_TRUE(window.views().problems->isHidden());
  EXPECT_FALSE(count->isHidden());
  EXPECT_EQ(count->text(), "1 thing to finish");
  window.actions().get(Command::run)->trigger();
  EXPECT_EQ(window.views().problems->count(), 1);
  EXPECT_TRUE(count->isHidden());
  addLink("two");
  EXPECT_EQ(window.views().problems->count(), 1);
  EXPECT_EQ(count->text(), "1 thing to finish");
  QTest::mouseClick(count, Qt::LeftButton);
  EXPECT_EQ(window.views().problems->count(), 2);
  window.document().edit("break", [](Mechanism& m) { m.bodies[1].length = {}; });
  EXPECT_GE(window.views().problems->count(), 2) << "what stops a run is said at once";
}

TEST_F(WindowTest, AProblemPicksItsPart) {
  window.document().edit("break", [](Mechanism& m) { m.joints[1].atA.x.text = "parrots"; });
  ASSERT_FALSE(window.views().problems->isHidden());
  auto* list = window.views().problems->findChild<QListWidget*>();
  ASSERT_GE(list->count(), 1);
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(0)).center());
  ASSERT_EQ(window.selection().elements().size(), 1U);
  EXPECT_EQ(window.selection().elements()[0], (ElementId{ElementKind::joint, "O2"}));
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(window.views().problems->isHidden());
}

TEST_F(WindowTest, WhatIfRunsAgainAfterEachChangeAndKeepsTheCursor) {
  press(Qt::Key_I);
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 100; }), 0);
  window.playback().scrub(0.2);
  const auto omega = [&] { return window.run().mechanism().bodies[1].velocity.omega.value; };
  window.document().edit("faster", [](Mechanism& m) { m.bodies[1].velocity.omega = 7; });
  ASSERT_GE(waitUntil([&] { return omega() == 7; }), 0);
  EXPECT_GT(window.run().trajectory().sampleCount(), 100U);
  EXPECT_NEAR(window.playback().time(), 0.2, 1e-12);
  press(Qt::Key_I);
  window.document().edit("slower", [](Mechanism& m) { m.bodies[1].velocity.omega = 4; });
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
}

TEST_F(WindowTest, ANewDrawingIsEmptyAndStaysAlive) {
  runToEnd();
  const int height = window.views().plotsDock->height();
  press(Qt::Key_N, Qt::ControlModifier);
  EXPECT_TRUE(window.document().drawn().bodies.empty());
  EXPECT_TRUE(window.document().path().isEmpty());
  EXPECT_EQ(window.run().trajectory().sampleCount(), 0U);
  EXPECT_FALSE(window.views().scene->isVisible()) << "the sheet alone";
  waitFor(200);
  window.document().edit("draw", [](Mechanism& m) { m = test::makeChain(0.2); });
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  runToEnd();
  EXPECT_GT(window.run().trajectory().sampleCount(), 100U);
  EXPECT_TRUE(window.views().scene->isVisible()) << "until it runs";
  EXPECT_GE(waitUntil([&] { return window.views().plotsDock->height() == height; }), 0);
}

// Ten lively balls that bounce on and on: the run is stopped by nothing, but tells that steps would do.
Mechanism makeBouncingBalls() {
  Mechanism m;
  for (int i = 0; i < 10; ++i) {
    Body ball;
    ball.id = "b" + std::to_string(i);
    ball.mass = Quantity(1.0);
    ball.inertia = Quantity(1.0);
    ball.pose.x = 0.1 * i;
    ball.pose.y = 5e-4 + 5e-5 * i;
    m.bodies.push_back(ball);
    ContactPair contact;
    contact.id = "k" + std::to_string(i);
    contact.b = ball.id;
    contact.restitution = 0.97;
    contact.surface = LineSurface{{-1.0, 0.0}, {2.0, 0.0}};
    m.contacts.push_back(contact);
  }
  m.simulation.duration = 3;
  m.simulation.outputInterval = 0.01;
  return m;
}

TEST_F(WindowTest, WhereEventsCrowdFixedStepsAreOffered) {
  window.create();
  window.document().edit("draw", [](Mechanism& m) { m = makeBouncingBalls(); });
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  runToEnd();
  EXPECT_GT(window.run().trajectory().events().size(), 1000U);
  ASSERT_TRUE(window.views().notice->isVisible());
  auto answers = window.views().notice->findChildren<QPushButton*>();
  ASSERT_EQ(answers.size(), 2);
  window.run().setSpeed(0);
  QTest::mouseClick(answers[0], Qt::LeftButton);
  EXPECT_EQ(window.document().drawn().simulation.integrator.value, IntegratorKind::moreauJean);
  ASSERT_GE(waitUntil([&] { return window.run().summary().stepError.has_value(); }), 0);
  EXPECT_FALSE(window.views().notice->isVisible()) << "nothing more to offer";
  window.document().undoStack().setClean();
}

TEST_F(WindowTest, AnEventSteppedToBringsItsReceiptForward) {
  runToEnd();
  window.views().propertiesDock->raise();
  ASSERT_GE(waitUntil([&] { return window.views().receipt->visibleRegion().isEmpty(); }), 0);
  window.actions().get(Command::eventNext)->trigger();
  EXPECT_GE(waitUntil([&] { return !window.views().receipt->visibleRegion().isEmpty(); }), 0);
}

// Clicks a button of the message box of that name as soon as it is there.
void answer(const char* box, const QString& button) {
  QTimer::singleShot(50, qApp, [box, button] {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      auto* found = qobject_cast<QMessageBox*>(widget);
      if (!found || found->objectName() != box) continue;
      for (auto* candidate : found->buttons())
        if (candidate->text().remove('&') == button) return candidate->click();
    }
    answer(box, button);
  });
}

// What the table of differences says as soon as it is there; closes it.
void readDifferences(QStringList& cells) {
  QTimer::singleShot(50, qApp, [&cells] {
    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    if (!dialog || dialog->objectName() != "differences") return readDifferences(cells);
    const auto* table = dialog->findChild<QTableWidget*>();
    for (int column = 0; column < 3; ++column) cells << table->item(0, column)->text();
    dialog->reject();
  });
}

class FileOnDisk : public testing::Test {
 protected:
  FileOnDisk() {
    write("first");
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    EXPECT_TRUE(window.open(path));
  }
  void write(const std::string& name) {
    Mechanism m = test::makeChain(0.2);
    m.name = name;
    EXPECT_TRUE(saveMechanism(m, path.toStdString()));
  }
  std::string readName() const { return loadMechanism(path.toStdString())->mechanism.name; }

  QTemporaryDir folder;
  const QString path = folder.filePath("a.clank");
  MainWindow window;
};

TEST_F(FileOnDisk, AChangeByAnotherProgramIsOfferedToBeReloaded) {
  answer("changedOnDisk", "Reload");
  write("second");
  EXPECT_GE(waitUntil([&] { return window.document().drawn().name == "second"; }), 0);
  EXPECT_FALSE(window.document().isModified());
}

TEST_F(FileOnDisk, SavingOverWhatAnotherHasWrittenAsksFirst) {
  window.document().edit("name", [](Mechanism& m) { m.name = "mine"; });
  answer("changedOnDisk", "Keep this one");
  write("theirs");
  waitFor(800);
  auto* save = window.findChild<FileCommands*>();
  answer("overwrite", "Cancel");
  EXPECT_FALSE(save->save());
  EXPECT_EQ(readName(), "theirs");
  QStringList cells;
  int turns = 0;  // of the window's thread while it is compared: no question is open
  QTimer beat;
  QObject::connect(&beat, &QTimer::timeout, &beat,
                   [&] { turns += QApplication::activeModalWidget() ? 0 : 1; });
  QTimer::singleShot(0, &beat, [&] { beat.start(0); });
  answer("overwrite", "Differences...");
  readDifferences(cells);
  QTimer::singleShot(600, qApp, [] { answer("overwrite", "Cancel"); });
  EXPECT_FALSE(save->save());
  beat.stop();
  EXPECT_EQ(cells, (QStringList{"name", "\"mine\"", "\"theirs\""}));
  EXPECT_GT(turns, 5) << "another thread compares";
  answer("overwrite", "Overwrite");
  EXPECT_TRUE(save->save());
  EXPECT_EQ(readName(), "mine");
  EXPECT_TRUE(save->save()) << "what was saved here is no change of another";
}

TEST_F(FileOnDisk, TwoWindowsOfOneFileKnowOfEachOther) {
  MainWindow other;
  other.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&other, test::kPatience));
  ASSERT_TRUE(other.open(path));
  EXPECT_TRUE(other.statusBar()->currentMessage().contains("another window"))
      << qPrintable(other.statusBar()->currentMessage());
  other.document().edit("name", [](Mechanism& m) { m.name = "changed in the other"; });
  answer("changedOnDisk", "Reload");
  EXPECT_TRUE(other.findChild<FileCommands*>()->save());
  EXPECT_GE(waitUntil([&] { return window.document().drawn().name == "changed in the other"; }), 0);
}

// The words that it was not saved go when it is; they would be believed.
TEST(SavingTest, ThatItWasNotSavedIsNoLongerToldWhenItIs) {
  const QTemporaryDir folder;
  MainWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  window.document().take(makeContent(test::makeChain(0.5), {}, {}, {}));
  const auto isTold = [&] {
    const auto labels = window.views().problems->findChildren<QLabel*>();
    return std::ranges::any_of(labels, [](const QLabel* label) {
      return label->isVisible() && label->text().contains("was not saved");
    });
  };
  window.files().saveTo(folder.filePath("none/a.clank"));
  EXPECT_GE(waitUntil([&] { return isTold(); }), 0);
  window.files().saveTo(folder.filePath("a.clank"));
  EXPECT_GE(waitUntil([&] { return !isTold(); }), 0);
}

// Contacts in a row are folded in the table of events: the next document has none of them.
TEST(NextDocumentTest, FollowsARunWithContactsInARow) {
  MainWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/linkages/worn-four-bar.clank"));
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 0; }), 0);
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  ASSERT_TRUE(window.views().events->rootIsDecorated());
  window.document().create();
  EXPECT_EQ(window.views().events->model()->rowCount(), 0);
}

// Parameters or traces may be left: they move nothing.
TEST(SceneOfNothingTest, WhatIsTakenAwayIsNoLongerShown) {
  MainWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  Mechanism drawn = test::makeChain(0.5);
  Parameter left;
  left.id = "left";
  drawn.parameters = {left};
  window.document().take(makeContent(drawn, {}, {}, {}));
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 0; }), 0);
  window.document().edit("delete", [](Mechanism& m) {
    m = Mechanism();
    m.parameters.resize(1);
    m.parameters[0].id = "left";
  });
  EXPECT_EQ(window.run().trajectory().sampleCount(), 0U);
  window.document().undoStack().setClean();
}

// Its start is found by the run that begins anew, and comes back to the drawing from there.
TEST(LargeDrawingTest, StandsAfterAnEditWhereItsRunStarts) {
  Mechanism drawn = test::makeChain(0.5);
  std::vector<Point> line;
  for (int i = 0; i < 20000; ++i) line.push_back({100 - 0.001 * i, -50.0});
  ContactPair ground;
  ground.id = "ground";
  ground.b = drawn.bodies[0].id;
  ground.surface = PolylineSurface{line};
  drawn.contacts = {ground};
  moveSurfacesOut(drawn);
  MainWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  MechanismDocument& document = window.document();
  document.take(makeContent(drawn, {}, {}, {}));
  document.edit("width", [](Mechanism& m) { m.bodies[0].width = 0.07; });
  ASSERT_TRUE(document.awaitsPoses());
  ASSERT_GE(waitUntil([&] { return !document.awaitsPoses(); }), 0);
  EXPECT_EQ(*document.closedPoses(), *findClosedPoses(document.shown()));
  EXPECT_EQ(window.views().board->drawing().poses(), *document.closedPoses());
  document.undoStack().setClean();
}

TEST(StartPageTest, AnExampleIsOneClickAway) {
  MainWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  window.showStartPage();
  auto* page = window.findChild<StartPage*>();
  ASSERT_TRUE(page && page->isVisible());
  const auto cards = page->findChildren<ExampleCard*>();
  ASSERT_GE(cards.size(), 8);
  QTest::mouseClick(cards[0], Qt::LeftButton);
  EXPECT_TRUE(window.document().isOpen());
  EXPECT_EQ(window.document().path(), cards[0]->path());
  EXPECT_TRUE(page->isHidden());
}

TEST(StartPageTest, ThereIsAWayToItAndBack) {
  MainWindow window;
  window.show();
  ASSERT_TRUE(window.open(test::kThreeBar));
  auto* page = window.findChild<StartPage*>();
  ASSERT_FALSE(page->isVisible());
  window.actions().get(Command::startPage)->trigger();
  EXPECT_TRUE(page->isVisible());
  EXPECT_FALSE(window.actions().get(Command::run)->isEnabled()) << "what it would run is out of sight";
  auto* back = page->findChild<QPushButton*>("backToDrawing");
  ASSERT_TRUE(back && back->isVisible());
  EXPECT_TRUE(back->text().contains("three-bar")) << qPrintable(back->text());
  back->click();
  EXPECT_FALSE(page->isVisible());
  EXPECT_TRUE(window.actions().get(Command::run)->isEnabled());
  window.actions().get(Command::startPage)->trigger();
  QTest::keyClick(page->findChild<QWidget*>("emptyDrawing"), Qt::Key_Escape);
  EXPECT_FALSE(page->isVisible());
  EXPECT_TRUE(window.document().isOpen());
}

// Whatever comes to the front by a key, or takes another size.
TEST(StartPageTest, NothingLiesOverIt) {
  MainWindow window;
  window.show();
  ASSERT_TRUE(window.open(test::kThreeBar));
  auto* page = window.findChild<StartPage*>();
  window.actions().get(Command::startPage)->trigger();
  const auto isOnTop = [&] {
    waitFor(100);
    for (const int x : {1, 2, 3, 4, 5, 6, 7})
      for (const double y : {0.4, 0.7}) {
        const QPoint at(window.width() * x / 8, static_cast<int>(window.height() * y));
        const QWidget* there = window.childAt(at);
        if (there != page && !page->isAncestorOf(there)) return false;
      }
    return true;
  };
  EXPECT_TRUE(isOnTop());
  EXPECT_FALSE(window.actions().get(Command::whatIf)->isEnabled());
  for (const Command command : {Command::studies, Command::presentation, Command::presentation}) {
    window.actions().get(command)->trigger();
    EXPECT_TRUE(isOnTop()) << window.actions().get(command)->text().toStdString();
  }
  window.views().parametersDock->raise();
  EXPECT_TRUE(isOnTop());
}

TEST(StartPageTest, TheExamplesMove) {
  StartPage page;
  page.resize(1200, 900);
  page.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&page, test::kPatience));
  auto* card = page.findChildren<ExampleCard*>().first();
  const QImage before = card->grab().toImage();
  EXPECT_GE(waitUntil([&] { return card->grab().toImage() != before; }), 0);
}

namespace {

// As the first card looks at present, and whether it looks otherwise soon.
bool isMoving(const QWidget& window) {
  auto* page = window.findChild<StartPage*>();
  const auto cards = page->findChildren<ExampleCard*>();
  const auto look = [&] {
    std::vector<QImage> pictures;
    for (ExampleCard* card : cards)
      if (!card->visibleRegion().isEmpty()) pictures.push_back(card->grab().toImage());
    return pictures;
  };
  const auto before = look();
  return waitUntil([&] { return look() != before; }, 1000) >= 0;
}

// A film that has just been made is shown, whether or not anybody watches.
bool areSeenFilmed(const QWidget& window) {
  const auto cards = window.findChild<StartPage*>()->findChildren<ExampleCard*>();
  return std::all_of(cards.begin(), cards.end(), [](const ExampleCard* card) {
    return card->hasFilm() || card->visibleRegion().isEmpty();
  });
}

// Asked to leave out what moves without need.
class StillStyle : public QProxyStyle {
 public:
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    return hint == SH_Widget_Animation_Duration ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
  }
};

}  // namespace

TEST(StartPageTest, NothingMovesInAWindowThatIsNotActive) {
  MainWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  window.showStartPage();
  window.activateWindow();
  ASSERT_GE(waitUntil([&] { return window.isActiveWindow(); }), 0);
  ASSERT_GE(waitUntil([&] { return isMoving(window); }), 0);
  ASSERT_GE(waitUntil([&] { return areSeenFilmed(window); }), 0);
  QWidget other;
  other.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&other, test::kPatience));
  other.activateWindow();
  ASSERT_GE(waitUntil([&] { return !window.isActiveWindow(); }), 0);
  EXPECT_FALSE(isMoving(window));
  constexpr int kPatience = 2000;  // ms
  window.findChild<StartPage*>()->setPatience(kPatience);
  waitFor(kPatience);
  window.activateWindow();
  EXPECT_GE(waitUntil([&] { return isMoving(window); }), 0) << "who comes back by a key looks at it";
}

TEST(StartPageTest, NothingMovesWhereReducedMotionIsAskedFor) {
  StillStyle still;
  MainWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  window.findChild<StartPage*>()->setStyle(&still);
  window.showStartPage();
  window.activateWindow();
  ASSERT_GE(waitUntil([&] { return window.isActiveWindow(); }), 0);
  waitFor(500);
  EXPECT_FALSE(isMoving(window));
}

// Nobody waits for the others, and they would keep a core busy for minutes.
TEST(StartPageTest, OnlyExamplesThatAreSeenAreComputed) {
  StartPage page;
  page.resize(1200, 500);
  page.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&page, test::kPatience));
  page.activateWindow();
  const auto cards = page.findChildren<ExampleCard*>();
  const auto isSeen = [](const ExampleCard* card) { return !card->visibleRegion().isEmpty(); };
  const auto allSeen = [&] {
    return std::all_of(cards.begin(), cards.end(),
                       [&](auto* card) { return !isSeen(card) || card->hasFilm(); });
  };
  EXPECT_GE(waitUntil(allSeen), 0);
  waitFor(1500);
  for (const ExampleCard* card : cards) EXPECT_EQ(card->hasFilm(), isSeen(card)) << qPrintable(card->path());
  page.verticalScrollBar()->setValue(page.verticalScrollBar()->maximum());
  EXPECT_GE(waitUntil(allSeen), 0) << "what comes into sight follows";
}

// A recent drawing may be as large and run as long as one likes: the page is neither held up nor kept busy by
// it.
TEST(StartPageTest, LargeAndLongDrawingsDoNotKeepItBusy) {
  const QTemporaryDir folder;
  const auto store = [&](const QString& name, const Mechanism& mechanism) {
    const QString path = folder.filePath(name);
    EXPECT_TRUE(saveMechanism(mechanism, path.toStdString()));
    return path;
  };
  Mechanism large;  // one impact that takes minutes and gigabytes
  large.bodies.resize(1);
  large.bodies[0].id = "plate";
  large.bodies[0].mass = large.bodies[0].inertia = Quantity(1);
  large.bodies[0].pose.y = 0.01;
  for (int i = 0; i < 4000; ++i) {
    ContactPair foot;
    foot.id = "c" + std::to_string(i);
    foot.b = "plate";
    foot.atB.x = 0.001 * (i - 2000);
    foot.friction = 0.3;
    foot.surface = LineSurface{{-10.0, 0.0}, {10.0, 0.0}};
    large.contacts.push_back(foot);
  }
  Mechanism ever = test::makeChain(1e7);
  const QVariant before = QSettings().value("files/recent");
  QSettings().setValue("files/recent", QStringList{store("large.clank", large), store("ever.clank", ever)});
  {
    StartPage page;
    page.resize(1200, 900);
    page.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&page, test::kPatience));
    page.activateWindow();
    const auto cards = page.findChildren<ExampleCard*>();
    ASSERT_TRUE(cards[0]->path().endsWith("large.clank"));
    ASSERT_TRUE(cards[1]->path().endsWith("ever.clank"));
    EXPECT_GE(waitUntil([&] { return cards[2]->hasFilm(); }), 0) << "those after them have their turn";
    EXPECT_FALSE(cards[0]->hasFilm());
  }
  QSettings().setValue("files/recent", before);
}

// Every shipped example stands on the page, once.
TEST(StartPageTest, NoExampleIsLeftOut) {
  StartPage page;
  page.resize(1200, 900);
  page.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&page, test::kPatience));
  std::set<QString> shown;
  for (const ExampleCard* card : page.findChildren<ExampleCard*>())
    for (const QString& path : card->listPaths()) EXPECT_TRUE(shown.insert(path).second) << qPrintable(path);
  for (const QString& path : findExamples()) {
    EXPECT_TRUE(shown.contains(path)) << qPrintable(path);
    EXPECT_FALSE(findExampleText(path).isEmpty()) << qPrintable(path);
  }
}

// The extensible links are one mechanism; each of them is two clicks away, or one after a search for it.
TEST(StartPageTest, OneTextIsOneCardWithVariants) {
  StartPage page;
  page.resize(1200, 900);
  page.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&page, test::kPatience));
  std::vector<ExampleCard*> links;
  for (ExampleCard* card : page.findChildren<ExampleCard*>())
    if (card->path().contains("dupac")) links.push_back(card);
  ASSERT_EQ(links.size(), 1U);
  ExampleCard& card = *links.front();
  EXPECT_EQ(card.listPaths().size(), 13U);
  EXPECT_EQ(card.text(), "Extensible link");
  EXPECT_TRUE(card.path().endsWith("dupac-2014-circle.clank"));
  auto* list = card.findChild<QToolButton*>();
  ASSERT_TRUE(list && list->menu());
  EXPECT_EQ(list->menu()->actions().size(), 13);
  EXPECT_GE(list->width(), list->fontMetrics().horizontalAdvance(list->text()));
  EXPECT_GE(waitUntil([&] { return card.rect().contains(list->geometry()); }), 0);
  QSignalSpy picked(&page, &StartPage::picked);
  for (QAction* variant : list->menu()->actions())
    if (variant->text().contains("Flexible") && variant->text().contains("ellipse")) variant->trigger();
  ASSERT_EQ(picked.count(), 1);
  EXPECT_TRUE(picked[0][0].toString().endsWith("dupac-2014-ellipse-flexible.clank"));
  page.findChild<QLineEdit*>("searchExamples")->setText("pear flexible");
  ASSERT_TRUE(card.isVisible());
  EXPECT_EQ(card.text(), "Flexible extensible link on a pear-shaped quartic");
  card.click();
  ASSERT_EQ(picked.count(), 2);
  EXPECT_TRUE(picked[1][0].toString().endsWith("dupac-2014-pear-flexible.clank"));
}

TEST(StartPageTest, TheMenuOpensItWithTheKeyboardInItsSearch) {
  MainWindow window;
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  window.activateWindow();
  ASSERT_GE(waitUntil([&] { return window.isActiveWindow(); }), 0);
  ASSERT_TRUE(window.open(test::kThreeBar));
  window.actions().get(Command::startPage)->trigger();
  QTest::keyClicks(QApplication::focusWidget(), "geneva");
  auto* page = window.findChild<StartPage*>();
  EXPECT_EQ(page->findChild<QLineEdit*>("searchExamples")->text(), "geneva");
  int found = 0;
  for (const ExampleCard* card : page->findChildren<ExampleCard*>()) found += card->isVisible();
  EXPECT_EQ(found, 1);
  window.document().undoStack().setClean();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  EXPECT_FALSE(page->isVisible());
  EXPECT_TRUE(window.document().path().endsWith("geneva-drive.clank"));
}

// What ships tells its story in a sentence that is whole, also where the cards are narrow.
TEST(StartPageTest, TheStoryOfEveryExampleIsWhole) {
  StartPage page;
  page.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&page, test::kPatience));
  for (const int width : {900, 1024, 1370}) {
    page.resize(width, 700);
    waitFor(50);
    int cards = 0;
    for (const ExampleCard* card : page.findChildren<ExampleCard*>()) {
      EXPECT_TRUE(card->isNameWhole()) << qPrintable(card->text()) << " at " << width;
      EXPECT_TRUE(card->isStoryWhole()) << qPrintable(card->path()) << " at " << width;
      ++cards;
    }
    EXPECT_GT(cards, 35);
  }
}

// Each word counts, wherever it stands; the folders of an installation are no words. Nothing found is told.
TEST(StartPageTest, SearchFindsWords) {
  StartPage page;
  page.resize(1200, 900);
  page.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&page, test::kPatience));
  auto* search = page.findChild<QLineEdit*>("searchExamples");
  ASSERT_TRUE(search);
  const auto find = [&](const QString& words) {
    search->setText(words);
    std::set<QString> found;
    for (const ExampleCard* card : page.findChildren<ExampleCard*>())
      if (card->isVisible()) found.insert(QFileInfo(card->path()).completeBaseName());
    return found;
  };
  const auto isAnyTold = [&] {
    const auto labels = page.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->isVisible() && label->text().contains("No example");
    });
  };
  const std::size_t all = find("").size();
  EXPECT_TRUE(find("four bar").contains("four-bar"));
  EXPECT_TRUE(find("linkage four-bar").contains("four-bar"));
  EXPECT_FALSE(isAnyTold());
  EXPECT_LT(find("resources").size(), all);
  EXPECT_TRUE(find("xyzzy").empty());
  EXPECT_TRUE(isAnyTold());
  EXPECT_EQ(find(" ").size(), all);
  EXPECT_FALSE(isAnyTold());
}

// Four lines of it: what is longer ends with dots at a word.
TEST(StartPageTest, TheStoryIsASentenceAndNotItsFirstWords) {
  StartPage page;
  page.resize(1200, 900);
  page.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&page, test::kPatience));
  for (ExampleCard* card : page.findChildren<ExampleCard*>()) {
    if (!card->path().endsWith("/four-bar.clank")) continue;
    card->resize(card->sizeHint());
    const QImage picture = card->grab().toImage();
    const QColor dim = Palette::light().dim;  // of stories alone
    int first = picture.height(), last = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 16; x < picture.width() - 16; ++x) {
        if (picture.pixelColor(x, y) != dim) continue;
        first = std::min(first, y);
        last = y;
      }
    EXPECT_GT(last - first, 32) << "more than two lines";
    return;
  }
  FAIL() << "no four-bar";
}

TEST(StartPageTest, ADiscIsRound) {
  Mechanism m;
  Body ball;
  ball.id = "ball";
  ball.mass = 1;
  ball.inertia = 1;
  ball.radius = 0.1;
  m.bodies = {ball};
  ExampleCard card({}, {{"ball.clank", m}});
  card.setLook(Palette::light());
  card.resize(card.sizeHint());
  const QImage picture = card.grab().toImage().convertToFormat(QImage::Format_RGB32);
  const QRect place = picture.rect().adjusted(8, 8, -8, -100);  // without frame, name and story
  const QRgb back = picture.pixel(place.topLeft());
  QRect box;
  int inked = 0;
  for (int y = place.top(); y <= place.bottom(); ++y)
    for (int x = place.left(); x <= place.right(); ++x) {
      if (picture.pixel(x, y) == back) continue;
      ++inked;
      box |= QRect(x, y, 1, 1);
    }
  EXPECT_NEAR(box.width(), box.height(), 1);
  const double part = inked / (1.0 * box.width() * box.height());
  EXPECT_NEAR(part, std::numbers::pi / 4, 0.02) << "of the square around it";
}

// A picture is more than a dot: ropes, belts and curves are in it, over a good part of the card.
TEST(StartPageTest, EveryPictureShowsAMechanism) {
  StartPage page;
  page.resize(1200, 900);
  page.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&page, test::kPatience));
  for (ExampleCard* card : page.findChildren<ExampleCard*>()) {
    card->resize(card->sizeHint());  // also of those that the page has not laid out yet
    const QImage picture = card->grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QRect place = picture.rect().adjusted(8, 8, -8, -100);  // without frame, name and story
    ASSERT_GT(place.height(), 100);
    const QRgb back = picture.pixel(place.topLeft());
    QRect inked;
    for (int y = place.top(); y <= place.bottom(); ++y)
      for (int x = place.left(); x <= place.right(); ++x)
        if (picture.pixel(x, y) != back) inked |= QRect(x, y, 1, 1);
    EXPECT_GT(inked.width() + inked.height(), place.height() * 3 / 4) << qPrintable(card->path());
  }
}

}  // namespace
}  // namespace clank
