// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/forward_dynamics.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "core/dynamics/elastic_share.h"

namespace clank {
namespace {

bool isSame(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

bool moveAlike(const Mode::JointMode& a, const Mode::JointMode& b) {
  return !a.shape && !b.shape && a.phase == b.phase && a.tight == b.tight && a.held == b.held &&
         a.driveOff == b.driveOff && a.slip == b.slip && a.rests == b.rests && a.grips == b.grips;
}

bool moveAlike(const UnilateralMode& a, const UnilateralMode& b) {
  return a.closed == b.closed && a.slip == b.slip && a.roll == b.roll && a.holdsRoll == b.holdsRoll &&
         a.pressed == b.pressed && a.slack == b.slack && a.approach == b.approach;
}

// Those that touch; of the others the modes only say when to look at them.
bool touchAlike(const UnilateralModes& a, const UnilateralModes& b) {
  const auto one = a.entries(), other = b.entries();
  const auto isFree = [](const UnilateralModes::Entry& e) { return !e.mode.closed && !e.mode.pressed; };
  auto i = one.begin(), j = other.begin();
  for (;; ++i, ++j) {
    i = std::find_if_not(i, one.end(), isFree);
    j = std::find_if_not(j, other.end(), isFree);
    if (i == one.end() || j == other.end()) return i == one.end() && j == other.end();
    if (i->unilateral != j->unilateral || !moveAlike(i->mode, j->mode)) return false;
  }
}

// Nothing moves otherwise in one mode than in the other. A hand may have come to another piece of its path.
bool moveAlike(const Mode& a, const Mode& b) {
  return touchAlike(a.unilaterals, b.unilaterals) && a.held.empty() && b.held.empty() && a.hands.empty() &&
         b.hands.empty() && isSame(a.branches, b.branches) &&
         std::ranges::equal(a.joints, b.joints,
                            [](const auto& one, const auto& other) { return moveAlike(one, other); });
}

}  // namespace

ForwardDynamics::ForwardDynamics(const System& system, const Mode& mode)
    : system_(&system),
      assembler_(system, mode),
      forces_(system),
      compliant_(system),
      heldLaws_(system),
      f_(system.layout.coordinates()),
      acceleration_(system.layout.coordinates()),
      lambda_(assembler_.rowCount()),
      wanted_(assembler_.rowCount()) {
  at_.y.resize(system.layout.size());
  at_.dydt.resize(system.layout.size());
  friction_.setMode(assembler_);
  compliant_.setMode(mode);
  heldLaws_.setMode(mode);
}

bool ForwardDynamics::setMode(const Mode& mode) {
  const bool isAlike = moveAlike(assembler_.mode(), mode);
  if (at_.stamp == assembler_.stamp() && isAlike) {
    assembler_.renewMode(mode);
    return false;
  }
  if (!isAlike) knownShare_.forget();
  at_.stamp = kNowhere;
  heldLaws_.setMode(mode);
  compliant_.setMode(mode);
  if (!assembler_.setMode(mode)) return false;
  lambda_.assign(assembler_.rowCount(), 0.0);
  friction_.setMode(assembler_);
  wanted_.assign(assembler_.rowCount(), 0.0);
  return true;
}

bool ForwardDynamics::isThere(std::span<const double> y) const {
  return at_.stamp == assembler_.stamp() && isSame(at_.y, y);
}

void ForwardDynamics::evaluate(double t, std::span<const double> y) {
  if (isAt(t, y)) return;
  calc(t, y, at_.dydt);
  std::copy(y.begin(), y.end(), at_.y.begin());
  at_.t = t;
  at_.stamp = assembler_.stamp();
}

void ForwardDynamics::evaluate(double t, std::span<const double> y, std::span<double> dydt) {
  if (!isAt(t, y)) return calc(t, y, dydt);
  std::copy(at_.dydt.begin(), at_.dydt.end(), dydt.begin());
}

void ForwardDynamics::calc(double t, std::span<const double> y, std::span<double> dydt) {
  ++evaluations_;
  const StateLayout& layout = system_->layout;
  const double* q = y.data();
  const double* v = layout.speeds(y).data();
  const std::span<double> powers = layout.integrals(dydt);
  forces_.branches = assembler_.mode().branches;
  forces_.hands = assembler_.mode().hands;
  updAppliedForces(*system_, t, q, v, forces_, f_, powers);
  assembler_.update(t, q, v, forces_.shapes);
  compliant_.update(assembler_, y, layout.internals(dydt));
  compliant_.addForces(f_);
  powers[kFrictionLoss] += friction_.addKnown(assembler_, f_);
  const double loss = solve(f_, v);
  powers[kFrictionLoss] += heldLaws_.count() == 0 ? loss : solveHeld(t, y, powers);
  if (friction_.jam())
    std::fill(acceleration_.begin(), acceleration_.end(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t d = 0; d < system_->drives.size(); ++d) {
    const double effort = getDriveMultiplier(assembler_, d, lambda_), rate = getDriveRate(assembler_, d);
    const double given = effort * rate, taken = calcMotorEffort(system_->drives[d], effort, rate) * rate;
    powers[kWork] += taken;
    powers[kFrictionLoss] += taken - given;
  }
  if (system_->movesSurfaces) powers[kWork] += calcCarriedPower();
  std::copy_n(v, layout.coordinates(), dydt.begin());
  std::copy(acceleration_.begin(), acceleration_.end(), layout.speeds(dydt).begin());
}

// Of what moves surfaces along themselves, W.
double ForwardDynamics::calcCarriedPower() const {
  double power = compliant_.calcCarriedPower();
  std::optional<SystemContact> made;
  for (const std::size_t c : assembler_.closedContacts())
    if (const double speed = system_->contacts.get(c, made).geometry.speed(); speed != 0)
      power += calcContactForce(*this, c).friction * speed;
  return power;
}

void ForwardDynamics::describe(double t, std::span<const double> y, std::span<const double> acceleration,
                               std::span<const double> lambda) {
  const double* const q = y.data();
  const double* const v = system_->layout.speeds(y).data();
  std::array<double, kWorkIntegrals> powers{};
  forces_.branches = assembler_.mode().branches;
  forces_.hands = assembler_.mode().hands;
  updAppliedForces(*system_, t, q, v, forces_, f_, powers);
  assembler_.updRows(t, q, v);
  std::copy(acceleration.begin(), acceleration.end(), acceleration_.begin());
  std::copy(lambda.begin(), lambda.end(), lambda_.begin());
  choosesMotion_ = false;
}

void ForwardDynamics::shareDescribed(double t, std::span<const double> y) {
  assembler_.update(t, y.data(), system_->layout.speeds(y).data());
  shareReactions();
}

double ForwardDynamics::jointFriction(std::size_t joint) const {
  const int grip = assembler_.gripRow(joint);
  return grip >= 0 ? lambda_[static_cast<std::size_t>(grip)] : friction_.jointForce(joint);
}

double calcMotorEffort(const SystemDrive& drive, double effort, double rate) {
  if (drive.efficiency == 1) return effort;
  return effort * rate >= 0 ? effort / drive.efficiency : effort * drive.efficiency;
}

// Returns the power that what slides loses, W.
double ForwardDynamics::solve(std::span<const double> f, const double* v) {
  assembler_.solve(f, baumgarte_ ? calcWantedAcceleration(v) : assembler_.gamma(), acceleration_, lambda_);
  const double loss = friction_.apply(assembler_, acceleration_, lambda_);
  const ElasticShare share = shareElastically(assembler_, friction_, acceleration_, lambda_);
  choosesMotion_ = share.choosesMotion;
  return loss + share.loss;
}

// The same with laws between two branches, after a solve() on the branches themselves.
double ForwardDynamics::solveHeld(double t, std::span<const double> y, std::span<double> powers) {
  const double* const v = system_->layout.speeds(y).data();
  heldLaws_.begin(t, y, forces_, f_, powers, acceleration_);
  for (std::size_t i = 0; i < heldLaws_.count(); ++i) {
    const std::span<double> other = heldLaws_.updOther(i, t, y, forces_);
    compliant_.addForces(other);
    friction_.addKnown(assembler_, other);
    solve(other, v);
    heldLaws_.noteOther(i, t, y, acceleration_);
  }
  const double known = powers[kFrictionLoss];  // of joints that slide, on every branch
  heldLaws_.mix(forces_, f_, powers);
  powers[kFrictionLoss] = known;
  return solve(f_, v);
}

namespace {

ContactForce calcPressForce(const CompliantContacts& contacts, std::size_t contact) {
  ContactForce force;
  if (const CompliantContacts::Press* press = contacts.find(contact)) {
    force.normal = press->normal();
    force.friction = press->friction;
    force.moment = press->moment;
    force.point = press->point;
    force.onB = force.normal * press->kinematics.normal + force.friction * press->kinematics.tangent;
  }
  return force;
}

}  // namespace

ContactForce calcContactForce(const ForwardDynamics& dynamics, std::size_t contact) {
  const Assembler& assembler = dynamics.assembler();
  const System& system = assembler.system();
  if (system.getPair(contact).compliance) return calcPressForce(dynamics.compliantContacts(), contact);
  const auto multiplier = [&](int row) { return dynamics.lambda()[static_cast<std::size_t>(row)]; };
  ContactForce force;
  force.normal = multiplier(assembler.gapRow(contact));
  const UnilateralMode& mode = assembler.mode().unilaterals[system.firstContact() + contact];
  const SystemContactLaw& law = system.getPair(contact).law;
  force.friction = assembler.slipRow(contact) >= 0 ? multiplier(assembler.slipRow(contact))
                                                   : -mode.slip * law.friction * force.normal;
  force.moment = assembler.rollRow(contact) >= 0 ? multiplier(assembler.rollRow(contact))
                                                 : -mode.roll * law.rolling * force.normal;
  const ContactKinematics& k = assembler.contactKinematics(contact);
  force.point = k.point;
  force.onB = force.normal * k.normal + force.friction * k.tangent;
  return force;
}

Strands calcStrands(const ForwardDynamics& dynamics, const SystemBelt& belt) {
  const double half =
      dynamics.lambda()[static_cast<std::size_t>(dynamics.assembler().firstRow(belt.joint))] / 2;
  return {belt.tension - half, belt.tension + half};
}

double calcTension(const ForwardDynamics& dynamics, std::size_t rope) {
  const int row = dynamics.assembler().ropeRow(rope);
  return row < 0 ? 0.0 : dynamics.lambda()[static_cast<std::size_t>(row)];
}

JointLoad calcJointLoad(const ForwardDynamics& dynamics, std::size_t joint) {
  const Assembler& assembler = dynamics.assembler();
  const System& system = assembler.system();
  JointLoad load = calcRowLoad(assembler, joint, dynamics.lambda());
  if (assembler.gripRow(joint) < 0) addAlongCoordinate(assembler, joint, dynamics.jointFriction(joint), load);
  for (const SystemForce& force : system.forces)
    if (const auto* belt = std::get_if<SystemBelt>(&force.kind); belt && belt->joint == joint) {
      const Eigen::Vector2d pull = calcBeltPull(*belt, assembler.calcKinematics(joint).offset);
      load.x -= pull.x();
      load.y -= pull.y();
    }
  for (const SystemContactPair& pair : system.contactPairs) {
    if (!pair.owner || pair.owner->joint != joint) continue;
    const MarkerMotion at = assembler.calcKinematics(joint).b;
    for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) {
      if (assembler.gapRow(c) < 0 && !dynamics.compliantContacts().find(c)) continue;
      const ContactForce force = calcContactForce(dynamics, c);
      load.x += force.onB.x();
      load.y += force.onB.y();
      load.moment += cross(force.point - at.position, force.onB) + force.moment;
    }
  }
  return load;
}

// Cdot = G v - rate.
std::span<const double> ForwardDynamics::calcWantedAcceleration(const double* v) {
  multiply(assembler_.rows(), v, wanted_);
  for (std::size_t r = 0; r < wanted_.size(); ++r)
    wanted_[r] = assembler_.gamma()[r] - 2 * baumgarte_->alpha * (wanted_[r] - assembler_.rate()[r]) -
                 baumgarte_->beta * baumgarte_->beta * assembler_.error()[r];
  return wanted_;
}

}  // namespace clank
