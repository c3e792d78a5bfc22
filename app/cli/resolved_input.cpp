// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/resolved_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "app/cli/model_input.h"
#include "app/cli/say.h"
#include "core/math/expression.h"
#include "core/record/published.h"

namespace clank {

bool checkName(const char* option, const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return true;
  const std::string nearest = findNearestName(name, known);
  const std::string hint = known.empty()     ? "the file has none"
                           : nearest.empty() ? fmt::format("the file has {}", fmt::join(known, ", "))
                                             : fmt::format("did you mean \"{}\"?", nearest);
  say("clank-cli: {}: there is no \"{}\" in the file; {}", option, name, hint);
  return false;
}

namespace {

template <class T>
std::vector<std::string> listIds(const std::vector<T>& parts) {
  std::vector<std::string> ids;
  for (const T& part : parts) ids.push_back(part.id);
  return ids;
}

bool checkNames(const ModelChoice& options, const Mechanism& drawn) {
  bool known = options.caseId.empty() || checkName("--case", options.caseId, listIds(drawn.cases));
  for (const auto& [name, text] : options.set)
    known = checkName("--set", name, listIds(drawn.parameters)) && known;
  return known;
}

// The mechanism of the case with the values of --set: when it is these that do not fit, that is a mistake of
// usage.
Step<Mechanism> resolveInput(const ModelChoice& options, const Mechanism& drawn) {
  Result<Mechanism> resolved = resolve(drawn, options.caseId, options.set);
  if (!resolved) {
    const bool fileIsWrong = options.set.empty() || !resolve(drawn, options.caseId);
    printProblems(fileIsWrong ? options.file : "clank-cli: --set", resolved.error(), !options.quiet);
    return tl::unexpected(fileIsWrong ? ExitCode::wrongModel : ExitCode::usage);
  }
  Problems problems;  // of studies: they do not stop the run
  resolve(drawn, options.caseId, options.set, problems);
  if (!options.quiet) printProblems(options.file, problems);
  if (options.until) resolved->simulation.duration = *options.until;
  if (options.every) resolved->simulation.outputInterval = *options.every;
  return std::move(*resolved);
}

}  // namespace

Step<Mechanism> readModel(const ModelChoice& options) {
  const auto loaded = readInput(options.file);
  if (!loaded) {
    printProblems(options.file, loaded.error(), !options.quiet);
    return tl::unexpected(ExitCode::wrongModel);
  }
  if (!options.quiet) printProblems(options.file, loaded->warnings);
  if (!mayWriteAll(options.writes)) return tl::unexpected(ExitCode::usage);
  if (!checkNames(options, loaded->mechanism)) return tl::unexpected(ExitCode::usage);
  return resolveInput(options, loaded->mechanism);
}

Step<Simulator> createSimulator(const std::string& file, const Mechanism& resolved, bool quiet) {
  auto simulator = Simulator::create(resolved);
  if (!simulator) {
    printProblems(file, simulator.error(), !quiet);
    return tl::unexpected(ExitCode::wrongModel);
  }
  if (!quiet) printProblems(file, validate(resolved));
  const Problems compared = checkComparedChannels(resolved, simulator->channels());
  printProblems(file, compared, !quiet);
  if (hasError(compared)) return tl::unexpected(ExitCode::wrongModel);
  return std::move(*simulator);
}

bool isLedgerOpen(const FinishedRun& run) {
  return !run.summary.openLedger.empty();
}

Step<FinishedRun> runModel(const ModelChoice& options) {
  auto resolved = readModel(options);
  if (!resolved) return tl::unexpected(resolved.error());
  const auto simulator = createSimulator(options.file, *resolved, options.quiet);
  if (!simulator) return tl::unexpected(simulator.error());
  FinishedRun run{std::move(*resolved), Trajectory(simulator->channels()), {}};
  run.summary = simulator->run(run.trajectory);
  if (run.summary.end == RunSummary::End::finished) {
    if (isLedgerOpen(run)) printProblems(options.file, run.summary.problems, !options.quiet);
    return run;
  }
  printProblems(options.file, run.summary.problems, !options.quiet);
  return tl::unexpected(ExitCode::runFailed);
}

}  // namespace clank
