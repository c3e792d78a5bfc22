// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/event_search.h"

#include <algorithm>
#include <cmath>

#include "core/events/event_locator.h"

namespace clank {
namespace {

constexpr int kGrazes = 30;
// A contact is touched, not hit, below these: m or rad, also m/s or rad/s; and of the largest acceleration.
constexpr double kTouch = 1e-12, kTouchAcceleration = 1e-9;
constexpr double kTouchForce = 1e-10;  // of the largest reaction; less is rounding error
constexpr double kBehind = 1e-9;       // m; deeper is at the back of a surface, not in it

bool isLaw(const System& system, const ChangeWatch& watch) {
  return std::holds_alternative<ExpressionGuard>(system.joints[watch.joint].changes[watch.change].guard);
}

}  // namespace

EventSearch::EventSearch(const System& system, ForwardDynamics& dynamics, Integrator& integrator)
    : system_(system), dynamics_(dynamics), integrator_(integrator), y_(system.layout.size()) {}

StateAt EventSearch::stateAt() {
  return [this](double t) -> const std::vector<double>& {
    integrator_.interpolate(t, y_);
    return y_;
  };
}

std::optional<Hit> EventSearch::findFirst(const Mode& mode) {
  std::optional<Hit> first;
  const auto findLast = [&] { return first ? first->t : integrator_.end(); };
  for (const Guard& guard : listGuards(system_, mode))
    if (const auto t = locate(guard, mode, findLast()); t && (!first || *t < first->t))
      first = Hit{guard, *t};
  for (const ChangeWatch& watch : listChangeWatches(system_, mode)) {
    const auto t = locateChange(watch, dynamics_, stateAt(), integrator_.begin(), findLast());
    if (t && (!first || *t < first->t)) first = Hit{watch, *t};
  }
  return first;
}

std::optional<double> EventSearch::locate(const Guard& guard, const Mode& mode, double last) {
  const StateAt at = stateAt();
  GuardFunction function;
  function.value = [&](double t) { return calcGuard(guard, dynamics_, t, at(t)); };
  const double begin = integrator_.begin();
  if (guard.kind != Guard::Kind::gap) return locateFirst(function, begin, last);
  const std::size_t u = guard.unilateral;
  Gap gap;
  function.value = [&](double t) {
    gap = calcGapAndPlane(system_, u, at(t).data(), speeds(y_));
    return gap.value;
  };
  function.lastPlane = [&] { return gap.plane; };
  function.rate = [&](double t) { return calcPlaneRate(system_, u, at(t).data(), speeds(y_)); };
  function.ignoreUntil = std::max(begin, mode.unilaterals[u].ignoreUntil);
  if (isBehind(u, at(begin)) && function.value(begin) <= 0) return std::nullopt;
  auto t = locateFirst(function, begin, last);
  for (int i = 0; t && isFalse(u, *t, at(*t)); ++i) {
    if (i == kGrazes) return std::nullopt;
    function.ignoreUntil = *t + std::ldexp(last - *t, i - kGrazes);
    t = locateFirst(function, begin, last);
  }
  return t;
}

bool EventSearch::isFalse(std::size_t unilateral, double t, const std::vector<double>& y) {
  if (isBehind(unilateral, y)) return true;
  if (calcGapRate(system_, unilateral, y.data(), speeds(y)) < -kTouch) return false;
  dynamics_.evaluate(t, y);
  return calcGapAcceleration(unilateral, dynamics_, y.data(), speeds(y)) > -calcNoAcceleration();
}

// A contact whose foot comes onto a piece from beyond its end, at its back.
bool EventSearch::isBehind(std::size_t unilateral, const std::vector<double>& y) const {
  const SystemUnilateral& u = system_.unilaterals[unilateral];
  if (u.isStop()) return false;
  const SystemContact& contact = system_.contacts[static_cast<std::size_t>(u.contact)];
  return calcContactKinematics(contact, y.data(), speeds(y)).at.gap < -kBehind;
}

std::optional<Watched> EventSearch::findOn(const State& state) {
  for (const Guard& guard : listGuards(system_, state.mode))
    if (isOn(guard, state)) return guard;
  for (const ChangeWatch& watch : listChangeWatches(system_, state.mode))
    if (clank::isOn(watch, dynamics_, state.t, state.y)) return watch;
  return std::nullopt;
}

std::optional<Watched> EventSearch::findUndefined(const State& state) {
  for (const ChangeWatch& watch : listChangeWatches(system_, state.mode))
    if (isLaw(system_, watch) && std::isnan(calcChangeWatch(watch, dynamics_, state.t, state.y)))
      return watch;
  return std::nullopt;
}

bool EventSearch::isOn(const Guard& guard, const State& state) {
  const double value = calcGuard(guard, dynamics_, state.t, state.y);
  switch (guard.kind) {
    case Guard::Kind::gap:
      return isGapOn(guard.unilateral, value, state);
    case Guard::Kind::settle:
      return value <= 0;
    case Guard::Kind::push:
    case Guard::Kind::grip:
      return value < -kTouchForce * calcLargestReaction();
    case Guard::Kind::slip:
    case Guard::Kind::edge:
      return false;
  }
  return false;
}

bool EventSearch::isGapOn(std::size_t unilateral, double gap, const State& state) {
  if (gap > kTouch || state.mode.unilaterals[unilateral].ignoreUntil > state.t) return false;
  const double rate = calcGapRate(system_, unilateral, state.y.data(), speeds(state.y));
  if (rate > kTouch || isBehind(unilateral, state.y) || isLeaving(unilateral, state.y)) return false;
  if (rate < -kTouch) return true;
  dynamics_.evaluate(state.t, state.y);
  return calcGapAcceleration(unilateral, dynamics_, state.y.data(), speeds(state.y)) < -calcNoAcceleration();
}

// A contact whose foot runs off the end of a piece: the next piece takes over.
bool EventSearch::isLeaving(std::size_t unilateral, const std::vector<double>& y) const {
  const SystemUnilateral& u = system_.unilaterals[unilateral];
  if (u.isStop()) return false;
  const SystemContact& contact = system_.contacts[static_cast<std::size_t>(u.contact)];
  const ContactKinematics k = calcContactKinematics(contact, y.data(), speeds(y));
  return k.at.past > -kTouch && k.at.pastSign * k.alongRate > 0;
}

// Smaller ones are rounding error of the last evaluation.
double EventSearch::calcNoAcceleration() const {
  double largest = 1;
  for (const double a : dynamics_.acceleration()) largest = std::max(largest, std::abs(a));
  return kTouchAcceleration * largest;
}

double EventSearch::calcLargestReaction() const {
  double largest = 0;
  for (const double lambda : dynamics_.lambda()) largest = std::max(largest, std::abs(lambda));
  return largest;
}

std::string describeWatched(const System& system, const Watched& watched) {
  if (const auto* guard = std::get_if<Guard>(&watched)) return describeUnilateral(system, guard->unilateral);
  return "joint " + system.joints[std::get<ChangeWatch>(watched).joint].id;
}

}  // namespace clank
