// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/configuration_track.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {
void ConfigurationTrack::start(const Mechanism& resolved, const Trajectory& trajectory) {
  trajectory_ = &trajectory;
  joints_.clear();
  loose_.clear();
  known_.clear();
  current_.clear();
  segments_.clear();
  mobilityChannel_ = trajectory.findChannel("mobility");
  shownSamples_ = 0;
  for (const auto& joint : resolved.joints) {
    if (isLoose(joint)) loose_ += namePart(joint.id);
    if (!joint.metamorphic) continue;
    if (const auto channel = trajectory.findChannel(joint.id + ".phase"))
      joints_.push_back({namePart(joint.id), *channel, joint.metamorphic->phases, listStates(joint)});
  }
  advance();
}

void ConfigurationTrack::advance() {
  if (!trajectory_ || trajectory_->sampleCount() == 0) return;
  if (segments_.empty()) open(0);
  for (; shownSamples_ < trajectory_->sampleCount(); ++shownSamples_) {
    if (!isCurrent(shownSamples_)) open(shownSamples_);
    Segment& segment = segments_.back();
    segment.leastMobility = std::min(segment.leastMobility, mobilityAt(shownSamples_));
    segment.mostMobility = std::max(segment.mostMobility, mobilityAt(shownSamples_));
  }
  segments_.back().to = trajectory_->time(trajectory_->sampleCount() - 1);
}

std::vector<int> ConfigurationTrack::phasesAt(std::size_t sample) const {
  std::vector<int> phases;
  for (const auto& joint : joints_)
    phases.push_back(static_cast<int>(std::lround(trajectory_->row(sample)[joint.channel])));
  return phases;
}

bool ConfigurationTrack::isCurrent(std::size_t sample) const {
  return std::ranges::equal(joints_, current_, {}, [&](const Joint& joint) {
    return static_cast<int>(std::lround(trajectory_->row(sample)[joint.channel]));
  });
}

int ConfigurationTrack::mobilityAt(std::size_t sample) const {
  return mobilityChannel_ ? static_cast<int>(std::lround(trajectory_->row(sample)[*mobilityChannel_])) : 0;
}

void ConfigurationTrack::open(std::size_t sample) {
  const double t = trajectory_->time(sample);
  if (!segments_.empty()) segments_.back().to = t;
  current_ = phasesAt(sample);
  auto known = std::find(known_.begin(), known_.end(), current_);
  if (known == known_.end()) known = known_.insert(known_.end(), current_);
  Segment segment;
  segment.from = segment.to = t;
  segment.number = static_cast<int>(known - known_.begin()) + 1;
  segment.words = describe(current_, segment.state);
  segment.leastMobility = segment.mostMobility = mobilityAt(sample);
  segments_.push_back(segment);
}

QString ConfigurationTrack::describe(const std::vector<int>& phases, JointState& state) const {
  QStringList words;
  bool anyNamed = !loose_.empty();
  if (anyNamed) {
    words += tr("clearance in %1").arg(loose_.join(", "));
    state = JointState::clearance;
  }
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const auto index = static_cast<std::size_t>(std::max(0, phases[i]));
    if (index >= joints_[i].phases.size()) continue;
    const Phase& phase = joints_[i].phases[index];
    state = findStrongest({state, joints_[i].states[index]});
    if (joints_[i].states[index] == JointState::free && index == 0) continue;
    anyNamed = true;
    words += QString("%1 %2").arg(joints_[i].name, QString::fromStdString(phase.id));
  }
  if (joints_.empty() && loose_.empty()) return tr("ideal joints");
  return anyNamed ? words.join(", ") : tr("all free");
}

}  // namespace clank
