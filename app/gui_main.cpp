// SPDX-License-Identifier: GPL-3.0-or-later
// clank [FILE] [--run] [--case NAME] [--select ID] [--screenshot OUT.png [--at TIME]] [--dark]
//
// With --screenshot: exit 0 when the picture is written, 1 when the file (or OUT) is wrong, 3 when the run
// fails.
#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <string_view>

#include "app/time_option.h"
#include "core/support/one_line.h"
#include "core/support/version.h"
#include "ui/window/examples.h"
#include "ui/window/main_window.h"
#include "ui/window/spoken_faces.h"
#include "ui/window/theme.h"

using namespace clank;

namespace {

constexpr int kSettle = 400;  // ms for layout, plots and scene to be drawn before the picture is taken
enum Exit { kDone = 0, kWrongFile = 1, kUsage = 2, kRunFailed = 3 };

struct Options {
  QString file, caseId, screenshot, selected;
  std::optional<double> at;  // s
  bool run = false, dark = false;
};

void say(const Problems& problems) {
  for (const auto& p : problems)
    std::fprintf(stderr, "%s: %s%s%s\n", toWord(p.severity), toOneLine(p.where).c_str(),
                 p.where.empty() ? "" : ": ", toOneLine(p.what).c_str());
}

void nameProgram() {
  QCoreApplication::setApplicationName("clank");
  QCoreApplication::setOrganizationName("clank");
  QCoreApplication::setApplicationVersion(programVersion());
}

Options readOptions(const QCoreApplication& application) {
  QCommandLineParser parser;
  parser.setApplicationDescription("Draw planar linkages and see how they really move.");
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument("FILE", "mechanism to open; the start page when absent", "[FILE]");
  parser.addOptions({{"run", "start the run at once"},
                     {"case", "case to open", "NAME"},
                     {"screenshot", "run, write a picture of the whole window and exit", "OUT.png"},
                     {"at", "time of the picture; the end when absent", "TIME"},
                     {"select", "part to select: its properties are shown", "ID"},
                     {"dark", "dark colours"}});
  parser.process(application);
  Options options;
  const QStringList files = parser.positionalArguments();
  if (!files.isEmpty()) options.file = files.front();
  options.caseId = parser.value("case");
  options.screenshot = parser.value("screenshot");
  options.selected = parser.value("select");
  options.run = parser.isSet("run");
  options.dark = parser.isSet("dark") || loadDarkChoice();
  if (parser.isSet("at")) options.at = readTime(parser.value("at").toStdString());
  const bool isTime = !parser.isSet("at") || options.at;
  if (files.size() > 1 || !isTime || (options.at && options.screenshot.isEmpty())) {
    std::fprintf(stderr, "clank: %s\n",
                 files.size() > 1 ? "one FILE at most"
                 : !isTime        ? "--at wants a time, as 0.2 (seconds) or \"200 ms\""
                                  : "--at belongs to --screenshot");
    std::exit(kUsage);
  }
  return options;
}

void takePicture(MainWindow& window, const Options& options) {
  if (options.at) {
    // The time of an event as people read it means the moment just after it.
    const double t = *options.at;
    const auto& events = window.run().trajectory().events();
    const auto near = std::find_if(events.begin(), events.end(),
                                   [&](const Receipt& e) { return std::abs(e.t - t) < 1e-9; });
    if (near != events.end()) {
      window.playback().goToEvent(static_cast<std::size_t>(near - events.begin()));
    } else {
      window.playback().scrub(t);
    }
  } else {
    window.playback().goToEnd();
  }
  QTimer::singleShot(kSettle, &window, [&window, path = options.screenshot] {
    QCoreApplication::processEvents();  // what a busy machine has not laid out yet
    const bool written = window.exportPicture(path);
    if (!written) std::fprintf(stderr, "clank: cannot write %s\n", qPrintable(path));
    QCoreApplication::exit(written ? kDone : kWrongFile);
  });
}

// Runs at full speed, then takes the picture.
void planPicture(MainWindow& window, const Options& options) {
  QObject::connect(&window.run(), &RunController::stateChanged, &window,
                   [&window, options](RunController::State state) {
                     if (state == RunController::State::failed) {
                       say(window.run().summary().problems);
                       std::fprintf(stderr, "clank: the run failed\n");
                       QCoreApplication::exit(kRunFailed);
                     } else if (state == RunController::State::finished) {
                       takePicture(window, options);
                     }
                   });
  window.run().setSpeed(0);
  window.run().run();
}

void select(MainWindow& window, const QString& id) {
  for (const ElementId& element : listElements(window.document().drawn()))
    if (element.id == id.toStdString()) window.selection().select(element);
}

// The window is there before a large file is.
void openForWork(MainWindow& window, const Options& options) {
  if (!options.file.isEmpty()) {
    auto* first = new QObject(&window);  // what is opened later is not for the terminal
    const auto on = [&](auto signal, auto act) {
      const auto once = [first, act] {
        act();
        first->deleteLater();
      };
      QObject::connect(&window.files(), signal, first, once, Qt::QueuedConnection);
    };
    on(&FileCommands::fileRefused, [&window] { say(window.document().fileProblems()); });
    on(&FileCommands::opened, [&window, options] {
      select(window, options.selected);
      if (options.run) window.run().run();
    });
    window.files().openSoon(options.file, options.caseId);
  }
  window.show();
  window.offerRecovery();
}

// Help and version are for terminals, with or without a display. They end the program.
void answerWithoutDisplay(int argc, char** argv) {
  const std::set<std::string_view> questions{"-h", "--help", "--help-all", "-v", "--version"};
  if (std::none_of(argv + 1, argv + argc, [&](const char* word) { return questions.contains(word); })) return;
  const QCoreApplication application(argc, argv);
  nameProgram();
  readOptions(application);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) answerWithoutDisplay(argc, argv);
  QApplication application(argc, argv);
  installSpokenFaces();
  nameProgram();
  QGuiApplication::setDesktopFileName("io.github.clank_linkage.Clank");
  Options options = readOptions(application);

  MainWindow window(options.dark);
  const bool begins = options.file.isEmpty() && options.screenshot.isEmpty() && !options.run;
  if (options.file.isEmpty() && !begins) options.file = findFirstExample();
  if (!options.screenshot.isEmpty()) {
    if (!window.open(options.file, options.caseId)) {
      say(window.document().fileProblems());
      std::fprintf(stderr, "clank: %s cannot be opened\n", qPrintable(options.file));
      return kWrongFile;
    }
    window.show();
    select(window, options.selected);  // of a window that is not shown no panel comes to the front
    planPicture(window, options);
    return QApplication::exec();
  }
  openForWork(window, options);
  return QApplication::exec();
}
