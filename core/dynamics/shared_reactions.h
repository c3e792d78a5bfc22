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

// Of all multipliers that give the same motion with the assembler's last factor (reactions or impulses, one a
// row), puts the evenest in place: theory (2c). Contacts share inside their cones (contact_share.h); stops
// that only push stay as they are. Does nothing where no row is redundant; allocates otherwise.
void shareEvenly(Assembler& assembler, std::span<double> multipliers);

}  // namespace clank
