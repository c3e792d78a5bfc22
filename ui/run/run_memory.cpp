// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_memory.h"

#include <unistd.h>

namespace clank {

double estimateRunMemory(const Mechanism& resolved, std::size_t channels) {
  const SimulationSettings& settings = resolved.simulation;
  const double samples = settings.duration.value / settings.outputInterval.value + 1;
  return samples * static_cast<double>(channels * sizeof(double));
}

double readMachineMemory() {
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

}  // namespace clank
