// SPDX-License-Identifier: GPL-3.0-or-later
// The loop with a fixed step, in place of the one in run.cpp: step, see what has begun and ended, record.
//
// For scenes where events crowd: a step takes all contacts of its time together (moreau_step.h), so that no
// event is looked for and none can stop the run. Positions and times of blows are right to the first order of
// the step.
// - A contact or stop that was open and gets an impulse gives a receipt at the end of the step, with its own
// share: its
//   impulse, rates and slip before and after, loss, and the impulses of the joints of the step. Jumps are
//   told of its two bodies and of those that joints hold to them.
// - Forces in the channels are impulses over the length of the step, so a blow stands there as a high force
// for one step.
// - Phase changes without a stop are looked at where a step ends; stops that lock do so at the end of the
// step that meets
//   them. Mobility is that of joints: contacts of a step come and go.
// - Rows of channels are ends of steps, at least the output interval apart.
// - Every kEstimate-th step is taken a second time in two halves, on trial: how far the positions differ is
// the error
//   of a step that the summary shows.
#pragma once

#include <stop_token>

#include "core/record/observer.h"
#include "core/record/run_summary.h"
#include "core/record/sample_sink.h"
#include "core/simulation/live_hand.h"

namespace clank {

// One run with Moreau and Jean's method from a consistent start. Tells the state at its end, too.
RunSummary runTimeStepping(const System& system, const Observer& observer, const SimulationSettings& settings,
                           const State& start, SampleSink& sink, const std::stop_token& stop,
                           State* end = nullptr, LiveHand* hand = nullptr);

}  // namespace clank
