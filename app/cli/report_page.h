// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/cli/commands.h"
#include "app/cli/resolved_input.h"

namespace clank {

struct ReportPage {
  std::string html;
  ExitCode code = ExitCode::done;  // when it is written: openLedger where a run of it does not add up
};
// The page of a run that is made for it; what goes wrong is said.
Step<ReportPage> makeReportPage(const ReportOptions& options);

}  // namespace clank
