// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <utility>

#include "tests/bench/compare/problems.h"

int main() {
  using namespace clank::compare;
  std::vector<std::pair<const char*, std::vector<Setting> (*)(const Problem&)>> engines{
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
  std::printf("%-18s %-8s %-26s %12s %12s %10s\n", "problem", "engine", "setting", "error, m", "CPU, ms",
              "to Clank");
  for (const Problem& problem : listProblems()) {
    double ours = 0;
    for (const auto& [name, make] : engines) {
      const std::vector<Setting> settings = make(problem);
      if (settings.empty()) continue;
      const Row row = measure(problem, name, settings);
      if (ours == 0) ours = row.milliseconds;
      std::printf("%-18s %-8s %-26s %12.2e %12.3f %10.1f\n", row.problem.c_str(), row.engine.c_str(),
                  row.setting.c_str(), row.error, row.milliseconds, row.milliseconds / ours);
      std::fflush(stdout);
    }
  }
}
