// SPDX-License-Identifier: GPL-3.0-or-later
// Samples as text, beside one std::to_chars a number.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <ostream>
#include <streambuf>
#include <string>

#include "core/io/exporters.h"
#include "core/io/mechanism_file.h"
#include "core/simulation/simulator.h"

namespace clank {
namespace {

class NullBuffer final : public std::streambuf {
  std::streamsize xsputn(const char*, std::streamsize size) override { return size; }
  int overflow(int c) override { return c; }
};

void writeByStandardLibrary(std::ostream& out, const Trajectory& trajectory) {
  std::string block;
  std::array<char, 32> number;
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i) {
    for (const double value : trajectory.row(i)) {
      const auto end = std::to_chars(number.begin(), number.end(), value + 0.0);
      block.append(number.data(), end.ptr);
      block += ',';
    }
    block += "\r\n";
    if (block.size() < 1U << 16U) continue;
    out.write(block.data(), static_cast<std::streamsize>(block.size()));
    block.clear();
  }
}

template <class F>
double measure(const F& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The two in turns, so that what else the machine does meets both; the least times of each: ratio.
void writeSamples(benchmark::State& state) {
  const auto loaded =
      loadMechanism(std::string(CLANK_SOURCE_DIR) + "/resources/examples/papers/song-2020-three-bar.clank");
  if (!loaded) return state.SkipWithError("the example does not load");
  auto mechanism = resolve(loaded->mechanism, "paper-bounce");
  if (!mechanism) return state.SkipWithError("the case does not resolve");
  mechanism->simulation.outputInterval = mechanism->simulation.duration.value / 1e5;
  const auto simulator = Simulator::create(*mechanism);
  if (!simulator) return state.SkipWithError("the example does not assemble");
  Trajectory trajectory(simulator->channels());
  simulator->run(trajectory);
  NullBuffer nowhere;
  std::ostream out(&nowhere);
  double standard = 1e9, ours = 1e9;
  for (auto _ : state) {
    standard = std::min(standard, measure([&] { writeByStandardLibrary(out, trajectory); }));
    ours = std::min(ours, measure([&] { writeSamplesCsv(out, trajectory); }));
  }
  const double numbers = static_cast<double>(trajectory.sampleCount() * trajectory.channels().size());
  state.counters["ns_a_number"] = ours / numbers * 1e9;
  state.counters["ratio"] = standard / ours;
}
BENCHMARK(writeSamples)->Iterations(10)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clank
