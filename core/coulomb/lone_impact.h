// SPDX-License-Identifier: GPL-3.0-or-later
// The impact that most mechanisms have: one contact that does not rub, by Newton's law.
//
// With the response dv1, L1 to a unit impulse in its row J, W = J dv1 and r = J v, the law r+ = -e r- asks
// for
//     P = -(1 + e) r-/W.
// With e up to one it makes no energy, there is nothing to share, and what the contact is not joined to stays
// as it is: neither islands nor a complementarity problem are needed.
#pragma once

#include <optional>
#include <span>
#include "core/coulomb/velocity_jump.h"
#include "core/dynamics/assembler.h"

namespace clank {

// No other law, no friction of the contact or of joints that grows with their reactions.
bool isLone(const Assembler& assembler, std::span<const ImpactContact> contacts);

// As calcJump(), of what isLone().
std::optional<VelocityJump> calcLoneJump(Assembler& assembler, std::span<const double> v,
                                         const ImpactContact& contact);

}  // namespace clank
