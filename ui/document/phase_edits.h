// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of the phase table of a joint. Pure: they work on the copy inside MechanismDocument::edit().
#pragma once

#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

// A first table that runs as it is. shown: with every value evaluated. A joint with a coordinate is free
// until it reaches a limit on the side to which weight pulls it, and then locked; one on a closed curve locks
// at half the time of the run; one without a coordinate lets go above ten times the weight that hangs on it.
Metamorphic makeFirstTable(const Mechanism& shown, const Joint& joint);

// A play that runs as it is: a journal, pin or block of 10 mm (half of its height) with 0.25 mm of play;
// steel on steel, or with a stiffness like that where Hertz's formula does not hold: of corners, and along
// curves.
Clearance makeFirstClearance(const JointKind& kind);

Material makeSteel();

// With play (and no phases), or without.
void setLoose(Mechanism& mechanism, const std::string& joint, bool loose);

// What a phase change does: "lock", "push" (a stop that only pushes), "unlock", "merge", "release", or the
// word of the kind of joint it becomes.
std::string findAction(const Joint& joint, const PhaseChange& change);
std::vector<std::string> listActions(const Joint& joint);
// Leads the change to a phase that is so, a new one when there is none yet.
void setAction(Joint& joint, std::size_t change, const std::string& action);

// Each returns where the new item stands.
std::size_t addPhase(Joint& joint);
// The way back of the last change, a tenth of a second after it; the first change is a limit as of a first
// table.
std::size_t addChange(Joint& joint, const Mechanism& shown);
// With the phase go the changes that name it. The last phase stays: false.
bool removePhase(Joint& joint, std::size_t phase);

}  // namespace clank
