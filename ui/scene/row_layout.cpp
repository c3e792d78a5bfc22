// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/row_layout.h"

#include <cmath>
#include <string>

#include "core/model/touches.h"
#include "core/record/channel_index.h"

namespace clank {

RowLayout::RowLayout(const Mechanism& resolved, const std::vector<Channel>& channels)
    : rowSize_(channels.size()), bends_(resolved, channels) {
  const ChannelIndex columns(channels);
  const auto column = [&](const std::string& name) { return columns.find(name); };
  for (const Body& body : resolved.bodies)
    bodies_.push_back({column(body.id + ".x"), column(body.id + ".y"), column(body.id + ".angle")});
  for (const Joint& joint : resolved.joints) {
    const bool loose = isLoose(joint);
    const int at = joint.metamorphic ? column(joint.id + ".phase") : loose ? column(joint.id + ".state") : -1;
    joints_.push_back({at, listStates(joint), loose});
  }
  for (const ShownTouch& touch : listShownTouches(resolved)) {
    contacts_.push_back(column(touch.group.id + ".state"));
    contactIds_.push_back(touch.group.id);
  }
}

bool RowLayout::readPoses(std::span<const double> row, std::vector<Placement>& poses) const {
  if (row.empty() || row.size() < rowSize_ || poses.size() != bodies_.size()) return false;
  const auto finite = [&](int c) { return c < 0 || std::isfinite(row[static_cast<std::size_t>(c)]); };
  for (const BodyColumns& b : bodies_)
    if (!finite(b.x) || !finite(b.y) || !finite(b.angle)) return false;
  const auto read = [&](int c, double& value) {
    if (c >= 0) value = row[static_cast<std::size_t>(c)];
  };
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    read(bodies_[i].x, poses[i].origin.x);
    read(bodies_[i].y, poses[i].origin.y);
    read(bodies_[i].angle, poses[i].angle);
  }
  return true;
}

void RowLayout::readStates(std::span<const double> row, std::vector<JointState>& states) const {
  states.assign(joints_.size(), JointState::free);
  const bool begun = !row.empty() && row.size() >= rowSize_;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const PhaseColumn& joint = joints_[i];
    // Before the first row the first phase is in force, as it is for a joint without a channel.
    const double phase = joint.column < 0 || !begun ? 0 : row[static_cast<std::size_t>(joint.column)];
    if (!std::isfinite(phase)) continue;
    if (joint.loose) {
      states[i] = phase > 0 ? JointState::contact : JointState::clearance;
      continue;
    }
    const auto index = static_cast<std::size_t>(std::max(0.0, std::round(phase)));
    if (index < joint.states.size()) states[i] = joint.states[index];
  }
}

void RowLayout::readContacts(std::span<const double> row, std::vector<JointState>& states) const {
  states.assign(contacts_.size(), JointState::free);
  if (row.empty() || row.size() < rowSize_) return;
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    if (contacts_[i] >= 0 && row[static_cast<std::size_t>(contacts_[i])] > 0) states[i] = JointState::contact;
}

}  // namespace clank
