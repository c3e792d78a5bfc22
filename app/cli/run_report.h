// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/mechanism.h"
#include "core/record/run_summary.h"
#include "core/record/trajectory.h"

namespace clank {

inline constexpr std::size_t kMostListedEvents = 20;

// A run in a few lines for people: how it ended, its events, the energy ledger, published numbers beside
// ours.
std::string writeReport(const Mechanism& resolved, const std::string& caseId, const RunSummary& summary,
                        const Trajectory& trajectory);

}  // namespace clank
