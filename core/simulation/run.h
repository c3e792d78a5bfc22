// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <vector>

#include "core/dynamics/system.h"
#include "core/record/observer.h"
#include "core/record/run_summary.h"
#include "core/record/sample_sink.h"
#include "core/simulation/live_hand.h"

namespace clank {

// One run from a consistent start: THE LOOP. Tells the state at its end, too. hand: may take hold of parts
// meanwhile.
RunSummary runSystem(const System& system, const Observer& observer, const SimulationSettings& settings,
                     const State& start, SampleSink& sink, const std::stop_token& stop, State* end = nullptr,
                     LiveHand* hand = nullptr);

// The row of a state as it would stand at the start of a run.
std::vector<double> calcRow(const System& system, const Observer& observer, const State& state, int mobility);

}  // namespace clank
