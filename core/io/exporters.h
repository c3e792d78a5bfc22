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
// Model name and hash (a large model takes its time: it is made while nobody waits), program version,
// settings, counts, final state, energy ledger, drift, wall time, published values.
std::string writeSummary(const Mechanism& resolved, const std::string& modelHash, const std::string& caseId,
                         const RunSummary& summary, const Trajectory& trajectory);

}  // namespace clank
