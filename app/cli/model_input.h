// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms named on the command line, and what is said about them.
#pragma once

#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "core/io/mechanism_file.h"

namespace clank {

// From a file, or from standard input for "-".
Result<LoadedMechanism> readInput(const std::string& file);

// "FILE: /bodies/0/mass: error: ..." on standard error, one line a problem.
void printProblems(const std::string& file, const Problems& problems, bool warningsToo = true);
void printProblem(const std::string& file, const Problem& problem, const std::string& remark = {});

bool hasError(const Problems& problems);

// Complains about a name on the command line that is not in the file.
bool checkName(const char* option, const std::string& name, const std::vector<std::string>& known);

template <class T>
std::vector<std::string> listIds(const std::vector<T>& parts) {
  std::vector<std::string> ids;
  for (const T& part : parts) ids.push_back(part.id);
  return ids;
}

// The mechanism of a case (empty: the first), or the exit code when its problems have been told.
tl::expected<Mechanism, ExitCode> readCase(const std::string& file, const std::string& caseId);

}  // namespace clank
