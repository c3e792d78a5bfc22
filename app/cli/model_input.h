// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms named on the command line, and what is said about them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "core/io/mechanism_file.h"

namespace clank {

// From a file, or from standard input for "-".
Result<std::string> readText(const std::string& file);
Result<LoadedMechanism> readInput(const std::string& file);

// Says what goes wrong.
ExitCode writeTextFile(const std::filesystem::path& path, const std::string& text);
// To a file, or to standard output without one; says what goes wrong.
ExitCode writeOutput(const Mechanism& mechanism, const std::optional<std::filesystem::path>& out);

// "FILE: /bodies/0/mass: error: ..." on standard error, one line a problem.
void printProblems(const std::string& file, const Problems& problems, bool warningsToo = true);
void printProblem(const std::string& file, const Problem& problem, const std::string& remark = {});

bool hasError(const Problems& problems);

}  // namespace clank
