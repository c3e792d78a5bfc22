// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows hold what others hold already.
#pragma once

#include <optional>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

// Rows, in their order, that depend on those before them at the assembler's last update: joints first (see
// jointRowCount()), then drives. Costs the square of the number of rows times the number of bodies.
std::vector<std::size_t> findDependentRows(const Assembler& assembler);

// The contact that a row belongs to, of its gap or its slip.
std::optional<std::size_t> findContactOfRow(const Assembler& assembler, std::size_t row);
// The joint that a row below jointRowCount() belongs to.
std::size_t findJointOfRow(const Assembler& assembler, std::size_t row);
// "m" or "rad": of what a row is off by.
const char* findRowUnit(const Assembler& assembler, std::size_t row);
// The row that is off by the most; there must be one.
std::size_t findWorstRow(const Assembler& assembler);

}  // namespace clank
