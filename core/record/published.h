// SPDX-License-Identifier: GPL-3.0-or-later
// Published numbers beside ours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

// Our number for a published one, in SI: a channel at the start, the end, or just before or after an event
// (the first is event 1), or impulse, impulse_x, impulse_y of that event's receipt. Nothing when the run has
// no such event or channel.
std::optional<double> findOurs(const PublishedValue& published, const Trajectory& trajectory);

struct PublishedComparison {
  PublishedValue published;                  // value in SI
  std::optional<double> ours;                // SI
  std::optional<double> difference() const;  // ours - published
};
// The published values of a resolved mechanism that belong to the case.
std::vector<PublishedComparison> comparePublished(const Mechanism& resolved, const std::string& caseId,
                                                  const Trajectory& trajectory);

}  // namespace clank
