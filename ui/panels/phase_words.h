// SPDX-License-Identifier: GPL-3.0-or-later
// Phases and phase changes in words for people.
#pragma once

#include <QString>
#include <string>

#include "core/model/mechanism.h"

namespace clank {

// A word of the file as it is shown: "restitution_then_lock" of the key "law" is "restitution, then lock".
QString toPhaseWord(const std::string& key, const std::string& word);
// Of a law of contact its name alone: "Newton", "Hunt-Crossley".
QString toLawName(const std::string& word);

QString describeKind(const Joint& joint, const Phase& phase);          // "as drawn, locked"
QString describeGuard(const Joint& joint, const PhaseChange& change);  // "limit 180 deg", with an arrow
QString describeLaw(const Joint& joint, const PhaseChange& change);    // "merge", "e = 0.8"
// An action of listActions() with the parts it happens to: "merges link3 with the frame".
QString describeAction(const std::string& action, const Joint& joint);

// Does the change alter velocities without an impulse that explains it? A phase that only lets go does not.
bool breaksMomentum(const Joint& joint, const PhaseChange& change);

}  // namespace clank
