// SPDX-License-Identifier: GPL-3.0-or-later
// Published numbers beside ours.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

// Our number for a published one, in SI: a channel at the start, the end, or just before or after an event
// (the first is event 1), or impulse, impulse_x, impulse_y of that event's receipt. Nothing when the run has
// no such event or channel.
std::optional<double> findOurs(const PublishedValue& published, const Trajectory& trajectory);

// Numbers in the unit of the published value.
struct PublishedComparison {
  PublishedValue published;
  double theirs = 0;
  std::optional<double> ours;
  std::optional<double> difference() const;  // ours - theirs
};
// The published values of a resolved mechanism that belong to the case.
std::vector<PublishedComparison> comparePublished(const Mechanism& resolved, const std::string& caseId,
                                                  const Trajectory& trajectory);

// What the mechanism compares that a run with these channels does not have, at its place in the file:
// errors of published values, warnings of references, which are left out.
Problems checkComparedChannels(const Mechanism& mechanism, std::span<const Channel> channels);

// The last event that a published value of the mechanism refers to; the first is 1, 0: none.
std::size_t findLastPublishedEvent(const Mechanism& mechanism);

}  // namespace clank
