// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/quantity_runs.h"
#include "core/model/parameter_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

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
  made.wanted_.quantities.parameters = listParameters(resolved).measures;
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
  channels_ = all_ = simulator->channels();
  problems.clear();
  quantities_ = StudyQuantities::createKnown(wanted_.quantities, channels_, numbers_, problems);
  if (!problems.empty() || wanted_.samples) lookAtWords(problems);
  return problems;
}

// Takes away what is wrong for the case only, and adds the channels that runs with other words have.
void QuantityRuns::lookAtWords(Problems& problems) {
  constexpr std::size_t kMost = 1000;  // combinations; a start of each is made
  std::size_t count = 1;
  for (const WordAxis& axis : wanted_.words) count *= std::min(axis.words.size(), kMost / count + 1);
  for (std::size_t k = 0; k < std::min(count, kMost) && !wanted_.words.empty(); ++k) {
    std::map<std::string, std::string> set;
    std::size_t place = k;
    for (const WordAxis& axis : wanted_.words) {
      set[axis.parameter] = axis.words[place % axis.words.size()];
      place /= axis.words.size();
    }
    const auto resolved = resolveWith(set);
    if (!resolved) continue;
    const auto simulator = Simulator::create(*resolved, StartNotes::leaveOut);
    if (!simulator || simulator->channels() == channels_) continue;
    Problems here;
    StudyQuantities::createKnown(wanted_.quantities, simulator->channels(), numbers_, here);
    std::erase_if(problems, [&](const Problem& problem) {
      return std::ranges::find(here, problem.where, &Problem::where) == here.end();
    });
    if (problems.empty() && !wanted_.samples) return;
    for (const Channel& channel : simulator->channels())
      if (std::ranges::find(all_, channel.name, &Channel::name) == all_.end()) all_.push_back(channel);
  }
}

Result<Mechanism> QuantityRuns::resolveWith(const std::map<std::string, std::string>& set) const {
  return resolve(drawn_, wanted_.caseId, set);
}

QuantityRun QuantityRuns::run(const std::map<std::string, std::string>& set, const std::stop_token& stop,
                              RunMemory& memory) const {
  QuantityRun made;
  made.quantities.assign(wanted_.quantities.list.size(), std::numeric_limits<double>::quiet_NaN());
  memory.trajectory.restart(memory.trajectory.channels());
  if (!memory.family) memory.family = std::make_unique<ResolvedFamily>(drawn_, wanted_.caseId);
  const Mechanism* resolved = memory.family->find(set);
  std::optional<Mechanism> whole;
  if (!resolved) {
    auto asked = resolveWith(set);
    if (!asked) {
      made.ended = "refused";
      made.reason = firstError(asked.error());
      return made;
    }
    whole = std::move(*asked);
    resolved = &*whole;
  }
  for (const Parameter& parameter : resolved->parameters)
    if (parameter.choices.empty()) made.numbers.push_back(parameter.value.value);
  if (!channels_.empty()) {
    simulate(*resolved, whole ? StartNotes::leaveOut : StartNotes::newNumbers, made, stop, memory.trajectory);
    return made;
  }
  made.quantities = quantities_->evaluate({}, made.numbers);
  made.ended = "finished";
  return made;
}

// Leaves the run without an end when it was stopped.
void QuantityRuns::simulate(const Mechanism& resolved, StartNotes notes, QuantityRun& made,
                            const std::stop_token& stop, Trajectory& trajectory) const {
  const auto refuse = [&made](const Problems& problems) {
    made.ended = "refused";
    made.reason = firstError(problems);
  };
  const auto simulator = Simulator::create(resolved, notes);
  if (!simulator) return refuse(simulator.error());
  // A word parameter can give a run other channels, with which a quantity may have no meaning.
  std::optional<StudyQuantities> own;
  Problems meaningless;
  if (simulator->channels() != channels_)
    own = StudyQuantities::createKnown(wanted_.quantities, simulator->channels(), numbers_, meaningless);
  const RunLimit limit(wanted_.timeLimit, stop);
  trajectory.restart(simulator->channels());
  const RunSummary summary = simulator->run(trajectory, limit.token());
  if (summary.end == RunSummary::End::interrupted && !limit.isOver()) return;
  if (summary.end == RunSummary::End::finished) {
    made.ended = summary.openLedger.empty() ? "finished" : "open_ledger";
    made.reason = summary.openLedger;
    made.quantities = (own ? *own : *quantities_).evaluate(trajectory, made.numbers);
  } else if (summary.end == RunSummary::End::failed) {
    made.ended = "failed";
    made.reason = firstError(summary.problems);
  } else {
    made.ended = "time_limit";
    made.reason = fmt::format("not finished in {:g} s, reached t = {:.6g} s", wanted_.timeLimit, summary.t);
  }
}

}  // namespace clank
