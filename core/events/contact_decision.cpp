// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/contact_decision.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>

#include "core/coulomb/contact_modes.h"
#include "core/coulomb/solve_contacts.h"
#include "core/dynamics/contact_share.h"
#include "core/dynamics/joint_friction.h"
#include "core/events/guard.h"
#include "core/events/joint_grips.h"
#include "core/events/tangential_impact.h"

namespace clank {
namespace {

// How near the border steps end, as a part of friction: the force is a free one over this.
constexpr double kBorder = 1e-6;

// What closed unilaterals do from now on.
void takeModes(EventContext& c, std::span<const std::size_t> closed, std::span<const TouchingContact> modes) {
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (!modes[i].closed) {
      c.letGo(closed[i], modes[i].hasSeveral ? std::string(kSeveralMotions) : std::string());
      continue;
    }
    UnilateralMode& mode = c.mode().unilaterals.upd(closed[i]);
    mode.slip = modes[i].slip;
    mode.roll = modes[i].roll;
    mode.holdsRoll = modes[i].holdsRoll;
  }
}

// Of the idle contacts all that pull. If there are none, one of those that do: alone, or in the best share of
// several.
std::vector<std::size_t> listPulling(EventContext& c, std::span<const std::size_t> closed,
                                     std::span<const std::size_t> idle) {
  c.useMode(c.mode());
  c.dynamics().evaluate(c.state().t, c.state().y);
  if (c.dynamics().assembler().smallPivots().empty()) return {};
  const ContactShare share(c.dynamics().assembler(), c.dynamics().lambda());
  const double nothing = calcNoForce(c.dynamics());
  const auto margin = share.isEmpty() ? ContactShare::Margin{} : share.calcMargin();
  const auto findPush = [&](std::size_t u) {
    const SystemUnilateral part = c.system().unilaterals[u];
    const auto* index = std::get_if<ContactIndex>(&part);
    if (index && share.findContradiction(index->contact) > 0) return 0.0;
    return index && share.concerns(index->contact) ? margin.value : calcForce(u, c.dynamics()).normal;
  };
  const auto pulls = [&](std::size_t u) { return c.mode().unilaterals[u].closed && findPush(u) < -nothing; };
  std::vector<std::size_t> pulling;
  std::copy_if(idle.begin(), idle.end(), std::back_inserter(pulling), pulls);
  if (!pulling.empty()) return pulling;
  for (const ContactShare::Bound& bound : margin.met)
    if (margin.value < -nothing && !bound.isJoint && bound.side == 0)
      return {c.system().firstContact() + bound.index};
  for (const std::size_t u : closed)
    if (pulls(u) && (pulling.empty() || findPush(u) < findPush(pulling.front()))) pulling.assign(1, u);
  return pulling;
}

// A contact without a force stays closed, since nothing takes it away. Where its rows depend on those of
// others it would share what presses there, by forces that pull. The complementarity problem has several
// solutions then, and so has it where contacts slide: the one whose forces stay in force is that of the
// dynamics (dynamics/elastic_share.h), and what pulls by those is let go, one after another.
void letGoOfWhatPulls(EventContext& c, std::span<const std::size_t> closed,
                      std::span<const TouchingContact> modes) {
  std::vector<std::size_t> idle;
  bool slides = false;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (modes[i].idle) idle.push_back(closed[i]);
    slides = slides || c.mode().unilaterals[closed[i]].rubs();
  }
  if (idle.empty() && !(slides && closed.size() > 1)) return;
  for (auto pulling = listPulling(c, closed, idle); !pulling.empty(); pulling = listPulling(c, closed, idle))
    for (const std::size_t u : pulling) c.letGo(u);
}

// Tells what has changed. Friction that begins (at the start, in a new phase) is no event.
void setSlip(EventContext& c, std::size_t joint, int slip) {
  Mode::JointMode& now = c.mode().joints[joint];
  const bool changes = (now.rests || now.slip != 0) && now.slip != slip;
  now.slip = slip;
  now.rests = slip == 0;
  if (changes) c.add(c.describeFriction(now.rests ? EventKind::stick : EventKind::slip, joint));
}

// The tangential impact of the closed contacts, with friction greater by a part of it.
void leaveBorder(EventContext& c, double beyond) {
  const std::vector<std::size_t> closed = c.mode().unilaterals.listClosed();
  if (closed.empty() || closed.size() >= kMostPivoted) return;
  c.useMode(c.calcOpenMode());
  const auto modes = jumpTangentially(c, closed, beyond);
  if (modes && c.hasTransitions()) takeModes(c, closed, *modes);
}

}  // namespace

bool decideContacts(EventContext& c) {
  const std::vector<std::size_t> closed = c.mode().unilaterals.listClosed();
  const bool rubs = hasDryJoints(c.system());
  if (closed.empty() && !rubs) return true;
  c.useMode(c.calcOpenMode());
  auto touching = calcTouching(c.dynamics(), c.state().t, c.state().y, closed);
  if (touching && touching->locked) {
    c.fail(describeSelfLocking(c.system(), *touching->locked),
           findPlaceOfFriction(c.system(), *touching->locked));
    return false;
  }
  if (!touching && !closed.empty() && closed.size() < kMostPivoted)
    if (const auto contacts = jumpTangentially(c, closed))
      touching = TouchingParts{*contacts, listJointSlips(c.dynamics().assembler(), c.state().y), {}};
  if (!touching) {
    c.fail((closed.empty() ? std::string("joints") : describeUnilateral(c.system(), closed.front())) +
           ": no forces obey the laws of contact and friction here; the parts jam");
    return false;
  }
  takeModes(c, closed, touching->contacts);
  letGoOfWhatPulls(c, closed, touching->contacts);
  if (!rubs) return true;
  for (std::size_t j = 0; j < c.system().joints.size(); ++j)
    if (!canGrip(c.system(), c.mode(), j)) releaseGrip(c.mode().joints[j]);
  for (const JointSlip& joint : touching->joints)
    if (canGrip(c.system(), c.mode(), joint.joint)) setSlip(c, joint.joint, joint.slip);
  chooseGrips(c);
  return true;
}

Result<std::vector<Transition>> finishEvent(EventContext& context) {
  if (!context.hasFailed()) chooseGrips(context);
  return context.finish();
}

Result<std::vector<Transition>> stopAtBorder(ForwardDynamics& dynamics, State& state) {
  EventContext context(dynamics, state);
  leaveBorder(context, kBorder);
  return finishEvent(context);
}

}  // namespace clank
