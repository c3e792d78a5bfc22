// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/cli/commands.h"
#include "app/cli/resolved_input.h"

namespace clank {

// The page (HTML) of a run that is made for it; what goes wrong is said.
Step<std::string> makeReportPage(const ReportOptions& options);

}  // namespace clank
