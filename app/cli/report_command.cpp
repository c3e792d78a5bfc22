// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/resolved_input.h"
#include "core/io/html_report.h"

namespace clank {

ExitCode reportCommand(const ReportOptions& options) {
  const auto run = runModel(options);
  if (!run) return run.error();
  const auto references = compareReferences(
      run->resolved, options.caseId, std::filesystem::path(options.file).parent_path(), run->trajectory);
  printProblems(options.file, references.problems, !options.quiet);
  return writeTextFile(options.out, writeHtmlReport(run->resolved, options.caseId, run->summary,
                                                    run->trajectory, references.curves));
}

}  // namespace clank
