// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/resolved_input.h"
#include "core/model/in_words.h"
#include "core/support/one_line.h"

namespace clank {

ExitCode describeCommand(const DescribeOptions& options) {
  const auto resolved = readModel(options);
  if (!resolved) return resolved.error();
  const auto simulator = createSimulator(options.file, *resolved, options.quiet);
  if (!simulator) return simulator.error();
  if (!resolved->name.empty()) fmt::print("{}\n", toOneLine(resolved->name));
  fmt::print("{}",
             toText(describeInWords(*resolved, MobilityCount{simulator->mobility(), simulator->gruebler()})));
  return ExitCode::done;
}

}  // namespace clank
