// SPDX-License-Identifier: GPL-3.0-or-later
// Scaling of a study over processors, and what of it is no integration. Ratios are of one run of this
// program; wall times mean something on a quiet machine, processor times nearly everywhere.
//
//     clank_studies [RUNS [JOBS]]     (10,000 runs of Song's three-bar on 2 processors)
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "core/io/mechanism_file.h"
#include "core/simulation/simulator.h"
#include "core/study/study_session.h"

namespace clank {
namespace {

struct Cost {
  double wall = 0, user = 0, system = 0;  // s
  long faults = 0, switches = 0;          // of pages; of threads that had to wait
};

double toSeconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

// Of this thread, s.
double readThreadTime() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

Cost measure(const StudyRuns& runs, int jobs) {
  const auto path = std::filesystem::temp_directory_path() / fmt::format("clank-studies-{}.sqlite", jobs);
  std::filesystem::remove(path);
  auto store = StudyStore::open(path, describeStudy(runs, "bench", "bench"), StudyStore::Mode::create);
  if (!store) {
    fmt::print(stderr, "{}\n", store.error().front().what);
    std::exit(1);
  }
  rusage before{}, after{};
  ::getrusage(RUSAGE_SELF, &before);
  const auto start = std::chrono::steady_clock::now();
  computeStudy(runs, *store, {}, jobs, {}, [](const StudyRow&, std::uint64_t, std::uint64_t) {});
  Cost cost;
  cost.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ::getrusage(RUSAGE_SELF, &after);
  cost.user = toSeconds(after.ru_utime) - toSeconds(before.ru_utime);
  cost.system = toSeconds(after.ru_stime) - toSeconds(before.ru_stime);
  cost.faults = after.ru_minflt - before.ru_minflt;
  cost.switches = after.ru_nvcsw - before.ru_nvcsw;
  std::filesystem::remove(path);
  return cost;
}

void compareJobs(const StudyRuns& runs, int jobs) {
  fmt::print("jobs,wall_s,user_s,system_s,page_faults,waits\n");
  Cost costs[2];
  for (int k = 0; k < 2; ++k) {
    const int n = k == 0 ? 1 : jobs;
    costs[k] = measure(runs, n);
    fmt::print("{},{:.3f},{:.3f},{:.3f},{},{}\n", n, costs[k].wall, costs[k].user, costs[k].system,
               costs[k].faults, costs[k].switches);
  }
  fmt::print("part of ideal scaling, {:.3f}; processor time a run on {} to that on 1, {:.3f}\n",
             costs[0].wall / (jobs * costs[1].wall), jobs,
             (costs[1].user + costs[1].system) / (costs[0].user + costs[0].system));
}

// One thread, some of the runs; each step of a run by itself, then the whole of it.
void compareSteps(const Mechanism& drawn, const StudyRuns& runs, std::uint64_t count) {
  const std::uint64_t by = std::max<std::uint64_t>(1, count / 1000);
  double parameters = 0, build = 0, integrate = 0, whole = 0;
  RunMemory memory;  // one for both, as in a study
  memory.family = std::make_unique<ResolvedFamily>(drawn, runs.study().caseId);
  for (std::uint64_t run = 0; run < count; run += by) {
    const double start = readThreadTime();
    const std::vector<std::string> texts = runs.plan().point(run);
    std::map<std::string, std::string> set;
    for (std::size_t k = 0; k < texts.size(); ++k) set[runs.plan().axes()[k].id()] = texts[k];
    const Mechanism* mechanism = memory.family->find(set);
    const double resolved = readThreadTime();
    if (!mechanism) continue;
    const auto simulator = Simulator::create(*mechanism, StartNotes::newNumbers);
    const double built = readThreadTime();
    if (!simulator) continue;
    memory.trajectory.restart(simulator->channels());
    simulator->run(memory.trajectory);
    const double ran = readThreadTime();
    runs.run(run, {}, memory);
    whole += readThreadTime() - ran;
    parameters += resolved - start;
    build += built - resolved;
    integrate += ran - built;
  }
  const double all = parameters + build + integrate, rest = std::max(0.0, whole - all);
  fmt::print(
      "of a run: parameters {:.2f} %, build and close {:.2f} %, integrate {:.2f} %, quantities {:.2f} %\n",
      100 * parameters / (all + rest), 100 * build / (all + rest), 100 * integrate / (all + rest),
      100 * rest / (all + rest));
}

int compare(std::uint64_t count, int jobs) {
  auto loaded =
      loadMechanism(std::string(CLANK_SOURCE_DIR) + "/resources/examples/papers/song-2020-three-bar.clank");
  if (!loaded || loaded->mechanism.studies.empty()) return 1;
  Study& study = loaded->mechanism.studies.front();
  for (StudyParameter& p : study.parameters) p.count = std::round(std::sqrt(static_cast<double>(count)));
  const auto runs = StudyRuns::create(loaded->mechanism, study.id);
  if (!runs) return 1;
  compareSteps(loaded->mechanism, *runs, *runs->plan().size());
  compareJobs(*runs, jobs);
  return 0;
}

}  // namespace
}  // namespace clank

int main(int count, char** words) {
  const auto wanted = count > 1 ? std::strtoull(words[1], nullptr, 10) : 10000;
  return clank::compare(wanted, count > 2 ? std::atoi(words[2]) : 2);
}
