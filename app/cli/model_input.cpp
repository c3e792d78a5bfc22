// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_input.h"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>

#include "app/cli/say.h"
#include "core/io/read_file.h"
#include "core/math/expression.h"

namespace clank {

Result<LoadedMechanism> readInput(const std::string& file) {
  const auto text =
      file == "-" ? readOpenFile(STDIN_FILENO, "standard input") : readFile(file, TextSource::pipesToo);
  if (!text) return tl::unexpected(text.error());
  return readMechanism(*text);
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

bool checkName(const char* option, const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return true;
  const std::string nearest = findNearestName(name, known);
  const std::string hint = known.empty()     ? "the file has none"
                           : nearest.empty() ? fmt::format("the file has {}", fmt::join(known, ", "))
                                             : fmt::format("did you mean \"{}\"?", nearest);
  say("clank-cli: {}: there is no \"{}\" in the file; {}", option, name, hint);
  return false;
}

tl::expected<Mechanism, ExitCode> readCase(const std::string& file, const std::string& caseId) {
  const auto loaded = readInput(file);
  if (!loaded) {
    printProblems(file, loaded.error());
    return tl::unexpected(ExitCode::wrongModel);
  }
  printProblems(file, loaded->warnings);
  const Mechanism& drawn = loaded->mechanism;
  if (!caseId.empty() && !checkName("--case", caseId, listIds(drawn.cases)))
    return tl::unexpected(ExitCode::usage);
  auto resolved = resolve(drawn, caseId);
  if (resolved) return std::move(*resolved);
  printProblems(file, resolved.error());
  return tl::unexpected(ExitCode::wrongModel);
}

}  // namespace clank
