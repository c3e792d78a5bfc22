// SPDX-License-Identifier: GPL-3.0-or-later
// What a run will take of the memory.
#pragma once

#include <cstddef>

#include "core/model/mechanism.h"

namespace clank {

// Bytes of all samples that a run to its end keeps: 8 a channel and sample. Events add a few.
double estimateRunMemory(const Mechanism& resolved, std::size_t channels);

// Bytes that this machine has.
double readMachineMemory();

// A run that would take more of the machine's memory is asked about; one that has come to take more than most
// of it ends with what there is.
inline constexpr double kModestPart = 0.25, kLargestPart = 0.6;

}  // namespace clank
