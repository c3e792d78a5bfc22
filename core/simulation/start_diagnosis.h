// SPDX-License-Identifier: GPL-3.0-or-later
// Words for what keeps a mechanism from starting, and for what is worth knowing about how it is built.
#pragma once

#include "core/dynamics/assembler.h"

namespace clank {

// Why no closed position was found: drives whose law is no number, loops whose links are too short, drives
// that the joints cannot follow or that contradict each other, and else the joint that stays open and its
// loop. q: the best position that was found.
Problems describeOpenPosition(const Mechanism& resolved, const System& system, const Mode& mode,
                              std::span<const double> q);

// Drives that ask for speeds that the joints do not allow at the assembler's last update; v as projected.
Problems describeContradictoryDrives(const Assembler& assembler, std::span<const double> v);

// Whether a note says already by which branch the position is left.
enum class BranchNote { absent, present };

// Notes on the start: redundant constraints with their joints, a singular position that no other note tells,
// and warnings of redundant drives. q: closed.
Problems describeStructure(const Mechanism& resolved, const System& system, const Mode& mode,
                           std::span<const double> q, BranchNote branch);

// Notes on start velocities that joints or drives have changed, and warnings where they were to be kept.
// start: as it begins.
Problems describeStartVelocities(const Mechanism& resolved, const System& system, const State& start);

// Notes on tables of drives whose speed jumps at an end inside the run.
Problems describeTableEnds(const Mechanism& resolved, const System& system);

// Notes on compliant contacts that are so stiff that a run takes long where they stay closed. start: as it
// begins.
Problems describeStiffContacts(const System& system, const State& start, const SimulationSettings& settings);

// Notes on links that bend with so high a frequency that a run takes long.
Problems describeStiffLinks(const System& system, const SimulationSettings& settings);

// "in the loop frame - A0 - ... - frame", or nothing when the joint closes none.
std::string describeLoopOfJoint(const Mechanism& resolved, std::size_t joint);

}  // namespace clank
