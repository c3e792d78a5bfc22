// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_context.h"

#include "core/dynamics/consistency.h"
#include "core/events/contact_modes.h"
#include "core/events/tangential_impact.h"

namespace clank {

EventContext::EventContext(ForwardDynamics& dynamics, State& state)
    : dynamics_(dynamics),
      state_(state),
      system_(dynamics.assembler().system()),
      rowsBefore_(dynamics.assembler().rowKey()) {
  dynamics.assembler().update(state.t, q(), v().data());
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
  for (std::size_t u = 0; u < system_.unilaterals.size(); ++u)
    if (open.unilaterals[u].closed) openUnilateral(system_, u, open);
  return open;
}

Transition EventContext::describe(EventKind kind, std::size_t unilateral, const UnilateralRows& rows) {
  Transition t;
  t.kind = kind;
  std::visit([&](const auto& index) { t.part = index; }, system_.unilaterals[unilateral]);
  t.point = rows.point;
  t.normal = rows.normal;
  t.rateBefore = t.rateAfter = rows.gapRate;
  t.slipBefore = t.slipAfter = rows.slipRate;
  t.vBefore.assign(v().begin(), v().end());
  t.vAfter = t.vBefore;
  t.jointImpulses.resize(system_.joints.size());
  if (const auto* stop = std::get_if<StopIndex>(&t.part))
    t.phaseBefore = t.phaseAfter = mode().joints[stop->joint].phase;
  t.mobilityBefore = t.mobilityAfter = mobilityBefore_;
  t.modeAfter = state_.mode;
  return t;
}

void EventContext::addJump(Transition t, std::span<const std::pair<std::size_t, const UnilateralRows*>> hit,
                           const VelocityJump& jump) {
  for (std::size_t k = 0; k < v().size(); ++k) v()[k] += jump.dv[k];
  t.impulse = jump.impulse[0];
  t.slipImpulse = jump.slipImpulse[0];
  if (t.note.empty()) t.note = describeJump(jump);
  t.rateAfter = hit[0].second->gapRate + dot(hit[0].second->gap, jump.dv.data());
  t.slipAfter = hit[0].second->slipRate + dot(hit[0].second->slip, jump.dv.data());
  t.vAfter.assign(v().begin(), v().end());
  for (std::size_t i = 0; i < hit.size(); ++i)
    if (const UnilateralRows& rows = *hit[i].second; jump.impulse[i] != 0)
      t.contactImpulses.push_back(
          {hit[i].first, rows.point, rows.normal, rows.tangent, jump.impulse[i], jump.slipImpulse[i]});
  const Assembler& assembler = dynamics_.assembler();
  for (std::size_t j = 0; j < system_.joints.size(); ++j)
    t.jointImpulses[j] = calcRowLoad(assembler, j, jump.rowImpulse);
  for (std::size_t d = 0; d < system_.drives.size(); ++d) {
    const auto row = static_cast<std::size_t>(assembler.driveRow(d));
    t.driveImpulses.push_back(jump.rowImpulse[row]);
    t.driveWork += jump.rowImpulse[row] * assembler.rate()[row];
  }
  add(std::move(t));
}

void EventContext::hold(std::size_t unilateral) {
  closeUnilateral(system_, unilateral, mode());
  const auto* stop = std::get_if<StopIndex>(&system_.unilaterals[unilateral]);
  if (!stop) return;
  const SystemLimit& limit = system_.getLimit(*stop);
  mode().joints[stop->joint].phase = limit.to;
  if (limit.latched) mode().unilaterals[unilateral].closed = false;
  openWhatIsNotInForce(system_, mode());
  last().phaseAfter = limit.to;
}

void EventContext::letGo(std::size_t unilateral) {
  const bool announced = !mode().unilaterals[unilateral].settling;
  Transition t = describe(EventKind::contactEnd, unilateral);
  openUnilateral(system_, unilateral, mode());
  mode().unilaterals[unilateral].ignoreUntil = mode().unilaterals[unilateral].leftAt = state_.t;
  if (const auto* stop = std::get_if<StopIndex>(&t.part)) t.phaseAfter = mode().joints[stop->joint].phase;
  t.modeAfter = state_.mode;
  if (announced) add(std::move(t));
}

bool EventContext::decideContacts() {
  std::vector<std::size_t> closed;
  for (std::size_t u = 0; u < system_.unilaterals.size(); ++u)
    if (mode().unilaterals[u].closed) closed.push_back(u);
  if (closed.empty()) return true;
  useMode(calcOpenMode());
  auto touching = calcTouching(dynamics_, state_.t, state_.y, closed);
  if (!touching) touching = jumpTangentially(*this, closed);
  if (!touching) {
    fail(describeUnilateral(system_, closed.front()) +
         ": no forces obey the laws of contact and friction here; the parts jam");
    return false;
  }
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if ((*touching)[i].closed)
      mode().unilaterals[closed[i]].slip = (*touching)[i].slip;
    else
      letGo(closed[i]);
  }
  return true;
}

void EventContext::fail(std::string what) {
  problems_.push_back({std::move(what), "", Severity::error});
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
