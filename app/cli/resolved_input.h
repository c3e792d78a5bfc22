// SPDX-License-Identifier: GPL-3.0-or-later
// From what was asked for on the command line to a mechanism that runs.
#pragma once

#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "core/record/run_summary.h"
#include "core/record/trajectory.h"
#include "core/simulation/simulator.h"

namespace clank {

// A step of a command: what it made, or the exit code after its message.
template <class T>
using Step = tl::expected<T, ExitCode>;

// The mechanism of the file in the case and with the parameters that were chosen.
Step<Mechanism> readModel(const ModelChoice& options);
Step<Simulator> createSimulator(const std::string& file, const Mechanism& resolved, bool quiet);

struct FinishedRun {
  Mechanism resolved;
  Trajectory trajectory;
  RunSummary summary;
};
// Runs it to its end, all in memory; a run that fails has said so, and one whose energy does not add up, too.
Step<FinishedRun> runModel(const ModelChoice& options);
bool isLedgerOpen(const FinishedRun& run);
// The status of a command that has done what it was to do with a run.
inline ExitCode judgeLedger(const FinishedRun& run, ExitCode code) {
  return code == ExitCode::done && isLedgerOpen(run) ? ExitCode::openLedger : code;
}

// Complains about a name on the command line that is not among those known.
bool checkName(const char* option, const std::string& name, const std::vector<std::string>& known);

}  // namespace clank
