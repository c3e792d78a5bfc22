// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/quantity_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

#include "core/simulation/simulator.h"

namespace clank {
namespace {

std::string firstError(const Problems& problems) {
  for (const Problem& problem : problems)
    if (problem.severity == Severity::error) return problem.what;
  return problems.empty() ? std::string() : problems.front().what;
}

bool hasErrors(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& p) { return p.severity == Severity::error; });
}

// Requests a stop when a run has taken its time, or when all are stopped.
class RunLimit {
 public:
  RunLimit(double seconds, const std::stop_token& all) : forward_(all, [this] { source_.request_stop(); }) {
    if (!(seconds > 0)) return;
    watch_ = std::jthread([this, seconds](const std::stop_token& done) {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, done, std::chrono::duration<double>(seconds), [] { return false; });
      if (done.stop_requested()) return;
      isOver_ = true;
      source_.request_stop();
    });
  }
  std::stop_token token() const { return source_.get_token(); }
  bool isOver() const { return isOver_; }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> forward_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::atomic<bool> isOver_ = false;
  std::jthread watch_;  // last: it uses the others
};

}  // namespace

void dropOthers(Problems& problems, const std::string& where) {
  std::erase_if(problems, [&](const Problem& problem) {
    return isOfSearch(problem) && problem.where != where && !problem.where.starts_with(where + "/");
  });
}

Result<QuantityRuns> QuantityRuns::create(const Mechanism& drawn, const Mechanism& resolved, Wanted wanted) {
  QuantityRuns made;
  made.wanted_ = std::move(wanted);
  made.drawn_ = drawn;
  made.drawn_.studies.clear();
  made.drawn_.optimisations.clear();
  made.drawn_.published.clear();
  made.drawn_.references.clear();
  for (const Parameter& parameter : resolved.parameters)
    if (parameter.choices.empty()) made.numbers_.push_back(parameter.id);
  Problems problems = made.prepare(resolved);
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return made;
}

// Quantities of the parameters alone need no mechanism that runs.
Problems QuantityRuns::prepare(const Mechanism& resolved) {
  auto alone = StudyQuantities::create(wanted_.quantities, {}, numbers_);
  const bool isAlone = alone && !alone->needRun() && !wanted_.samples;
  Problems problems;
  for (const Problem& problem : validate(resolved))
    if (!isAlone || isOfSearch(problem) || problem.where.starts_with("/parameters"))
      problems.push_back(problem);
  dropOthers(problems, wanted_.quantities.where);
  if (hasErrors(problems)) return problems;
  if (isAlone) {
    quantities_ = std::move(*alone);
    return {};
  }
  const auto simulator = Simulator::create(resolved);
  if (!simulator) return simulator.error();
  channels_ = simulator->channels();
  auto quantities = StudyQuantities::create(wanted_.quantities, channels_, numbers_);
  if (!quantities) return quantities.error();
  quantities_ = std::move(*quantities);
  return {};
}

Result<Mechanism> QuantityRuns::resolveWith(const std::map<std::string, std::string>& set) const {
  return resolve(drawn_, wanted_.caseId, set);
}

QuantityRun QuantityRuns::run(const std::map<std::string, std::string>& set, const std::stop_token& stop,
                              Trajectory memory) const {
  QuantityRun made;
  made.quantities.assign(wanted_.quantities.list.size(), std::numeric_limits<double>::quiet_NaN());
  const auto resolved = resolveWith(set);
  if (!resolved) {
    made.ended = "refused";
    made.reason = firstError(resolved.error());
    return made;
  }
  for (const Parameter& parameter : resolved->parameters)
    if (parameter.choices.empty()) made.numbers.push_back(parameter.value.value);
  if (!channels_.empty()) {
    simulate(*resolved, made, stop, memory);
    return made;
  }
  made.quantities = quantities_->evaluate({}, made.numbers);
  made.ended = "finished";
  return made;
}

// Leaves the run without an end when it was stopped.
void QuantityRuns::simulate(const Mechanism& resolved, QuantityRun& made, const std::stop_token& stop,
                            Trajectory& memory) const {
  const auto refuse = [&made](const Problems& problems) {
    made.ended = "refused";
    made.reason = firstError(problems);
  };
  const auto simulator = Simulator::create(resolved, StartNotes::leaveOut);
  if (!simulator) return refuse(simulator.error());
  // A word parameter can give a run other channels.
  std::optional<StudyQuantities> own;
  if (simulator->channels() != channels_) {
    auto other = StudyQuantities::create(wanted_.quantities, simulator->channels(), numbers_);
    if (!other) return refuse(other.error());
    own = std::move(*other);
  }
  const RunLimit limit(wanted_.timeLimit, stop);
  made.trajectory = std::move(memory);
  made.trajectory.restart(simulator->channels());
  const RunSummary summary = simulator->run(made.trajectory, limit.token());
  if (summary.end == RunSummary::End::interrupted && !limit.isOver()) return;
  if (summary.end == RunSummary::End::finished) {
    made.ended = "finished";
    made.quantities = (own ? *own : *quantities_).evaluate(made.trajectory, made.numbers);
  } else if (summary.end == RunSummary::End::failed) {
    made.ended = "failed";
    made.reason = firstError(summary.problems);
  } else {
    made.ended = "time_limit";
    made.reason = fmt::format("not finished in {:g} s, reached t = {:.6g} s", wanted_.timeLimit, summary.t);
  }
}

}  // namespace clank
