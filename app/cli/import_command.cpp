// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "core/io/import_linkage.h"

namespace clank {

ExitCode importCommand(const ImportOptions& options) {
  const auto text = readText(options.file);
  if (!text) {
    printProblems(options.file, text.error());
    return ExitCode::wrongModel;
  }
  const auto imported = importLinkage(*text);
  if (!imported) {
    printProblems(options.file, imported.error());
    return ExitCode::wrongModel;
  }
  for (const std::string& note : imported->notes) printProblem(options.file, {note, "", Severity::note});
  return writeOutput(imported->mechanism, options.out);
}

}  // namespace clank
