// SPDX-License-Identifier: GPL-3.0-or-later
// Random heaps by the thousand: clank_heaps [first seed] [count] [most bodies] [seconds of CPU a scene].
// A line for each scene that fails, sinks in or gains energy; at the end how long they took. With count 0 the
// mechanism of the first seed is written to standard output. Environment: OUTLINES, bodies touch with their
// outlines; EVEN, numbers of bodies and restitution are drawn evenly, without the extremes being more likely.
#include <cstdio>
#include <cstdlib>
#include <stop_token>

#include "core/io/mechanism_file.h"
#include "tests/bench/time_limit.h"
#include "tests/support/random_heap.h"

using namespace clank;
using namespace clank::test;

int main(int argc, char** argv) {
  const auto arg = [&](int i, double otherwise) { return argc > i ? std::atof(argv[i]) : otherwise; };
  const auto first = static_cast<unsigned>(arg(1, 1)), count = static_cast<unsigned>(arg(2, 1000));
  const int most = static_cast<int>(arg(3, 30));
  const bool outlines = std::getenv("OUTLINES") != nullptr;
  const auto spread = std::getenv("EVEN") != nullptr ? RandomHeap::Spread::even : RandomHeap::Spread::extreme;
  if (count == 0) {
    const RandomHeap heap(first, most, 3, outlines, spread);
    std::fputs(writeMechanism(heap.mechanism()).c_str(), stdout);
    return 0;
  }
  std::vector<double> times;
  int bad = 0;
  for (unsigned seed = first; seed < first + count; ++seed) {
    const RandomHeap heap(seed, most, 3, outlines, spread);
    const auto simulator = Simulator::create(heap.mechanism());
    if (!simulator) {
      std::printf("%u: %s: %s\n", seed, heap.describe().c_str(), simulator.error().front().what.c_str());
      ++bad;
      continue;
    }
    HeapSink sink(heap, simulator->channels());
    std::stop_source stop;
    const double begin = readCpu();
    struct Teller final : SampleSink {
      SampleSink& to;
      explicit Teller(SampleSink& sink) : to(sink) {}
      void sample(std::span<const double> row) override { to.sample(row); }
      void event(const Receipt& r) override {
        if (std::getenv("TELL"))
          std::printf(
              "  %.12g %s %s n %.2f %.2f imp %.3g slipimp %.3g rate %.3g -> %.3g slip %.3g -> %.3g E %.3g\n",
              r.t, toWord(r.kind), r.element.c_str(), r.normalX, r.normalY, r.impulse, r.slipImpulse,
              r.normalVelocityBefore, r.normalVelocityAfter, r.slipVelocityBefore, r.slipVelocityAfter,
              r.energyAfter);
        to.event(r);
      }
    } teller(sink);
    const RunSummary summary = [&] {
      const TimeLimit limit(stop, arg(4, 20));
      return simulator->run(teller, stop.get_token());
    }();
    times.push_back(readCpu() - begin);
    const bool ends = summary.end == RunSummary::End::finished;
    const double scale = summary.ledger.kinetic + std::abs(sink.start()) + 1;
    const bool gains = sink.rise() > 1e-6 * scale, sinks = sink.deepest() > 1e-9 + heap.calcRounding();
    if (ends && !gains && !sinks && argc <= 5) continue;
    if (!ends || gains || sinks) ++bad;
    std::printf("%u: %s: %.2f s CPU, %d events, %lld steps, t %.4g, rise %.2e, deep %.2e at %.12g %s%s%s\n",
                seed, heap.describe().c_str(), times.back(), summary.events,
                static_cast<long long>(summary.steps), summary.t, sink.rise(), sink.deepest(),
                sink.firstDeep(), sink.deepestPair().c_str(), ends ? "" : ": ",
                ends                       ? ""
                : summary.problems.empty() ? "too long"
                                           : summary.problems.front().what.c_str());
    std::fflush(stdout);
  }
  std::sort(times.begin(), times.end());
  if (!times.empty())
    std::printf("%zu scenes, %d bad; CPU median %.3f s, worst %.3f s\n", times.size(), bad,
                times[times.size() / 2], times.back());
}
