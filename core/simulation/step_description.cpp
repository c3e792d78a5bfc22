// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/step_description.h"

#include <algorithm>
#include <variant>

#include "core/dynamics/contact_share.h"

namespace clank {
bool StepDescription::describe(ForwardDynamics& dynamics, const Assembler& joints, const State& state,
                               std::span<const double> v, const MoreauStep& step) {
  const Assembler& all = dynamics.assembler();
  const System& system = all.system();
  acceleration_.resize(system.layout.coordinates());
  for (std::size_t k = 0; k < acceleration_.size(); ++k) acceleration_[k] = (v[k] - step.vBefore[k]) / step.h;
  lambda_.assign(all.rowCount(), 0.0);
  const auto copy = [&](int to, int from, int count) {
    for (int i = 0; i < count && to >= 0 && from >= 0; ++i)
      lambda_[static_cast<std::size_t>(to + i)] =
          step.rowImpulse[static_cast<std::size_t>(from + i)] / step.h;
  };
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    copy(all.firstRow(j), joints.firstRow(j), std::min(all.ownRowCount(j), joints.ownRowCount(j)));
    copy(all.heldRow(j), joints.heldRow(j), 1);
  }
  for (std::size_t d = 0; d < system.drives.size(); ++d) copy(all.driveRow(d), joints.driveRow(d), 1);
  for (const StepContact& contact : step.contacts) copyContact(all, contact, step.h);
  for (const StepContact& roll : step.rolling)
    if (const int row = all.rollRow(roll.unilateral - system.firstContact()); row >= 0)
      lambda_[static_cast<std::size_t>(row)] = roll.slipImpulse / step.h;
  for (std::size_t j = 0; j < step.jointFriction.size(); ++j)
    if (const int row = all.gripRow(j); row >= 0)
      lambda_[static_cast<std::size_t>(row)] = step.jointFriction[j] / step.h;
  dynamics.describe(state.t, state.y, acceleration_, lambda_);
  for (std::size_t j = 0; j < step.jointFriction.size(); ++j)
    dynamics.describeFriction(j, step.jointFriction[j] / step.h);
  if (all.rowCount() > kMostShared) return false;
  dynamics.shareDescribed(state.t, state.y);
  return true;
}

void StepDescription::copyContact(const Assembler& all, const StepContact& contact, double h) {
  const auto set = [&](int row, double force) {
    if (row >= 0) lambda_[static_cast<std::size_t>(row)] = force;
  };
  const System& system = all.system();
  const SystemUnilateral part = system.unilaterals[contact.unilateral];
  if (const auto* index = std::get_if<ContactIndex>(&part)) {
    set(all.gapRow(index->contact), contact.impulse / h);
    set(all.slipRow(index->contact), contact.slipImpulse / h);
  } else if (const auto* rope = std::get_if<RopeIndex>(&part)) {
    set(all.ropeRow(rope->rope), contact.impulse / h);
  } else if (all.mode().unilaterals[contact.unilateral].closed) {
    const auto& stop = std::get<StopIndex>(part);
    const SystemLimit& limit = system.getLimit(stop);
    set(all.heldRow(stop.joint), -limit.sign * limit.scale() * contact.impulse / h);
  }
}

}  // namespace clank
