// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/resolved_input.h"
#include "app/cli/say.h"
#include "core/study/converge.h"

namespace clank {

ExitCode convergeCommand(const ConvergeOptions& options) {
  const auto resolved = readModel(options);
  if (!resolved) return resolved.error();
  double before = 0;
  bool isFirst = true, hasHeading = false;
  const auto tell = [&](const ModesTried& one) {
    const bool rods = one.model == BendingModel::rods;
    if (!hasHeading) fmt::print("{:>6} {:>6} {:>16} {:>12}\n", "model", "count", "value (SI)", "change");
    hasHeading = true;
    const std::string change = isFirst || !std::isfinite(one.value)
                                   ? ""
                                   : fmt::format("{:.3g} %", 100 * std::abs(one.value / before - 1));
    fmt::print("{:>6} {:>6} {:>16} {:>12}\n", rods ? "rods" : "modes", one.count,
               std::isfinite(one.value) ? fmt::format("{:.9g}", one.value) : "-", change);
    if (!one.reason.empty())
      say("{}: with {} {}: {}", options.file, one.count, rods ? "rods" : "modes", one.reason);
    if (!std::isfinite(one.value)) return;
    before = one.value;
    isFirst = false;
  };
  const auto found = findEnoughModes(*resolved, {options.quantity, options.tolerance, options.rods}, tell);
  if (!found) {
    printProblems(options.file, found.error());
    return ExitCode::wrongModel;
  }
  if (!found->enough) {
    say("{}: {} does not stay within {:g} % with as many modes as were tried", options.file, options.quantity,
        100 * options.tolerance);
    return ExitCode::runFailed;
  }
  fmt::print("{} modes are enough: with more, {} stays within {:g} %\n", *found->enough, options.quantity,
             100 * options.tolerance);
  return ExitCode::done;
}

}  // namespace clank
