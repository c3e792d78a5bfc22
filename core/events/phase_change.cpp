// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/phase_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/coulomb/impact.h"
#include "core/dynamics/compliant_contacts.h"
#include "core/dynamics/consistency.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/redundancy.h"
#include "core/dynamics/shared_reactions.h"
#include "core/dynamics/tolerances.h"
#include "core/events/compliant_contact.h"
#include "core/events/contact_decision.h"
#include "core/events/drive_off.h"
#include "core/events/event_context.h"
#include "core/events/rate_jump.h"
#include "core/math/largest.h"

namespace clank {
namespace {

constexpr double kContradiction = 1e-7;  // of the largest speed of a row

class PhaseSwitch {
 public:
  PhaseSwitch(const ChangeWatch& watch, ForwardDynamics& dynamics, State& state)
      : c_(dynamics, state),
        watch_(watch),
        assembler_(dynamics.assembler()),
        state_(state),
        system_(assembler_.system()),
        joint_(system_.joints[watch.joint]),
        change_(joint_.changes[watch.change]) {}

  Result<std::vector<Transition>> apply() {
    begin();
    if (auto problem = checkPlay()) return tl::unexpected(Problems{*problem});
    if (auto problem = checkStops()) return tl::unexpected(Problems{*problem});
    if (auto problem = takeUp()) return tl::unexpected(Problems{*problem});
    if (auto problem = jump()) return tl::unexpected(Problems{*problem});
    finish();
    return finishEvent(c_);
  }

 private:
  std::span<double> q() { return system_.layout.positions(state_.y); }
  std::span<double> v() { return c_.v(); }
  Mode::JointMode& jointMode() { return state_.mode.joints[watch_.joint]; }
  int countOwnRows() const {
    return assembler_.ownRowCount(watch_.joint) + (assembler_.heldRow(watch_.joint) >= 0 ? 1 : 0);
  }

  // Into the new phase, with nothing moved yet. A stop that the joint was pressed against is behind it.
  void begin() {
    transition_.part = ChangeIndex{watch_.joint, watch_.change};
    transition_.phaseBefore = change_.from;
    transition_.phaseAfter = change_.to;
    transition_.vBefore.assign(v().begin(), v().end());
    transition_.mobilityBefore = c_.mobilityBefore();
    pressBefore_ = calcContactEnergy(system_, state_.mode, state_.y);
    depthBefore_ = calcDeepest(true);
    rowsBefore_ = countOwnRows();
    turnedBefore_ =
        rowsBefore_ > 0 && std::holds_alternative<RevoluteShape>(assembler_.shape(watch_.joint).kind);
    Mode::ChangeMode& done = jointMode().changes[watch_.change];
    done.fired = true;
    done.deadUntil = state_.t + change_.deadTime;
    for (std::size_t l = 0; l < joint_.limits.size(); ++l) c_.mode().unilaterals.reset(joint_.firstStop + l);
    enterPhase(joint_, change_.to, q().data(), v().data(), jointMode());
    openWhatIsNotInForce(system_, c_.mode());
    for (Mode::JointMode& joint : state_.mode.joints) joint.grips = false;  // parts may have to be moved
    c_.useMode(state_.mode);
  }

  Problem describe(std::string what) const {
    return {fmt::format("joint {}, phase '{}': {}", joint_.id,
                        joint_.phases[static_cast<std::size_t>(change_.to)].id, what),
            "", Severity::error};
  }

  // A phase cannot begin behind one of its stops.
  std::optional<Problem> checkStops() const {
    const double coordinate = calcCoordinate(joint_, assembler_.calcKinematics(watch_.joint));
    for (const SystemLimit& limit : joint_.limits)
      if (limit.from == change_.to && limit.sign * (limit.value - coordinate) < -findOpen())
        return describe(fmt::format(
            "it begins beyond its limit: the coordinate is {0:.6g} {3}, the limit {1:.6g} {3} ({2})",
            coordinate, limit.value, limit.sign > 0 ? "rising" : "falling",
            joint_.coordinate == CoordinateKind::angle ? "rad" : "m"));
    return std::nullopt;
  }

  double findOpen() const {
    return joint_.coordinate == CoordinateKind::angle ? kOpen : system_.tolerances.open;
  }
  // m, of the contacts that the play of the joint is: of compliant ones, or of all.
  double calcDeepest(bool compliantOnly) const {
    double deepest = 0;
    for (const SystemContactPair& pair : system_.contactPairs) {
      if (!pair.owner || pair.owner->joint != watch_.joint || !isInForce(pair, state_.mode)) continue;
      if (compliantOnly && !pair.compliance) continue;
      for (std::size_t c = pair.first; c < pair.first + pair.count; ++c)
        deepest = std::max(deepest, calcContactDepth(system_, c, state_.y).depth);
    }
    return deepest;
  }

  // Nor with parts that are deeper in each other than they were, as when its play is smaller.
  std::optional<Problem> checkPlay() const {
    const double deepest = calcDeepest(false);
    if (deepest <= depthBefore_ + system_.tolerances.open) return std::nullopt;
    return describe(
        fmt::format("its play is too small for where the parts are: they overlap by {:.3g} m", deepest));
  }

  // Closes what the parts miss the new joint by. What this lifts or stretches is booked with the change.
  std::optional<Problem> takeUp() {
    const auto first = static_cast<std::size_t>(assembler_.firstRow(watch_.joint));
    const auto own = assembler_.error().subspan(first, static_cast<std::size_t>(countOwnRows()));
    const double missed = findLargest(own);
    const auto isWithin = [&](std::size_t row) {
      const double unit = change_.isUsualTolerance ? assembler_.rowUnit(row) : 1;
      return std::abs(assembler_.error()[row]) <= change_.tolerance * unit;
    };
    bool isAllWithin = true;
    for (std::size_t row = first; row < first + own.size(); ++row) isAllWithin = isAllWithin && isWithin(row);
    if (!isAllWithin) {
      const auto worst =
          std::find_if(own.begin(), own.end(), [&](double e) { return std::abs(e) == missed; });
      const char* unit = findRowUnit(assembler_, first + static_cast<std::size_t>(worst - own.begin()));
      return describe(
          fmt::format("the parts miss the joint by {0:.3g} {2}, the tolerance is {1:.3g} {2}; bring them "
                      "together before, or allow more",
                      missed, change_.tolerance, unit));
    }
    if (assembler_.calcOpen() <= kOpen) return std::nullopt;
    const MechanicalEnergy before = calcEnergy(system_, state_.y);
    const double left = projectPosition(assembler_, state_.t, q(), v(), 1e-14, 20);
    if (!(left < kOpen))
      return describe(fmt::format("the other joints keep the parts apart by {:.3g} {}",
                                  findLargest(assembler_.error()),
                                  findRowUnit(assembler_, findWorstRow(assembler_))));
    const MechanicalEnergy after = calcEnergy(system_, state_.y);
    transition_.energyShift = after.gravity + after.elastic - before.gravity - before.elastic;
    transition_.qAfter.assign(q().begin(), q().end());
    return std::nullopt;
  }

  // A phase that lets go or a merge conserves momentum (rate_jump.h); a kinematic switch does not.
  std::optional<Problem> jump() {
    transition_.momentumConserved = change_.law != TransitionLaw::ignore || countOwnRows() < rowsBefore_;
    if (transition_.momentumConserved) c_.useMode(c_.calcOpenMode());
    const double fastest = findLargest(calcRateViolation(assembler_, v())) + findLargest(assembler_.rate());
    std::vector<double> impulse(assembler_.rowCount(), 0.0);
    if (transition_.momentumConserved) {
      auto jump = jumpToRates(c_);
      if (!jump) return describe("it presses parts together that cannot give way");
      impulse = std::move(jump->impulse);
      transition_.contactImpulses = std::move(jump->contactImpulses);
      transition_.driveWork += jump->carriedWork;
    } else {
      const std::vector<double> switched = calcSwitchedVelocity(system_, assembler_, v(), watch_.joint, {});
      std::copy(switched.begin(), switched.end(), v().begin());
    }
    if (findLargest(calcRateViolation(assembler_, v())) > kContradiction * fastest + 1e-12)
      return describe("the other joints and drives do not let the parts take up the speed that it demands");
    if (transition_.momentumConserved)
      transition_.notUnique = nameParts(assembler_, shareEvenly(assembler_, impulse));
    recordImpulses(impulse);
    return std::nullopt;
  }

  void recordImpulses(std::span<const double> impulse) {
    transition_.vAfter.assign(v().begin(), v().end());
    for (std::size_t j = 0; j < system_.joints.size(); ++j)
      transition_.jointImpulses.push_back(calcRowLoad(assembler_, j, impulse));
    for (std::size_t d = 0; d < system_.drives.size(); ++d) {
      transition_.driveImpulses.push_back(getDriveMultiplier(assembler_, d, impulse));
      transition_.driveWork += transition_.driveImpulses.back() * getDriveRate(assembler_, d);
    }
  }

  // The impulse that brings the parts together: of the held coordinate where the joint locks, the moment
  // where a pin becomes a joint that does not turn, the force of the joint otherwise. The speed before and
  // after is that with which the parts meet along it, negative when they approach.
  void describeImpulse(const JointKinematics& k) {
    const JointShape& shape = assembler_.shape(watch_.joint);
    const JointLoad& load = transition_.jointImpulses[watch_.joint];
    const bool locked = assembler_.heldRow(watch_.joint) >= 0;
    const bool slides = shape.coordinate == CoordinateKind::travel;
    const Eigen::Vector2d force(load.x, load.y);
    if ((locked && !slides) || (turnedBefore_ && holdsAngle(shape.kind))) {
      transition_.impulse = std::abs(load.moment);
      transition_.rateBefore = -std::abs(calcRelative(transition_.vBefore).omega);
      transition_.rateAfter = -std::abs(calcRelative(transition_.vAfter).omega);
      return;
    }
    const double along = locked ? k.axis.dot(force) : force.norm();
    transition_.impulse = std::abs(along);
    if (transition_.impulse == 0) return;
    transition_.normal =
        locked ? Eigen::Vector2d(along > 0 ? -k.axis : k.axis) : Eigen::Vector2d(-force / along);
    transition_.rateBefore = -transition_.normal.dot(calcRelative(transition_.vBefore).rate);
    transition_.rateAfter = -transition_.normal.dot(calcRelative(transition_.vAfter).rate);
  }

  JointKinematics calcRelative(const std::vector<double>& velocity) {
    return calcJointKinematics(assembler_.shape(watch_.joint), q().data(), velocity.data());
  }

  void finish() {
    const bool letsGo = countOwnRows() < rowsBefore_ || isReleased(joint_, jointMode());
    transition_.kind = letsGo                          ? EventKind::release
                       : transition_.momentumConserved ? EventKind::merge
                                                       : EventKind::kinematicSwitch;
    if (!isReleased(joint_, jointMode())) {
      const JointKinematics k = assembler_.calcShapeKinematics(watch_.joint);
      transition_.point = k.a.position + k.offset;
      if (!letsGo)
        describeImpulse(k);  // what lets go exchanges nothing: its direction would be that of rounding
    }
    pressAtPhase(system_, watch_.joint, state_);
    c_.useMode(state_.mode);
    transition_.mobilityAfter = calcMobility(system_, assembler_);
    transition_.energyShift += calcContactEnergy(system_, state_.mode, state_.y) - pressBefore_;
    transition_.modeAfter = state_.mode;
    c_.add(std::move(transition_));
    for (const std::size_t u : c_.mode().unilaterals.listClosed())
      if (c_.mode().unilaterals[u].closed && c_.calcRows(u).gapRate > kRest) c_.letGo(u);
    decideContacts(c_);
  }

  EventContext c_;
  const ChangeWatch watch_;
  Assembler& assembler_;
  State& state_;
  const System& system_;
  const SystemJoint& joint_;
  const SystemChange& change_;
  Transition transition_;
  int rowsBefore_ = 0;
  double depthBefore_ = 0;     // m, of what presses
  double pressBefore_ = 0;     // J, elastic, of compliant contacts
  bool turnedBefore_ = false;  // the parts were pinned and could turn
};

}  // namespace

Result<std::vector<Transition>> applyChange(const ChangeWatch& watch, ForwardDynamics& dynamics,
                                            State& state) {
  const SystemChange& change = dynamics.assembler().system().joints[watch.joint].changes[watch.change];
  if (!watch.rearms && change.endsDrive) return switchDriveOff(watch, dynamics, state);
  if (!watch.rearms) return PhaseSwitch(watch, dynamics, state).apply();
  // The place was found on the dense output, whose error may be more than how far the guard has gone back:
  // armed where it is still met, the change would fire at once, on the wrong crossing. It is found again in a
  // moment.
  state.mode.joints[watch.joint].changes[watch.change].armed =
      calcChangeWatch({watch.joint, watch.change, false}, dynamics, state.t, state.y) > 0;
  return std::vector<Transition>{};
}

}  // namespace clank
