// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/resolved_input.h"
#include "app/cli/say.h"
#include "app/cli/stop_signals.h"
#include "app/cli/study_progress.h"
#include "core/study/missing_runs.h"
#include "core/study/study_cost.h"
#include "core/study/study_export.h"
#include "core/study/study_session.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

constexpr double kLong = 3600;  // s: a study that takes longer is asked about

// A folder that goes with the program.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "clank-study-XXXXXX").string();
    if (::mkdtemp(name.data())) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

ExitCode refuse(const Problems& problems, ExitCode code) {
  for (const Problem& problem : problems) say("clank-cli: {}", problem.what);
  return code;
}

bool makeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::is_directory(folder)) return true;
  say("clank-cli: cannot make the folder {}: {}", folder.string(),
      error ? error.message() : std::string("it is no folder"));
  return false;
}

// All that a study may leave in its folder. False after a message.
bool mayWriteInto(const fs::path& folder, const std::string& id) {
  return mayWriteAll({folder / (id + ".sqlite"), folder / (id + ".csv"), folder / (id + "-samples.csv")});
}

// A table that cannot be begun; one that is there already may be meant by mistake.
ExitCode refuseTable(const Problems& problems, bool wasThere) {
  return refuse(problems, wasThere ? ExitCode::usage : ExitCode::runFailed);
}

bool holdsSomething(const fs::path& file) {
  std::error_code error;
  return fs::file_size(file, error) > 0 && !error;
}

// The table as CSV beside the SQLite file.
bool writeTables(const StudyStore& store, const fs::path& folder) {
  const std::string name = store.identity().study;
  auto written = writeStudyTable(store, folder / (name + ".csv"));
  if (written && !store.identity().kept.empty())
    written = writeKeptSamples(store, folder / (name + "-samples.csv"));
  if (!written) refuse(written.error(), ExitCode::runFailed);
  return written.has_value();
}

bool asksAndAgrees() {
  if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDERR_FILENO) != 1) {
    sayLine("clank-cli: --yes computes it all the same");
    return false;
  }
  std::fputs("Compute it? [y/N] ", stderr);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

// What takes hours is told before, by the time of the first run.
bool isAgreed(const StudyRuns& runs, const StudyOptions& options, const StudyShard& shard, int jobs,
              const std::stop_token& stop) {
  const auto size = runs.plan().size();
  if (!size) {
    say("clank-cli: study {} has more runs than can be counted (above 9e18)", options.study);
    return false;
  }
  if (options.yes) return true;
  const StudyCost cost = estimateCost(runs, shard, jobs, stop);
  if (cost.allRuns < kLong || stop.stop_requested()) return true;
  say("clank-cli: study {} has {:.6g} runs; the first took {}, so that all take about {} on {} processors",
      options.study, static_cast<double>(cost.runs), sayTime(cost.oneRun), sayTime(cost.allRuns), jobs);
  return asksAndAgrees();
}

void printSummary(const StudyStore& store, const StudyRuns& runs) {
  const std::uint64_t rows = store.count(), bad = store.countNotFinished();
  fmt::print("study {}: {} of {} runs", runs.study().id, rows, store.identity().size);
  if (bad > 0) fmt::print(", {} did not finish (see the column \"reason\")", bad);
  fmt::print("\n");
  if (rows > 0) fmt::print("{}", summariseStudy(store, runs.study()));
}

ExitCode compute(const StudyOptions& options, const StudyRuns& runs, StudyStore& store,
                 const StudyShard& shard, int jobs, StopSignals& signals) {
  signals.askFirst();
  bool isWritten = false;
  {
    StudyProgress progress(!options.quiet);
    isWritten = computeStudy(
        runs, store, shard, jobs, signals.updSource().get_token(),
        [&](const StudyRow&, std::uint64_t done, std::uint64_t all) { progress.show(done, all); });
  }
  if (!isWritten) {
    say("clank-cli: {}; {} runs stay in the table", store.error(), store.count());
    return ExitCode::runFailed;
  }
  if (options.outFolder && !writeTables(store, *options.outFolder)) return ExitCode::runFailed;
  if (!options.quiet) printSummary(store, runs);
  if (!signals.wasSignalled()) return ExitCode::done;
  if (options.outFolder) sayLine("clank-cli: interrupted; --resume goes on with the table");
  return ExitCode::interrupted;
}

// Another seed is another text of the file as well, and says more.
const char* tellDifference(const StudyIdentity& a, const StudyIdentity& b) {
  return a.study != b.study ? "another study"
         : a.seed != b.seed ? "another seed"
         : a.hash != b.hash ? "another file"
                            : "another version of the program";
}

// The tables in the folders, all of one study; before anything is written.
Step<std::vector<StudyStore>> readParts(const std::vector<fs::path>& folders) {
  std::vector<StudyStore> parts;
  for (const fs::path& folder : folders) {
    std::error_code error;
    std::vector<fs::path> tables;
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (entry.path().extension() == ".sqlite") tables.push_back(entry.path());
    std::sort(tables.begin(), tables.end());
    if (tables.empty()) {
      say("clank-cli: there is no table of a study in {}", folder.string());
      return tl::unexpected(ExitCode::usage);
    }
    for (const fs::path& path : tables) {
      updInputs().add(path);
      auto part = StudyStore::read(path);
      if (!part) return tl::unexpected(refuse(part.error(), ExitCode::runFailed));
      if (!parts.empty() && part->identity() != parts.front().identity()) {
        say("clank-cli: {} is of {} than {}: nothing is taken", path.string(),
            tellDifference(part->identity(), parts.front().identity()), folders.front().string());
        return tl::unexpected(ExitCode::wrongModel);
      }
      parts.push_back(std::move(*part));
    }
  }
  return parts;
}

void sayMissing(const StudyStore& whole) {
  const std::string what = describeMissing(whole);
  if (!what.empty()) say("clank-cli: study {}: {}", whole.identity().study, what);
}

ExitCode mergeParts(const StudyOptions& options) {
  const auto parts = readParts(options.merge);
  if (!parts) return parts.error();
  const StudyIdentity& identity = parts->front().identity();
  if (!mayWriteInto(*options.outFolder, identity.study)) return ExitCode::usage;
  if (!makeFolder(*options.outFolder)) return ExitCode::runFailed;
  const bool wasThere = holdsSomething(*options.outFolder / (identity.study + ".sqlite"));
  auto whole = StudyStore::open(*options.outFolder / (identity.study + ".sqlite"), identity,
                                options.resume ? StudyStore::Mode::resume : StudyStore::Mode::create);
  if (!whole) return refuseTable(whole.error(), wasThere);
  for (const StudyStore& part : *parts) {
    if (whole->takeAll(part)) continue;
    say("clank-cli: {}", whole->error());
    return ExitCode::runFailed;
  }
  if (!writeTables(*whole, *options.outFolder)) return ExitCode::runFailed;
  if (!options.quiet) fmt::print("study {}: {} of {} runs\n", identity.study, whole->count(), identity.size);
  if (!options.quiet) sayMissing(*whole);
  return ExitCode::done;
}

}  // namespace

ExitCode studyCommand(const StudyOptions& options) {
  StopSignals signals;
  if (!options.merge.empty()) return mergeParts(options);
  const auto text = readText(options.file);
  const auto loaded = text ? readInputText(options.file, *text) : tl::unexpected(text.error());
  if (!loaded) {
    printProblems(options.file, loaded.error(), !options.quiet);
    return ExitCode::wrongModel;
  }
  std::vector<std::string> ids;
  for (const Study& study : loaded->mechanism.studies) ids.push_back(study.id);
  if (!checkName("study", options.study, ids)) return ExitCode::usage;
  const auto runs = StudyRuns::create(loaded->mechanism, options.study);
  if (!runs) {
    printProblems(options.file, runs.error(), !options.quiet);
    return ExitCode::wrongModel;
  }
  const int jobs =
      options.jobs > 0 ? options.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const StudyShard shard{static_cast<std::uint64_t>(options.part), static_cast<std::uint64_t>(options.parts)};
  if (!isAgreed(*runs, options, shard, jobs, signals.updSource().get_token())) return ExitCode::usage;
  const std::optional<TemporaryFolder> temporary =
      options.outFolder ? std::nullopt : std::optional<TemporaryFolder>(std::in_place);
  const fs::path folder = options.outFolder ? *options.outFolder : temporary->path();
  if (!mayWriteInto(folder, options.study)) return ExitCode::usage;
  if (!makeFolder(folder)) return ExitCode::runFailed;
  const bool wasThere = holdsSomething(folder / (options.study + ".sqlite"));
  auto store = StudyStore::open(folder / (options.study + ".sqlite"),
                                describeStudy(*runs, fs::path(options.file).filename().string(), *text),
                                options.resume ? StudyStore::Mode::resume : StudyStore::Mode::create);
  if (!store) return refuseTable(store.error(), wasThere);
  return compute(options, *runs, *store, shard, jobs, signals);
}

}  // namespace clank
