// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/assembly.h"

#include <fmt/format.h>

#include <cmath>

#include "core/dynamics/consistency.h"
#include "core/events/change_guard.h"
#include "core/events/guard.h"
#include "core/model/fields.h"

namespace clank {
namespace {

constexpr double kClosure = 1e-12;     // m or rad
constexpr double kBeyondLimit = 1e-9;  // m or rad

Problem describeOpenJoint(const System& system, const Assembler& assembler) {
  std::size_t worst = 0;
  double gap = -1;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const auto first = static_cast<std::size_t>(assembler.firstRow(j));
    const auto count = static_cast<std::size_t>(assembler.ownRowCount(j));
    double sum = 0;
    for (std::size_t r = first; r < first + count; ++r) sum += std::abs(assembler.error()[r]);
    if (!(sum <= gap)) {
      gap = sum;
      worst = j;
    }
  }
  return {fmt::format(
              "the mechanism cannot be assembled from the drawn position: joint {} stays open by {:.3g} m",
              system.joints[worst].id, gap),
          "/joints/" + std::to_string(worst), Severity::error};
}

// A change that would already have happened.
Problem describeMet(const System& system, const ChangeWatch& watch, double beyond) {
  const SystemJoint& joint = system.joints[watch.joint];
  const SystemChange& change = joint.changes[watch.change];
  const auto phase = [&](int index) { return joint.phases[static_cast<std::size_t>(index)].id; };
  return {fmt::format(
              "joint {} starts in phase '{}', but what leads to '{}' is met from the start: its guard ({}) "
              "is exceeded by {:.6g}",
              joint.id, phase(change.from), phase(change.to), Words<ChangeGuard>::names[change.guard.index()],
              beyond),
          fmt::format("/joints/{}/metamorphic/changes/{}/guard", watch.joint, change.index), Severity::error};
}

}  // namespace

Result<State> assembleStart(const System& system) {
  State state;
  state.y = system.startY;
  state.mode = makeStartMode(system);
  const std::size_t n = 3 * system.bodies.size();
  const std::span<double> q = std::span(state.y).first(n), v = std::span(state.y).subspan(n, n);
  Assembler assembler(system, state.mode);
  const double error = projectPosition(assembler, 0, q, v, kClosure, 50);
  if (!(error < 1e-9)) return tl::unexpected(Problems{describeOpenJoint(system, assembler)});
  projectVelocity(assembler, v);

  Problems problems;
  for (const Guard& guard : listGuards(system, state.mode)) {
    if (guard.kind != Guard::Kind::gap) continue;
    const SystemJoint& joint = system.joints[guard.joint];
    const SystemLimit& limit = joint.limits[guard.limit];
    const double coordinate = calcCoordinate(joint, calcJointKinematics(joint, q.data(), v.data()));
    if (calcGap(limit, coordinate) < -kBeyondLimit)
      problems.push_back(
          {fmt::format("joint {} starts beyond its limit: coordinate {:.6g}, limit {:.6g} ({})", joint.id,
                       coordinate, limit.value, limit.sign > 0 ? "rising" : "falling"),
           fmt::format("/joints/{}/metamorphic/changes/{}/value", guard.joint, limit.index),
           Severity::error});
  }
  ForwardDynamics dynamics(system, state.mode);
  armChanges(nullptr, dynamics, state);
  for (const ChangeWatch& watch : listChangeWatches(system, state.mode))
    if (const double value = calcChangeWatch({watch.joint, watch.change, false}, dynamics, 0, state.y);
        value < 0)
      problems.push_back(describeMet(system, watch, -value));
  if (!problems.empty()) return tl::unexpected(problems);
  return state;
}

}  // namespace clank
