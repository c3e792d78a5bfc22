// SPDX-License-Identifier: GPL-3.0-or-later
// A hand that knows nothing presses keys, clicks, drags and types anywhere in the real window, runs and What
// if included, seeded. Nothing crashes, what is drawn can be saved and read back, and the window still works.
// CLANK_STRAY_STEPS and CLANK_STRAY_SEEDS: how long and how often it does so.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QApplication>
#include <QComboBox>
#include <QDrag>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>

#include "core/io/mechanism_file.h"
#include "core/io/resources.h"
#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;

const std::array kFiles{
    "linkages/four-bar.clank",       "linkages/slider-crank.clank",  "linkages/toggle-clamp.clank",
    "linkages/jansen-leg.clank",     "metamorphic/coupling.clank",   "papers/song-2020-three-bar.clank",
    "contacts/marble-run.clank",     "contacts/rocking-block.clank", "curves/grooved-cam.clank",
    "metamorphic/slip-clutch.clank", "linkages/worn-four-bar.clank", "contacts/ratchet-and-pawl.clank"};
const std::array kTexts{"0",     "-5 mm", "2*L1",   "abc(",  "nan",    "1e400", "1e-300 m", "45 deg",
                        "0.1 s", "12",    "1/0",    "",      "  ",     "free",  "true",     "sqrt(-1)",
                        "1e9",   "-1e9",  "250 mm", "sin t", "theta1", "9.81",  "0.5",      "pi/2"};
const std::array kKeys{Qt::Key_Escape, Qt::Key_Return,   Qt::Key_Tab,   Qt::Key_Backtab, Qt::Key_Delete,
                       Qt::Key_Space,  Qt::Key_Left,     Qt::Key_Right, Qt::Key_Up,      Qt::Key_Down,
                       Qt::Key_Home,   Qt::Key_End,      Qt::Key_N,     Qt::Key_Period,  Qt::Key_Comma,
                       Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Plus,  Qt::Key_Minus,   Qt::Key_F2};

unsigned readNumberOf(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text ? static_cast<unsigned>(std::atoi(text)) : otherwise;
}

const MechanismDocument* shownDocument = nullptr;

// A picture with something in it that is no number.
void refuseNaN(QtMsgType, const QMessageLogContext&, const QString& text) {
  std::fprintf(stderr, "%s\n", qPrintable(text));
  if (!text.contains("NaN")) return;
  std::fprintf(stderr, "%s\n", writeMechanism(shownDocument->shown()).c_str());
  std::abort();
}

class StrayHand : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    random_.seed(GetParam());
    shownDocument = &window.document();
    before_ = qInstallMessageHandler(refuseNaN);
    for (const char* file : kFiles) {
      const auto from = *findResources() / "examples" / file;
      std::filesystem::copy_file(from, (folder_.path().toStdString() + "/") + from.filename().string());
    }
    window.resize(1380, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    window.activateWindow();
    openAny();
    // Whatever asks for an answer gets none, and a menu any.
    QObject::connect(&answer_, &QTimer::timeout, &window, [this] { answer(); });
    answer_.start(15);
  }
  void TearDown() override {
    window.document().undoStack().setClean();
    qInstallMessageHandler(before_);
  }

  int pick(int count) { return count > 0 ? static_cast<int>(random_() % static_cast<unsigned>(count)) : 0; }

  void answer() {
    if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
      const auto actions = menu->actions();
      if (!actions.isEmpty() && pick(3)) {
        QAction* action = actions[pick(static_cast<int>(actions.size()))];
        // Later: it may open a dialog, and that one waits for this timer.
        if (isHarmless(action)) QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
      }
      menu->close();
    } else if (QWidget* popup = QApplication::activePopupWidget()) {
      popup->close();
    }
    if (QWidget* modal = QApplication::activeModalWidget()) modal->close();
    QDrag::cancel();  // it waits for a button to be let go, and the hand that would do it waits for the drag
  }

  bool isHarmless(const QAction* action) {
    for (const Command command : {Command::quit, Command::closeWindow, Command::newWindow, Command::open})
      if (action == window.actions().get(command)) return false;
    return action->isEnabled() && !action->menu();
  }

  void openAny() {
    const std::string name =
        std::filesystem::path(kFiles[static_cast<std::size_t>(pick(static_cast<int>(kFiles.size())))])
            .filename();
    window.document().undoStack().setClean();
    window.open(folder_.filePath(QString::fromStdString(name)));
  }

  void step() {
    const int dice = pick(100);
    if (dice < 40) return useMouse(window.views().board->canvas().viewport(), true);
    if (dice < 52) return command();
    if (dice < 62) return key();
    if (dice < 82) return useControl();
    if (dice < 90) return useView();
    if (dice < 96) return waitFor(pick(80));
    if (dice < 99) return undoSome();
    openAny();
  }

  QPoint placeOn(QWidget* widget, bool board) {
    const auto& handles = window.views().board->drawing().handles();
    if (board && !handles.empty() && pick(2)) {
      const QPointF world = handles[static_cast<std::size_t>(pick(static_cast<int>(handles.size())))].world;
      const QPoint at = window.views().board->canvas().toPixel().map(world).toPoint();
      if (widget->rect().contains(at)) return at;
    }
    return {pick(widget->width()), pick(widget->height())};
  }

  void useMouse(QWidget* widget, bool board) {
    if (!widget->isVisible()) return;
    const Qt::KeyboardModifiers modifiers = pick(6)   ? Qt::NoModifier
                                            : pick(2) ? Qt::ShiftModifier
                                                      : Qt::AltModifier;
    const auto button = pick(12) ? Qt::LeftButton : pick(2) ? Qt::RightButton : Qt::MiddleButton;
    const QPoint from = placeOn(widget, board);
    QTest::mouseMove(widget, from);
    if (pick(8) == 0) {
      QTest::mouseDClick(widget, Qt::LeftButton, modifiers, from);
      if (auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget()); field && pick(3))
        typeInto(field);
      return;
    }
    QTest::mousePress(widget, button, modifiers, from);
    if (button == Qt::RightButton) {
      QContextMenuEvent event(QContextMenuEvent::Mouse, from, widget->mapToGlobal(from));
      QApplication::sendEvent(widget, &event);
    }
    const QPoint to = placeOn(widget, board);
    for (int i = 1, moves = pick(5); i <= moves; ++i) {
      QTest::mouseMove(widget, from + (to - from) * i / moves);
      if (pick(10) == 0) waitFor(5);
    }
    if (pick(12) == 0) key();
    QTest::mouseRelease(widget, button, modifiers, to);
  }

  void command() {
    const auto id = static_cast<Command>(pick(static_cast<int>(Actions::table().size())));
    QAction* action = window.actions().get(id);
    const std::set<Command> kept{Command::exportSamples, Command::exportEvents,  Command::exportPlot,
                                 Command::exportDrawing, Command::exportPicture, Command::saveAs,
                                 Command::fullScreen};
    if (isHarmless(action) && !kept.contains(id)) action->trigger();
  }

  void key() {
    QWidget* focus = QApplication::focusWidget();
    const auto modifiers = pick(6) ? Qt::NoModifier : Qt::ShiftModifier;
    QTest::keyClick(focus ? focus : &window,
                    kKeys[static_cast<std::size_t>(pick(static_cast<int>(kKeys.size())))], modifiers);
  }

  void typeInto(QLineEdit* field) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, kTexts[static_cast<std::size_t>(pick(static_cast<int>(kTexts.size())))]);
    QTest::keyClick(field, pick(4) ? Qt::Key_Return : pick(2) ? Qt::Key_Escape : Qt::Key_Tab);
  }

  void useControl() {
    std::vector<QWidget*> controls;
    for (auto* widget : window.findChildren<QWidget*>()) {
      const bool isControl = qobject_cast<QLineEdit*>(widget) || qobject_cast<QAbstractSlider*>(widget) ||
                             qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractButton*>(widget);
      auto* tool = qobject_cast<QToolButton*>(widget);
      const bool isSafe = !tool || !tool->defaultAction() || isHarmless(tool->defaultAction());
      if (isControl && isSafe && widget->isVisible() && widget->isEnabled()) controls.push_back(widget);
    }
    if (controls.empty()) return;
    QWidget* widget = controls[static_cast<std::size_t>(pick(static_cast<int>(controls.size())))];
    if (auto* field = qobject_cast<QLineEdit*>(widget)) return typeInto(field);
    if (auto* box = qobject_cast<QComboBox*>(widget)) {
      if (box->count() == 0) return;
      box->setCurrentIndex(pick(box->count()));
      Q_EMIT box->activated(box->currentIndex());
      Q_EMIT box->textActivated(box->currentText());
      return;
    }
    useMouse(widget, false);
  }

  void useView() {
    const std::array<QWidget*, 4> views{window.views().scene, window.views().timeline, window.views().plots,
                                        window.centralWidget()};
    QWidget* view = views[static_cast<std::size_t>(pick(4))];
    const QPoint at(pick(view->width()), pick(view->height()));
    QWidget* under = view->childAt(at);
    useMouse(under ? under : view, false);
  }

  void undoSome() {
    const bool redo = pick(3) == 0;
    for (int i = pick(12); i > 0; --i)
      redo ? window.document().undoStack().redo() : window.document().undoStack().undo();
  }

  QTemporaryDir folder_;
  MainWindow window;
  QTimer answer_;
  QtMessageHandler before_ = nullptr;
  std::mt19937 random_;
};

TEST_P(StrayHand, CannotBreakTheWindow) {
  const unsigned steps = readNumberOf("CLANK_STRAY_STEPS", 200);
  for (unsigned i = 0; i < steps; ++i) {
    step();
    QCoreApplication::processEvents();
    if (i % 50 != 0) continue;
    const std::string text = writeMechanism(window.document().drawn());
    const auto back = readMechanism(text);
    ASSERT_TRUE(back) << "step " << i << "\n" << text;
    ASSERT_EQ(writeMechanism(back->mechanism), text) << "step " << i;
  }
  answer_.stop();
  while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  window.actions().get(Command::whatIf)->setChecked(false);
  window.run().setExploring(false);
  window.document().undoStack().setClean();
  const auto untouched = *findResources() / "examples" / "linkages" / "four-bar.clank";
  ASSERT_TRUE(window.open(QString::fromStdString(untouched.string())));
  window.run().setSpeed(0);
  window.run().run();
  EXPECT_GE(test::waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0)
      << static_cast<int>(window.run().state()) << ' ' << window.run().trajectory().sampleCount() << ' '
      << window.run().mechanism().name;
}

INSTANTIATE_TEST_SUITE_P(Seeds, StrayHand, testing::Range(1U, 1U + readNumberOf("CLANK_STRAY_SEEDS", 3)));

}  // namespace
}  // namespace clank
