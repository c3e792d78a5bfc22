// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/assembly.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/dynamics/closure.h"
#include "core/dynamics/consistency.h"
#include "core/events/change_guard.h"
#include "core/events/compliant_contact.h"
#include "core/events/friction_watch.h"
#include "core/events/guard.h"
#include "core/events/law_branches.h"
#include "core/model/words.h"
#include "core/simulation/branches.h"
#include "core/simulation/drawn_branch.h"
#include "core/simulation/settling.h"
#include "core/simulation/start_contacts.h"
#include "core/simulation/start_diagnosis.h"
#include "core/simulation/start_tangents.h"

namespace clank {
namespace {

// Crossings that are met from the start wait. What acts whenever it is exceeded would have happened already,
// and a time that is over never comes.
bool canWait(const SystemChange& change) {
  return !isLevel(change) && !std::holds_alternative<TimeGuard>(change.guard);
}

// A change that would already have happened, or whose guard has no value.
Problem describeMet(const System& system, const ChangeWatch& watch, double beyond) {
  const SystemJoint& joint = system.joints[watch.joint];
  const SystemChange& change = joint.changes[watch.change];
  if (change.endsDrive)
    return {fmt::format(
                "drive {}: what is to switch it off {}: its guard ({}) {}", system.drives[change.index].id,
                std::isnan(beyond) ? "has no value at t = 0" : "is met from the start",
                Words<ChangeGuard>::names[change.guard.index()],
                std::isnan(beyond) ? "is not a finite number" : fmt::format("is exceeded by {:.6g}", beyond)),
            fmt::format("/drives/{}/until/guard", system.drives[change.index].index), Severity::error};
  if (std::isnan(beyond))
    return {fmt::format("joint {}: the guard ({}) of a change is not a finite number at t = 0", joint.id,
                        Words<ChangeGuard>::names[change.guard.index()]),
            fmt::format("/joints/{}/metamorphic/changes/{}/guard", watch.joint, change.index),
            Severity::error};
  const auto phase = [&](int index) { return joint.phases[static_cast<std::size_t>(index)].id; };
  return {fmt::format(
              "joint {} starts in phase '{}', but what leads to '{}' is met from the start: its guard ({}) "
              "is exceeded by {:.6g}",
              joint.id, phase(change.from), phase(change.to), Words<ChangeGuard>::names[change.guard.index()],
              beyond),
          fmt::format("/joints/{}/metamorphic/changes/{}/guard", watch.joint, change.index), Severity::error};
}

Problem describeLimit(const System& system, const StopIndex& stop, const double* q, const double* v) {
  const SystemJoint& joint = system.joints[stop.joint];
  const SystemLimit& limit = system.getLimit(stop);
  return {fmt::format("joint {} starts beyond its limit: coordinate {:.6g}, limit {:.6g} ({})", joint.id,
                      calcCoordinate(joint, calcJointKinematics(joint, q, v)), limit.value,
                      limit.sign > 0 ? "rising" : "falling"),
          fmt::format("/joints/{}/metamorphic/changes/{}/value", stop.joint, limit.index), Severity::error};
}

Problem describeShortRope(const SystemRope& rope, double gap) {
  const double length = rope.geometry.length;
  return {fmt::format("rope {} is {:.6g} m long, but its ends are {:.6g} m apart at the start, along its way",
                      rope.id, length, length - gap),
          fmt::format("/forces/{}/length", rope.index), Severity::error};
}

// Stops passed and ropes overstretched in the start position.
Problems findPassedStops(const System& system, const State& state) {
  const double* q = state.y.data();
  const double* v = system.layout.speeds(state.y).data();
  Problems problems;
  std::vector<Guard> guards;
  listGuards(system, state.mode, {}, guards);
  for (const Guard& guard : guards) {
    if (guard.kind != Guard::Kind::gap) continue;
    const double gap = calcGap(system, guard.unilateral, q, v);
    if (gap >= -getTolerances(system, guard.unilateral).open) continue;
    const SystemUnilateral part = system.unilaterals[guard.unilateral];
    if (const auto* stop = std::get_if<StopIndex>(&part))
      problems.push_back(describeLimit(system, *stop, q, v));
    if (const auto* index = std::get_if<RopeIndex>(&part))
      problems.push_back(describeShortRope(system.ropes[index->rope], gap));
  }
  return problems;
}

// Laws that have no value at the start, or a motion law without derivatives there.
Problems findUndefinedLaws(const System& system, ForwardDynamics& dynamics, const State& state) {
  Problems problems;
  const auto add = [&](const std::string& id, const char* what, std::string where) {
    problems.push_back({fmt::format("{}: its law {} at t = 0", id, what), std::move(where), Severity::error});
  };
  dynamics.evaluate(state.t, state.y);
  const auto outputs = dynamics.forceOutputs();
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (!std::isfinite(outputs[i][0]) || !std::isfinite(outputs[i][1]))
      add("force element " + system.forces[i].id, "is not a finite number",
          fmt::format("/forces/{}", system.forces[i].index));
  const Assembler& assembler = dynamics.assembler();
  for (std::size_t d = 0; d < system.drives.size(); ++d)
    if (!std::isfinite(assembler.gamma()[static_cast<std::size_t>(assembler.driveRow(d))]))
      add("drive " + system.drives[d].id, "has no finite speed or acceleration",
          fmt::format("/drives/{}", system.drives[d].index));
  return problems;
}

// Makes the velocities as drawn fit the joints and drives, and a branch of the motion in a change point;
// those that are to be kept count. Returns notes.
Result<Problems> fitVelocity(const Mechanism& resolved, Assembler& assembler, std::span<const double> q,
                             std::span<double> v) {
  const System& system = assembler.system();
  std::vector<BlockRow> rows;
  std::vector<double> speeds;
  const auto keep = [&](int body, const std::array<double, 3>& numbers, double speed) {
    BlockRow& row = rows.emplace_back();
    row.start(std::array{body});
    std::copy(numbers.begin(), numbers.end(), row.at(0));
    speeds.push_back(speed);
  };
  for (std::size_t i = 0; i < resolved.bodies.size(); ++i) {
    const Velocity& wanted = resolved.bodies[i].velocity;
    const auto body = static_cast<int>(i);
    const bool all = wanted.keep.value == KeptVelocity::all;
    // From the centre of mass to the origin; its velocity is v + omega x arm.
    const Eigen::Vector2d arm = -(Eigen::Rotation2Dd(q[StateLayout::begin(i) + 2]) * system.bodies[i].center);
    if (all || wanted.keep.value == KeptVelocity::point) {
      keep(body, {1, 0, -arm.y()}, wanted.vx.value);
      keep(body, {0, 1, arm.x()}, wanted.vy.value);
    }
    if (all || wanted.keep.value == KeptVelocity::omega) keep(body, {0, 0, 1}, wanted.omega.value);
  }
  if (rows.empty())
    projectVelocity(assembler, v);
  else
    projectVelocity(assembler, v, rows, speeds);
  return chooseTangent(assembler, q, v, rows, resolved.simulation.startBranch.value);
}

// Moves a start to its equilibrium; the velocities of origins stay. Joints with play are settled as ideal
// ones first, and then by what their parts push each other with.
Result<void> settleDrawn(const System& system, State& state) {
  State resting = state;
  const auto v = system.layout.speeds(resting.y);
  std::fill(v.begin(), v.end(), 0.0);
  pressAtStart(system, resting);
  auto settled = settle(system, resting);
  if (!settled) return settled;
  if (std::any_of(system.joints.begin(), system.joints.end(), [](const SystemJoint& j) { return j.loose; })) {
    for (Mode::JointMode& joint : resting.mode.joints) joint.tight = false;
    settled = settle(system, resting);
    if (!settled) return settled;
  }
  const std::span<double> to = system.layout.positions(resting.y), speeds = system.layout.speeds(state.y);
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const SystemBody& body = system.bodies[i];
    const std::size_t at = StateLayout::begin(i);
    const Eigen::Vector2d origin = calcOriginVelocity(body, state.y.data() + at, speeds.data() + at),
                          arm = Eigen::Rotation2Dd(to[at + 2]) * body.center;
    speeds[at] = origin.x() - speeds[at + 2] * arm.y();
    speeds[at + 1] = origin.y() + speeds[at + 2] * arm.x();
  }
  std::copy(to.begin(), to.end(), state.y.begin());
  return settled;
}

// Bodies whose numbers have left the range of the computer, at the last evaluation.
Problems findUndefinedBodies(const System& system, const ForwardDynamics& dynamics, const State& state) {
  const auto q = system.layout.positions(state.y), v = system.layout.speeds(state.y);
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const std::size_t begin = StateLayout::begin(i);
    double energy = 0;
    for (std::size_t k = begin; k < begin + 3; ++k)
      energy += std::abs(q[k]) + (system.bodies[i].mass + system.bodies[i].inertia) * v[k] * v[k] +
                (dynamics.findJam() ? 0 : std::abs(dynamics.acceleration()[k]));
    if (!std::isfinite(energy))
      return {
          {fmt::format("body {}: its position, speed, acceleration or energy at the start is not a finite "
                       "number; lengths, masses, speeds or forces are too large to compute with",
                       system.bodies[i].id),
           fmt::format("/bodies/{}", i), Severity::error}};
  }
  return {};
}

// A system without what bends in it, which is closed as it is drawn.
class StraightSystem {
 public:
  explicit StraightSystem(const System& system)
      : held_(system.bends.empty() ? std::nullopt : std::optional<System>(holdBends(system))),
        system_(held_ ? *held_ : system) {}
  const System& get() const { return system_; }

 private:
  const std::optional<System> held_;
  const System& system_;
};

State makeDrawnState(const System& system) {
  State state;
  state.y = system.startY;
  state.mode = makeStartMode(system);
  chooseTimeBranches(system, 0, {}, state.mode);
  for (Mode::JointMode& joint : state.mode.joints) joint.tight = true;
  return state;
}

// Brings a drawn state to the position that a run starts from. straight: of the assembler.
Result<void> placeParts(const System& system, const Mechanism& resolved, Assembler& straight, State& state,
                        Problems* notes) {
  const std::span<double> q = system.layout.positions(state.y), v = system.layout.speeds(state.y);
  const std::vector<double> asDrawn(q.begin(), q.end());
  if (!(closeNearest(straight, 0, q, v) < kOpen))
    return tl::unexpected(describeOpenPosition(resolved, straight.system(), state.mode, q));
  Problems branches;
  if (resolved.branches.empty()) branches = keepDrawnBranch(straight, asDrawn, q, v);
  if (Problems missed = chooseBranches(resolved, straight, q, v); !missed.empty())
    return tl::unexpected(missed);
  const std::vector<double> drawn(q.begin(), q.end());
  Problems contacts = pushApart(straight.system(), state.mode, q, v);
  if (!contacts.empty() && contacts.front().severity == Severity::error) return tl::unexpected(contacts);
  if (notes) {
    *notes = std::move(branches);
    notes->insert(notes->end(), contacts.begin(), contacts.end());
  }
  if (resolved.simulation.start.value == StartPosition::equilibrium)
    if (const auto settled = settleDrawn(system, state); !settled) return tl::unexpected(settled.error());
  if (!std::equal(q.begin(), q.end(), drawn.begin())) straight.update(0, q.data(), v.data());
  return {};
}

}  // namespace

Result<std::vector<BodyPose>> placeAtStart(const System& system, const Mechanism& resolved) {
  State state = makeDrawnState(system);
  const StraightSystem straight(system);
  Assembler assembler(straight.get(), state.mode);
  if (const auto placed = placeParts(system, resolved, assembler, state, nullptr); !placed)
    return tl::unexpected(placed.error());
  std::vector<BodyPose> poses;
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const double* q = state.y.data() + StateLayout::begin(b);
    const Eigen::Vector2d origin = calcOriginPosition(system.bodies[b], q);
    poses.push_back({origin.x(), origin.y(), q[2]});
  }
  return poses;
}

namespace {

// Positions and speeds that all joints and drives allow.
Result<void> placeMoving(const System& system, const Mechanism& resolved, State& state, Problems* notes) {
  const StraightSystem straight(system);
  Assembler assembler(straight.get(), state.mode);
  if (const auto placed = placeParts(system, resolved, assembler, state, notes); !placed) return placed;
  const std::span<double> q = system.layout.positions(state.y), v = system.layout.speeds(state.y);
  const auto branches = fitVelocity(resolved, assembler, q, v);
  if (!branches) return tl::unexpected(branches.error());
  if (notes) notes->insert(notes->end(), branches->begin(), branches->end());
  if (Problems drives = describeContradictoryDrives(assembler, v); !drives.empty())
    return tl::unexpected(drives);
  return {};
}

}  // namespace

Result<State> assembleStart(const System& system, const Mechanism& resolved, Problems* notes) {
  State state = makeDrawnState(system);
  if (const auto placed = placeMoving(system, resolved, state, notes); !placed)
    return tl::unexpected(placed.error());

  // Journals begin in the middle of their bearings.
  for (Mode::JointMode& joint : state.mode.joints) joint.tight = false;
  pressAtStart(system, state);

  Problems problems = findPassedStops(system, state);
  ForwardDynamics dynamics(system, state.mode);
  if (Problems laws = findUndefinedLaws(system, dynamics, state); !laws.empty()) return tl::unexpected(laws);
  if (Problems bodies = findUndefinedBodies(system, dynamics, state); !bodies.empty())
    return tl::unexpected(bodies);
  chooseBranches(dynamics, state);
  armChanges(nullptr, dynamics, state);
  for (const ChangeWatch& watch : listChangeWatches(system, state.mode)) {
    const double value = calcChangeWatch({watch.joint, watch.change, false}, dynamics, 0, state.y);
    const bool waits = canWait(system.joints[watch.joint].changes[watch.change]);
    if (std::isnan(value) || (value < 0 && !waits)) problems.push_back(describeMet(system, watch, -value));
  }
  if (!problems.empty()) return tl::unexpected(problems);
  if (const auto decided = decideFriction(dynamics, state); !decided) return tl::unexpected(decided.error());
  chooseBranches(dynamics, state);  // joints that hold change what laws do
  return state;
}

}  // namespace clank
