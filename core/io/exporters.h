// SPDX-License-Identifier: GPL-3.0-or-later
// samples.csv, events.csv and summary.json: columns and keys are a contract, see core/doc/file_format.md.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/run_summary.h"
#include "core/record/trajectory.h"

namespace clank {

// RFC 4180, '.' decimals, the shortest text that reads back to the same double, one header row; columns:
// indices into channels, empty: all.
void writeSamplesCsv(std::ostream& out, const Trajectory& trajectory,
                     std::span<const std::size_t> columns = {});
void writeEventsCsv(std::ostream& out, const Trajectory& trajectory);
// Of what the model does, without names and texts.
std::string hashModel(Mechanism resolved);

// What a summary says of the model and not of the run. Of a large one it takes its time: it is made before
// the run, when nobody waits for it as they do after a stop.
struct SummaryBasis {
  std::string hash, fourBars;      // fourBars: a JSON list
  std::vector<std::size_t> order;  // channels as the final state lists them
  std::vector<std::string> keys;   // of these, as lines of JSON without their numbers
};
SummaryBasis prepareSummary(const Mechanism& resolved, std::span<const Channel> channels);

// Model name and hash, program version, settings, counts, final state, energy ledger, drift, wall time,
// published values. basis: of the channels of the trajectory.
std::string writeSummary(const Mechanism& resolved, const SummaryBasis& basis, const std::string& caseId,
                         const RunSummary& summary, const Trajectory& trajectory);

}  // namespace clank
