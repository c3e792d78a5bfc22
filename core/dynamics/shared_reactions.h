// SPDX-License-Identifier: GPL-3.0-or-later
// Reactions of joints that hold the same more than once.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

// Friction of a joint that rests without a row of its own.
struct RestingFriction {
  std::size_t joint = 0;
  double force = 0;  // N m or N
};

// What rigid bodies leave open of multipliers.
struct SharedReactions {
  std::vector<RestingFriction> resting;  // what resting joints without rows take
  std::vector<bool> open;                // rows whose multipliers are not unique; empty: none
  bool any() const { return !open.empty() || !resting.empty(); }
};

// Whether shareEvenly() would find nothing to share: no row is near to depending on the others, and no joint
// rests without a row.
bool isDeterminate(const Assembler& assembler);

// Of all multipliers that give the same motion with the assembler's last factor (reactions or impulses, one a
// row), puts the evenest in place: theory (2c). Contacts share inside their cones (contact_share.h); stops
// that only push stay as they are. Does nothing where no row is redundant; allocates otherwise.
SharedReactions shareEvenly(Assembler& assembler, std::span<double> multipliers);

// Ids of the joints, drives, ropes and contacts that rows belong to, in the order of the file.
std::vector<std::string> nameParts(const Assembler& assembler, const SharedReactions& shared);

}  // namespace clank
