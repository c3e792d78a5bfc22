// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/drawing_program.h"
#include "app/cli/model_input.h"
#include "app/cli/report_page.h"
#include "app/cli/say.h"

namespace clank {

// A page for a browser is text; pages of paper are laid out by Qt.
ExitCode reportCommand(const ReportOptions& options) {
  if (options.out.extension() == ".pdf") return becomeDrawingProgram("report", options.words);
  if (options.out.extension() != ".html") {
    say("clank-cli: --out: {} does not end in .html or .pdf", options.out.string());
    return ExitCode::usage;
  }
  const auto page = makeReportPage(options);
  if (!page) return page.error();
  const ExitCode written = writeTextFile(options.out, page->html);
  return written == ExitCode::done ? page->code : written;
}

}  // namespace clank
