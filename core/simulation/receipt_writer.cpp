// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/receipt_writer.h"

#include <utility>

#include "core/coulomb/unilateral.h"
#include "core/dynamics/energy.h"
#include "core/model/words.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

std::string nameOf(const System& system, int body) {
  return body == kFrameBody ? std::string(kFrame) : system.bodies[static_cast<std::size_t>(body)].id;
}

// Value, unit and direction of a guard. Limits and speeds are in the unit of the joint's coordinate.
struct GuardTeller {
  bool slides = false;
  FiredGuard& fired;

  void operator()(const Limit& limit) {
    tell(limit.value.value, slides ? "m" : "rad", limit.direction.value);
  }
  void operator()(const ForceGuard& force) { tell(force.above.value, "N"); }
  void operator()(const MomentGuard& moment) { tell(moment.above.value, "N m"); }
  void operator()(const ImpulseGuard& impulse) { tell(impulse.above.value, "N s"); }
  void operator()(const AngularImpulseGuard& impulse) { tell(impulse.above.value, "N m s"); }
  void operator()(const SpeedGuard& speed) {
    tell(speed.value.value, slides ? "m/s" : "rad/s", speed.direction.value);
  }
  void operator()(const TimeGuard& time) { tell(time.at.value, "s"); }
  void operator()(const ExpressionGuard& law) {
    tell(0, "", law.direction.value);
    fired.expression = law.expression.text;
  }
  void tell(double value, const char* unit, Direction direction = Direction::rising) {
    fired.value = value;
    fired.unit = unit;
    fired.falling = direction == Direction::falling;
  }
};

FiredGuard tellGuard(const SystemJoint& joint, const SystemLimit& limit) {
  FiredGuard fired;
  GuardTeller teller{joint.coordinate == CoordinateKind::travel, fired};
  teller.tell(limit.value, teller.slides ? "m" : "rad",
              limit.sign > 0 ? Direction::rising : Direction::falling);
  fired.change = static_cast<int>(limit.index) + 1;
  fired.kind = Words<ChangeGuard>::names[0];
  return fired;
}
FiredGuard tellGuard(const SystemJoint& joint, const SystemChange& change) {
  FiredGuard fired;
  std::visit(GuardTeller{joint.coordinate == CoordinateKind::travel, fired}, change.guard);
  fired.change = static_cast<int>(change.index) + 1;
  fired.kind = Words<ChangeGuard>::names[change.guard.index()];
  return fired;
}

// No change of the table of phases.
FiredGuard tellEnd(const SystemJoint& joint) {
  FiredGuard fired;
  for (const SystemChange& change : joint.changes)
    if (change.endsDrive) fired = tellGuard(joint, change);
  fired.change = 0;
  return fired;
}

// What the receipt says of the part where it happened.
struct PartTeller {
  const System& system;
  const Transition& transition;
  Receipt& receipt;

  void operator()(const StopIndex& stop) const {
    const SystemLimit& limit = system.getLimit(stop);
    tellJoint(system.joints[stop.joint], limit.law);
    // A stop that lets go does so by its force, not by the limit.
    if (transition.kind != EventKind::contactEnd) receipt.guard = tellGuard(system.joints[stop.joint], limit);
  }
  void operator()(const ChangeIndex& index) const {
    const SystemJoint& joint = system.joints[index.joint];
    const SystemChange& change = joint.changes[index.change];
    tellJoint(joint, change.law);
    if (transition.kind != EventKind::contactEnd) receipt.guard = tellGuard(joint, change);
  }
  void operator()(const FrictionIndex& index) const {
    const SystemJoint& joint = system.joints[index.joint];
    receipt.element = joint.id;
    receipt.law = "friction";
    if (joint.isMetamorphic())
      receipt.phaseBefore = receipt.phaseAfter =
          joint.phases[static_cast<std::size_t>(transition.phaseBefore)].id;
    tellBodies(joint.a.body, joint.b.body);
  }
  void operator()(const RopeIndex& index) const {
    const SystemRope& rope = system.ropes[index.rope];
    receipt.element = rope.id;
    receipt.law = Words<ContactLaw>::names[static_cast<std::size_t>(rope.law.normal)];
    tellBodies(rope.geometry.points.front().body, rope.geometry.points.back().body);
    if (receipt.kind == EventKind::contactBegin) receipt.kind = EventKind::taut;
    if (receipt.kind == EventKind::contactEnd) receipt.kind = EventKind::slack;
  }
  void operator()(const ContactIndex& index) const {
    const SystemContactPair& pair = system.getPair(index.contact);
    const ContactGeometry& geometry = system.contacts[index.contact].geometry;
    receipt.element = pair.id;
    receipt.law = Words<ContactLaw>::names[static_cast<std::size_t>(pair.law.normal)];
    tellBodies(geometry.a(), geometry.b().body);
  }

  void operator()(const DriveIndex& index) const {
    const SystemDrive& drive = system.drives[index.drive];
    receipt.element = drive.id;
    if (transition.kind == EventKind::driveOff) receipt.guard = tellEnd(system.joints[drive.joint]);
    tellBodies(system.joints[drive.joint].a.body, system.joints[drive.joint].b.body);
  }

  void tellJoint(const SystemJoint& joint, TransitionLaw law) const {
    receipt.element = joint.id;
    receipt.law = Words<TransitionLaw>::names[static_cast<std::size_t>(law)];
    receipt.phaseBefore = joint.phases[static_cast<std::size_t>(transition.phaseBefore)].id;
    receipt.phaseAfter = joint.phases[static_cast<std::size_t>(transition.phaseAfter)].id;
    tellBodies(joint.a.body, joint.b.body);
  }
  void tellBodies(int a, int b) const {
    receipt.mobile = a != kFrameBody && b != kFrameBody;
    receipt.bodyA = nameOf(system, a);
    receipt.bodyB = nameOf(system, b);
  }
};

// Body a and body b.
std::pair<int, int> findBodies(const System& system, std::size_t unilateral) {
  const Overloaded find{[&](const StopIndex& stop) {
                          const SystemJoint& joint = system.joints[stop.joint];
                          return std::pair{joint.a.body, joint.b.body};
                        },
                        [&](const RopeIndex& index) {
                          const auto& points = system.ropes[index.rope].geometry.points;
                          return std::pair{points.front().body, points.back().body};
                        },
                        [&](const ContactIndex& index) {
                          const ContactGeometry& geometry = system.contacts[index.contact].geometry;
                          return std::pair{geometry.a(), geometry.b().body};
                        }};
  return std::visit(find, system.unilaterals[unilateral]);
}

// About the joint point of b, of the parts of a joint with play.
std::optional<double> calcPlayMoment(const System& system, const State& state, const ContactImpulse& push,
                                     const ContactPush& onB) {
  const SystemUnilateral part = system.unilaterals[push.unilateral];
  const auto* index = std::get_if<ContactIndex>(&part);
  if (!index || !system.getPair(index->contact).owner) return std::nullopt;
  const SystemJoint& joint = system.joints[system.getPair(index->contact).owner->joint];
  const double* q = state.y.data();
  const JointKinematics k = calcJointKinematics(joint, q, system.layout.speeds(state.y).data());
  return cross(push.point - k.b.position, Eigen::Vector2d(onB.x, onB.y));
}

// On body b; the directions of a contact impulse are those on body a. A stop without a pin on a revolute
// exchanges a moment, clockwise on b where the angle rises to it.
ContactPush makePush(const System& system, const State& state, const ContactImpulse& push) {
  ContactPush result;
  result.pointX = push.point.x();
  result.pointY = push.point.y();
  const Eigen::Vector2d force = -push.impulse * push.normal - push.slipImpulse * push.tangent;
  result.x = force.x();
  result.y = force.y();
  result.element = nameUnilateral(system, push.unilateral);
  const auto [a, b] = findBodies(system, push.unilateral);
  result.bodyA = nameOf(system, a);
  result.bodyB = nameOf(system, b);
  if (const SystemLimit* limit = findLimit(system, push.unilateral); limit && push.normal.isZero())
    result.moment = -push.impulse * limit->sign;
  result.playMoment = calcPlayMoment(system, state, push, result);
  return result;
}

bool staysClosed(EventKind kind) {
  return kind == EventKind::contactBegin || kind == EventKind::lock || kind == EventKind::merge;
}

// What begins without a blow has a kind of its own; with one it is an impact that does not rebound.
bool isTouch(EventKind kind) {
  return kind == EventKind::contactBegin || kind == EventKind::taut;
}

}  // namespace

Receipt makeReceipt(const System& system, const State& state, const Transition& transition) {
  Receipt receipt;
  receipt.t = state.t;
  receipt.kind = transition.kind;
  std::visit(PartTeller{system, transition, receipt}, transition.part);
  receipt.pointX = transition.point.x();
  receipt.pointY = transition.point.y();
  receipt.normalX = transition.normal.x();
  receipt.normalY = transition.normal.y();
  receipt.impulse = transition.impulse;
  receipt.staysClosed = staysClosed(transition.kind);
  if (isTouch(receipt.kind) && transition.impulse != 0) receipt.kind = EventKind::impact;
  receipt.normalVelocityBefore = transition.rateBefore;
  receipt.normalVelocityAfter = transition.rateAfter;
  receipt.slipImpulse = transition.slipImpulse;
  receipt.slipVelocityBefore = transition.slipBefore;
  receipt.slipVelocityAfter = transition.slipAfter;
  for (const ContactImpulse& push : transition.contactImpulses)
    receipt.contactImpulses.push_back(makePush(system, state, push));
  receipt.noise = {system.tolerances.creep, kCreep};
  receipt.restitution = transition.restitution;
  receipt.note = transition.note;
  receipt.notUnique = transition.notUnique;
  receipt.energyBefore = calcKineticEnergy(system, state.y, transition.vBefore);
  receipt.energyAfter = calcKineticEnergy(system, state.y, transition.vAfter);
  receipt.mobilityBefore = transition.mobilityBefore;
  receipt.mobilityAfter = transition.mobilityAfter;
  receipt.momentumConserved = transition.momentumConserved;
  receipt.driveWork = transition.driveWork;
  for (std::size_t d = 0; d < transition.driveImpulses.size(); ++d)
    receipt.driveImpulses.push_back({system.drives[d].id, transition.driveImpulses[d]});
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const JointLoad& load = transition.jointImpulses[j];
    receipt.jointImpulses.push_back({system.joints[j].id, load.x, load.y, load.moment});
  }
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const double* q = state.y.data() + StateLayout::begin(i);
    const auto at = [&](const std::vector<double>& v) -> std::array<double, 3> {
      const double* rates = v.data() + StateLayout::begin(i);
      const Eigen::Vector2d origin = calcOriginVelocity(system.bodies[i], q, rates);
      return {origin.x(), origin.y(), rates[2]};
    };
    receipt.jumps.push_back({system.bodies[i].id, at(transition.vBefore), at(transition.vAfter)});
  }
  return receipt;
}

}  // namespace clank
