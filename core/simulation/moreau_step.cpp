// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/moreau_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/coulomb/unilateral.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/forward_dynamics.h"
#include "core/dynamics/joint_friction.h"
#include "core/dynamics/tolerances.h"
#include "core/math/largest.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

constexpr double kRateTolerance = 1e-6, kRateRounding = 1e-9;  // of what a step gains, and of the speeds
constexpr double kTouching = 1e-10;                            // m, what a projection leaves of gaps
constexpr int kMostShifts = 20;
// m or rad for each m that a gap is wrong. Where sides of boxes are aligned rows are nearly dependent, and
// closing the last nanometre would turn a box away. A hundred: lever arms of a hundredth of a box.
constexpr double kOutOfScale = 100;
constexpr double kFlight = 3.5;                                         // steps
constexpr double kElsewhere = std::numeric_limits<double>::infinity();  // m

Mode openAll(const System& system, const Mode& mode) {
  Mode open = mode;
  for (const std::size_t u : open.unilaterals.listClosed()) openUnilateral(system, u, open);
  for (Mode::JointMode& joint : open.joints) releaseGrip(joint);
  return open;
}

// A stop that lets its joint pass to the next phase without an impact.
bool isIgnoring(const System& system, std::size_t unilateral) {
  const SystemLimit* limit = findLimit(system, unilateral);
  return limit && limit->law == TransitionLaw::ignore;
}

// Near a corner a point that is nearer to the end of its piece than to its plane has come in, if at all,
// through what is beyond that end. Farther inside near_contacts.h tells. A circle is as deep in both pieces
// where they meet.
bool isOfNextPiece(const LengthTolerances& t, const Gap& gap) {
  return gap.value > gap.plane && gap.plane < -t.near && gap.plane >= -t.jam;
}

// In a list in ascending order; null where it is none of them.
template <class Of>
const Of* findOf(const std::vector<Of>& list, std::size_t unilateral) {
  const auto at = std::lower_bound(list.begin(), list.end(), unilateral,
                                   [](const Of& of, std::size_t u) { return of.unilateral < u; });
  return at != list.end() && at->unilateral == unilateral ? &*at : nullptr;
}

}  // namespace

MoreauStepper::MoreauStepper(const System& system, const Mode& mode, double captureSpeed)
    : system_(system),
      captureSpeed_(captureSpeed),
      assembler_(system, openAll(system, mode)),
      impulses_(assembler_),
      forces_(system),
      near_(system),
      middle_(system.layout.coordinates()),
      f_(system.layout.coordinates()),
      powers_(kWorkIntegrals),
      free_(system.layout.coordinates()),
      mean_(system.layout.coordinates()),
      shift_(system.layout.coordinates()),
      presses_(system.unilaterals.size()) {
  std::size_t slots = 0;
  for (const SystemDrive& drive : system.drives)
    if (const auto* formula = std::get_if<FormulaLaw>(&drive.law))
      slots = std::max(slots, formula->slots.size());
  lawScratch_.resize(slots);
}

void MoreauStepper::setMode(const Mode& mode) {
  assembler_.setMode(openAll(system_, mode));
  impulses_ = StepImpulses(assembler_);
}

void MoreauStepper::restart(const Mode& mode, std::span<const double> from, std::span<const double> to) {
  setMode(mode);
  near_.restart(from, to);
  memory_ = {};
}

// Speeds that rows have to have: those of drives.
void MoreauStepper::fillRates(double t, std::vector<double>& rates) {
  rates.assign(assembler_.rowCount(), 0.0);
  for (std::size_t d = 0; d < system_.drives.size(); ++d)
    if (const int row = assembler_.driveRow(d); row >= 0)
      rates[static_cast<std::size_t>(row)] = calcMotion(system_.drives[d].law, t, lawScratch_).d;
}

// Of the assembler's position.
void MoreauStepper::listJoints() {
  rubbing_.clear();
  for (std::size_t j = 0; j < system_.joints.size(); ++j) {
    if (!hasFriction(system_, assembler_.mode(), j)) continue;
    double gamma = 0;
    rubbing_.emplace_back(j, calcRateRow(assembler_, j, gamma));
  }
}

// Viscous friction in joints at the speeds mean_, added to generalised forces. Returns the power lost, W.
double MoreauStepper::addViscous(std::vector<double>& f) const {
  double loss = 0;
  for (const auto& [joint, row] : rubbing_) {
    const double viscous = system_.joints[joint].friction->viscous, rate = dot(row, mean_.data());
    if (viscous == 0) continue;
    addScattered(row, -viscous * rate, f);
    loss += viscous * rate * rate;
  }
  return loss;
}

// A hand of the model counts while it pulls: then it does what a live one does.
bool MoreauStepper::hasForces() const {
  return !forces_.hands.empty() || std::ranges::any_of(system_.forces, [](const SystemForce& force) {
    return !std::holds_alternative<SystemHand>(force.kind);
  });
}

// free_ = v1 - v0 without contacts. Forces that depend on speeds take the mean of v0 and v1, by one
// correction.
void MoreauStepper::calcFreeMotion(State& state, double h, MoreauStep& step) {
  const std::span<const double> q0 = system_.layout.positions(state.y);
  const std::vector<double>& v0 = step.vBefore;
  for (std::size_t k = 0; k < middle_.size(); ++k) middle_[k] = q0[k] + h / 2 * v0[k];
  const double tm = step.begin + h / 2;
  assembler_.update(tm, middle_.data(), v0.data());
  fillRates(step.begin, rates0_);
  fillRates(step.begin + h, rates1_);
  target_.resize(assembler_.rowCount());
  multiply(assembler_.rows(), v0.data(), target_);
  for (std::size_t r = 0; r < target_.size(); ++r) target_[r] = rates0_[r] + rates1_[r] - 2 * target_[r];
  step.rowImpulse.assign(assembler_.rowCount(), 0.0);
  listJoints();
  mean_ = v0;
  forces_.hands = state.mode.hands;
  for (int pass = 0; pass < (hasForces() || !rubbing_.empty() ? 2 : 1); ++pass) {
    updAppliedForces(system_, tm, middle_.data(), mean_.data(), forces_, f_, powers_);
    addViscous(f_);
    for (double& f : f_) f *= h;
    assembler_.solve(f_, target_, free_, step.rowImpulse);
    for (std::size_t k = 0; k < mean_.size(); ++k) mean_[k] = v0[k] + free_[k] / 2;
  }
  correctRates(q0, h, step);
  for (std::size_t i = 0; i < forces_.outputs.size(); ++i)
    if (!std::isfinite(forces_.outputs[i][0]) || !std::isfinite(forces_.outputs[i][1]))
      step.badLaw = &system_.forces[i].id;
}

// The rows at the end of the step are known now but for h^2: what their rates miss there is asked for in
// addition. Without that the projection would take it from the speeds, and drives would do its work.
void MoreauStepper::correctRates(std::span<const double> q0, double h, MoreauStep& step) {
  if (assembler_.rowCount() == 0) return;
  const std::vector<double>& v0 = step.vBefore;
  for (std::size_t k = 0; k < mean_.size(); ++k) {
    shift_[k] = q0[k] + h * (v0[k] + free_[k] / 2);
    mean_[k] = v0[k] + free_[k];
  }
  assembler_.updRows(step.begin + h, shift_.data(), mean_.data());
  shiftImpulse_.resize(assembler_.rowCount());
  multiply(assembler_.rows(), mean_.data(), shiftImpulse_);
  for (std::size_t r = 0; r < target_.size(); ++r) target_[r] -= shiftImpulse_[r] - rates1_[r];
  assembler_.solve(f_, target_, free_, step.rowImpulse);
}

// Whatever the direction: in a pile the weight of one presses others sideways.
double MoreauStepper::calcGain(const BlockRow& row) const {
  double gain = 0;
  for (std::size_t slot = 0; slot < row.size(); ++slot) {
    if (row.block(slot) < 0) continue;
    const double* const dv = free_.data() + StateLayout::begin(static_cast<std::size_t>(row.block(slot)));
    const double* const g = row.at(slot);
    gain += std::hypot(g[0], g[1]) * std::hypot(dv[0], dv[1]) + std::abs(g[2] * dv[2]);
  }
  return gain;
}

double MoreauStepper::findRestitution(std::size_t unilateral, bool& poisson) const {
  if (const SystemContactLaw* law = findLaw(system_, unilateral)) {
    poisson = law->normal == ContactLaw::poisson || law->normal == ContactLaw::energetic;
    return law->restitution;
  }
  const SystemLimit& limit = *findLimit(system_, unilateral);
  return limit.law == TransitionLaw::restitution ? limit.restitution : 0;
}

double MoreauStepper::calcStepGap(std::size_t unilateral, const double* q, const double* v) const {
  const Gap at = calcGapAndPlane(system_, unilateral, q, v);
  const bool isSide =
      unilateral >= system_.firstContact() && near_.isSide(unilateral - system_.firstContact());
  const bool isCircle = unilateral >= system_.firstContact() &&
                        system_.contacts[unilateral - system_.firstContact()].geometry.radius() > 0;
  if (!isSide && isCircle && at.value <= 0) return at.plane;
  if (unilateral >= system_.firstContact() && at.plane < 0 &&
      near_.isInHollow(unilateral - system_.firstContact()))
    return at.plane;
  if (!isSide) return isOfNextPiece(system_.tolerances, at) ? kElsewhere : at.value;
  return at.value > 0 ? at.value : at.plane;
}

void MoreauStepper::addContact(const State& state, std::size_t unilateral, double h, MoreauStep& step) {
  const double* const q0 = state.y.data();
  const double* const v0 = step.vBefore.data();
  const bool wasClosed = state.mode.unilaterals[unilateral].closed;
  const double open = getTolerances(system_, unilateral).open;
  const double gap = calcStepGap(unilateral, middle_.data(), v0);
  if (!wasClosed && gap > open) return;
  if (!wasClosed && isCoveredAtCorner(system_, state.mode, unilateral, middle_.data(), v0)) return;
  const UnilateralRows rows = calcUnilateralRows(system_, unilateral, middle_.data(), v0);
  StepPlace place{rows.point, rows.normal, rows.tangent};
  place.gain = calcGain(rows.gap);
  if (gap > open + h * place.gain / 2) return;
  StepContact contact = makeStepContact(system_, unilateral, rows);
  const double rate = calcGapAndPlane(system_, unilateral, q0, v0).planeRate,
               slow = std::max(captureSpeed_, place.gain);
  place.hits = rate < -slow;
  if (place.hits) {
    place.restitution = findRestitution(unilateral, contact.poisson);
    const Hit* last = findOf(memory_.hits, unilateral);
    const bool returns = place.restitution < 1 && last && step.begin - last->t < kFlight * h;
    if (returns || -place.restitution * rate <= slow) place.restitution = 0;
    contact.restitution = place.restitution;
    contact.rateBefore = rows.gapRate;
    contact.slipBefore = rows.slipRate;
  } else {
    contact.rateBefore = rate;
    contact.normalBias = rows.gapRate - rate;
    contact.slipBefore = calcRubbingRates(system_, unilateral, q0, v0).slip;
    contact.slipBias += rows.slipRate - contact.slipBefore;
  }
  const bool rests = wasClosed ? state.mode.unilaterals[unilateral].slip == 0
                               : !place.hits && std::abs(contact.slipBefore) <= system_.tolerances.slip;
  if (rests && rows.staticFriction > rows.friction) {
    contact.friction = rows.staticFriction;
    contact.inMotion = {rows.friction, 0, 0};
  }
  if (const Force* guess = findOf(memory_.forces, unilateral)) {
    contact.impulse = h * guess->normal;
    contact.slipImpulse = h * guess->slip;
  }
  step.contacts.push_back(std::move(contact));
  step.places.push_back(std::move(place));
  if (rows.rolling > 0) addRolling(state, rows, h, step);
}

void MoreauStepper::listContacts(const State& state, double h, MoreauStep& step) {
  NearContacts::Reach& reach = near_.updReach();
  for (std::size_t body = 0; body < system_.bodies.size(); ++body) {
    const double* const v = step.vBefore.data() + StateLayout::begin(body);
    reach.way[body] = h / 2 * std::hypot(v[0], v[1]);
    reach.turn[body] = h / 2 * std::abs(v[2]);
    // A closed contact takes part a little way off.
    const double* const dv = free_.data() + StateLayout::begin(body);
    reach.way[body] += h / 2 * std::hypot(dv[0], dv[1]);
    reach.turn[body] += h / 2 * std::abs(dv[2]);
  }
  const Mode& open = assembler_.mode();
  for (std::size_t u = 0; u < system_.firstContact(); ++u)
    if (isInForce(system_, open, u) && !isIgnoring(system_, u)) addContact(state, u, h, step);
  near_.find(system_.layout.positions(state.y), NearContacts::When::atBegin, nearNow_);
  for (const std::size_t c : nearNow_)
    if (isInForce(system_.getPair(c), open) && !near_.isBehind(c))
      addContact(state, system_.firstContact() + c, h, step);
}

void MoreauStepper::addJoints(const State& state, double h, MoreauStep& step) {
  for (const auto& [j, row] : rubbing_) {
    const SystemJoint& joint = system_.joints[j];
    const JointFrictionLaw& law = *joint.friction;
    if (!law.isDry()) continue;
    const bool rested = state.mode.joints[j].rests &&
                        (law.staticConstant > law.constant || law.staticCoefficient > law.coefficient);
    StepContact rubs;
    rubs.unilateral = system_.unilaterals.size();
    rubs.joint = static_cast<int>(j);
    rubs.a = joint.a.body;
    rubs.b = joint.b.body;
    rubs.slip = row;
    rubs.friction = 1;
    rubs.constant = h * (rested ? law.staticConstant : law.constant);
    rubs.coefficient = rested ? law.staticCoefficient : law.coefficient;
    if (rested) rubs.inMotion = {1, h * law.constant, law.coefficient};
    rubs.slipBefore = calcRubbingRate(joint, calcJointKinematics(joint, state.y.data(), step.vBefore.data()));
    rubs.slipBias = dot(row, step.vBefore.data()) - rubs.slipBefore;
    StepPlace place;
    place.gain = calcGain(row);
    step.contacts.push_back(std::move(rubs));
    step.places.push_back(std::move(place));
  }
}

// Of the last contact.
void MoreauStepper::addRolling(const State& state, const UnilateralRows& rows, double h,
                               MoreauStep& step) const {
  const StepContact& contact = step.contacts.back();
  StepContact roll;
  roll.unilateral = contact.unilateral;
  roll.rolls = static_cast<int>(step.contacts.size()) - 1;
  roll.a = contact.a;
  roll.b = contact.b;
  roll.slip = rows.roll;
  roll.friction = rows.rolling;
  roll.slipBefore = calcRubbingRates(system_, contact.unilateral, state.y.data(), step.vBefore.data()).roll;
  roll.slipBias = rows.rollRate - roll.slipBefore;
  if (const Force* guess = findOf(memory_.forces, contact.unilateral)) roll.slipImpulse = h * guess->moment;
  StepPlace place;
  place.gain = calcGain(rows.roll);
  place.hits = step.places.back().hits;
  step.rolling.push_back(std::move(roll));
  step.rollingPlaces.push_back(std::move(place));
}

// What stands behind the contacts out of them again: rolling resistance, and friction of joints.
void MoreauStepper::takeOthers(std::size_t contacts, std::size_t rolling, MoreauStep& step) {
  const auto take = [](auto& from, std::size_t first, auto& to) {
    to.assign(from.begin() + static_cast<std::ptrdiff_t>(first), from.end());
    from.resize(first);
  };
  take(step.contacts, contacts + rolling, step.joints);
  take(step.places, contacts + rolling, step.jointPlaces);
  take(step.contacts, contacts, step.rolling);
  take(step.places, contacts, step.rollingPlaces);
  if (rubbing_.empty()) return;
  step.jointFriction.assign(system_.joints.size(), 0.0);
  for (const StepContact& joint : step.joints)
    step.jointFriction[static_cast<std::size_t>(joint.joint)] = joint.slipImpulse;
}

// Work and losses of the step. What contacts would give all together is left to the residual.
void MoreauStepper::book(State& state, MoreauStep& step) {
  const std::span<const double> v1 = system_.layout.speeds(state.y);
  for (std::size_t k = 0; k < mean_.size(); ++k) mean_[k] = (step.vBefore[k] + v1[k]) / 2;
  forces_.hands = state.mode.hands;
  if (hasForces())
    updAppliedForces(system_, step.begin + step.h / 2, middle_.data(), mean_.data(), forces_, f_, powers_);
  double frictionLoss = step.h * addViscous(f_);
  const auto z = system_.layout.integrals(state.y);
  z[kWork] += step.h * powers_[kWork];
  z[kDampingLoss] += step.h * powers_[kDampingLoss];
  for (std::size_t d = 0; d < system_.drives.size(); ++d) {
    if (assembler_.driveRow(d) < 0) continue;
    const auto row = static_cast<std::size_t>(assembler_.driveRow(d));
    const double rate = (rates0_[row] + rates1_[row]) / 2,
                 taken = calcMotorEffort(system_.drives[d], step.rowImpulse[row], rate) * rate;
    z[kWork] += taken;
    frictionLoss += taken - step.rowImpulse[row] * rate;
  }
  for (const auto& [joint, row] : rubbing_)
    step.jointFriction[joint] -= step.h * system_.joints[joint].friction->viscous * dot(row, mean_.data());
  for (const StepContact& joint : step.joints)
    frictionLoss -= joint.slipImpulse * (joint.slipBefore + joint.slipAfter) / 2;
  double impactLoss = 0;
  for (std::size_t i = 0; i < step.rolling.size(); ++i) {
    const StepContact& roll = step.rolling[i];
    const double loss = -roll.slipImpulse * (roll.slipBefore + roll.slipAfter) / 2;
    (step.rollingPlaces[i].hits ? impactLoss : frictionLoss) += loss;
  }
  for (std::size_t i = 0; i < step.contacts.size(); ++i) {
    const StepContact& contact = step.contacts[i];
    const double n = -contact.impulse * (contact.rateBefore + contact.rateAfter) / 2;
    const double t = -contact.slipImpulse * (contact.slipBefore + contact.slipAfter) / 2;
    z[kWork] += contact.slipImpulse * contact.speed;
    step.places[i].loss = n + t;
    impactLoss += step.places[i].hits ? n + t : n;
    frictionLoss += step.places[i].hits ? 0 : t;
  }
  // A contact that parts when the step begins, and that other blows close, gives what they lose.
  const double given = std::min(0.0, impactLoss) + std::min(0.0, frictionLoss);
  step.impactLoss = std::max(0.0, impactLoss + (frictionLoss < 0 ? given : 0));
  z[kFrictionLoss] += std::max(0.0, frictionLoss + (impactLoss < 0 ? given : 0));
}

// J
double MoreauStepper::calcPotential(const State& state, std::span<const double> q) {
  moved_ = state.y;
  std::copy(q.begin(), q.end(), moved_.begin());
  const MechanicalEnergy energy = calcEnergy(system_, moved_);
  return energy.gravity + energy.elastic;
}

// lift: J, of moving positions. That of what has come inside is of the blow of this step, or of the next.
void MoreauStepper::bookLift(double lift, MoreauStep& step) {
  const double before = memory_.lift;
  const double all = before + (step.comesInside || closesWithSpeed(step) ? lift : 0);
  const double taken = std::min(all, step.impactLoss);
  step.impactLoss -= taken;
  memory_.lift = step.comesInside || step.impactLoss > 0 ? all - taken : 0;
  step.carried = memory_.lift - before;
}

bool MoreauStepper::closesWithSpeed(const MoreauStep& step) const {
  return std::any_of(step.contacts.begin(), step.contacts.end(), [&](const StepContact& contact) {
    return contact.impulse > 0 && contact.rateBefore < -captureSpeed_;
  });
}

// Gaps that have to be opened near q, and closed where they press; returns the largest violation (m).
double MoreauStepper::listShifts(std::span<const double> q, const MoreauStep& step, double reach,
                                 bool closes) {
  NearContacts::Reach& ways = near_.updReach();
  std::fill(ways.way.begin(), ways.way.end(), reach);
  ways.way.back() = 0;
  std::fill(ways.turn.begin(), ways.turn.end(), 0.0);
  near_.find(q, NearContacts::When::within, nearNow_);
  shifts_.clear();
  double worst = 0;
  const double* const v0 = step.vBefore.data();
  const auto add = [&](std::size_t u) {
    const double gap = calcStepGap(u, q.data(), v0);
    const bool presses = closes && presses_[u] != 0 && gap < getTolerances(system_, u).jam;
    if (!presses && gap > 2 * reach) return;
    worst = std::max(worst, presses ? std::abs(gap) : -gap);
    StepContact shift = makeStepContact(system_, u, calcUnilateralRows(system_, u, q.data(), v0));
    shift.friction = 0;
    shift.pulls = presses;
    shift.normalBias = gap;
    shifts_.push_back(std::move(shift));
  };
  for (std::size_t u = 0; u < system_.firstContact(); ++u)
    if (isInForce(system_, assembler_.mode(), u) && !isIgnoring(system_, u)) add(u);
  for (const std::size_t c : nearNow_)
    if (isInForce(system_.getPair(c), assembler_.mode()) && !near_.isBehind(c))
      add(system_.firstContact() + c);
  return worst;
}

// What closes joints and pushes parts apart, shift_.
void MoreauStepper::calcShift() {
  target_.resize(assembler_.rowCount());
  std::transform(assembler_.error().begin(), assembler_.error().end(), target_.begin(),
                 [](double c) { return -c; });
  shiftImpulse_.assign(assembler_.rowCount(), 0.0);
  std::fill(f_.begin(), f_.end(), 0.0);
  assembler_.solve(f_, target_, shift_, shiftImpulse_);
  if (!shifts_.empty()) impulses_.solve(assembler_, shifts_, shift_, shiftImpulse_, kTouching / 10);
}

// Sharp corners that meet may see each other from opposite sides: no small way leads apart, and a large one
// throws them. Takes out what pushes the two bodies apart that are pushed most; false where nothing pushes.
bool MoreauStepper::dropContradicting() {
  const auto worst =
      std::max_element(shifts_.begin(), shifts_.end(),
                       [](const StepContact& a, const StepContact& b) { return a.impulse < b.impulse; });
  if (worst == shifts_.end() || !(worst->impulse > 0)) return false;
  const auto bodies = std::minmax({worst->a, worst->b});
  std::erase_if(shifts_, [&](const StepContact& shift) { return std::minmax({shift.a, shift.b}) == bodies; });
  return true;
}

void MoreauStepper::projectPositions(std::vector<double>& q, double t, MoreauStep& step) {
  const std::vector<double>& v0 = step.vBefore;
  const double closed = calcRounding(system_, q);
  std::fill(presses_.begin(), presses_.end(), 0);
  for (std::size_t i = 0; i < step.contacts.size(); ++i)
    presses_[step.contacts[i].unilateral] =
        step.contacts[i].impulse > 0 && step.places[i].restitution == 0 ? 1 : 0;
  double reach = system_.tolerances.jam, before = kElsewhere;
  // More contacts may press than can be closed: then pushing apart has to do.
  bool closes = true;
  for (int i = 0; i < kMostShifts; ++i) {
    assembler_.updRows(t, q.data(), v0.data());
    const double open = assembler_.calcOpen();
    if (i == 0) step.drift = calcDrift(assembler_);
    step.penetration = listShifts(q, step, reach, closes);
    if (i == 0)
      step.comesInside = std::any_of(shifts_.begin(), shifts_.end(), [](const StepContact& shift) {
        return !shift.pulls && shift.normalBias < -kTouching;
      });
    if (closes && step.penetration > before / 2) {
      closes = false;
      step.penetration = listShifts(q, step, reach, closes);
    }
    before = step.penetration;
    if (!(open > closed) && !(step.penetration > kTouching)) return;
    if (!std::isfinite(open + step.penetration)) return;
    assembler_.factor();
    const double most = kOutOfScale * std::max(open, step.penetration);
    calcShift();
    if (closes && findLargest(shift_) > most) {
      closes = false;
      continue;
    }
    bool contradicts = false;
    for (; findLargest(shift_) > most && dropContradicting(); calcShift()) contradicts = true;
    if (contradicts && !(findLargest(shift_) > kTouching / 10)) return;
    middle_ = q;
    for (std::size_t k = 0; k < q.size(); ++k) q[k] += shift_[k];
    near_.move(middle_, q);
    reach = std::min(std::max(reach, step.penetration), system_.tolerances.leap);
  }
}

void MoreauStepper::mark() {
  near_.mark();
  marked_ = memory_;
}

void MoreauStepper::goBack() {
  near_.goBack();
  memory_ = marked_;
}

void MoreauStepper::remember(const MoreauStep& step) {
  constexpr double kLongAgo = 16 * kFlight;  // steps: the next may be longer
  memory_.forces.clear();
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < step.contacts.size(); ++i) {
    const StepContact& contact = step.contacts[i];
    memory_.forces.push_back({contact.unilateral, contact.impulse / step.h, contact.slipImpulse / step.h, 0});
    if (step.places[i].hits && contact.impulse > 0) hits.push_back({contact.unilateral, step.begin});
  }
  for (const StepContact& roll : step.rolling)
    memory_.forces[static_cast<std::size_t>(roll.rolls)].moment = roll.slipImpulse / step.h;
  const std::size_t now = hits.size();
  for (const Hit& hit : memory_.hits)
    if (step.begin - hit.t < kLongAgo * step.h) hits.push_back(hit);
  const auto isBefore = [](const Hit& a, const Hit& b) { return a.unilateral < b.unilateral; };
  std::inplace_merge(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(now), hits.end(), isBefore);
  const auto isSame = [](const Hit& a, const Hit& b) { return a.unilateral == b.unilateral; };
  hits.erase(std::unique(hits.begin(), hits.end(), isSame), hits.end());  // the later one stays
  memory_.hits = std::move(hits);
}

MoreauStep MoreauStepper::advance(State& state, double h) {
  MoreauStep step;
  step.begin = state.t;
  step.h = h;
  const auto positions = system_.layout.positions(state.y), speeds = system_.layout.speeds(state.y);
  step.vBefore.assign(speeds.begin(), speeds.end());
  calcFreeMotion(state, h, step);
  listContacts(state, h, step);
  const std::size_t contacts = step.contacts.size(), rolling = step.rolling.size();
  step.contacts.insert(step.contacts.end(), step.rolling.begin(), step.rolling.end());
  step.places.insert(step.places.end(), step.rollingPlaces.begin(), step.rollingPlaces.end());
  addJoints(state, h, step);
  std::vector<double> v1 = step.vBefore, q1(positions.begin(), positions.end());
  for (std::size_t k = 0; k < v1.size(); ++k) v1[k] += free_[k];
  if (!step.contacts.empty())
    step.report = impulses_.solve(assembler_, step.contacts, v1, step.rowImpulse,
                                  kRateTolerance * findLargest(free_) + kRateRounding * findLargest(v1));
  takeOthers(contacts, rolling, step);
  remember(step);
  for (std::size_t k = 0; k < q1.size(); ++k) q1[k] += h / 2 * (step.vBefore[k] + v1[k]);
  std::copy(v1.begin(), v1.end(), speeds.begin());
  book(state, step);
  near_.move(positions, q1);
  const double potential = calcPotential(state, q1);
  projectPositions(q1, step.begin + h, step);
  bookLift(calcPotential(state, q1) - potential, step);
  if (assembler_.rowCount() > 0) {
    assembler_.update(step.begin + h, q1.data(), v1.data());
    projection_.projectVelocity(assembler_, v1, kProjected * (1 + findLargest(v1)));
  }
  std::copy(q1.begin(), q1.end(), positions.begin());
  std::copy(v1.begin(), v1.end(), speeds.begin());
  state.t = step.begin + h;
  return step;
}

}  // namespace clank
