// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/resolved_input.h"
#include "core/io/rounding.h"
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
  double size = 0;  // m
  for (const Equilibrium::Part& part : found->bodies)
    size = std::max({size, std::abs(part.x), std::abs(part.y)});
  for (std::size_t i = 0; i < found->bodies.size(); ++i) {
    const Equilibrium::Part& part = found->bodies[i];
    fmt::print("{:<16} {:>14.8g} {:>14.8g} {:>14.8g}  {}\n", part.id, dropRounding(part.x, size),
               dropRounding(part.y, size), dropRounding(part.angle * 180 / std::numbers::pi, 180),
               resolved->bodies[i].flexible ? fmt::format("{:.8g}", part.deflection) : "");
  }
  return ExitCode::done;
}

}  // namespace clank
