// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms named on the command line, and what is said about them.
#pragma once

#include <string>

#include "core/io/mechanism_file.h"

namespace clank {

// From a file, or from standard input for "-".
Result<LoadedMechanism> readInput(const std::string& file);

// "FILE: /bodies/0/mass: error: ..." on standard error, one line a problem.
void printProblems(const std::string& file, const Problems& problems, bool warningsToo = true);
void printProblem(const std::string& file, const Problem& problem, const std::string& remark = {});

bool hasError(const Problems& problems);

}  // namespace clank
