// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clank {

struct RunOptions {
  std::string file;                                // "-": standard input
  std::string caseId;                              // empty: the first
  std::map<std::string, std::string> set;          // parameter id -> text
  std::optional<double> until;                     // s, instead of the duration in the file
  std::optional<std::filesystem::path> outFolder;  // absent: a short report on standard output
  bool quiet = false;                              // only errors
};

struct ValidateOptions {
  std::vector<std::string> files;
};

struct ExamplesOptions {
  std::optional<std::filesystem::path> copyTo;
};

struct DivideOptions {
  std::string file, bar;  // "-": standard input; id of a body
  int rods = 6;
  std::string bending;                       // E J, N m2: number, quantity or expression of parameters
  std::optional<std::filesystem::path> out;  // absent: standard output
};

struct EquilibriumOptions {
  std::string file;    // "-": standard input
  std::string caseId;  // empty: the first
};

struct FrequenciesOptions {
  std::string file;    // "-": standard input
  std::string caseId;  // empty: the first
  double at = 0;       // s, of the run; 0: the start
};

using CliOptions = std::variant<RunOptions, ValidateOptions, ExamplesOptions, DivideOptions,
                                FrequenciesOptions, EquilibriumOptions>;

// What was asked for, or the exit code when there is nothing more to do: 0 after --help and --version, 2
// after a mistake (which is then explained on standard error).
std::variant<CliOptions, int> readCommandLine(int argc, const char* const* argv);

}  // namespace clank
