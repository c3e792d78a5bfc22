// SPDX-License-Identifier: GPL-3.0-or-later
// clank-render: what clank-cli render, and report for paper, become. It takes the words of clank-cli, runs
// the mechanism and makes the video or the pages, with no display.
#include <fmt/format.h>

#include <QApplication>
#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/progress_bar.h"
#include "app/cli/report_page.h"
#include "app/cli/resolved_input.h"
#include "app/cli/say.h"
#include "app/cli/stop_signals.h"
#include "ui/document/element_names.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/report/pdf_report.h"
#include "ui/run/run_shelf.h"
#include "ui/video/video_job.h"
#include "ui/window/speeds.h"

using namespace clank;

namespace {

VideoOptions makeVideoOptions(const RenderOptions& options, const Trajectory& trajectory) {
  VideoOptions video;
  video.out = options.out;
  video.reads = updInputs();
  video.size = {options.width, options.height};
  video.content = options.plots ? VideoOptions::Content::sceneAndPlots : VideoOptions::Content::scene;
  video.pace.from = options.from.value_or(trajectory.time(0));
  video.pace.to = options.to.value_or(trajectory.time(trajectory.sampleCount() - 1));
  video.pace.speed = options.speed.value_or(findWatchableSpeed(video.pace.to - video.pace.from));
  video.pace.rate = options.rate;
  video.pace.slowest = options.slowest;
  video.pace.around = options.around;
  video.follow = options.follow;
  video.turns = options.turns;
  return video;
}

// Remarks of Qt about a platform without a screen are nobody's concern.
void sayWhatCounts(QtMsgType type, const QMessageLogContext&, const QString& message) {
  if (type == QtCriticalMsg || type == QtFatalMsg) say("clank-cli: render: {}", message.toStdString());
}

ExitCode tell(const Problems& problems, ExitCode code) {
  for (const Problem& problem : problems) say("clank-cli: render: {}", problem.what);
  return code;
}

bool hasBody(const Mechanism& mechanism, const std::string& id) {
  return std::any_of(mechanism.bodies.begin(), mechanism.bodies.end(),
                     [&](const Body& body) { return body.id == id; });
}

ExitCode render(const RenderOptions& options, StopSignals& stop) {
  const auto run = runModel(options);
  if (!run) return run.error();
  if (!options.follow.empty() && !hasBody(run->resolved, options.follow))
    return tell({{fmt::format("--follow: there is no body \"{}\"", options.follow), ""}}, ExitCode::usage);
  setUnitChoice(run->resolved.units);
  const PartNames names = listNames(run->resolved);
  setPartNames(&names);
  const VideoRun shown{.mechanism = &run->resolved,
                       .trajectory = &run->trajectory,
                       .palette = options.dark ? Palette::darkSet() : Palette::light(),
                       .constants = listConstants(run->resolved)};
  const VideoOptions video = makeVideoOptions(options, run->trajectory);
  Problems wrong = checkVideo(video);
  const Problems outside =
      checkPace(video.pace, run->trajectory.time(0), run->trajectory.time(run->trajectory.sampleCount() - 1));
  wrong.insert(wrong.end(), outside.begin(), outside.end());
  if (!wrong.empty()) return tell(wrong, ExitCode::usage);
  if (std::error_code error; options.makesFolder) {
    std::filesystem::create_directories(options.out.parent_path(), error);
    if (error)
      return tell(
          {{fmt::format("cannot make the folder {}: {}", options.out.parent_path().string(), error.message()),
            ""}},
          ExitCode::runFailed);
  }
  const auto job = VideoJob::create(shown, video);
  if (!job) return tell(job.error(), ExitCode::runFailed);
  stop.askFirst();
  ProgressBar progress(video.pace.to - video.pace.from, !options.quiet);
  while (!(*job)->isDone()) {
    if (stop.wasSignalled()) return ExitCode::interrupted;
    if (const Problems problems = (*job)->step(); !problems.empty()) {
      progress.clear();
      return tell(problems, ExitCode::runFailed);
    }
    progress.show((video.pace.to - video.pace.from) * static_cast<double>((*job)->countDone()) /
                  static_cast<double>((*job)->countFrames()));
  }
  progress.clear();
  if (!options.quiet) say("clank-cli: {}: {} frames", options.out.string(), (*job)->countFrames());
  return judgeLedger(*run, ExitCode::done);
}

ExitCode printReport(const ReportOptions& options) {
  const auto page = makeReportPage(options);
  if (!page) return page.error();
  const Problems problems = writePdfReport(page->html, QString::fromStdString(options.out.string()));
  for (const Problem& problem : problems) say("clank-cli: report: {}", problem.what);
  return problems.empty() ? page->code : ExitCode::runFailed;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  const auto read = readCommandLine(argc, argv);
  if (const int* code = std::get_if<int>(&read)) return *code;
  const auto* options = std::get_if<RenderOptions>(&std::get<CliOptions>(read));
  const auto* report = std::get_if<ReportOptions>(&std::get<CliOptions>(read));
  if (!options && !report) {
    say("clank-render: it is started by clank-cli render and by clank-cli report");
    return static_cast<int>(ExitCode::usage);
  }
  try {
    StopSignals stop;  // before Qt has threads
    qInstallMessageHandler(sayWhatCounts);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    int count = 1;
    const QApplication application(count, argv);
    return static_cast<int>(report ? printReport(*report) : render(*options, stop));
  } catch (const std::exception& error) {
    say("clank-cli: render: {}", error.what());
    return static_cast<int>(ExitCode::runFailed);
  }
}
