// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/joint_state.h"

#include <algorithm>

namespace clank {
namespace {

// A phase that a stop leads to without a latch lasts as long as the parts push each other.
bool isPushed(const Joint& joint, const Phase& phase) {
  const auto& changes = joint.metamorphic->changes;
  return std::any_of(changes.begin(), changes.end(), [&](const PhaseChange& change) {
    return change.to == phase.id && isStop(joint, change) && change.latched.value == 0;
  });
}

struct ShapeOfKind {
  PhaseShape operator()(const Revolute&) const { return PhaseShape::pin; }
  PhaseShape operator()(const Prismatic&) const { return PhaseShape::slider; }
  PhaseShape operator()(const Weld&) const { return PhaseShape::merged; }
  PhaseShape operator()(const Slot&) const { return PhaseShape::slot; }
  PhaseShape operator()(const Distance&) const { return PhaseShape::rod; }
  PhaseShape operator()(const Gear&) const { return PhaseShape::gear; }
  PhaseShape operator()(const Belt&) const { return PhaseShape::gear; }
  PhaseShape operator()(const Rack&) const { return PhaseShape::gear; }
  PhaseShape operator()(const PointOnCurve&) const { return PhaseShape::curve; }
  PhaseShape operator()(const Telescope&) const { return PhaseShape::rod; }
};

struct ShapeOfPhase {
  const Joint& joint;
  bool locked;
  PhaseShape operator()(const AsDrawn&) const { return locked ? PhaseShape::locked : findShape(joint.kind); }
  PhaseShape operator()(const Released&) const { return PhaseShape::released; }
  PhaseShape operator()(const Merged&) const { return PhaseShape::merged; }
  template <OfJointKind Kind>
  PhaseShape operator()(const Kind& kind) const {
    return findShape(kind);
  }
};

}  // namespace

const QColor& colourOf(JointState state, const Palette& palette) {
  switch (state) {
    case JointState::locked:
      return palette.locked;
    case JointState::contact:
      return palette.contact;
    case JointState::impact:
      return palette.impact;
    case JointState::clearance:
      return palette.clearance;
    case JointState::free:
      break;
  }
  return palette.free;
}

PhaseShape findShape(const Joint& joint, const Phase& phase) {
  if (joint.metamorphic && isPushed(joint, phase)) return PhaseShape::pushed;
  return std::visit(ShapeOfPhase{joint, phase.locked}, phase.kind);
}

PhaseShape findShape(const JointKind& kind) {
  return std::visit(ShapeOfKind(), kind);
}

JointState findState(const Joint& joint, const Phase& phase) {
  const PhaseShape shape = findShape(joint, phase);
  if (shape == PhaseShape::pushed) return JointState::contact;
  return shape == PhaseShape::merged || phase.locked ? JointState::locked : JointState::free;
}

std::vector<JointState> listStates(const Joint& joint) {
  std::vector<JointState> states;
  if (joint.metamorphic)
    for (const Phase& phase : joint.metamorphic->phases) states.push_back(findState(joint, phase));
  if (states.empty()) states.push_back(isLoose(joint) ? JointState::clearance : JointState::free);
  return states;
}

JointState findStrongest(const std::vector<JointState>& states) {
  const auto rank = [](JointState state) {
    return state == JointState::impact      ? 4
           : state == JointState::locked    ? 3
           : state == JointState::contact   ? 2
           : state == JointState::clearance ? 1
                                            : 0;
  };
  JointState strongest = JointState::free;
  for (const JointState state : states)
    if (rank(state) > rank(strongest)) strongest = state;
  return strongest;
}

}  // namespace clank
