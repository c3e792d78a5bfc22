// SPDX-License-Identifier: GPL-3.0-or-later
// Reactions of joints that hold the same more than once.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

// Multipliers that do nothing together, G' n = 0: one for each row that depends on others at the assembler's
// last factor.
std::vector<Eigen::VectorXd> calcShifts(Assembler& assembler);

// c of a row that depends on those of the assembler, g = sum of c_r g_r; empty when it does not.
Eigen::VectorXd calcCombination(Assembler& assembler, const BlockRow& row);

// Friction of a joint that rests without a row of its own.
struct RestingFriction {
  std::size_t joint = 0;
  double force = 0;  // N m or N
};

// Of all multipliers that give the same motion with the assembler's last factor (reactions or impulses, one a
// row), puts the evenest in place: theory (2c). Contacts share inside their cones (contact_share.h); stops
// that only push stay as they are. Does nothing where no row is redundant; allocates otherwise. Returns what
// resting joints without rows take of it.
std::vector<RestingFriction> shareEvenly(Assembler& assembler, std::span<double> multipliers);

}  // namespace clank
