// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_context.h"

#include <algorithm>
#include <iterator>

#include "core/coulomb/impact.h"
#include "core/dynamics/consistency.h"

namespace clank {
namespace {

void addName(const std::string& name, std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

EventContext::EventContext(ForwardDynamics& dynamics, State& state)
    : dynamics_(dynamics),
      state_(state),
      system_(dynamics.assembler().system()),
      rowsBefore_(dynamics.assembler().rowKey()) {
  dynamics.update(state.t, state.y);
  mobilityBefore_ = calcMobility(system_, dynamics.assembler());
}

std::span<double> EventContext::v() {
  return system_.layout.speeds(state_.y);
}

UnilateralRows EventContext::calcRows(std::size_t unilateral) {
  return calcUnilateralRows(system_, unilateral, q(), v().data());
}

void EventContext::useMode(const Mode& mode) {
  if (dynamics_.setMode(mode)) dynamics_.assembler().update(state_.t, q(), v().data());
}

Mode EventContext::calcOpenMode() const {
  Mode open = state_.mode;
  for (const std::size_t u : open.unilaterals.listClosed()) openUnilateral(system_, u, open);
  for (Mode::JointMode& joint : open.joints) releaseGrip(joint);
  return open;
}

Transition EventContext::describeMotion(EventKind kind) {
  Transition t;
  t.kind = kind;
  t.vBefore.assign(v().begin(), v().end());
  t.vAfter = t.vBefore;
  t.jointImpulses.resize(system_.joints.size());
  t.mobilityBefore = t.mobilityAfter = mobilityBefore_;
  t.modeAfter = state_.mode;
  return t;
}

Transition EventContext::describeFriction(EventKind kind, std::size_t joint) {
  Transition t = describeMotion(kind);
  t.part = FrictionIndex{joint};
  const JointKinematics k = calcJointKinematics(system_.joints[joint], q(), v().data());
  t.point = k.a.position + k.offset;
  t.slipBefore = t.slipAfter = calcRubbingRate(system_.joints[joint], k);
  t.phaseBefore = t.phaseAfter = mode().joints[joint].phase;
  return t;
}

Transition EventContext::describe(EventKind kind, std::size_t unilateral, const UnilateralRows& rows) {
  Transition t = describeMotion(kind);
  std::visit([&](const auto& index) { t.part = index; }, system_.unilaterals[unilateral]);
  t.point = rows.point;
  t.normal = rows.normal;
  t.rateBefore = t.rateAfter = rows.gapRate;
  t.slipBefore = t.slipAfter = rows.slipRate;
  if (const auto* stop = std::get_if<StopIndex>(&t.part))
    t.phaseBefore = t.phaseAfter = mode().joints[stop->joint].phase;
  return t;
}

void EventContext::addJump(Transition t, std::span<const std::pair<std::size_t, const UnilateralRows*>> hit,
                           const VelocityJump& jump) {
  for (std::size_t k = 0; k < v().size(); ++k) v()[k] += jump.dv[k];
  t.impulse = jump.sharedImpulse[0];
  t.slipImpulse = jump.sharedSlipImpulse[0];
  if (t.note.empty()) t.note = describeJump(jump);
  t.rateAfter = hit[0].second->gapRate + dot(hit[0].second->gap, jump.dv.data());
  t.slipAfter = hit[0].second->slipRate + dot(hit[0].second->slip, jump.dv.data());
  t.vAfter.assign(v().begin(), v().end());
  for (std::size_t i = 0; i < hit.size(); ++i)
    if (const UnilateralRows& rows = *hit[i].second; jump.sharedImpulse[i] != 0)
      t.contactImpulses.push_back({hit[i].first, rows.point, rows.normal, rows.tangent, jump.sharedImpulse[i],
                                   jump.sharedSlipImpulse[i]});
  for (std::size_t i = 0; i < hit.size(); ++i) t.driveWork += jump.slipImpulse[i] * hit[i].second->speed;
  const Assembler& assembler = dynamics_.assembler();
  t.notUnique = nameParts(assembler, jump.openRows);
  for (std::size_t i = 0; i < jump.isOpen.size(); ++i)
    if (jump.isOpen[i]) addName(nameUnilateral(system_, hit[i].first), t.notUnique);
  for (std::size_t j = 0; j < system_.joints.size(); ++j) {
    t.jointImpulses[j] = calcRowLoad(assembler, j, jump.rowImpulse);
    if (!jump.jointFriction.empty())
      addAlongCoordinate(assembler, j, jump.jointFriction[j], t.jointImpulses[j]);
  }
  for (std::size_t d = 0; d < system_.drives.size(); ++d) {
    t.driveImpulses.push_back(getDriveMultiplier(assembler, d, jump.rowImpulse));
    t.driveWork += t.driveImpulses.back() * getDriveRate(assembler, d);
  }
  add(std::move(t));
}

void EventContext::hold(std::size_t unilateral) {
  closeUnilateral(system_, unilateral, mode());
  const SystemUnilateral part = system_.unilaterals[unilateral];
  const auto* stop = std::get_if<StopIndex>(&part);
  if (!stop) return;
  const SystemLimit& limit = system_.getLimit(*stop);
  mode().joints[stop->joint].phase = limit.to;
  if (limit.latched) mode().unilaterals.upd(unilateral).closed = false;
  openWhatIsNotInForce(system_, mode());
  last().phaseAfter = limit.to;
}

void EventContext::letGo(std::size_t unilateral, std::string note) {
  const bool announced = !mode().unilaterals[unilateral].settling || !note.empty();
  Transition t = describe(EventKind::contactEnd, unilateral);
  openUnilateral(system_, unilateral, mode());
  UnilateralMode& left = mode().unilaterals.upd(unilateral);
  left.ignoreUntil = left.leftAt = state_.t;
  if (const auto* stop = std::get_if<StopIndex>(&t.part)) t.phaseAfter = mode().joints[stop->joint].phase;
  t.modeAfter = state_.mode;
  t.note = std::move(note);
  if (announced) add(std::move(t));
}

void EventContext::fail(std::string what, std::string where) {
  problems_.push_back({std::move(what), std::move(where), Severity::error});
}

Result<std::vector<Transition>> EventContext::finish() {
  if (!problems_.empty()) return tl::unexpected(problems_);
  useMode(state_.mode);
  if (!transitions_.empty()) {
    const bool sameRows = dynamics_.assembler().rowKey() == rowsBefore_;
    transitions_.back().mobilityAfter =
        sameRows ? mobilityBefore_ : calcMobility(system_, dynamics_.assembler());
    transitions_.back().modeAfter = state_.mode;
  }
  return std::move(transitions_);
}

}  // namespace clank
