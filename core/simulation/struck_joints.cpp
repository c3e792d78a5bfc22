// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/struck_joints.h"

#include <cmath>
#include <optional>

#include "core/dynamics/joint_constraints.h"
#include "core/dynamics/joint_phase.h"

namespace clank {
namespace {

struct Blow {
  double above = 0, impulse = 0;  // N s or N m s
};

// What a guard waits for, and what has come; nothing of a guard that waits for something else.
std::optional<Blow> findBlow(const ChangeGuard& guard, const JointShape& shape, const JointImpulse& through,
                             const double* q, const double* v) {
  if (const auto* angular = std::get_if<AngularImpulseGuard>(&guard))
    return Blow{angular->above.value, std::abs(through.moment)};
  const auto* impulse = std::get_if<ImpulseGuard>(&guard);
  if (!impulse) return std::nullopt;
  const Eigen::Vector2d sum(through.x, through.y);
  if (impulse->part.value == ForcePart::total) return Blow{impulse->above.value, sum.norm()};
  return Blow{impulse->above.value, std::abs(calcJointKinematics(shape, q, v).axis.dot(sum))};
}

}  // namespace

void markStruck(const System& system, const Receipt& receipt, const Mode& before, State& after) {
  constexpr double kRounding = 1e-12;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const SystemJoint& joint = system.joints[j];
    Mode::JointMode& mode = after.mode.joints[j];
    if (joint.changes.empty() || mode.phase != before.joints[j].phase) continue;
    const auto through = findThrough(receipt, joint.id);
    if (!through) continue;
    for (std::size_t c = 0; c < joint.changes.size(); ++c) {
      const SystemChange& change = joint.changes[c];
      if (!change.leadsFrom(mode.phase) || mode.changes[c].deadUntil > after.t) continue;
      const auto blow = findBlow(change.guard, getShape(joint, mode), *through, after.y.data(),
                                 system.layout.speeds(after.y).data());
      if (blow && blow->impulse >= (1 - kRounding) * blow->above) mode.changes.upd()[c].struck = true;
    }
  }
}

}  // namespace clank
