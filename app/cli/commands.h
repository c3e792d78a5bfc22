// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands of clank-cli. Results go to files or standard output, messages to standard error.
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli_options.h"

namespace clank {

ExitCode runCommand(const RunOptions& options);
ExitCode validateCommand(const ValidateOptions& options);
ExitCode examplesCommand(const ExamplesOptions& options);
ExitCode divideCommand(const DivideOptions& options);
ExitCode migrateCommand(const MigrateOptions& options);
ExitCode importCommand(const ImportOptions& options);
ExitCode describeCommand(const DescribeOptions& options);
ExitCode reportCommand(const ReportOptions& options);
ExitCode exportCommand(const ExportOptions& options);
ExitCode framesCommand(const FramesOptions& options);
ExitCode renderCommand(const RenderOptions& options);
ExitCode compareCommand(const CompareOptions& options);
ExitCode convergeCommand(const ConvergeOptions& options);
ExitCode frequenciesCommand(const FrequenciesOptions& options);
ExitCode studyCommand(const StudyOptions& options);
ExitCode optimiseCommand(const OptimiseOptions& options);
ExitCode equilibriumCommand(const EquilibriumOptions& options);
ExitCode manualCommand(const ManualOptions& options);

}  // namespace clank
