// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/resolved_input.h"
#include "app/cli/say.h"
#include "core/io/dxf_drawing.h"
#include "core/io/svg_drawing.h"

namespace clank {

ExitCode exportCommand(const ExportOptions& options) {
  const bool dxf = options.out.extension() == ".dxf";
  if (!dxf && options.out.extension() != ".svg") {
    say("clank-cli: --out: {} does not end in .svg or .dxf", options.out.string());
    return ExitCode::usage;
  }
  const auto resolved = readModel(options);
  if (!resolved) return resolved.error();
  const auto simulator = createSimulator(options.file, *resolved, options.quiet);
  if (!simulator) return simulator.error();
  Trajectory start(simulator->channels());
  start.sample(simulator->startRow());
  return writeTextFile(options.out, dxf ? writeDxfDrawing(*resolved, start, 0)
                                        : writeDrawing(*resolved, start, 0, FigureScale::trueToSize));
}

}  // namespace clank
