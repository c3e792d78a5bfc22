// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/joint.h"

#include <algorithm>

namespace clank {
namespace {

struct CoordinateOf {
  CoordinateKind operator()(const Revolute&) const { return CoordinateKind::angle; }
  CoordinateKind operator()(const Prismatic&) const { return CoordinateKind::travel; }
  CoordinateKind operator()(const Weld&) const { return CoordinateKind::none; }
  CoordinateKind operator()(const Slot&) const { return CoordinateKind::travel; }
  CoordinateKind operator()(const Distance&) const { return CoordinateKind::none; }
  CoordinateKind operator()(const Gear&) const { return CoordinateKind::none; }
  CoordinateKind operator()(const Rack&) const { return CoordinateKind::none; }
  CoordinateKind operator()(const PointOnCurve&) const { return CoordinateKind::travel; }
};

struct JointKindOf {
  const JointKind& own;
  std::optional<JointKind> operator()(const AsDrawn&) const { return own; }
  std::optional<JointKind> operator()(const Released&) const { return std::nullopt; }
  std::optional<JointKind> operator()(const Merged&) const { return std::nullopt; }
  template <class Kind>
  std::optional<JointKind> operator()(const Kind& kind) const {
    return kind;
  }
};

const Phase* findPhase(const Joint& joint, const std::string& id) {
  const auto& phases = joint.metamorphic->phases;
  const auto it =
      std::find_if(phases.begin(), phases.end(), [&](const Phase& phase) { return phase.id == id; });
  return it == phases.end() ? nullptr : &*it;
}

}  // namespace

CoordinateKind findCoordinateKind(const JointKind& kind) {
  return std::visit(CoordinateOf{}, kind);
}

std::optional<JointKind> findJointKind(const Joint& joint, const Phase& phase) {
  return std::visit(JointKindOf{joint.kind}, phase.kind);
}

bool isStop(const Joint& joint, const PhaseChange& change) {
  if (!std::holds_alternative<Limit>(change.guard)) return false;
  const Phase* from = findPhase(joint, change.from);
  const Phase* to = findPhase(joint, change.to);
  if (!from || !to || from->locked) return false;
  const auto asDrawn = [](const Phase& phase) { return std::holds_alternative<AsDrawn>(phase.kind); };
  return asDrawn(*from) && asDrawn(*to) && (to->locked || change.latched.value == 0);
}

}  // namespace clank
