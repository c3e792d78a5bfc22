// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/body_poses.h"

#include <algorithm>
#include <cmath>

namespace clank {

BodyPoses::BodyPoses(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample)
    : trajectory_(&trajectory),
      shapes_(makeBentShapes(resolved)),
      columns_(resolved, trajectory.channels()),
      lines_(resolved.bodies.size()) {
  for (std::size_t i = 0; i < shapes_.size(); ++i)
    if (shapes_[i]) bodies_.emplace(resolved.bodies[i].id, i);
  if (sample < trajectory.sampleCount()) moveTo(sample);
}

void BodyPoses::moveTo(std::size_t sample) {
  row_ = trajectory_->row(sample);
  if (bodies_.empty()) return;
  std::vector<std::vector<double>> bends;
  columns_.read(row_, bends);
  for (const auto& [id, i] : bodies_) lines_[i] = shapes_[i]->bend(bends[i]);
}

BodyPoses::BodyPoses(const Mechanism& resolved)
    : shapes_(makeBentShapes(resolved)), columns_(resolved, {}), lines_(resolved.bodies.size()) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    poses_[resolved.bodies[i].id] = {};
    if (shapes_[i]) bodies_.emplace(resolved.bodies[i].id, i);
    ids_.push_back(resolved.bodies[i].id);
  }
}

void BodyPoses::moveTo(const std::vector<BodyPose>& poses, const std::vector<std::vector<double>>& modes) {
  for (std::size_t i = 0; i < std::min(poses.size(), ids_.size()); ++i) poses_[ids_[i]] = poses[i];
  for (const auto& [id, i] : bodies_)
    lines_[i] = i < modes.size() ? shapes_[i]->bend(modes[i]) : std::nullopt;
}

BodyPose BodyPoses::findPose(const std::string& body) const {
  if (trajectory_) return {find(body, "x"), find(body, "y"), find(body, "angle")};
  const auto found = poses_.find(body);
  return found == poses_.end() ? BodyPose{} : found->second;
}

const BentLine* BodyPoses::findLine(const std::string& body) const {
  const auto found = bodies_.find(body);
  return found != bodies_.end() && lines_[found->second] ? &*lines_[found->second] : nullptr;
}

double BodyPoses::calcStress(const std::string& body, Corner point) const {
  const BentLine* const line = findLine(body);
  return line ? line->calcStress(point.x) : 0;
}

Corner BodyPoses::place(const std::string& body, Corner point) const {
  if (body == kFrame) return point;
  if (const BentLine* const line = findLine(body)) {
    const BentLine::Section at = line->carry(point.x, point.y);
    point = {at.x, at.y};
  }
  const BodyPose pose = findPose(body);
  const double c = std::cos(pose.angle), s = std::sin(pose.angle);
  return {pose.x + c * point.x - s * point.y, pose.y + s * point.x + c * point.y};
}

double BodyPoses::findAngle(const std::string& body) const {
  return body == kFrame ? 0 : findPose(body).angle;
}

double BodyPoses::find(const std::string& body, const char* signal) const {
  const auto channel = trajectory_ ? trajectory_->findChannel(body + "." + signal) : std::nullopt;
  return channel ? row_[*channel] : 0;
}

}  // namespace clank
