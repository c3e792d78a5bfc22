// SPDX-License-Identifier: GPL-3.0-or-later
// What hands do at a moment of a run, to be shown, and how what one has done becomes a load of the model.
#pragma once

#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"
#include "core/simulation/live_hand.h"

namespace clank {

struct HandPull {
  HandPlace point, place;  // m, world: what is pulled, and to where
  double force = 0;        // N; not a number where the run has not kept what it follows from
};

// Of the hands of the model and of those that were live in the run, at one of its rows.
std::vector<HandPull> listPulls(const Mechanism& resolved, const std::vector<HandRecord>& live,
                                const Trajectory& run, std::span<const double> row);

ForceElement makeHand(const HandRecord& record, std::string id);

}  // namespace clank
