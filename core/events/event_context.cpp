// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_context.h"

#include <algorithm>
#include <iterator>

#include "core/coulomb/contact_modes.h"
#include "core/coulomb/solve_contacts.h"
#include "core/dynamics/consistency.h"
#include "core/dynamics/contact_share.h"
#include "core/events/joint_grips.h"
#include "core/events/tangential_impact.h"

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
  t.slipBefore = t.slipAfter = calcCoordinateRate(system_.joints[joint], k);
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

bool EventContext::decideContacts() {
  const std::vector<std::size_t> closed = mode().unilaterals.listClosed();
  const bool rubs = hasDryJoints(system_);
  if (closed.empty() && !rubs) return true;
  useMode(calcOpenMode());
  auto touching = calcTouching(dynamics_, state_.t, state_.y, closed);
  if (touching && touching->locked) {
    fail(describeSelfLocking(system_, *touching->locked),
         "/joints/" + std::to_string(*touching->locked) + "/friction");
    return false;
  }
  if (!touching && !closed.empty() && closed.size() < kMostPivoted)
    if (const auto contacts = jumpTangentially(*this, closed))
      touching = TouchingParts{*contacts, listJointSlips(dynamics_.assembler(), state_.y), {}};
  if (!touching) {
    fail((closed.empty() ? std::string("joints") : describeUnilateral(system_, closed.front())) +
         ": no forces obey the laws of contact and friction here; the parts jam");
    return false;
  }
  takeModes(closed, touching->contacts);
  letGoOfWhatPulls(closed, touching->contacts);
  if (!rubs) return true;
  for (std::size_t j = 0; j < system_.joints.size(); ++j)
    if (!canGrip(system_, mode(), j)) releaseGrip(mode().joints[j]);
  for (const JointSlip& joint : touching->joints)
    if (canGrip(system_, mode(), joint.joint)) setSlip(joint.joint, joint.slip);
  chooseGrips(*this);
  return true;
}

void EventContext::takeModes(std::span<const std::size_t> closed, std::span<const TouchingContact> modes) {
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (modes[i].closed)
      mode().unilaterals.upd(closed[i]).slip = modes[i].slip;
    else
      letGo(closed[i], modes[i].hasSeveral ? std::string(kSeveralMotions) : std::string());
  }
}

// A contact without a force stays closed, since nothing takes it away. Where its rows depend on those of
// others it would share what presses there, by forces that pull. The complementarity problem has several
// solutions then, and so has it where contacts slide: the one whose forces stay in force is that of the
// dynamics (dynamics/elastic_share.h), and what pulls by those is let go, one after another.
void EventContext::letGoOfWhatPulls(std::span<const std::size_t> closed,
                                    std::span<const TouchingContact> modes) {
  std::vector<std::size_t> idle;
  bool slides = false;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (modes[i].idle) idle.push_back(closed[i]);
    slides = slides || mode().unilaterals[closed[i]].slip != 0;
  }
  if (idle.empty() && !(slides && closed.size() > 1)) return;
  for (auto pulling = listPulling(closed, idle); !pulling.empty(); pulling = listPulling(closed, idle))
    for (const std::size_t u : pulling) letGo(u);
}

// Of the idle contacts all that pull. If there are none, one of those that do: alone, or in the best share of
// several.
std::vector<std::size_t> EventContext::listPulling(std::span<const std::size_t> closed,
                                                   std::span<const std::size_t> idle) {
  useMode(mode());
  dynamics_.evaluate(state_.t, state_.y);
  if (dynamics_.assembler().smallPivots().empty()) return {};
  const ContactShare share(dynamics_.assembler(), dynamics_.lambda());
  const double nothing = calcNoForce(dynamics_);
  const auto margin = share.isEmpty() ? ContactShare::Margin{} : share.calcMargin();
  const auto findPush = [&](std::size_t u) {
    const SystemUnilateral part = system_.unilaterals[u];
    const auto* index = std::get_if<ContactIndex>(&part);
    if (index && share.findContradiction(index->contact) > 0) return 0.0;
    return index && share.concerns(index->contact) ? margin.value : calcForce(u, dynamics_).normal;
  };
  const auto pulls = [&](std::size_t u) { return mode().unilaterals[u].closed && findPush(u) < -nothing; };
  std::vector<std::size_t> pulling;
  std::copy_if(idle.begin(), idle.end(), std::back_inserter(pulling), pulls);
  if (!pulling.empty()) return pulling;
  for (const ContactShare::Bound& bound : margin.met)
    if (margin.value < -nothing && !bound.isJoint && bound.side == 0)
      return {system_.firstContact() + bound.index};
  for (const std::size_t u : closed)
    if (pulls(u) && (pulling.empty() || findPush(u) < findPush(pulling.front()))) pulling.assign(1, u);
  return pulling;
}

void EventContext::leaveBorder(double beyond) {
  const std::vector<std::size_t> closed = mode().unilaterals.listClosed();
  if (closed.empty() || closed.size() >= kMostPivoted) return;
  useMode(calcOpenMode());
  const auto modes = jumpTangentially(*this, closed, beyond);
  if (modes && !transitions_.empty()) takeModes(closed, *modes);
}

// Tells what has changed. Friction that begins (at the start, in a new phase) is no event.
void EventContext::setSlip(std::size_t joint, int slip) {
  Mode::JointMode& now = mode().joints[joint];
  const bool changes = (now.rests || now.slip != 0) && now.slip != slip;
  now.slip = slip;
  now.rests = slip == 0;
  if (changes) add(describeFriction(now.rests ? EventKind::stick : EventKind::slip, joint));
}

void EventContext::fail(std::string what, std::string where) {
  problems_.push_back({std::move(what), std::move(where), Severity::error});
}

Result<std::vector<Transition>> EventContext::finish() {
  if (!problems_.empty()) return tl::unexpected(problems_);
  chooseGrips(*this);
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
