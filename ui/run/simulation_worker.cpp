// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/simulation_worker.h"

#include <algorithm>
#include <exception>
#include <span>

#include "core/simulation/simulator.h"

namespace clank {
namespace {

RunSummary failed(Problems problems) {
  RunSummary summary;
  summary.end = RunSummary::End::failed;
  summary.problems = std::move(problems);
  return summary;
}

}  // namespace

SimulationWorker::SimulationWorker(SharedMechanism resolved, Task task, double speed, bool paused,
                                   Columns kept)
    : resolved_(std::move(resolved)),
      task_(task),
      kept_(std::move(kept)),
      pacing_(stream_, speed, paused),
      thread_([this](const std::stop_token& stop) { work(stop); }) {}

SimulationWorker::~SimulationWorker() = default;

std::optional<SimulationWorker::Start> SimulationWorker::takeStart() {
  const std::lock_guard lock(mutex_);
  return std::exchange(start_, std::nullopt);
}

std::optional<RunSummary> SimulationWorker::findEnd() const {
  const std::lock_guard lock(mutex_);
  return end_;
}

void SimulationWorker::glance(std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  ended_.wait_for(lock, patience, [this] { return end_.has_value(); });
}

void SimulationWorker::work(const std::stop_token& stop) {
  // Memory can run out in a long run: the window must learn of it instead of going down with the thread.
  try {
    const auto simulator = Simulator::create(*resolved_);
    if (!simulator) return finish(failed(simulator.error()));
    {
      const std::lock_guard lock(mutex_);
      start_ =
          Start{simulator->channels(), simulator->startRow(), simulator->mobility(), simulator->gruebler()};
    }
    if (task_ == Task::assemble) return finish({});
    pacing_.setStopToken(stop);
    stream_.setStopToken(stop);
    ChannelSieve sieve(pacing_, kept_);
    SampleSink& sink = kept_.empty() ? static_cast<SampleSink&>(pacing_) : sieve;
    RunSummary summary = simulator->run(sink, stop, &hand_);
    const double waited = pacing_.getWaitedSeconds() + stream_.getWaitedSeconds();
    summary.wallSeconds = std::max(0.0, summary.wallSeconds - waited);  // computing alone
    finish(std::move(summary));
  } catch (const std::exception& e) {
    finish(failed({{std::string("the run broke off: ") + e.what(), "", Severity::error}}));
  }
}

void SimulationWorker::finish(RunSummary summary) {
  const std::lock_guard lock(mutex_);
  end_ = std::move(summary);
  ended_.notify_all();
}

void sayGoodbye(std::vector<std::unique_ptr<SimulationWorker>>& workers) {
  constexpr std::chrono::milliseconds kFarewell{200};
  for (auto& worker : workers) {
    worker->glance(kFarewell);
    if (!worker->findEnd()) static_cast<void>(worker.release());
  }
}

Drained drainInto(Trajectory& trajectory, SampleStream& stream) {
  const std::size_t rowSize = trajectory.channels().size();
  const auto batch = stream.drain(rowSize);
  if (batch.empty()) return Drained::nothing;
  const std::span<const double> values(batch.values);
  const std::size_t rows = values.size() / rowSize;
  std::size_t event = 0;
  for (std::size_t row = 0; row <= rows; ++row) {
    for (; event < batch.events.size() && batch.rowsBefore[event] == row; ++event)
      trajectory.event(batch.events[event]);
    if (row == rows) break;
    const std::size_t from = row == 0 ? 0 : batch.touchesBefore[row - 1];
    trajectory.touches(std::span(batch.touches).subspan(from, batch.touchesBefore[row] - from));
    trajectory.sample(values.subspan(row * rowSize, rowSize));
  }
  return batch.isFull ? Drained::full : Drained::some;
}

}  // namespace clank
