// SPDX-License-Identifier: GPL-3.0-or-later
// What if, on screen: a slider or a pin moves in the real window sixty times a second, and what came of it is
// counted: runs that were shown, frames of the scene and of the plots, and how long the eye waits for the
// answer. Run: xvfb-run -s "-screen 0 1400x900x24 +extension GLX"
// build/release/tests/bench/clank_window_bench [SCENARIO [MOVES]]
// With a number of moves each waits for its answer on the screen: the same work every time, whose
// instructions can be counted (valgrind --tool=callgrind, the difference of two numbers of moves).
//
// What a frame consists of (perf, software OpenGL on 2 cores, slider/jansen-leg; ms of the window's thread):
// the edit with its checks and the analysis of the drawing 4, the scene's shapes of the new run and its
// arrows 4, drawing the scene 6, the drawing board 4, the plots 3, the rest of the window 2. Playing leaves
// the last four.
//
// Frames of the scene a second (window of 1400x900, chrt -r 5, AMD EPYC, 2 cores), before and after the next
// run was computed while the window draws the last one, the scene was built once a frame instead of each time
// that a guide had to grow, and a path was swept without a drawing for each of its points: slider/three-bar
// 39 and 46, slider-crank 39 and 47, double-folded 25 and 33, jansen-leg 24 and 31 (the last two wait for
// their runs), pin/four-bar 49 and 54, reshape/four-bar 44 and 57; playing 62.
//
// Earlier steps: an actor without points made VTK draw a pass for translucent ones, and every run with
// another length was first drawn smoothed; hidden panels are not written, curves keep their graphs
// and are drawn from few corners, what is written over the scene is kept, and the scene is not painted by
// Qt's OpenGL, which put the whole window together twice a run.
#include <time.h>
#include <QApplication>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSlider>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "ui/board/board.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/scene/vtk_widget.h"
#include "ui/window/main_window.h"

using namespace clank;

namespace {

constexpr int kMoveInterval = 16, kSeconds = 4;
int movesToMake = 0;  // 0: as many as come in that time

// Asleep where nothing happens: looking for events over and over would count as time of the window.
void waitFor(int milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, Qt::PreciseTimer, &loop, &QEventLoop::quit);
  loop.exec();
}

// s of processor that this thread has had: unlike frames, independent of what else the machine does.
double readThreadTime() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

class Counter : public QObject {
  Q_OBJECT
 public:
  explicit Counter(MainWindow& window) {
    clock_.start();
    connect(window.views().scene->findChild<VtkWidget*>(), &VtkWidget::frameDrawn, this, &Counter::takeFrame);
    for (auto* plot : window.views().plots->findChildren<QWidget*>())
      if (plot->inherits("QCustomPlot")) connect(plot, SIGNAL(afterReplot()), this, SLOT(takePlot()));
    connect(&window.run(), &RunController::cleared, this, [this] {
      ++runs;
      unseen_ = true;
    });
  }
  void takeMove() {
    ++moves;
    runsBefore_ = runs;
    lastMove_ = clock_.nsecsElapsed();
  }
  void report(const char* name, double runMilliseconds, double seconds) {
    std::sort(latencies_.begin(), latencies_.end());
    std::sort(intervals_.begin(), intervals_.end());
    const auto at = [](const std::vector<double>& sorted, double part) {
      return sorted.empty() ? NAN
                            : sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
    };
    std::printf("%s,%.1f,%.1f,%.1f,%.1f,%.1f,%.0f,%.0f,%.0f,%.1f,%.1f,%.1f\n", name, runMilliseconds,
                moves / seconds, runs / seconds, frames / seconds, plots / 3 / seconds, at(latencies_, 0.5),
                at(latencies_, 0.95), at(intervals_, 0.95), renderMs / frames,
                1e3 * (readThreadTime() - cpu_) / runs, frames / runs);
    std::fflush(stdout);
  }
  VtkWidget* canvas = nullptr;
  bool isAnswered() const { return !unseen_ && runs > runsBefore_; }
  double moves = 0, runs = 0, frames = 0, plots = 0, renderMs = 0;

 public Q_SLOTS:
  void takePlot() { plots += 1; }

 private:
  void takeFrame() {
    const auto now = clock_.nsecsElapsed();
    if (frames > 0) intervals_.push_back(static_cast<double>(now - lastFrame_) * 1e-6);
    lastFrame_ = now;
    frames += 1;
    if (canvas) renderMs += canvas->lastRenderMilliseconds();
    if (unseen_) latencies_.push_back(static_cast<double>(now - lastMove_) * 1e-6);
    unseen_ = false;
  }
  QElapsedTimer clock_;
  double cpu_ = readThreadTime(), runsBefore_ = 0;
  qint64 lastMove_ = 0, lastFrame_ = 0;
  bool unseen_ = false;
  std::vector<double> latencies_, intervals_;
};

double measureRun(MainWindow& window) {
  window.run().setSpeed(0);
  window.run().run();
  while (window.run().isBusy()) waitFor(5);
  return window.run().summary().wallSeconds * 1e3;
}

// to(phase): puts the mouse where it belongs at a phase of the back and forth (0..2 pi), which takes a
// second: so every move changes something.
template <class Move>
void measure(const char* name, MainWindow& window, double runMilliseconds, Move to) {
  Counter counter(window);
  counter.canvas = window.views().scene->findChild<VtkWidget*>();
  QElapsedTimer clock;
  clock.start();
  for (int i = 1; i <= movesToMake; ++i) {
    constexpr int kPatience = 5000;  // ms; a move to the same place has no answer
    constexpr double kStep = 1.1;    // so that each goes to another place
    counter.takeMove();
    to(kStep * i);
    QElapsedTimer since;
    for (since.start(); !counter.isAnswered() && since.elapsed() < kPatience;) waitFor(2);
  }
  if (movesToMake > 0)
    return counter.report(name, runMilliseconds, static_cast<double>(clock.elapsed()) * 1e-3);
  QTimer mover;
  mover.setTimerType(Qt::PreciseTimer);
  QObject::connect(&mover, &QTimer::timeout, [&] {
    counter.takeMove();
    to(static_cast<double>(clock.elapsed()) * 6e-3);
  });
  mover.start(kMoveInterval);
  waitFor(kSeconds * 1000);
  mover.stop();
  counter.report(name, runMilliseconds, static_cast<double>(clock.elapsed()) * 1e-3);
}

void measureSlider(const char* name, const char* file, const char* parameter) {
  MainWindow window;
  window.show();
  if (!window.open(QString(CLANK_SOURCE_DIR "/resources/examples/") + file)) return;
  waitFor(800);
  const double run = measureRun(window);
  window.actions().get(Command::whatIf)->trigger();
  window.views().parametersDock->raise();
  window.playback().scrub(0.6 * window.run().duration());
  waitFor(1200);
  auto* slider = window.findChild<QSlider*>(QString("slider:") + parameter);
  if (!slider) return;
  const auto at = [&](double part) {
    return QPoint(8 + static_cast<int>(part * (slider->width() - 16)), slider->height() / 2);
  };
  const double start = static_cast<double>(slider->value()) / slider->maximum();
  QTest::mousePress(slider, Qt::LeftButton, {}, at(start));
  measure(name, window, run,
          [&](double phase) { QTest::mouseMove(slider, at(start + 0.12 * std::sin(phase))); });
  QTest::mouseRelease(slider, Qt::LeftButton, {}, at(start));
  window.document().undoStack().setClean();
}

void measurePin(const char* name, const char* file, double x, double y, ToolKind tool) {
  MainWindow window;
  window.show();
  if (!window.open(QString(CLANK_SOURCE_DIR "/resources/examples/") + file)) return;
  waitFor(800);
  const double run = measureRun(window);
  window.actions().get(Command::whatIf)->trigger();
  window.playback().goToStart();
  waitFor(1200);
  window.actions().get(Actions::commandOf(tool))->trigger();
  Canvas& canvas = window.views().board->canvas();
  const QPointF pin = canvas.toPixel().map(QPointF(x, y));
  QWidget* sheet = canvas.viewport();
  QTest::mouseMove(sheet, pin.toPoint());
  QTest::mousePress(sheet, Qt::LeftButton, {}, pin.toPoint());
  measure(name, window, run, [&](double phase) {
    const QPointF to = pin + QPointF(-20 + 20 * std::cos(phase), 20 * std::sin(phase));
    // Alt: the grid would hold a reshaped pin for many moves on end.
    QTest::mouseEvent(QTest::MouseMove, sheet, Qt::LeftButton, Qt::AltModifier, to.toPoint());
  });
  QTest::mouseRelease(sheet, Qt::LeftButton, {}, pin.toPoint());
  window.document().undoStack().setClean();
}

// Played over and over, as slowly as is usual in a lecture: frames of the scene a second.
void measurePlayback(const char* name, const char* file, double speed) {
  MainWindow window;
  window.resize(1400, 900);
  window.show();
  if (!window.open(QString(CLANK_SOURCE_DIR "/resources/examples/") + file)) return;
  waitFor(800);
  const double run = measureRun(window);
  window.playback().setLoop(true);
  window.playback().setSpeed(speed);
  window.playback().goToStart();
  window.playback().play();
  waitFor(500);
  Counter counter(window);
  counter.canvas = window.views().scene->findChild<VtkWidget*>();
  QElapsedTimer clock;
  clock.start();
  waitFor(kSeconds * 1000);
  counter.runs = counter.frames;  // for the time of the thread a frame
  counter.report(name, run, static_cast<double>(clock.elapsed()) * 1e-3);
  window.document().undoStack().setClean();
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QCoreApplication::setApplicationName("clank-bench");
  QCoreApplication::setOrganizationName("clank-bench");
  std::printf(
      "scenario,run [ms],moves [1/s],runs shown [1/s],scene frames [1/s],plot frames [1/s],answer median "
      "[ms],answer "
      "p95 [ms],frame interval p95 [ms],render mean [ms],window's thread a run [ms of processor],frames a "
      "run\n");
  const QString only = argc > 1 ? argv[1] : "";
  movesToMake = argc > 2 ? QString(argv[2]).toInt() : 0;
  const auto wanted = [&](const char* name) { return only.isEmpty() || only == name; };
  if (wanted("slider/three-bar")) measureSlider("slider/three-bar", "papers/song-2020-three-bar.clank", "L1");
  if (wanted("slider/slider-crank"))
    measureSlider("slider/slider-crank", "linkages/slider-crank.clank", "crank_length");
  if (wanted("slider/double-folded"))
    measureSlider("slider/double-folded", "papers/song-2020-double-folded.clank", "e");
  if (wanted("slider/jansen-leg"))
    measureSlider("slider/jansen-leg", "linkages/jansen-leg.clank", "crank_length");
  if (wanted("play/three-bar")) measurePlayback("play/three-bar", "papers/song-2020-three-bar.clank", 0.1);
  if (wanted("play/slider-crank")) measurePlayback("play/slider-crank", "linkages/slider-crank.clank", 0.5);
  if (wanted("play/double-folded"))
    measurePlayback("play/double-folded", "papers/song-2020-double-folded.clank", 0.1);
  if (wanted("play/jansen-leg")) measurePlayback("play/jansen-leg", "linkages/jansen-leg.clank", 0.5);
  if (wanted("pin/four-bar"))
    measurePin("pin/four-bar", "linkages/four-bar.clank", 0.05, 0.0866, ToolKind::select);
  if (wanted("pin/four-bars-40"))
    measurePin("pin/four-bars-40", "benchmarks/four-bars-40.clank", 0.0, 1.0, ToolKind::select);
  if (wanted("reshape/four-bar"))
    measurePin("reshape/four-bar", "linkages/four-bar.clank", 0.3, 0.0, ToolKind::reshape);
  return 0;
}

#include "window_bench.moc"
