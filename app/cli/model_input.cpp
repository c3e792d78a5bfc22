// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_input.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/cli/say.h"
#include "core/io/read_file.h"
#include "core/io/replace_file.h"

namespace clank {

InputFiles& updInputs() {
  static InputFiles inputs;
  return inputs;
}

bool mayWrite(const std::filesystem::path& output) {
  const auto allowed = updInputs().check(output);
  if (!allowed) say("clank-cli: {}", allowed.error().front().what);
  return allowed.has_value();
}

Result<std::string> readText(const std::string& file) {
  if (file == "-")
    updInputs().addOpen(STDIN_FILENO, "standard input");
  else
    updInputs().add(file);
  return file == "-" ? readOpenFile(STDIN_FILENO, "standard input") : readFile(file, TextSource::pipesToo);
}

Result<LoadedMechanism> readInput(const std::string& file) {
  const auto text = readText(file);
  if (!text) return tl::unexpected(text.error());
  return readInputText(file, *text);
}

Result<LoadedMechanism> readInputText(const std::string& file, std::string_view text) {
  auto loaded = readMechanism(text);
  if (loaded) updInputs().addNamedIn(loaded->mechanism, std::filesystem::path(file).parent_path());
  return loaded;
}

ExitCode writeTextFile(const std::filesystem::path& path, const std::string& text) {
  if (!mayWrite(path)) return ExitCode::usage;
  const auto written = replaceFile(path, text);
  if (written) return ExitCode::done;
  for (const Problem& problem : written.error()) say("clank-cli: {}", problem.what);
  return ExitCode::runFailed;
}

ExitCode writeOutput(const Mechanism& mechanism, const std::optional<std::filesystem::path>& out) {
  const std::string text = writeMechanism(mechanism);
  if (!out) {
    std::fputs(text.c_str(), stdout);
    return ExitCode::done;
  }
  return writeTextFile(*out, text);
}

void printProblem(const std::string& file, const Problem& problem, const std::string& remark) {
  const std::string place = problem.where.empty() ? "" : problem.where + ": ";
  say("{}: {}{}: {}{}", file == "-" ? "standard input" : file, place, toWord(problem.severity), problem.what,
      remark);
}

void printProblems(const std::string& file, const Problems& problems, bool warningsToo) {
  for (const Problem& problem : problems) {
    if (warningsToo || problem.severity == Severity::error) printProblem(file, problem);
  }
}

bool hasError(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return problem.severity == Severity::error; });
}

}  // namespace clank
