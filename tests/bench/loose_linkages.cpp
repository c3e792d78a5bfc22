// SPDX-License-Identifier: GPL-3.0-or-later
// Random linkages with loose joints by the thousand: clank_loose [first seed] [count] [seconds of CPU each].
// With count 0 the mechanism of the first seed is written to standard output.
// A line for each that fails, leaves a bearing or loses its ledger; at the end how long they took. No
// failures are runs that a drive has ended for a reason that drive_conflict.h confirms, and those that were
// stopped at their limit of time, with ledger and bearings as they should be so far.
#include <cstdio>
#include <cstdlib>
#include <stop_token>

#include "core/io/mechanism_file.h"
#include "tests/bench/time_limit.h"
#include "tests/support/drive_conflict.h"
#include "tests/support/random_loose_linkage.h"

using namespace clank;
using namespace clank::test;

namespace {
std::string explain(const RunSummary& summary) {
  for (const Problem& problem : summary.problems)
    if (problem.severity == Severity::error) return problem.what;
  return "too long";
}
}  // namespace

int main(int argc, char** argv) {
  const auto arg = [&](int i, double otherwise) { return argc > i ? std::atof(argv[i]) : otherwise; };
  const auto first = static_cast<unsigned>(arg(1, 1)), count = static_cast<unsigned>(arg(2, 1000));
  if (count == 0) {
    std::fputs(writeMechanism(RandomLooseLinkage(first).mechanism()).c_str(), stdout);
    return 0;
  }
  std::vector<double> times;
  int bad = 0, refused = 0, without = 0, stopped = 0, cut = 0;
  long long events = 0;
  for (unsigned seed = first; seed < first + count; ++seed) {
    const RandomLooseLinkage linkage(seed);
    const auto simulator = Simulator::create(linkage.mechanism());
    if (!simulator) {
      ++refused;
      std::printf("%u: refused: %s\n", seed, simulator.error().front().what.c_str());
      continue;
    }
    LooseSink sink(linkage.mechanism(), simulator->channels());
    without += sink.count() == 0;
    std::stop_source stop;
    const double begin = readCpu();
    const RunSummary summary = [&] {
      const TimeLimit limit(stop, arg(3, 20));
      return simulator->run(sink, stop.get_token());
    }();
    times.push_back(readCpu() - begin);
    events += summary.events;
    const bool ends = summary.end == RunSummary::End::finished,
               opens = summary.largestResidual > 1e-6 * sink.scale();
    const bool leaves = sink.rigidDepth() > 1e-8 || sink.pressedPart() > 1 || !sink.isFinite();
    if (ends && !opens && !leaves) continue;
    const bool isCut = summary.end == RunSummary::End::interrupted && !opens && !leaves;
    const bool isStopped = summary.end == RunSummary::End::failed && !leaves && sink.closesBeforeEnd(1e-6) &&
                           DriveConflict(linkage.mechanism()).isTrue();
    (isCut ? cut : isStopped ? stopped : bad) += 1;
    std::printf(
        "%u: %s: %.2f s CPU, %d events, %lld steps, t %.4g, residual %.1e of %.1e J, deep %.1e (%s), pressed "
        "%.2g%s%s\n",
        seed,
        isCut       ? "cut"
        : isStopped ? "stopped by a drive"
                    : "bad",
        times.back(), summary.events, static_cast<long long>(summary.steps), summary.t,
        summary.largestResidual, sink.scale(), sink.rigidDepth(), sink.deepestJoint().c_str(),
        sink.pressedPart(), ends ? "" : ": ", ends ? "" : explain(summary).c_str());
    std::fflush(stdout);
  }
  std::sort(times.begin(), times.end());
  if (!times.empty())
    std::printf(
        "%zu linkages (%d without play), %d refused, %d stopped by a drive, %d cut, %d bad, %lld events; CPU "
        "median %.3f s, worst %.3f s\n",
        times.size(), without, refused, stopped, cut, bad, events, times[times.size() / 2], times.back());
}
