// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that depend on others, and what multipliers can be added without changing the motion.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

// Multipliers that do nothing together, G' n = 0: one for each row that depends on others at the assembler's
// last factor.
std::vector<Eigen::VectorXd> calcShifts(Assembler& assembler);

// sqrt(D) of the norm in which shares are compared: 1 for forces, 1/l for moments, l the mean arm of all
// forces.
Eigen::VectorXd calcShareScale(std::span<const BlockRow> rows);

// c of a row that depends on those of the assembler, g = sum of c_r g_r; empty when it does not.
Eigen::VectorXd calcCombination(Assembler& assembler, const BlockRow& row);

// No row is near to depending on the others.
bool areIndependent(const Assembler& assembler);

}  // namespace clank
