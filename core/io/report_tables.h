// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a report, each under its heading but that of the events; empty where there is nothing to
// list.
#pragma once

#include <string>
#include <vector>

#include "core/io/reference_file.h"
#include "core/record/published.h"
#include "core/record/run_summary.h"
#include "core/record/trajectory.h"

namespace clank {

std::string writeParameters(const Mechanism& resolved);
// The first of them, at most so many, and their notes.
std::string writePublished(const std::vector<PublishedComparison>& comparisons, std::size_t most);
std::string writeReferences(const std::vector<ComparedReference>& references, const Trajectory& trajectory,
                            const UnitChoice& choice);
// Without a heading; chosen: indices of events, which are counted from 1 in the table.
std::string writeEvents(const Trajectory& trajectory, const Mechanism& resolved,
                        const std::vector<std::size_t>& chosen);
// At the end of the run, and whether it adds up.
std::string writeLedger(const RunSummary& summary, const UnitChoice& choice);
std::string writeBends(const std::vector<BentPeak>& peaks, const UnitChoice& choice);
std::string writeSettings(const Mechanism& resolved, const RunSummary& summary);

}  // namespace clank
