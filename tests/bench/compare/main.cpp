// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <utility>

#include "tests/bench/compare/problems.h"

int main() {
  using namespace clank::compare;
  std::vector<std::pair<const char*, std::vector<Method> (*)(const Problem&)>> engines{
      {"Clank", makeClank},
#ifdef CLANK_SIMBODY
      {"Simbody", makeSimbody},
#endif
#ifdef CLANK_MUJOCO
      {"MuJoCo", makeMujoco},
#endif
#ifdef CLANK_SICONOS
      {"Siconos", makeSiconos},
#endif
  };
  std::printf("problem,engine,coordinates,integrator,setting,error,reached,cpu_ms,times_clank\n");
  for (const Problem& problem : listProblems()) {
    double ours = 0;
    for (const auto& [name, make] : engines) {
      const std::vector<Method> methods = make(problem);
      if (methods.empty()) continue;
      const Row row = measure(problem, name, methods);
      if (ours == 0) ours = row.milliseconds;
      std::printf("%s,%s,%s,%s,%s,%.2e,%s,%.4g,%.3g\n", row.problem.c_str(), row.engine.c_str(),
                  row.coordinates.c_str(), row.integrator.c_str(), row.setting.c_str(), row.error,
                  row.error < 1e-6 ? "yes" : "no", row.milliseconds, row.milliseconds / ours);
      std::fflush(stdout);
    }
  }
}
