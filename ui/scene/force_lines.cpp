// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/force_lines.h"

#include <variant>

#include "core/io/sheet_force.h"
#include "core/io/sheet_layout.h"

namespace clank {
namespace {

// A hand is seen while it pulls; of a rope, which hangs as the layout has it, its bearings.
bool isDrawn(const ForceElement& force) {
  return force.active.value != 0 && !std::holds_alternative<Hand>(force.kind);
}

}  // namespace

std::vector<Vec2> listCorners(const SheetPath& path) {
  constexpr double kWhole = 1e9;  // m: a line is one piece, arcs have as many as they need
  std::vector<Vec2> points;
  for (const SheetEdge& edge : listEdges(path))
    for (const Corner& p : listPoints(edge, kWhole))
      if (points.empty() || p.x != points.back().x || p.y != points.back().y) points.push_back({p.x, p.y});
  return points;
}

void ForceLines::begin(const SharedMechanism& resolved) {
  mechanism_ = resolved;
  forces_.clear();
  for (std::size_t i = 0; i < mechanism_->forces.size(); ++i)
    if (isDrawn(mechanism_->forces[i])) forces_.push_back(i);
  poses_.reset();
  if (!forces_.empty()) poses_.emplace(*mechanism_);
}

Sheet ForceLines::lay(const std::vector<Placement>& poses, const std::vector<std::vector<double>>& modes,
                      double unit) const {
  Sheet sheet;
  sheet.unit = unit;
  if (forces_.empty()) return sheet;
  std::vector<BodyPose> bodies;
  for (const Placement& pose : poses) bodies.push_back({pose.origin.x, pose.origin.y, pose.angle});
  poses_->moveTo(bodies, modes);
  for (const std::size_t i : forces_) {
    const ForceElement& force = mechanism_->forces[i];
    if (const auto* rope = std::get_if<Rope>(&force.kind))
      drawRopeBearings(*rope, *poses_, sheet);
    else
      drawForce(*mechanism_, force, *poses_, sheet);
  }
  return sheet;
}

}  // namespace clank
