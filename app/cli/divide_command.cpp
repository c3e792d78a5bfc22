// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "core/io/number_text.h"
#include "core/model/divide_bar.h"

namespace clank {

namespace {

// As a parameter behind those of the mechanism, so that it may be written with them.
Result<Quantity> evaluateBending(Mechanism drawn, const std::string& text) {
  Parameter bending;
  bending.id = "bending_stiffness_of_rods";
  bending.unit = "N m2";
  if (const auto number = readNumber(text))
    bending.value = *number;
  else
    bending.value.text = text;
  drawn.parameters.push_back(bending);
  const auto resolved = resolve(drawn);
  if (!resolved) return failure("--bending: " + resolved.error().front().what);
  bending.value.value = resolved->parameters.back().value.value;
  return bending.value;
}

Result<Mechanism> divide(const Mechanism& drawn, const DivideOptions& options) {
  const auto shown = resolve(drawn);
  if (!shown) return tl::unexpected(shown.error());
  const auto bending = evaluateBending(drawn, options.bending);
  if (!bending) return tl::unexpected(bending.error());
  return divideBar(drawn, *shown, options.bar, {options.rods, *bending});
}

}  // namespace

ExitCode divideCommand(const DivideOptions& options) {
  const auto loaded = readInput(options.file);
  if (!loaded) {
    printProblems(options.file, loaded.error());
    return ExitCode::wrongModel;
  }
  const auto divided = divide(loaded->mechanism, options);
  if (!divided) {
    printProblems(options.file, divided.error());
    return ExitCode::wrongModel;
  }
  return writeOutput(*divided, options.out);
}

}  // namespace clank
