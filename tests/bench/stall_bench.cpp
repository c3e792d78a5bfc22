// SPDX-License-Identifier: GPL-3.0-or-later
// How long the window does not answer: the longest time between two turns of its event loop while a large
// file is opened, edited, runs and is looked at, and what the window's thread has computed in the busiest
// turn, which is the same where other work goes on beside. Run:
// xvfb-run -s "-screen 0 1400x900x24 +extension GLX" build/release/tests/bench/clank_stall_bench FILE
// [SECONDS that it runs]
// Below each row: what took a tenth of the limit or more of the busiest turn, by who was told what.
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "ui/plots/plot_area.h"
#include "ui/window/main_window.h"

using namespace clank;

namespace {

double readProcessor() {  // ms, of this thread
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

// Who computes in a turn: what each receiver of an event takes, without those it tells in turn.
class TracedApplication : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override {
    const std::string name = std::string(receiver->metaObject()->className()) + " " +
                             receiver->objectName().toStdString() + " " + std::to_string(event->type());
    const double start = readProcessor(), others = std::exchange(inside_, 0);
    const bool result = QApplication::notify(receiver, event);
    const double taken = readProcessor() - start;
    if (taken - inside_ > kWorthTelling) turn.emplace_back(name, taken - inside_);
    inside_ = others + taken;
    return result;
  }
  std::vector<std::pair<std::string, double>> turn;

 private:
  static constexpr double kWorthTelling = 10;  // ms
  double inside_ = 0;
};

TracedApplication* application = nullptr;

class Stalls {
 public:
  Stalls() {
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setInterval(2);
    QObject::connect(&timer_, &QTimer::timeout, [this] { note(); });
    timer_.start();
    turn_.start();
  }
  // While goesOn, and that long after.
  template <class Work>
  void measure(const char* name, int milliseconds, Work work, bool (*goesOn)(MainWindow&) = nullptr,
               MainWindow* window = nullptr) {
    longest_ = busiest_ = 0;
    busiestTurn_.clear();
    turn_.restart();
    processor_ = readProcessor();
    work();
    note();
    const double atOnce = longest_;
    while (goesOn && goesOn(*window)) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
    note();
    std::printf("%s,%.0f,%.0f,%.0f\n", name, atOnce, longest_, busiest_);
    for (const auto& [who, taken] : busiestTurn_) std::printf("  %s: %.0f\n", who.c_str(), taken);
    std::fflush(stdout);
  }

 private:
  void note() {
    longest_ = std::max(longest_, static_cast<double>(turn_.nsecsElapsed()) * 1e-6);
    turn_.restart();
    const double before = std::exchange(processor_, readProcessor());
    if (processor_ - before > busiest_) {
      busiest_ = processor_ - before;
      busiestTurn_ = application->turn;
    }
    application->turn.clear();
  }
  QTimer timer_;
  QElapsedTimer turn_;
  double longest_ = 0, processor_ = 0, busiest_ = 0;  // ms
  std::vector<std::pair<std::string, double>> busiestTurn_;
};

void turnWheel(PlotCanvas& canvas, int delta) {
  const QPoint at = canvas.getPlotRect().center();
  QWidget* plot = canvas.childAt(at);
  QWheelEvent wheel(at, plot->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(plot, &wheel);
}

}  // namespace

int main(int argc, char** argv) {
  TracedApplication traced(argc, argv);
  application = &traced;
  QCoreApplication::setApplicationName("clank-bench");
  QCoreApplication::setOrganizationName("clank-bench");
  if (argc < 2) return 2;
  const int seconds = argc > 2 ? QString(argv[2]).toInt() : 5;
  MainWindow window;
  Stalls stalls;
  std::printf("what,the call [ms],longest time without an answer [ms],processor in a turn [ms]\n");
  stalls.measure("empty window", 1500, [&] { window.show(); });
  stalls.measure(
      "open", 3000, [&] { window.files().openSoon(argv[1], {}); },
      [](MainWindow& w) { return w.files().opening().isUnderWay(); }, &window);
  const auto moveFirst = [&](Mechanism& m) { m.bodies.front().pose.x.value += 1e-3; };
  if (!window.document().drawn().bodies.empty())
    stalls.measure("edit", 3000, [&] { window.document().edit("move", moveFirst); });
  window.run().setSpeed(0);
  stalls.measure("run", 1000 * seconds, [&] { window.run().run(); });
  stalls.measure("stop", 1000, [&] { window.run().stop(); });
  std::printf("samples,%zu\n", window.run().trajectory().sampleCount());
  PlotCanvas& canvas = window.views().plots->getPlot(0).canvas();
  for (int i = 0; i < 4; ++i) stalls.measure("zoom in", 300, [&] { turnWheel(canvas, 240); });
  for (int i = 0; i < 4; ++i) stalls.measure("zoom out", 300, [&] { turnWheel(canvas, -240); });
  const auto& channels = window.run().trajectory().channels();
  if (channels.size() < 3) return 1;  // it has not run
  PlotChoice choice;
  choice.channels = {channels[1].name};
  choice.kind = PlotKind::spectrum;
  stalls.measure("spectrum", 1000, [&] { window.views().plots->showChoice(choice); });
  choice.kind = PlotKind::xy;
  choice.over = channels[2].name;
  stalls.measure("values over values", 1000, [&] { window.views().plots->showChoice(choice); });
  choice.everyTurn = true;
  stalls.measure("a dot a turn", 3000, [&] { window.views().plots->showChoice(choice); });
  stalls.measure("scrub", 500, [&] { window.playback().scrub(0.3 * window.run().duration()); });
  window.document().undoStack().setClean();
  return 0;
}
