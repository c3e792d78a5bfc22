// SPDX-License-Identifier: GPL-3.0-or-later
// Where bodies stand on the drawing: the poses of the file, brought to where a run starts. The board shows
// them, so whoever shows or types a pose uses them too. Edits work on the copy inside
// MechanismDocument::edit().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/body_pose.h"
#include "core/model/mechanism.h"

namespace clank {

// Of a resolved mechanism, one a body (m, rad): where a run starts, or as near to that as what is drawn so
// far tells. Nothing when the joints do not close.
std::optional<std::vector<BodyPose>> findClosedPoses(const Mechanism& resolved);

// Of a resolved mechanism that starts in a change point: the poses a little way along each of the branches,
// in the order of start_branch; empty elsewhere.
std::vector<std::vector<BodyPose>> listWaysOut(const Mechanism& resolved);

// Writes poses into m, whose values are those of resolved; what has not moved keeps its text. Whole turns are
// left out where nothing counts them (core/model/counted_turns.h).
void setPoses(Mechanism& m, const Mechanism& resolved, const std::vector<BodyPose>& poses);

// The positions that a run starts from are the ones that are kept.
void closeJoints(Mechanism& m, const std::string& caseId);

// "/bodies/2/pose/angle" as a user types it: the others follow so that the joints close, and the body goes as
// far towards it as they let it. When the joints do not close, the text alone is set.
void typePose(Mechanism& m, const std::string& caseId, const std::string& pointer, const std::string& text);
bool isPose(const std::string& pointer);

// Where a body stands (m, rad), of a coordinate whose text says another place. Nothing: the text is right.
std::optional<double> findStanding(const Mechanism& shown, const std::vector<BodyPose>& closed,
                                   const std::string& pointer);
}  // namespace clank
