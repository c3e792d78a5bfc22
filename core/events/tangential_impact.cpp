// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/tangential_impact.h"

#include <algorithm>
#include <cmath>

#include "core/coulomb/impact.h"
#include "core/dynamics/tolerances.h"
#include "core/math/largest.h"

namespace clank {
namespace {

constexpr double kStep = 1e-9;    // s, h
constexpr double kOfStep = 1e-4;  // of the largest speed that a step changes; less is rounding error

// Of a prediction over a time (s): the rows turn with the parts, so that G v changes by G a, and the rate by
// G a - gamma.
std::vector<ImpactContact> makeContacts(std::span<const UnilateralRows> rows, double beyond, double time) {
  std::vector<ImpactContact> contacts;
  for (const UnilateralRows& unilateral : rows) {
    ImpactContact contact = makeImpactContact(unilateral);
    contact.how.friction *= 1 + beyond;
    contact.bias = -time * unilateral.gapGamma;
    contact.slipBias -= time * unilateral.slipGamma;
    contact.rollBias -= time * unilateral.rollGamma;
    contacts.push_back(contact);
  }
  return contacts;
}

// Speeds after a time (s) without the contacts.
std::vector<double> predict(EventContext& c, double time) {
  std::vector<double> v(c.v().begin(), c.v().end());
  for (std::size_t k = 0; k < v.size(); ++k) v[k] += time * c.dynamics().acceleration()[k];
  return v;
}

double calcRateOf(const ImpactContact& contact, const std::vector<double>& v) {
  return dot(contact.row, v.data()) + contact.bias;
}

// Of speeds v after the step, whose accelerations changed a speed by at most change.
std::vector<TouchingContact> findModes(std::span<const ImpactContact> contacts, const std::vector<double>& v,
                                       double change) {
  std::vector<TouchingContact> modes;
  for (const ImpactContact& contact : contacts) {
    TouchingContact mode;
    mode.closed = calcRateOf(contact, v) <= kOfStep * change;
    const double slip = contact.slip ? dot(*contact.slip, v.data()) + contact.slipBias : 0;
    if (std::abs(slip) > kOfStep * change) mode.slip = slip > 0 ? 1 : -1;
    const double roll = contact.roll ? dot(*contact.roll, v.data()) + contact.rollBias : 0;
    if (std::abs(roll) > kOfStep * change) mode.roll = roll > 0 ? 1 : -1;
    mode.holdsRoll = contact.roll && mode.roll == 0;
    modes.push_back(mode);
  }
  return modes;
}

// Puts the one whose slip changes most first, that of the receipt, and says by how much.
double putMostChangedFirst(std::vector<std::pair<std::size_t, const UnilateralRows*>>& hit,
                           VelocityJump& jump) {
  std::size_t first = 0;
  double most = 0;
  for (std::size_t i = 0; i < hit.size(); ++i) {
    const double change = std::abs(dot(hit[i].second->slip, jump.dv.data()));
    if (hit[i].second->friction > 0 && change > most) {
      first = i;
      most = change;
    }
  }
  std::swap(hit[0], hit[first]);
  std::swap(jump.impulse[0], jump.impulse[first]);
  std::swap(jump.slipImpulse[0], jump.slipImpulse[first]);
  return most;
}

}  // namespace

std::optional<std::vector<TouchingContact>> jumpTangentially(EventContext& c,
                                                             std::span<const std::size_t> closed,
                                                             double beyond) {
  c.dynamics().evaluate(c.state().t, c.state().y);
  const double change = kStep * findLargest(c.dynamics().acceleration());
  std::vector<UnilateralRows> rows;
  for (const std::size_t u : closed) rows.push_back(c.calcRows(u));
  double time = kStep;
  std::vector<double> v = predict(c, time);
  auto contacts = makeContacts(rows, beyond, time);
  const auto leaves = [&](const ImpactContact& contact) { return calcRateOf(contact, v) > 0; };
  if (beyond > 0 && std::ranges::any_of(contacts, leaves)) {
    time = -kStep;
    v = predict(c, time);
    contacts = makeContacts(rows, beyond, time);
  }
  auto jump = calcJump(c.dynamics().assembler(), v, contacts);
  if (!jump) return std::nullopt;
  for (std::size_t k = 0; k < v.size(); ++k) v[k] += jump->dv[k];
  auto modes = findModes(contacts, v, change);
  std::vector<std::pair<std::size_t, const UnilateralRows*>> hit;
  for (std::size_t i = 0; i < closed.size(); ++i) hit.push_back({closed[i], &rows[i]});
  if (putMostChangedFirst(hit, *jump) <= c.system().tolerances.creep) return modes;
  Transition t = c.describe(EventKind::impact, hit[0].first, *hit[0].second);
  t.note = kImpactWithoutCollision;
  c.addJump(std::move(t), hit, *jump);
  return modes;
}

}  // namespace clank
