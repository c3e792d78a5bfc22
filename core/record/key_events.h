// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/record/receipt.h"

namespace clank {

// Indices of the events that say most about a run, at most so many, in order of time. First come those that
// are the first of their kind at their element, then changes of phase or mobility, then what costs most
// energy; of equals the earlier.
std::vector<std::size_t> chooseKeyEvents(std::span<const Receipt> events, std::size_t most);

}  // namespace clank
