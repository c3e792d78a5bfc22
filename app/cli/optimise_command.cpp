// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/output_file.h"
#include "app/cli/resolved_input.h"
#include "app/cli/say.h"
#include "app/cli/stop_signals.h"
#include "app/cli/study_progress.h"
#include "core/io/output_claim.h"
#include "core/study/attempt_table.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

// What a search leaves behind: every improvement as it comes, and the runs that did not count.
class SearchLog {
 public:
  // folder: empty writes nothing. False after a message.
  bool open(const std::optional<fs::path>& folder, const Optimiser& optimiser) {
    if (!folder) return true;
    std::error_code error;
    fs::create_directories(*folder, error);
    const std::string& id = optimiser.optimisation().id;
    if (!table_.open(*folder / (id + ".csv"))) return fail();
    appendAttemptHeader(table_.updBuffer(), optimiser);
    table_.rowDone();
    return true;
  }

  void take(const Attempt& attempt) {
    ++runs_;
    if (attempt.ended != "finished") ++reasons_[attempt.reason];
    if (!attempt.isBest) return;
    ++improvements_;
    if (!table_.isOpen()) return;
    appendAttemptRow(table_.updBuffer(), attempt);
    table_.rowDone();
  }

  bool close() { return !table_.isOpen() || table_.close() || fail(); }

  bool isRefused() const { return table_.isRefused(); }
  std::uint64_t runs() const { return runs_; }
  int improvements() const { return improvements_; }

  void printFailed() const {
    int all = 0;
    const std::pair<const std::string, int>* most = nullptr;
    for (const auto& reason : reasons_) {
      all += reason.second;
      if (!most || reason.second > most->second) most = &reason;
    }
    if (most) fmt::print("  {} runs did not finish; {} of them: {}\n", all, most->second, most->first);
  }

 private:
  bool fail() const {
    say("clank-cli: {}", table_.describeError());
    return false;
  }

  OutputFile table_;
  std::map<std::string, int> reasons_;
  std::uint64_t runs_ = 0;
  int improvements_ = 0;
};

std::uint64_t countMost(const Optimisation& sought) {
  std::uint64_t most = 1;
  if (sought.global.value != GlobalSearch::none) most += static_cast<std::uint64_t>(sought.globalRuns.value);
  if (sought.local.value != LocalSearch::none) most += static_cast<std::uint64_t>(sought.localRuns.value);
  return most;
}

void printResult(const Optimiser& optimiser, const SearchLog& log, const std::optional<Attempt>& best) {
  fmt::print("optimisation {}: {} runs, {} improvements\n", optimiser.optimisation().id, log.runs(),
             log.improvements());
  log.printFailed();
  if (!best) {
    fmt::print("  no run finished: there is no best one\n");
    return;
  }
  fmt::print("best, run {}:\n", best->run);
  const auto names = optimiser.listParameterHeadings(), numbers = optimiser.listQuantityHeadings();
  for (std::size_t i = 0; i < names.size(); ++i) fmt::print("  {} = {}\n", names[i], best->parameters[i]);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    fmt::print("  {} = {:.6g}\n", numbers[i], best->quantities[i]);
  fmt::print("  objective = {:.6g}\n", best->objective);
  if (best->violation > 0) fmt::print("  constraints are missed by {:.3g} of a bound\n", best->violation);
}

// What a search of hours has found is not replaced, as the table of a study is not. True after a message.
bool isThereAlready(const fs::path& folder, const std::string& id) {
  std::error_code error;
  for (const char* ending : {".csv", ".clank"}) {
    const fs::path file = folder / (id + ending);
    if (fs::file_size(file, error) == 0 || error) continue;
    const auto claim = OutputClaim::take(file);
    claim ? say("clank-cli: {} is there already: remove it, or take another folder", file.string())
          : say("clank-cli: {}", claim.error().front().what);
    return true;
  }
  return false;
}

ExitCode search(const OptimiseOptions& options, const Optimiser& optimiser, Mechanism drawn,
                StopSignals& signals) {
  const std::string& id = optimiser.optimisation().id;
  if (options.outFolder &&
      !mayWriteAll({*options.outFolder / (id + ".csv"), *options.outFolder / (id + ".clank")}))
    return ExitCode::usage;
  if (options.outFolder && isThereAlready(*options.outFolder, id)) return ExitCode::usage;
  SearchLog log;
  if (!log.open(options.outFolder, optimiser)) return log.isRefused() ? ExitCode::usage : ExitCode::runFailed;
  signals.askFirst();
  std::optional<Attempt> best;
  {
    StudyProgress progress(!options.quiet);
    const std::uint64_t most = countMost(optimiser.optimisation());
    std::string remark;
    best = optimiser.search(signals.updSource().get_token(), [&](const Attempt& attempt) {
      log.take(attempt);
      if (attempt.isBest) remark = fmt::format(", best {:.6g}", attempt.objective);
      progress.show(std::min(log.runs(), most), most, remark);
    });
  }
  if (!log.close()) return ExitCode::runFailed;
  if (!options.quiet) printResult(optimiser, log, best);
  if (best && options.outFolder) {
    optimiser.putInto(drawn, *best);
    const auto saved = saveMechanism(drawn, *options.outFolder / (optimiser.optimisation().id + ".clank"));
    if (!saved) {
      say("clank-cli: {}", saved.error().front().what);
      return ExitCode::runFailed;
    }
  }
  if (signals.wasSignalled()) {
    sayLine("clank-cli: interrupted; the best up to here is kept");
    return ExitCode::interrupted;
  }
  if (best) return ExitCode::done;
  sayLine("clank-cli: no run of the search finished");
  return ExitCode::runFailed;
}

}  // namespace

ExitCode optimiseCommand(const OptimiseOptions& options) {
  StopSignals signals;
  const auto loaded = readInput(options.file);
  if (!loaded) {
    printProblems(options.file, loaded.error(), !options.quiet);
    return ExitCode::wrongModel;
  }
  std::vector<std::string> ids;
  for (const Optimisation& one : loaded->mechanism.optimisations) ids.push_back(one.id);
  if (!checkName("optimisation", options.optimisation, ids)) return ExitCode::usage;
  const auto optimiser = Optimiser::create(loaded->mechanism, options.optimisation);
  if (!optimiser) {
    printProblems(options.file, optimiser.error(), !options.quiet);
    return ExitCode::wrongModel;
  }
  return search(options, *optimiser, loaded->mechanism, signals);
}

}  // namespace clank
