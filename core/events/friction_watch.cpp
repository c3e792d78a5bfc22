// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/friction_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/contact_share.h"
#include "core/dynamics/joint_friction.h"
#include "core/events/contact_decision.h"
#include "core/events/event_context.h"
#include "core/events/giving_way.h"
#include "core/events/guard.h"
#include "core/math/largest.h"

namespace clank {
namespace {

constexpr double kMoves = 1e-9;  // rad/s or m/s, and of the greatest speed

// The joint that grips alone and has least left.
struct WeakestGrip {
  std::size_t joint = 0;
  double margin = std::numeric_limits<double>::infinity();
};
WeakestGrip findWeakest(const ForwardDynamics& dynamics, const ContactShare& share) {
  const Assembler& assembler = dynamics.assembler();
  WeakestGrip weakest;
  for (std::size_t j = 0; j < assembler.system().joints.size(); ++j) {
    if (assembler.gripRow(j) < 0 || share.concernsJoint(j)) continue;
    const double margin =
        calcStaticBound(assembler, j, dynamics.lambda()) - std::abs(dynamics.jointFriction(j));
    if (margin < weakest.margin) weakest = {j, margin};
  }
  return weakest;
}

void loseGrip(EventContext& c) {
  c.dynamics().evaluate(c.state().t, c.state().y);
  const ContactShare share(c.dynamics().assembler(), c.dynamics().lambda());
  const WeakestGrip weakest = findWeakest(c.dynamics(), share);
  if (share.concernsJoints() && share.calcMargin().value < weakest.margin) return giveWay(c, share);
  Mode::JointMode& mode = c.mode().joints[weakest.joint];
  mode.slip = c.dynamics().jointFriction(weakest.joint) > 0 ? -1 : 1;
  mode.rests = false;
  c.add(c.describeFriction(EventKind::slip, weakest.joint));
}

}  // namespace

std::vector<FrictionWatch> listFrictionWatches(const System& system, const Mode& mode) {
  std::vector<FrictionWatch> watches;
  bool anyGrips = false;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const Mode::JointMode& joint = mode.joints[j];
    if (joint.slip != 0) watches.push_back({FrictionWatch::Kind::slip, j});
    if (joint.rests && !joint.grips) watches.push_back({FrictionWatch::Kind::wake, j});
    if (joint.grips && !anyGrips) watches.push_back({FrictionWatch::Kind::grip, j});
    anyGrips = anyGrips || joint.grips;
  }
  return watches;
}

double calcFrictionWatch(const FrictionWatch& watch, ForwardDynamics& dynamics, double t,
                         std::span<const double> y) {
  const System& system = dynamics.assembler().system();
  if (watch.kind != FrictionWatch::Kind::grip) {
    const auto v = system.layout.speeds(y);
    const SystemJoint& joint = system.joints[watch.joint];
    const double rate = calcRubbingRate(joint, calcJointKinematics(joint, y.data(), v.data()));
    return watch.kind == FrictionWatch::Kind::slip
               ? dynamics.assembler().mode().joints[watch.joint].slip * rate
               : kMoves * (1 + findLargest(v)) - std::abs(rate);
  }
  dynamics.evaluate(t, y);
  const ContactShare share(dynamics.assembler(), dynamics.lambda());
  const double alone = findWeakest(dynamics, share).margin;
  return (share.concernsJoints() ? std::min(alone, share.calcMargin().value) : alone) + calcNoForce(dynamics);
}

bool isOn(const FrictionWatch& watch, ForwardDynamics& dynamics, double t, std::span<const double> y) {
  if (watch.kind == FrictionWatch::Kind::slip) return false;
  return calcFrictionWatch(watch, dynamics, t, y) < 0;
}

Result<std::vector<Transition>> applyFriction(const FrictionWatch& watch, ForwardDynamics& dynamics,
                                              State& state) {
  EventContext context(dynamics, state);
  if (watch.kind == FrictionWatch::Kind::grip)
    loseGrip(context);
  else
    decideContacts(context);
  return finishEvent(context);
}

Result<void> decideFriction(ForwardDynamics& dynamics, State& state) {
  if (!hasDryJoints(dynamics.assembler().system())) return {};
  EventContext context(dynamics, state);
  decideContacts(context);
  const auto done = finishEvent(context);
  if (!done) return tl::unexpected(done.error());
  return {};
}

}  // namespace clank
