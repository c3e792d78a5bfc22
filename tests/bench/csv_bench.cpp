// SPDX-License-Identifier: GPL-3.0-or-later
// Samples as text, beside one std::to_chars a number: with 17 digits, and with the shortest digits.
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

template <class Format>
void writeByStandardLibrary(std::ostream& out, const Trajectory& trajectory, const Format& format) {
  std::string block;
  std::array<char, 32> number;
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i) {
    for (const double value : trajectory.row(i)) {
      const auto end = format(number.data(), number.data() + number.size(), value + 0.0);
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

std::to_chars_result putShortest(char* begin, char* end, double value) {
  return std::to_chars(begin, end, value);
}
std::to_chars_result putSeventeen(char* begin, char* end, double value) {
  return std::to_chars(begin, end, value, std::chars_format::general, 17);
}

// All in turns, so that what else the machine does meets each; the least times of each: ratios.
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
  double seventeen = 1e9, shortest = 1e9, ours = 1e9;
  for (auto _ : state) {
    seventeen = std::min(seventeen, measure([&] { writeByStandardLibrary(out, trajectory, putSeventeen); }));
    shortest = std::min(shortest, measure([&] { writeByStandardLibrary(out, trajectory, putShortest); }));
    ours = std::min(ours, measure([&] { writeSamplesCsv(out, trajectory); }));
  }
  const double numbers = static_cast<double>(trajectory.sampleCount() * trajectory.channels().size());
  state.counters["ns_a_number"] = ours / numbers * 1e9;
  state.counters["ratio_17_digits"] = seventeen / ours;
  state.counters["ratio_shortest"] = shortest / ours;
}
BENCHMARK(writeSamples)->Iterations(10)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clank
