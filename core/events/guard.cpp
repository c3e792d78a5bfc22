// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/guard.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/dynamics/contact_share.h"
#include "core/math/largest.h"

namespace clank {
namespace {

void addClosedGuards(const System& system, const Mode& mode, std::size_t i, std::vector<Guard>& guards) {
  guards.push_back({Guard::Kind::push, i});
  if (mode.unilaterals[i].settling) guards.push_back({Guard::Kind::settle, i});
  const SystemContactLaw* law = findLaw(system, i);
  if (!law) return;
  const UnilateralMode& now = mode.unilaterals[i];
  if ((law->friction > 0 && now.slip == 0) || now.holdsRoll) guards.push_back({Guard::Kind::grip, i});
  if (law->friction > 0 && now.slip != 0) guards.push_back({Guard::Kind::slip, i});
  if (now.roll != 0) guards.push_back({Guard::Kind::roll, i});
  if (std::holds_alternative<ContactIndex>(system.unilaterals[i])) guards.push_back({Guard::Kind::edge, i});
}

void addPressedGuards(const System& system, std::size_t i, std::vector<Guard>& guards) {
  guards.push_back({Guard::Kind::depth, i});
  if (canPull(findCompliance(system, i)->normal)) guards.push_back({Guard::Kind::pull, i});
}

double calcPull(const System& system, const UnilateralMode& mode, std::size_t unilateral,
                std::span<const double> y) {
  const ContactDepth at = calcContactDepth(system, unilateral - system.firstContact(), y);
  const double push = calcPush(findCompliance(system, unilateral)->normal, at.depth, at.rate, mode.approach);
  return mode.slack ? -push : push;
}

void addGuards(const System& system, const Mode& mode, std::size_t i, std::vector<Guard>& guards) {
  const UnilateralMode& unilateral = mode.unilaterals[i];
  if (unilateral.closed)
    addClosedGuards(system, mode, i, guards);
  else if (unilateral.pressed)
    addPressedGuards(system, i, guards);
  else if (isInForce(system, mode, i))
    guards.push_back({Guard::Kind::gap, i});
}

}  // namespace

std::vector<Guard> listGuards(const System& system, const Mode& mode) {
  std::vector<Guard> guards;
  for (std::size_t i = 0; i < system.unilaterals.size(); ++i) addGuards(system, mode, i, guards);
  return guards;
}

void listGuards(const System& system, const Mode& mode, std::span<const std::size_t> contacts,
                std::vector<Guard>& guards) {
  guards.clear();
  for (std::size_t i = 0; i < system.firstContact(); ++i) addGuards(system, mode, i, guards);
  for (const std::size_t c : contacts) addGuards(system, mode, system.firstContact() + c, guards);
}

void addTouched(const System& system, const Mode& mode, std::span<const std::size_t> contacts,
                std::vector<std::size_t>& all) {
  all.clear();
  auto next = contacts.begin();
  for (const auto& [u, unilateral] : mode.unilaterals.entries()) {
    if (u < system.firstContact() || !(unilateral.closed || unilateral.pressed)) continue;
    const std::size_t touched = u - system.firstContact();
    for (; next != contacts.end() && *next < touched; ++next) all.push_back(*next);
    if (next != contacts.end() && *next == touched) ++next;
    all.push_back(touched);
  }
  all.insert(all.end(), next, contacts.end());
}

ForceMargins calcForceMargins(ForwardDynamics& dynamics, Eigen::VectorXd& hint, bool closely) {
  constexpr std::size_t kFew = 4;  // open forces
  const Assembler& assembler = dynamics.assembler();
  const System& system = assembler.system();
  const UnilateralModes& modes = assembler.mode().unilaterals;
  const std::size_t count = modes.entries().size();
  ForceMargins margins{std::vector<double>(count, 0.0), std::vector<double>(count, 0.0)};
  const ContactShare share(dynamics.assembler(), dynamics.lambda());
  const bool areFew = share.openCount() <= kFew;
  margins.isClose = closely || share.isEmpty() || !areFew;
  const double together = share.isEmpty()     ? 0
                          : closely && areFew ? share.calcMargin().value
                                              : share.calcSafeMargin(hint);
  for (std::size_t place = 0; place < count; ++place) {
    const auto& [u, mode] = modes.entries()[place];
    if (!mode.closed) continue;
    double &push = margins.push[place], &grip = margins.grip[place];
    const SystemUnilateral part = system.unilaterals[u];
    const auto* index = std::get_if<ContactIndex>(&part);
    if (const double beside = index ? share.findContradiction(index->contact) : 0; beside > 0) {
      push = grip = -beside * calcNoForce(dynamics);
      continue;
    }
    if (index && share.concerns(index->contact)) {
      push = grip = together;
      continue;
    }
    push = calcForce(u, dynamics).normal;
    const HeldMargin held = calcHeldMargin(u, dynamics);
    grip = std::min(held.slip, held.roll);
  }
  return margins;
}

double calcNoForce(const ForwardDynamics& dynamics) {
  constexpr double kNoForce = 1e-10, kSlightly = 1;  // m/s2, rad/s2
  const System& system = dynamics.assembler().system();
  double largest = findLargest(dynamics.lambda());
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const double* const a = dynamics.acceleration().data() + StateLayout::begin(i);
    const SystemBody& body = system.bodies[i];
    const double moves = std::max({kSlightly, std::hypot(a[0], a[1]), system.gravity.norm()});
    largest = std::max({largest, body.mass * moves, body.inertia * std::max(kSlightly, std::abs(a[2]))});
  }
  return kNoForce * largest;
}

double calcGuard(const Guard& guard, ForwardDynamics& dynamics, double t, std::span<const double> y) {
  const System& system = dynamics.assembler().system();
  const UnilateralMode& mode = dynamics.assembler().mode().unilaterals[guard.unilateral];
  const double* const q = y.data();
  const double* const v = system.layout.speeds(y).data();
  switch (guard.kind) {
    case Guard::Kind::gap:
      return calcGap(system, guard.unilateral, q, v);
    case Guard::Kind::settle:
      return mode.settlesAt - t;
    case Guard::Kind::slip:
      return mode.slip * calcRubbingRates(system, guard.unilateral, q, v).slip;
    case Guard::Kind::roll:
      return mode.roll * calcRubbingRates(system, guard.unilateral, q, v).roll;
    case Guard::Kind::edge:
      return calcWayToEdge(system, guard.unilateral, q, v);
    case Guard::Kind::depth:
      return -calcGap(system, guard.unilateral, q, v);
    case Guard::Kind::pull:
      return calcPull(system, mode, guard.unilateral, y);
    case Guard::Kind::push:
    case Guard::Kind::grip:
      break;
  }
  dynamics.evaluate(t, y);
  Eigen::VectorXd hint;
  const ForceMargins margins = calcForceMargins(dynamics, hint, true);
  const std::size_t place = dynamics.assembler().mode().unilaterals.place(guard.unilateral);
  return guard.kind == Guard::Kind::push ? margins.push[place] : margins.grip[place];
}

}  // namespace clank
