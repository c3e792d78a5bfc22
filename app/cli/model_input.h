// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms named on the command line, and what is said about them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands.h"
#include "core/io/input_files.h"
#include "core/io/mechanism_file.h"

namespace clank {

// From a file, or from standard input for "-".
Result<std::string> readText(const std::string& file);
Result<LoadedMechanism> readInput(const std::string& file);
// Of a text that readText() has read from the file.
Result<LoadedMechanism> readInputText(const std::string& file, std::string_view text);

// All that this program has read, and the files that its mechanisms name: none of them is written to. What is
// read otherwise than by readText() and readInput() is to be added.
InputFiles& updInputs();
// False, having said why: it would replace what is read. To be asked before a file is touched.
bool mayWrite(const std::filesystem::path& output);
inline bool mayWriteAll(const std::vector<std::filesystem::path>& outputs) {
  return std::all_of(outputs.begin(), outputs.end(), [](const auto& output) { return mayWrite(output); });
}

// Says what goes wrong; asks mayWrite() itself.
ExitCode writeTextFile(const std::filesystem::path& path, const std::string& text);
// To a file, or to standard output without one; says what goes wrong.
ExitCode writeOutput(const Mechanism& mechanism, const std::optional<std::filesystem::path>& out);

// "FILE: /bodies/0/mass: error: ..." on standard error, one line a problem.
void printProblems(const std::string& file, const Problems& problems, bool warningsToo = true);
void printProblem(const std::string& file, const Problem& problem, const std::string& remark = {});

bool hasError(const Problems& problems);

}  // namespace clank
