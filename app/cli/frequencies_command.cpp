// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/resolved_input.h"
#include "app/cli/say.h"
#include "core/simulation/natural_modes.h"

namespace clank {
namespace {

constexpr double kAtRest = 1e-6;  // m/s2

void printMode(std::size_t number, const NaturalMode& mode, const std::string& movers) {
  const std::string ratio = mode.swings() ? fmt::format("{:.5g}", mode.dampingRatio()) : "";
  const std::string rate = mode.kind == NaturalMode::Kind::divergence || mode.kind == NaturalMode::Kind::decay
                               ? fmt::format("{:.5g}", mode.root.real())
                               : "";
  fmt::print("{:>4} {:>14} {:>10} {:>11}  {:<10}  {}\n", number,
             mode.swings() || mode.kind == NaturalMode::Kind::neutral
                 ? fmt::format("{:.7g}", mode.frequency())
                 : "-",
             ratio, rate, describe(mode), movers);
}

}  // namespace

ExitCode frequenciesCommand(const FrequenciesOptions& options) {
  const auto resolved = readModel(options);
  if (!resolved) return resolved.error();
  const auto found = NaturalModes::find(*resolved, options.at);
  if (!found) {
    printProblems(options.file, found.error());
    return options.at > 0 ? ExitCode::runFailed : ExitCode::wrongModel;
  }
  if (found->unrest() > kAtRest)
    say("{}: at t = {:.6g} s it is not at rest: let go, it would set out with {:.3g} m/s2. The frequencies "
        "are those about this position as if a steady force held it.",
        options.file, found->time(), found->unrest());
  if (const auto counts = found->countsMotion(); counts && *counts)
    say("{}: at t = {:.6g} s it turns as a whole, at {:.6g} rad/s. The frequencies are those in axes that "
        "turn "
        "with it, with centrifugal and gyroscopic terms.",
        options.file, found->time(), found->spin());
  else if (counts)
    say("{}: at t = {:.6g} s it moves. The frequencies are those about this position at rest: its speeds are "
        "left out, as it does not turn as a whole about one point.",
        options.file, found->time());
  fmt::print("{:>4} {:>14} {:>10} {:>11}  {:<10}  {}\n", "mode", "frequency Hz", "damping", "rate 1/s", "",
             "moves most");
  for (std::size_t i = 0; i < found->modes().size(); ++i)
    printMode(i + 1, found->modes()[i], found->nameMovers(found->modes()[i]));
  if (found->modes().empty()) say("{}: nothing can move at this position", options.file);
  return ExitCode::done;
}

}  // namespace clank
