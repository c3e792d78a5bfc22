// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/compliant_contacts.h"

#include <algorithm>
#include <cmath>

namespace clank {

namespace {

// What the rows of contact_rows.h scatter, of bodies that do not bend: a force along u in the centre of the
// circle, which rolls.
void addPush(const BodyPoint& at, const Eigen::Vector2d& u, double roll, double force, std::span<double> f) {
  if (at.body == kFrameBody) return;
  double* const fb = f.data() + StateLayout::pose(at.body);
  storeTwo(loadTwo(fb) + loadTwo(u.data()) * force, fb);
  fb[2] += force * (cross(at.arm, u) + roll);
}
void addPush(const ContactKinematics& k, const Eigen::Vector2d& u, double roll, double force,
             std::span<double> f) {
  addPush(k.a, -u, -roll, force, f);
  addPush(k.b, u, roll, force, f);
}

// Of a moment on b, and back on a.
void addMoments(const ContactKinematics& k, double moment, std::span<double> f) {
  if (k.a.body != kFrameBody) f[StateLayout::pose(k.a.body) + 2] -= moment;
  if (k.b.body != kFrameBody) f[StateLayout::pose(k.b.body) + 2] += moment;
}

// N m on b, at rad/s of b against a under a force (N).
double calcRollingMoment(const ContactGeometry& contact, const SystemContactPair& pair, double rate,
                         double normal) {
  if (pair.law.rolling == 0 || rate == 0 || !rolls(contact) || !(normal > 0)) return 0;
  const double x = std::abs(rate) * contact.radius() / pair.compliance->fullSpeed;
  return -std::copysign(pair.law.rolling * normal * (x < 1 ? x * (3 - x * x) / 2 : 1), rate);
}

}  // namespace

std::size_t findBristle(const SystemContactPair& pair, std::size_t contact) {
  return pair.compliance->internal + kPressSums + (contact - pair.first);
}

void CompliantContacts::setMode(const Mode& mode) {
  pressed_.clear();
  if (!system_->hasCompliance()) return;
  for (const auto& [u, contact] : mode.unilaterals.entries()) {
    if (!contact.pressed) continue;
    Press& press = pressed_.emplace_back();
    press.contact = u - system_->firstContact();
    press.slack = contact.slack;
    press.approach = contact.approach;
  }
}

void CompliantContacts::update(const Assembler& assembler, std::span<const double> y,
                               std::span<double> internalRates) {
  std::fill(internalRates.begin(), internalRates.end(), 0.0);
  for (Press& press : pressed_) update(press, assembler, y, internalRates);
}

void CompliantContacts::update(Press& press, const Assembler& assembler, std::span<const double> y,
                               std::span<double> internalRates) const {
  std::optional<SystemContact> made;
  const ContactGeometry& geometry = system_->contacts.get(press.contact, made).geometry;
  const SystemContactPair& pair = system_->getPair(press.contact);
  const SystemCompliance& law = *pair.compliance;
  ContactKinematics& k = press.kinematics;
  const PlacedBody &a = assembler.place(geometry.a()), &b = assembler.place(geometry.b().body);
  if (!geometry.bends()) {
    updPushKinematics(geometry, a, b, k);
  } else {
    updContactKinematics(geometry, a, b, k);
    double gamma = 0;
    updNormalRow(k, press.normalRow, gamma);
    updSlipRow(geometry, k, press.slipRow, gamma);
    updRollRow(k, press.rollRow, gamma);
  }

  const double depth = -k.at.gap, rate = -k.gapRate;
  const NormalForce force = calcNormalForce(law.normal, depth, rate, press.approach);
  press.elastic = force.elastic;
  press.damping = press.slack ? -force.elastic : force.damping;
  press.point = k.b.position - geometry.radius() * k.normal;
  press.friction = 0;
  internalRates[law.internal + kNormalImpulse] += press.normal();
  internalRates[law.internal + kPressDamping] += press.damping * rate;
  press.moment = calcRollingMoment(geometry, pair, k.rollRate, press.normal());
  if (press.moment != 0) internalRates[law.internal + kPressFriction] -= press.moment * k.rollRate;
  if (law.friction.law == FrictionLaw::none) return;
  const bool bristles = law.friction.hasBristles();
  const double deflection = bristles ? system_->layout.internals(y)[findBristle(pair, press.contact)] : 0;
  press.friction = -calcFrictionCoefficient(law.friction, k.slip, deflection) * press.normal();
  internalRates[law.internal + kSlipImpulse] += press.friction;
  internalRates[law.internal + kPressFriction] -= press.friction * k.slip;
  if (bristles)
    internalRates[findBristle(pair, press.contact)] = calcBristleRate(law.friction, k.slip, deflection);
}

void CompliantContacts::addForces(std::span<double> f) const {
  std::optional<SystemContact> made;
  for (const Press& press : pressed_) {
    const ContactGeometry& geometry = system_->contacts.get(press.contact, made).geometry;
    if (!geometry.bends()) {
      const ContactKinematics& k = press.kinematics;
      addPush(k, k.normal, 0, press.normal(), f);
      if (press.friction != 0) addPush(k, k.tangent, geometry.radius(), press.friction, f);
      if (press.moment != 0) addMoments(k, press.moment, f);
      continue;
    }
    if (press.moment != 0) addScattered(press.rollRow, press.moment, f);
    addScattered(press.normalRow, press.normal(), f);
    addScattered(press.slipRow, press.friction, f);
  }
}

double CompliantContacts::calcCarriedPower() const {
  double power = 0;
  std::optional<SystemContact> made;
  for (const Press& press : pressed_)
    power += press.friction * system_->contacts.get(press.contact, made).geometry.speed();
  return power;
}

const CompliantContacts::Press* CompliantContacts::find(std::size_t contact) const {
  const auto at = std::find_if(pressed_.begin(), pressed_.end(),
                               [&](const Press& press) { return press.contact == contact; });
  return at == pressed_.end() ? nullptr : &*at;
}

ContactDepth calcContactDepth(const System& system, std::size_t contact, std::span<const double> y) {
  std::optional<SystemContact> made;
  const ContactGeometry& geometry = system.contacts.get(contact, made).geometry;
  const double *const q = y.data(), *const v = system.layout.speeds(y).data();
  ContactKinematics k;
  if (geometry.bends())
    k = calcContactKinematics(geometry, q, v);
  else
    updPushKinematics(geometry, calcPlacedBody(geometry.a(), q, v), calcPlacedBody(geometry.b().body, q, v),
                      k);
  return {-k.at.gap, -k.gapRate};
}

double calcContactEnergy(const System& system, const Mode& mode, std::span<const double> y) {
  double energy = 0;
  if (!system.hasCompliance()) return energy;
  for (const auto& [u, contact] : mode.unilaterals.entries()) {
    if (!contact.pressed) continue;
    const std::size_t c = u - system.firstContact();
    energy += calcElasticEnergy(system.getPair(c).compliance->normal, calcContactDepth(system, c, y).depth);
  }
  return energy;
}

ContactLoss calcContactLoss(const System& system, std::span<const double> y) {
  ContactLoss loss;
  if (!system.hasCompliance()) return loss;
  const auto internals = system.layout.internals(y);
  for (const SystemContactPair& pair : system.contactPairs) {
    if (!pair.compliance) continue;
    loss.damping += internals[pair.compliance->internal + kPressDamping];
    loss.friction += internals[pair.compliance->internal + kPressFriction];
  }
  return loss;
}

}  // namespace clank
