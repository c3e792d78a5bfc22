// SPDX-License-Identifier: GPL-3.0-or-later
// Reactions of joints that hold the same more than once.
#pragma once

#include <span>

#include "core/dynamics/assembler.h"

namespace clank {

// Of all multipliers that give the same motion with the assembler's last factor (reactions or impulses, one a
// row), puts the evenest in place: theory (2c). Those of contacts and of stops that only push stay as they
// are. Does nothing where no row is redundant; allocates otherwise.
void shareEvenly(Assembler& assembler, std::span<double> multipliers);

}  // namespace clank
