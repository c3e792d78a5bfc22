// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/io/reference_file.h"
#include "core/model/in_words.h"
#include "core/record/run_summary.h"
#include "core/record/trajectory.h"

namespace clank {

// One page (HTML, nothing outside it) of a run: the mechanism in words, its drawing at the start, parameters,
// published numbers, plots with the curves they are compared with, events with their receipts, the energy
// ledger, settings and versions. channels: to be plotted; empty: those that published numbers, drives and
// metamorphic joints speak of, and the energy residual.
std::string writeHtmlReport(const Mechanism& resolved, const std::string& caseId, const RunSummary& summary,
                            const Trajectory& trajectory,
                            const std::vector<ComparedReference>& references = {},
                            const std::vector<std::size_t>& channels = {});

}  // namespace clank
