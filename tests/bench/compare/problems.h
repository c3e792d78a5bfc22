// SPDX-License-Identifier: GPL-3.0-or-later
// The problems that every engine solves, and how its answer is judged.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace clank::compare {

struct End {
  double x = 0, y = 0;  // m
};

struct Problem {
  enum class Kind { chain, fourBars, ball };
  Kind kind;
  int size;         // rods or windows
  double duration;  // s
  std::string name() const;
  // Largest distance of the far ends of rods 1, 2, ... (chain), of B_0 (four-bars, one end), or of the ball's
  // height (one end, x) from the reference; m.
  double calcError(const std::vector<End>& ends) const;
};
std::vector<Problem> listProblems();

// What one engine reaches: at its first setting with an error below 1e-6 m, or else at its best.
struct Row {
  std::string problem, engine, setting;
  double error = 0, milliseconds = 0;  // CPU time of this thread, the least of three runs
};

// Runs once and gives the ends; empty when the engine fails.
using Solve = std::function<std::vector<End>()>;
struct Setting {
  std::string name;
  Solve solve;
};
// Settings from coarse to fine.
Row measure(const Problem& problem, const std::string& engine, const std::vector<Setting>& settings);

// One an engine; those that are not installed are not called. An engine that cannot do a problem gives no
// settings.
std::vector<Setting> makeClank(const Problem& problem);
std::vector<Setting> makeSimbody(const Problem& problem);
std::vector<Setting> makeMujoco(const Problem& problem);
std::vector<Setting> makeSiconos(const Problem& problem);

}  // namespace clank::compare
