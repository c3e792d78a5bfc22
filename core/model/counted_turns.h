// SPDX-License-Identifier: GPL-3.0-or-later
// What whole turns mean something to.
//
// The place of a body is the same after a whole turn, and so is all that joints hold. A torsion spring is
// wound up by it, a stop is met after so many, and a law or a published number that reads an angle reads
// another one. Drives are none of these: the number at which one starts says itself in which turn that is.
#pragma once

#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

// The angle of b relative to a counts.
struct CountedTurns {
  std::string a, b;
};
std::vector<CountedTurns> listCountedTurns(const Mechanism& mechanism);

}  // namespace clank
