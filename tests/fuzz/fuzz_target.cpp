// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes are a file: they are read, written and read again, judged, and run for a moment. What is asked:
// no crash, no sanitizer's complaint, no end that is not told, no message that a person cannot place, and no
// sample that is no number in a run that says it is fine.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "core/io/mechanism_file.h"
#include "core/math/expression.h"
#include "core/simulation/simulator.h"
#include "tests/fuzz/fuzz_checks.h"
#include "tests/fuzz/structure_mutator.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using namespace clank;
using namespace clank::test;

constexpr double kMoment = 0.05;  // s, simulated
constexpr std::size_t kMostSamples = 200, kMostParts = 60;
constexpr std::chrono::milliseconds kPatience{300};  // of the clock, for a run

// Stops what takes longer, also between two samples, as a person does. A run that does not listen is then
// found by the limit for an input.
class Patience {
 public:
  explicit Patience(std::stop_source& stop)
      : thread_([this, &stop](const std::stop_token& over) {
          std::unique_lock lock(mutex_);
          if (wake_.wait_for(lock, over, kPatience, [] { return false; }); !over.stop_requested())
            stop.request_stop();
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

// Takes samples until there are enough.
class Judge final : public SampleSink {
 public:
  explicit Judge(std::stop_source& stop) : stop_(stop) {}
  void sample(std::span<const double> row) override {
    if (!std::all_of(row.begin(), row.end(), [](double value) { return std::isfinite(value); }))
      finite_ = false;
    if (++samples_ >= kMostSamples) stop_.request_stop();
  }
  void event(const Receipt&) override {}
  bool isFinite() const { return finite_; }

 private:
  std::stop_source& stop_;
  std::size_t samples_ = 0;
  bool finite_ = true;
};

void run(Mechanism resolved, const std::string& input) {
  // Large systems are slow and no stranger than small ones.
  if (resolved.bodies.size() + resolved.joints.size() + resolved.contacts.size() > kMostParts) return;
  resolved.simulation.duration.value = std::min(resolved.simulation.duration.value, kMoment);
  resolved.simulation.outputInterval.value = std::max(resolved.simulation.outputInterval.value, 1e-3);
  const auto simulator = Simulator::create(resolved);
  if (!simulator) return checkRefusal(simulator.error(), input);
  checkProblems(simulator->notes(), input);
  std::stop_source stop;
  Judge judge(stop);
  const Patience patience(stop);
  const RunSummary summary = simulator->run(judge, stop.get_token());
  checkProblems(summary.problems, input);
  const bool failed = summary.end == RunSummary::End::failed;
  require(judge.isFinite() || summary.end != RunSummary::End::finished, "samples that are no numbers");
  require(!failed || std::any_of(summary.problems.begin(), summary.problems.end(),
                                 [](const Problem& p) { return p.severity == Severity::error; }),
          "failed without a word");
}

void checkExpression(const std::string& text) {
  const std::vector<std::string> names{"t", "p"};
  const auto expression = Expression::compile(text, names);
  if (!expression) return require(!expression.error().front().what.empty(), "an empty message");
  const std::vector<double> slots{0.5, 2};
  static_cast<void>(expression->evaluate(slots));
  const std::vector<Jet> moving{Jet(0.5, 1), Jet(2)};
  static_cast<void>(expression->evaluate(moving));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (size < 200) checkExpression(text);
  const auto loaded = readMechanism(text);
  if (!loaded) {
    checkRefusal(loaded.error(), text);
    return 0;
  }
  const std::string written = writeMechanism(loaded->mechanism);
  const auto again = readMechanism(written);
  require(again.has_value(), "what was written cannot be read", written);
  require(again->mechanism == loaded->mechanism, "what was written reads as something else");
  const auto resolved = resolve(loaded->mechanism);
  if (!resolved) {
    checkProblems(resolved.error(), text);
    return 0;
  }
  checkProblems(validate(*resolved), text);
  run(*resolved, text);
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  std::mt19937 random(seed);
  auto root = nlohmann::json::parse(data, data + size, nullptr, false);
  if (root.is_discarded() || random() % 10 == 0) return LLVMFuzzerMutate(data, size, most);
  mutateStructure(root, random);
  const std::string text = root.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::copy(text.begin(), text.end(), data);
  return text.size();
}
