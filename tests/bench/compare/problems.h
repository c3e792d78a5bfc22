// SPDX-License-Identifier: GPL-3.0-or-later
// The problems that every engine solves, and how its answer is judged.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace clank {
struct Mechanism;
}

namespace clank::compare {

// Of a body at the end: its origin and angle, in the axes and order of the mechanism.
struct Pose {
  double x = 0, y = 0, angle = 0;  // m, rad
};

inline constexpr double kPatience = 10;  // s of one run; finer settings are not tried beyond it
double readSeconds();                    // CPU time of this thread, s

struct Problem {
  enum class Kind { chain, fourBars, squeezer, ball };
  Kind kind;
  int size;         // rods or windows
  double duration;  // s
  std::string name() const;
  Mechanism makeMechanism() const;  // resolved
  // Largest distance from the reference: of the free ends of all rods (chain), of B_0 (four-bars), of the
  // angles of all bodies (squeezer, rad), of the height (ball); m.
  double calcError(const std::vector<Pose>& ends) const;
};
std::vector<Problem> listProblems();

// Runs once and gives the ends; empty when the engine fails.
using Solve = std::function<std::vector<Pose>()>;
struct Setting {
  std::string name;
  Solve solve;
};
// One way to use an engine, with its settings from coarse to fine.
struct Method {
  std::string coordinates, integrator;
  std::vector<Setting> settings;
};

// What one engine reaches: the fastest of its methods at its first setting with an error below 1e-6, or else
// the smallest error of all.
struct Row {
  std::string problem, engine, coordinates, integrator, setting;
  double error = 0, milliseconds = 0;  // CPU time of this thread, the least of three runs
};
Row measure(const Problem& problem, const std::string& engine, const std::vector<Method>& methods);

// One an engine; those that are not installed are not called. An engine that cannot do a problem gives no
// methods. Models are built here: only runs are timed.
std::vector<Method> makeClank(const Problem& problem);
std::vector<Method> makeSimbody(const Problem& problem);
std::vector<Method> makeMujoco(const Problem& problem);
std::vector<Method> makeSiconos(const Problem& problem);

}  // namespace clank::compare
