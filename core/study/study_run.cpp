// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/model/quantity_text.h"

namespace clank {
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
  dropOthers(problems, fmt::format("/studies/{}", place));
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  StudyRuns made;
  made.where_ = fmt::format("/studies/{}", place);
  made.study_ = resolved.studies[place];
  const Study& study = made.study_;
  QuantityRuns::Wanted wanted{study.caseId,
                              {study.quantities, "study " + study.id, made.where_},
                              study.keep.value != KeptSamples::nothing,
                              study.timeLimit.value,
                              {}};
  for (const StudyParameter& p : study.parameters)
    if (!p.words.empty()) wanted.words.push_back({p.parameter, p.words});
  auto runs = QuantityRuns::create(drawn, resolved, std::move(wanted));
  if (!runs) return tl::unexpected(runs.error());
  made.runs_ = std::move(*runs);
  made.plan_.emplace(resolved, study);
  problems = made.chooseKept();
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return made;
}

Problems StudyRuns::chooseKept() {
  const std::vector<Channel>& channels = runs_->channels();
  if (study_.keep.value == KeptSamples::lastState) keptChannels_ = channels;
  if (study_.keep.value != KeptSamples::channels) return {};
  Problems problems;
  keptChannels_.push_back(channels.front());
  for (std::size_t k = 0; k < study_.channels.size(); ++k) {
    const auto channel = std::find_if(channels.begin(), channels.end(),
                                      [&](const Channel& c) { return c.name == study_.channels[k]; });
    if (channel != channels.end()) {
      keptChannels_.push_back(*channel);
      continue;
    }
    std::vector<std::string> names;
    for (const Channel& c : channels) names.push_back(c.name);
    problems.push_back({fmt::format("study {}: there is no channel '{}'{}", study_.id, study_.channels[k],
                                    suggestName(study_.channels[k], names)),
                        fmt::format("{}/channels/{}", where_, k)});
  }
  return problems;
}

// Of the parameters, in the order of the axes.
std::map<std::string, std::string> StudyRuns::makeSet(const std::vector<std::string>& texts) const {
  std::map<std::string, std::string> set;
  for (std::size_t k = 0; k < texts.size(); ++k) set[plan_->axes()[k].id()] = texts[k];
  return set;
}

Result<Mechanism> StudyRuns::resolveAt(std::uint64_t run) const {
  return runs_->resolveWith(makeSet(plan_->point(run)));
}

std::optional<StudyRow> StudyRuns::run(std::uint64_t run, const std::stop_token& stop) const {
  RunMemory memory;
  return this->run(run, stop, memory);
}

std::optional<StudyRow> StudyRuns::run(std::uint64_t run, const std::stop_token& stop,
                                       RunMemory& memory) const {
  StudyRow row;
  row.run = run;
  row.parameters = plan_->point(run);
  QuantityRun made = runs_->run(makeSet(row.parameters), stop, memory);
  if (made.ended.empty()) return std::nullopt;
  row.quantities = std::move(made.quantities);
  row.ended = std::move(made.ended);
  row.reason = std::move(made.reason);
  keep(memory.trajectory, row);
  return row;
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
