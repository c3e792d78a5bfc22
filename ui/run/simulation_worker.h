// SPDX-License-Identifier: GPL-3.0-or-later
// One run on a thread and a copy of its own. Assembling counts as part of the work: nobody waits for it
// either.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/model/shared_mechanism.h"
#include "core/record/channel.h"
#include "core/record/run_summary.h"
#include "core/record/sample_stream.h"
#include "core/record/trajectory.h"
#include "ui/run/kept_channels.h"
#include "ui/run/mouse_hand.h"
#include "ui/run/pacing_sink.h"

namespace clank {

class SimulationWorker {
 public:
  enum class Task { assemble, run };  // assemble: only the start, no motion

  // What is known once the mechanism is assembled, before the first sample.
  struct Start {
    std::vector<Channel> channels;  // the first is t
    std::vector<double> row;
    int mobility = 0, gruebler = 0;
  };

  // kept: columns of the samples that are delivered; empty: all.
  SimulationWorker(SharedMechanism resolved, Task task, double speed, bool paused, Columns kept = {});
  ~SimulationWorker();  // stops the run and waits for the thread: at most one step of the integrator

  void setSpeed(double speed) { pacing_.setSpeed(speed); }
  void setPaused(bool paused) { pacing_.setPaused(paused); }
  void requestStop() { thread_.request_stop(); }

  MouseHand& hand() { return hand_; }
  SampleStream& stream() { return stream_; }
  std::optional<Start> takeStart();  // once
  // How it ended; everything it delivered is in the stream by then. A mechanism that cannot be assembled ends
  // as failed.
  std::optional<RunSummary> findEnd() const;
  // Looks that long at most for the end of a worker that was asked to stop.
  void glance(std::chrono::milliseconds patience) const;

 private:
  void work(const std::stop_token& stop);
  void finish(RunSummary summary);

  const SharedMechanism resolved_;
  const Task task_;
  const Columns kept_;
  SampleStream stream_;
  PacingSink pacing_;
  MouseHand hand_{pacing_};
  mutable std::mutex mutex_;  // of start_ and end_
  mutable std::condition_variable ended_;
  std::optional<Start> start_;
  std::optional<RunSummary> end_;
  std::jthread thread_;  // last: it is joined before anything it uses goes
};

// Workers that were asked to stop, at the end of the program: one inside a large impact is left to itself.
void sayGoodbye(std::vector<std::unique_ptr<SimulationWorker>>& workers);

// Appends what a stream has brought to the trajectory of its run.
enum class Drained { nothing, some, full };  // full: more may be waiting
Drained drainInto(Trajectory& trajectory, SampleStream& stream);

}  // namespace clank
