// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <numbers>

#include "app/cli/commands.h"
#include "app/cli/resolved_input.h"
#include "core/simulation/equilibrium.h"

namespace clank {

ExitCode equilibriumCommand(const EquilibriumOptions& options) {
  const auto resolved = readModel(options);
  if (!resolved) return resolved.error();
  const auto found = findEquilibrium(*resolved);
  if (!found) {
    printProblems(options.file, found.error());
    return ExitCode::wrongModel;
  }
  fmt::print("{:<16} {:>14} {:>14} {:>14}  {}\n", "body", "x m", "y m", "angle deg", "tip deflection m");
  for (std::size_t i = 0; i < found->bodies.size(); ++i) {
    const Equilibrium::Part& part = found->bodies[i];
    fmt::print("{:<16} {:>14.8g} {:>14.8g} {:>14.8g}  {}\n", part.id, part.x, part.y,
               part.angle * 180 / std::numbers::pi,
               resolved->bodies[i].flexible ? fmt::format("{:.8g}", part.deflection) : "");
  }
  return ExitCode::done;
}

}  // namespace clank
