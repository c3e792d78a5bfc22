// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/stop_signals.h"
#include "core/io/picture_file.h"
#include "core/model/loops.h"
#include "core/record/published.h"
#include "core/simulation/simulator.h"
#include "core/support/one_line.h"

namespace clank {

namespace {

// Problems of the cases of one file, each once, with the cases it belongs to.
class Findings {
 public:
  void add(const Problems& problems, const std::string& caseId) {
    for (const Problem& problem : problems) {
      const auto [place, isNew] = places_.emplace(std::pair(problem.where, problem.what), all_.size());
      if (isNew) all_.push_back({problem, {}});
      std::vector<std::string>& cases = all_[place->second].cases;
      if (cases.empty() || cases.back() != caseId) cases.push_back(caseId);
    }
  }

  void print(const std::string& file, std::size_t caseCount) const {
    for (const Finding& finding : all_) {
      const bool some = finding.cases.size() < caseCount;
      const char* word = finding.cases.size() == 1 ? "case" : "cases";
      printProblem(file, finding.problem,
                   some ? fmt::format(" ({} {})", word, fmt::join(finding.cases, ", ")) : "");
    }
  }

  bool hasError() const {
    return std::any_of(all_.begin(), all_.end(),
                       [](const Finding& f) { return f.problem.severity == Severity::error; });
  }

 private:
  struct Finding {
    Problem problem;
    std::vector<std::string> cases;
  };
  std::vector<Finding> all_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_;  // in all_, by where and what
};

// What is known of the start of a run; what a run needs beside is gone by then.
Problems checkStart(const Mechanism& resolved) {
  const auto simulator = Simulator::create(resolved);
  if (!simulator) return simulator.error();
  Problems problems = simulator->notes();
  const Problems compared = checkComparedChannels(resolved, simulator->channels());
  problems.insert(problems.end(), compared.begin(), compared.end());
  return problems;
}

void checkCase(Mechanism drawn, const std::string& caseId, Findings& findings) {
  Problems problems;
  const Mechanism resolved = resolve(std::move(drawn), caseId, {}, problems);
  findings.add(problems, caseId);
  if (stopRun(problems)) return;
  const Problems found = validate(resolved);
  findings.add(found, caseId);
  if (stopRun(found)) return;
  findings.add(checkStart(resolved), caseId);
  findings.add(describeFourBars(resolved), caseId);
}

// False when the file has an error.
bool checkFile(const std::string& file, const OutsideFiles& outside) {
  auto loaded = readInput(file);
  if (!loaded) {
    printProblems(file, loaded.error());
    return false;
  }
  printProblems(file, loaded->warnings);
  Mechanism drawn = std::move(loaded->mechanism);
  printProblems(file, findMissingFiles(drawn, std::filesystem::path(file).parent_path(), outside));
  Findings findings;
  const std::size_t count = drawn.cases.size();
  for (std::size_t i = 0; i + 1 < count; ++i) checkCase(drawn, drawn.cases[i].id, findings);
  const std::string last = count == 0 ? "" : drawn.cases.back().id;
  checkCase(std::move(drawn), last, findings);  // which may be large
  findings.print(file, std::max<std::size_t>(count, 1));
  if (findings.hasError()) return false;
  const std::string cases = count == 0 ? "" : fmt::format(", {} {}", count, count == 1 ? "case" : "cases");
  fmt::print("{}: ok{}\n", file == "-" ? "standard input" : toOneLine(file), cases);
  return true;
}

}  // namespace

ExitCode validateCommand(const ValidateOptions& options) {
  const StopSignals signals;
  bool good = true;
  for (const std::string& file : options.files) good = checkFile(file, {options.allowsOutside, {}}) && good;
  return good ? ExitCode::done : ExitCode::wrongModel;
}

}  // namespace clank
