// SPDX-License-Identifier: GPL-3.0-or-later
// Starts, holds and ends runs, and keeps what they deliver. A timer drains the stream of the worker into the
// trajectory; no call here waits for the solver.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <vector>

#include "core/model/shared_mechanism.h"
#include "core/record/trajectory.h"
#include "ui/run/simulation_worker.h"

namespace clank {

class RunController : public QObject {
  Q_OBJECT
 public:
  enum class State { idle, running, paused, finished, interrupted, failed };
  Q_ENUM(State)

  explicit RunController(QObject* parent = nullptr);
  ~RunController() override;

  // Another mechanism, or other values: cancels what runs, keeps the last run as the previous one when its
  // bodies are the same (with or without clearance: it is what one compares), and assembles the start.
  void setMechanism(const SharedMechanism& resolved);
  void clear();  // there is no mechanism
  // From the start; cancels what runs. kept: columns of start().channels to keep; empty: all. thinning: how
  // many times longer than said the time from sample to sample is.
  void run(double thinning = 1, Columns kept = {});
  // A run whose samples take more than this ends with what there is.
  void setLargestMemory(double bytes) { largestMemory_ = bytes; }
  void pause();
  void resume();
  void stop();                  // the results so far stay
  void reset();                 // back to the start, results gone
  void setSpeed(double speed);  // simulated s per s; 0: as fast as it goes

  // A hand takes hold of a point of a body (m, in its axes) while a run is on, leads it, and lets go. The run
  // keeps to the clock meanwhile. False: no run is on that can be seen.
  bool hold(const std::string& body, HandPlace at, HandPlace place);
  void lead(HandPlace place);
  void letGo();
  // What hands have done in the run in progress or the last one.
  const std::vector<HandRecord>& hands() const { return hands_; }

  // What if: while exploring, each setMechanism() runs the whole simulation as fast as it goes, behind what
  // is shown. A run that is done within a moment takes the place of the shown one as a whole. A longer one is
  // shown as far as it came, and the next mechanism cancels it. Of mechanisms that come while a short run is
  // under way the newest alone is run: nothing queues up. One that cannot begin leaves nothing shown but the
  // previous run.
  void setExploring(bool on);
  bool isExploring() const { return exploring_; }
  // How long an explored run may stay unseen before it is shown as far as it came, ms.
  void setPatience(int milliseconds) { patience_ = milliseconds; }

  // The drawing has become another one that cannot be run: a run that is on ends, and what there is of it is
  // past until the drawing can be run again, is that of before or is cleared.
  void setOutdated(bool on);
  bool isOutdated() const { return isOutdated_; }
  // Of mechanism() there is nothing yet: what is there is that of before, for a moment.
  bool awaitsStart() const { return awaitsStart_; }

  State state() const { return state_; }
  bool isBusy() const { return state_ == State::running || state_ == State::paused; }
  double getSpeed() const { return speed_; }
  const Mechanism& mechanism() const { return *resolved_; }
  const SharedMechanism& sharedMechanism() const { return resolved_; }
  // Of the run in progress or the last one; before the first it holds the start alone.
  const Trajectory& trajectory() const { return trajectory_; }
  // Counts up with each other trajectory, before it is told: what is kept of one can be known to be stale.
  int runCount() const { return runCount_; }
  const Trajectory& previous() const { return previous_; }
  // What previous() was run with, as resolved.
  const Mechanism& previousMechanism() const { return *previousMechanism_; }
  const SimulationWorker::Start& start() const { return start_; }
  const RunSummary& summary() const { return summary_; }  // valid when finished, interrupted or failed
  double duration() const { return resolved_->simulation.duration.value; }  // s, as asked for

 Q_SIGNALS:
  void stateChanged(clank::RunController::State state);
  void assembled();  // start() and trajectory() are new: channels, start row
  void cleared();    // a run begins or results are gone: trajectory() and previous() are new
  void advanced();   // trajectory() has grown
  void outdatedChanged(bool isOutdated);

 private:
  void launch(const SharedMechanism& mechanism, SimulationWorker::Task task, double speed, Columns kept = {});
  void explore(const SharedMechanism& resolved);
  void exploreWanted();
  void publish();
  void tellCleared();
  void updOutdated();
  void keepGhost();
  void layAside();  // trajectory() becomes previous()
  void showNothing();
  void adoptNewest();
  void retire();
  void poll();
  void takeStart();
  void drain();
  void takeEnd(const RunSummary& end);
  void leaveWorker();
  void setState(State state);
  void updInterval();

  // A run that is not shown yet.
  struct Hidden {
    SharedMechanism mechanism;
    std::optional<SimulationWorker::Start> start;
    Trajectory trajectory;
    QElapsedTimer clock;
  };

  SharedMechanism resolved_;  // that of trajectory()
  bool exploring_ = false;
  int patience_ = 50;  // ms
  std::optional<Hidden> hidden_;
  std::optional<SharedMechanism> wanted_;  // the newest one, not begun
  bool answersSoon_ = false;               // the last explored run took a few milliseconds
  bool isStream_ = false;                  // a slider or a pin is moving
  QElapsedTimer asked_;                    // since the last wish
  QElapsedTimer settled_;                  // since trajectory() was last replaced while exploring
  State state_ = State::idle;
  double speed_ = 1;
  bool stopping_ = false;
  bool cannotRun_ = false;   // the drawing
  bool isOutdated_ = false;  // so is what is shown
  double largestMemory_;     // bytes
  bool isFull_ = false;      // it was stopped for that
  QElapsedTimer stopClock_;  // since the stop was asked for
  bool awaitsStart_ = false;
  bool holds_ = false;  // a hand does
  std::vector<HandRecord> hands_;
  bool isBehind_ = false;  // the worker waits until what it has delivered is taken
  Columns kept_;           // of the run; empty: all
  int runCount_ = 0;
  bool keepsPrevious_ = false;  // the trajectory is of a run worth keeping as the previous one
  Trajectory trajectory_, previous_;
  SharedMechanism ran_, previousMechanism_;  // of both, as resolved
  SimulationWorker::Start start_;
  RunSummary summary_;
  SimulationWorker::Task task_ = SimulationWorker::Task::assemble;
  std::unique_ptr<SimulationWorker> worker_;
  std::vector<std::unique_ptr<SimulationWorker>> retired_;  // asked to stop, not yet done
  QTimer timer_;
};

}  // namespace clank
