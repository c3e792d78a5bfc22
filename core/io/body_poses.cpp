// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/body_poses.h"

#include <cmath>

namespace clank {

BodyPoses::BodyPoses(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample)
    : trajectory_(trajectory),
      shapes_(makeBentShapes(resolved)),
      columns_(resolved, trajectory.channels()),
      lines_(resolved.bodies.size()) {
  for (std::size_t i = 0; i < shapes_.size(); ++i)
    if (shapes_[i]) bodies_.emplace(resolved.bodies[i].id, i);
  if (sample < trajectory.sampleCount()) moveTo(sample);
}

void BodyPoses::moveTo(std::size_t sample) {
  row_ = trajectory_.row(sample);
  if (bodies_.empty()) return;
  std::vector<std::vector<double>> bends;
  columns_.read(row_, bends);
  for (const auto& [id, i] : bodies_) lines_[i] = shapes_[i]->bend(bends[i]);
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
  const double angle = findAngle(body), c = std::cos(angle), s = std::sin(angle);
  return {find(body, "x") + c * point.x - s * point.y, find(body, "y") + s * point.x + c * point.y};
}

double BodyPoses::findAngle(const std::string& body) const {
  return body == kFrame ? 0 : find(body, "angle");
}

double BodyPoses::find(const std::string& body, const char* signal) const {
  const auto channel = trajectory_.findChannel(body + "." + signal);
  return channel ? row_[*channel] : 0;
}

}  // namespace clank
