// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/cli/background_run.h"
#include "app/cli/commands.h"
#include "app/cli/leave.h"
#include "app/cli/model_input.h"
#include "app/cli/output_file.h"
#include "app/cli/progress_bar.h"
#include "app/cli/resolved_input.h"
#include "app/cli/run_recorder.h"
#include "app/cli/run_report.h"
#include "app/cli/say.h"
#include "app/cli/stop_signals.h"
#include "core/io/exporters.h"
#include "core/io/hdf5_file.h"
#include "core/io/mechanism_file.h"
#include "core/io/replace_file.h"
#include "core/record/published.h"
#include "core/simulation/simulator.h"

namespace clank {

namespace {

namespace fs = std::filesystem;

struct OutputFiles {
  OutputFile samples, events;
  fs::path summary;
  std::unique_ptr<Hdf5File> hdf5;
};

// False after a message.
bool openFiles(const fs::path& folder, OutputFiles& files) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder, error)) {
    const auto reason = error ? error : std::make_error_code(std::errc::not_a_directory);
    say("clank-cli: cannot make the folder {}: {}", folder.string(), reason.message());
    return false;
  }
  for (const char* name : {"samples.csv", "events.csv", "summary.json"}) {
    if (!fs::exists(folder / name, error) || fs::is_regular_file(folder / name, error)) continue;
    say("clank-cli: cannot write {}: it is no file", (folder / name).string());
    return false;
  }
  files.summary = folder / "summary.json";
  if (!mayWriteAll({folder / "samples.csv", folder / "events.csv", files.summary})) return false;
  for (auto [file, name] :
       {std::pair(&files.samples, "samples.csv"), std::pair(&files.events, "events.csv")}) {
    if (file->open(folder / name)) continue;
    say("clank-cli: {}", file->describeError());
    return false;
  }
  fs::remove(files.summary, error);  // an old one would not belong to the new rows
  return true;
}

// False after a message.
bool openHdf5(const fs::path& path, const Mechanism& resolved, const std::vector<Channel>& channels,
              const SampleChoice& chosen, OutputFiles& files) {
  if (!mayWrite(path)) return false;
  auto file = Hdf5File::create(path, channels, chosen.columns, writeMechanism(resolved));
  if (!file) {
    say("clank-cli: {}", file.error().front().what);
    return false;
  }
  files.hdf5 = std::move(*file);
  return true;
}

// False after a message.
bool finishHdf5(OutputFiles& files, const std::string& summary) {
  if (!files.hdf5) return true;
  const Problems problems = files.hdf5->finish(summary);
  files.hdf5.reset();
  for (const Problem& problem : problems) say("clank-cli: {}", problem.what);
  return problems.empty();
}

// False after a message, when something could not be written.
bool finishFiles(OutputFiles& files, const std::string& summary) {
  bool whole = true;
  for (const OutputFile* file : {&files.samples, &files.events}) {
    if (file->getError() == 0) continue;
    say("clank-cli: {}", file->describeError());
    whole = false;
  }
  if (const auto saved = replaceFile(files.summary, summary, Durability::unsynced); !saved) {
    say("clank-cli: {}", saved.error().front().what);
    whole = false;
  }
  return whole;
}

ExitCode judge(const RunSummary& summary, bool written, bool signalled) {
  if (!written) return ExitCode::runFailed;
  switch (summary.end) {
    case RunSummary::End::finished:
      return summary.openLedger.empty() ? ExitCode::done : ExitCode::openLedger;
    case RunSummary::End::interrupted:
      return signalled ? ExitCode::interrupted : ExitCode::runFailed;
    case RunSummary::End::failed:
      return ExitCode::runFailed;
  }
  return ExitCode::runFailed;
}

// Problems that have not been printed before the run.
Problems withoutKnown(Problems problems, const Problems& known) {
  std::set<std::pair<std::string_view, std::string_view>> told;
  for (const Problem& problem : known) told.emplace(problem.where, problem.what);
  std::erase_if(problems, [&](const Problem& problem) {
    return told.contains({problem.where, problem.what});
  });
  return problems;
}

// What is known of a run that has not answered to a stop: what it has delivered.
RunSummary describeLeft(const Simulator& simulator, const RunRecorder& recorder) {
  RunSummary summary;
  summary.end = RunSummary::End::interrupted;
  summary.finalRow = recorder.getLast();
  if (!summary.finalRow.empty()) summary.t = summary.finalRow.front();
  summary.events = recorder.countEvents();
  summary.mobilityStart = summary.mobilityEnd = simulator.mobility();
  summary.gruebler = simulator.gruebler();
  summary.problems = simulator.notes();
  summary.problems.push_back(
      {"the run was stopped inside an impact or a long step: the counts of steps, the energies and the "
       "largest "
       "residual of this summary are not known",
       "", Severity::warning});
  return summary;
}

// A stretch without a time of the run is a mistake. False after a message.
bool checkStretch(const RunOptions& options, double end) {
  if (options.from && *options.from > end) {
    say("clank-cli: --from: {:.6g} s is after the end of the run at {:.6g} s", *options.from, end);
    return false;
  }
  if (options.to && *options.to < options.from.value_or(0)) {
    say("clank-cli: --to: {:.6g} s is before {} {:.6g} s", *options.to,
        options.from ? "--from" : "the start of the run at", options.from.value_or(0));
    return false;
  }
  return true;
}

// What of the samples goes to the file; nothing after a message. t is always the first column.
std::optional<SampleChoice> chooseSamples(const RunOptions& options, const std::vector<Channel>& channels) {
  SampleChoice chosen;
  if (options.from) chosen.from = *options.from;
  if (options.to) chosen.to = *options.to;
  if (options.channels.empty()) return chosen;
  std::vector<std::string> names;
  for (const Channel& channel : channels) names.push_back(channel.name);
  chosen.columns.push_back(0);
  for (const std::string& name : options.channels) {
    if (!checkName("--channels", name, names)) return std::nullopt;
    const auto column = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (std::find(chosen.columns.begin(), chosen.columns.end(), column) == chosen.columns.end())
      chosen.columns.push_back(column);
  }
  return chosen;
}

// What is made before the first file is there: nobody waits for it after a stop.
struct Preparation {
  SampleChoice chosen;
  Problems known;
  SummaryBasis basis;  // empty where no summary is kept
};

ExitCode simulate(const RunOptions& options, const Mechanism& resolved, const Simulator& simulator,
                  const Preparation& prepared, OutputFiles& files, StopSignals& signals) {
  ProgressBar progress(resolved.simulation.duration.value, !options.quiet);
  RunRecorder recorder(simulator.channels(), prepared.chosen, files.samples, files.events,
                       signals.updSource(), std::max(kMostListedEvents, findLastPublishedEvent(resolved)),
                       [&](double t) { progress.show(t); });
  recorder.alsoTo(files.hdf5.get());
  BackgroundRun run(simulator, recorder, signals.updSource().get_token());
  const std::optional<RunSummary> ended = run.wait();
  recorder.finish();
  progress.clear();
  const RunSummary summary = ended ? *ended : describeLeft(simulator, recorder);

  printProblems(options.file, withoutKnown(summary.problems, prepared.known), !options.quiet);
  const Trajectory& edges = recorder.getEdges();
  bool written = true;
  const bool keeps = options.outFolder || options.hdf5;
  if (keeps) {
    const std::string text = writeSummary(resolved, prepared.basis, options.caseId, summary, edges);
    if (options.outFolder) written = finishFiles(files, text);
    written = finishHdf5(files, text) && written;
  } else if (!options.quiet) {
    fmt::print("{}", writeReport(resolved, options.caseId, summary, edges));
  }
  if (signals.wasSignalled() && !options.quiet) {
    say("clank-cli: interrupted at t = {:.6g} s{}", summary.t,
        keeps ? "; what there is has been written" : "");
  }
  const ExitCode code = judge(summary, written, signals.wasSignalled());
  // The run may still be at work in its thread.
  if (!ended || signals.wasSignalled()) leaveAtOnce(code);
  return code;
}

}  // namespace

ExitCode runCommand(const RunOptions& options) {
  StopSignals signals;
  const auto resolved = readModel(options);
  if (!resolved) return resolved.error();
  const auto simulator = createSimulator(options.file, *resolved, options.quiet);
  if (!simulator) return simulator.error();
  if (!checkStretch(options, resolved->simulation.duration.value)) return ExitCode::usage;
  const auto chosen = chooseSamples(options, simulator->channels());
  if (!chosen) return ExitCode::usage;
  const bool keeps = options.outFolder || options.hdf5;
  const Preparation prepared{*chosen, validate(*resolved),
                             keeps ? prepareSummary(*resolved, simulator->channels()) : SummaryBasis()};
  OutputFiles files;
  signals.askFirst();
  if (options.outFolder && !openFiles(*options.outFolder, files)) return ExitCode::usage;
  if (options.hdf5 && !openHdf5(*options.hdf5, *resolved, simulator->channels(), *chosen, files))
    return ExitCode::usage;
  return simulate(options, *resolved, *simulator, prepared, files, signals);
}

}  // namespace clank
