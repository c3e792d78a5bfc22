// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

#include "core/model/quantity_text.h"
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

// What other studies have wrong is no matter of this one.
void dropOthers(Problems& problems, std::size_t study) {
  std::erase_if(problems, [study](const Problem& p) { return findStudyOf(p).value_or(study) != study; });
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

Result<StudyRuns> StudyRuns::create(const Mechanism& drawn, const std::string& studyId) {
  const auto found = std::find_if(drawn.studies.begin(), drawn.studies.end(),
                                  [&](const Study& study) { return study.id == studyId; });
  if (found == drawn.studies.end()) {
    std::vector<std::string> ids;
    for (const Study& study : drawn.studies) ids.push_back(study.id);
    return failure(fmt::format("there is no study '{}'{}", studyId, suggestName(studyId, ids)), "/studies");
  }
  const auto place = static_cast<std::size_t>(found - drawn.studies.begin());
  Problems problems;
  const Mechanism resolved = resolve(drawn, found->caseId, {}, problems);
  dropOthers(problems, place);
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  StudyRuns made;
  made.place_ = place;
  made.where_ = fmt::format("/studies/{}", place);
  made.study_ = resolved.studies[place];
  made.drawn_ = drawn;
  made.drawn_.studies.clear();
  made.drawn_.published.clear();
  made.drawn_.references.clear();
  for (const Parameter& parameter : resolved.parameters)
    if (parameter.choices.empty()) made.numbers_.push_back(parameter.id);
  problems = made.prepare(resolved);
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return made;
}

// Quantities of the parameters alone need no mechanism that runs.
Problems StudyRuns::prepare(const Mechanism& resolved) {
  auto alone = StudyQuantities::create(study_, where_, {}, numbers_);
  const bool isAlone = alone && study_.keep.value == KeptSamples::nothing;
  Problems problems;
  for (const Problem& problem : validate(resolved))
    if (!isAlone || problem.where.starts_with("/studies") || problem.where.starts_with("/parameters"))
      problems.push_back(problem);
  dropOthers(problems, place_);
  if (hasErrors(problems)) return problems;
  plan_.emplace(resolved, study_);
  if (isAlone) {
    quantities_ = std::move(*alone);
    return {};
  }
  const auto simulator = Simulator::create(resolved);
  if (!simulator) return simulator.error();
  channels_ = simulator->channels();
  auto quantities = StudyQuantities::create(study_, where_, channels_, numbers_);
  if (!quantities) return quantities.error();
  quantities_ = std::move(*quantities);
  return chooseKept();
}

Problems StudyRuns::chooseKept() {
  if (study_.keep.value == KeptSamples::lastState) keptChannels_ = channels_;
  if (study_.keep.value != KeptSamples::channels) return {};
  Problems problems;
  keptChannels_.push_back(channels_.front());
  for (std::size_t k = 0; k < study_.channels.size(); ++k) {
    const auto channel = std::find_if(channels_.begin(), channels_.end(),
                                      [&](const Channel& c) { return c.name == study_.channels[k]; });
    if (channel != channels_.end()) {
      keptChannels_.push_back(*channel);
      continue;
    }
    std::vector<std::string> names;
    for (const Channel& c : channels_) names.push_back(c.name);
    problems.push_back({fmt::format("study {}: there is no channel '{}'{}", study_.id, study_.channels[k],
                                    suggestName(study_.channels[k], names)),
                        fmt::format("{}/channels/{}", where_, k)});
  }
  return problems;
}

std::vector<double> StudyRuns::listNumbers(const Mechanism& resolved) const {
  std::vector<double> numbers;
  for (const Parameter& parameter : resolved.parameters)
    if (parameter.choices.empty()) numbers.push_back(parameter.value.value);
  return numbers;
}

// texts: one a parameter, in the order of the axes.
Result<Mechanism> StudyRuns::resolveWith(const std::vector<std::string>& texts) const {
  std::map<std::string, std::string> set;
  for (std::size_t k = 0; k < texts.size(); ++k) set[plan_->axes()[k].id()] = texts[k];
  return resolve(drawn_, study_.caseId, set);
}

Result<Mechanism> StudyRuns::resolveAt(std::uint64_t run) const {
  return resolveWith(plan_->point(run));
}

std::optional<StudyRow> StudyRuns::run(std::uint64_t run, const std::stop_token& stop) const {
  StudyRow row;
  row.run = run;
  row.parameters = plan_->point(run);
  row.quantities.assign(study_.quantities.size(), std::numeric_limits<double>::quiet_NaN());
  const auto resolved = resolveWith(row.parameters);
  if (!resolved) {
    row.ended = "refused";
    row.reason = firstError(resolved.error());
    return row;
  }
  if (!quantities_->needRun() && keptChannels_.empty()) {
    row.quantities = quantities_->evaluate({}, listNumbers(*resolved));
    row.ended = "finished";
    return row;
  }
  simulate(*resolved, row, stop);
  if (row.ended.empty()) return std::nullopt;
  return row;
}

// Leaves the row without an end when it was stopped.
void StudyRuns::simulate(const Mechanism& resolved, StudyRow& row, const std::stop_token& stop) const {
  const auto refuse = [&row](const Problems& problems) {
    row.ended = "refused";
    row.reason = firstError(problems);
  };
  const auto simulator = Simulator::create(resolved);
  if (!simulator) return refuse(simulator.error());
  // A word parameter can give a run other channels.
  std::optional<StudyQuantities> own;
  if (simulator->channels() != channels_) {
    auto made = StudyQuantities::create(study_, where_, simulator->channels(), numbers_);
    if (!made) return refuse(made.error());
    own = std::move(*made);
  }
  const RunLimit limit(study_.timeLimit.value, stop);
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory, limit.token());
  if (summary.end == RunSummary::End::interrupted && !limit.isOver()) return;
  if (summary.end == RunSummary::End::finished) {
    row.ended = "finished";
    row.quantities = (own ? *own : *quantities_).evaluate(trajectory, listNumbers(resolved));
  } else if (summary.end == RunSummary::End::failed) {
    row.ended = "failed";
    row.reason = firstError(summary.problems);
  } else {
    row.ended = "time_limit";
    row.reason =
        fmt::format("not finished in {:g} s, reached t = {:.6g} s", study_.timeLimit.value, summary.t);
  }
  keep(trajectory, row);
}

void StudyRuns::keep(const Trajectory& trajectory, StudyRow& row) const {
  if (keptChannels_.empty() || trajectory.sampleCount() == 0) return;
  std::vector<std::optional<std::size_t>> columns;
  for (const Channel& channel : keptChannels_) columns.push_back(trajectory.findChannel(channel.name));
  const bool isLast = study_.keep.value == KeptSamples::lastState;
  for (std::size_t i = isLast ? trajectory.sampleCount() - 1 : 0; i < trajectory.sampleCount(); ++i) {
    std::vector<double> values;
    for (const auto& column : columns)
      values.push_back(column ? trajectory.row(i)[*column] : std::numeric_limits<double>::quiet_NaN());
    row.kept.push_back(std::move(values));
  }
}

}  // namespace clank
