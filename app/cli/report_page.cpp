// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report_page.h"

#include <filesystem>

#include "app/cli/model_input.h"
#include "core/io/html_report.h"

namespace clank {

Step<std::string> makeReportPage(const ReportOptions& options) {
  const auto run = runModel(options);
  if (!run) return tl::unexpected(run.error());
  const auto references = compareReferences(
      run->resolved, options.caseId, std::filesystem::path(options.file).parent_path(), run->trajectory);
  printProblems(options.file, references.problems, !options.quiet);
  return writeHtmlReport(run->resolved, options.caseId, run->summary, run->trajectory, references.curves);
}

}  // namespace clank
