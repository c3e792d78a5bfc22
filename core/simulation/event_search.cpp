// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/event_search.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/dynamics/tolerances.h"
#include "core/math/largest.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

constexpr int kGrazes = 30;
constexpr double kTurn = 1;                // rad, the most that a body may turn between two looks at a gap
constexpr int kMostLooks = 10000;          // in a step
constexpr std::size_t kManyContacts = 64;  // contacts among which it pays to look at a part of a step first
constexpr double kAhead = 4;               // of the time between two events
constexpr double kResolved = 1e-3;         // of a step: a shorter part is not worth its broad phase
constexpr double kWhole = std::numeric_limits<double>::infinity();
constexpr double kNoAcceleration = 1e-9;  // of the largest; less is rounding error

bool isLaw(const System& system, const ChangeWatch& watch) {
  return std::holds_alternative<ExpressionGuard>(system.joints[watch.joint].changes[watch.change].guard);
}

bool isForce(const Guard& guard) {
  return guard.kind == Guard::Kind::push || guard.kind == Guard::Kind::grip;
}
bool isForce(const Watched& watched) {
  const auto* guard = std::get_if<Guard>(&watched);
  return guard && isForce(*guard);
}

}  // namespace

EventSearch::EventSearch(const System& system, ForwardDynamics& dynamics, Integrator& integrator,
                         double resolution)
    : system_(system), dynamics_(dynamics), integrator_(integrator), resolution_(resolution) {
  for (Look& look : looks_) look.y.resize(system.layout.size());
}

StateAt EventSearch::stateAt() {
  return [this](double t) -> const std::vector<double>& { return look(t); };
}

const std::vector<double>& EventSearch::look(double t) {
  for (const Look& look : looks_)
    if (look.t == t) return look.y;
  Look& look = looks_[oldest_];
  oldest_ = (oldest_ + 1) % looks_.size();
  integrator_.interpolate(t, look.y);
  look.t = t;
  return look.y;
}

void EventSearch::watchTouching(const Mode& mode, const Window& window) {
  watched_.clear();
  if (system_.contacts.empty()) return;
  addTouched(system_, mode, {}, watched_);
  if (watched_.size() == system_.contacts.size()) return;
  constexpr std::size_t kFew = 4;
  if (system_.contacts.size() <= kFew && isTurningLittle(window)) return watchFew(window);
  begin_ = look(window.begin);
  const std::vector<double>& end = look(window.end);
  integrator_.boundDeviation(window.begin, window.end, beyond_);
  sweeps_.resize(system_.bodies.size());
  for (std::size_t i = 0; i < sweeps_.size(); ++i) {
    const std::size_t x = StateLayout::begin(i), y = x + 1, angle = x + 2;
    sweeps_[i].way = {end[x] - begin_[x], end[y] - begin_[y]};
    sweeps_[i].beyond = std::hypot(beyond_[x], beyond_[y]);
    sweeps_[i].turn = std::abs(end[angle] - begin_[angle]) + beyond_[angle];
  }
  addTouched(system_, mode, dynamics_.broadPhase().findTouching(begin_.data(), sweeps_), watched_);
}

void EventSearch::beginStep() {
  for (Look& look : looks_) look.t = std::numeric_limits<double>::quiet_NaN();
  forces_.clear();
  courses_.clear();
}

// This takes less than the evaluations of the dense output that a bound on everything that moves would need.
void EventSearch::watchFew(const Window& window) {
  touched_.swap(watched_);
  watched_.clear();
  for (std::size_t contact = 0; contact < system_.contacts.size(); ++contact)
    if (std::ranges::binary_search(touched_, contact) ||
        !staysOpen(system_, contact, look(window.begin), look(window.end), window.end - window.begin))
      watched_.push_back(contact);
}

// The window that follows another; the last one takes in what would be a small rest.
EventSearch::Window EventSearch::makeWindow(double begin, double length) const {
  const double end = integrator_.end();
  return {begin, end - begin > 1.5 * length ? begin + length : end};
}

void EventSearch::noteHit(const std::optional<Hit>& hit) {
  sinceHit_ += (hit ? hit->t : integrator_.end()) - integrator_.begin();
  if (!hit) return;
  ahead_ = std::max(kAhead * sinceHit_, std::min(ahead_, integrator_.end() - integrator_.begin()) / 2);
  sinceHit_ = 0;
}

std::optional<Hit> EventSearch::findFirst(const Mode& mode) {
  std::optional<Hit> first;
  const auto findLast = [&] { return first ? first->t : integrator_.end(); };
  beginStep();
  if (!system_.unilaterals.empty()) fastestTurn_ = findFastestTurn();
  const double begin = integrator_.begin();
  double length = system_.contacts.size() > kManyContacts
                      ? std::max(ahead_, kResolved * (integrator_.end() - begin))
                      : kWhole;
  for (Window window = makeWindow(begin, length);; window = makeWindow(window.end, length *= kAhead)) {
    watchTouching(mode, window);
    listGuards(system_, mode, watched_, guards_);
    for (const Guard& guard : guards_) {
      const bool isGap = guard.kind == Guard::Kind::gap;
      if (!isGap && window.begin > begin) continue;  // the first window has found it
      const Window part{window.begin, isGap ? std::min(window.end, findLast()) : findLast()};
      if (const auto t = locate(guard, mode, part); t && (!first || *t < first->t)) first = Hit{guard, *t};
    }
    if (window.begin == begin) findHiddenTurn(first);
    if (window.end >= findLast()) break;
  }
  for (const ChangeWatch& watch : listChangeWatches(system_, mode)) {
    const auto t = locateChange(watch, dynamics_, stateAt(), integrator_.begin(), findLast(), resolution_);
    if (t && (!first || *t < first->t)) first = Hit{watch, *t};
  }
  for (const FrictionWatch& watch : listFrictionWatches(system_, mode))
    if (const auto t = locate(watch, findLast()); t && (!first || *t < first->t)) first = Hit{watch, *t};
  for (std::size_t i = 0; i < system_.switches.size(); ++i) {
    const auto t = locateSwitch({i}, dynamics_, stateAt(), integrator_.begin(), findLast(), resolution_);
    if (t && (!first || *t < first->t)) first = Hit{SwitchWatch{i}, *t};
  }
  noteHit(first);
  return first;
}

// By no more than what is smooth in gaps.
bool EventSearch::isTurningLittle(const Window& window) const {
  return fastestTurn_ * (window.end - window.begin) < kTurn;
}

Gap EventSearch::calcGapAt(std::size_t unilateral, double t) {
  const std::vector<double>& y = look(t);
  return calcGapAndPlane(system_, unilateral, y.data(), speeds(y));
}

double EventSearch::findFastestTurn() {
  double fastest = 0;
  for (const double t : {integrator_.begin(), integrator_.end()}) {
    const double* const v = speeds(look(t));
    for (std::size_t body = 0; body < system_.bodies.size(); ++body)
      fastest = std::max(fastest, std::abs(v[StateLayout::begin(body) + 2]));
  }
  return fastest;
}

int EventSearch::countLooks(int least, double duration) const {
  const double wanted = fastestTurn_ * duration / kTurn;
  return wanted > least ? static_cast<int>(std::min<double>(kMostLooks, std::ceil(wanted))) : least;
}

std::optional<double> EventSearch::locate(const FrictionWatch& watch, double last) {
  const StateAt at = stateAt();
  GuardFunction function;
  function.value = [&](double t) { return calcFrictionWatch(watch, dynamics_, t, at(t)); };
  // A joint that begins to slip may have a rest of the rate with which it came to rest, and no time to lose
  // it before another event.
  const bool begins = watch.kind == FrictionWatch::Kind::slip && last < integrator_.end() &&
                      function.value(integrator_.begin()) <= 0 && function.value(integrator_.end()) > kSlip;
  if (begins) return std::nullopt;
  return locateFirst(function, integrator_.begin(), last);
}

std::optional<double> EventSearch::locate(const Guard& guard, const Mode& mode, const Window& window) {
  if (isClear(guard, mode)) return std::nullopt;
  if (isForce(guard)) return locateOther(guard, integrator_.end(), window.end);
  if (guard.kind != Guard::Kind::gap) return locateOther(guard, window.end, window.end);
  GuardFunction function;
  const StateAt at = stateAt();
  const double begin = window.begin;
  const std::size_t u = guard.unilateral;
  function.subintervals = countLooks(function.subintervals, window.end - begin);
  const Gap now = calcGapAt(u, begin);
  // Beside closed contacts forces may be near a pole, where the last digits of what was before decide.
  if (!mode.unilaterals.hasClosed())
    if (const auto touch = locateOnlyTouch(u, now, window)) return touch->t;
  // A flight is predicted as if bodies did not turn in it, and needs no prediction once it has risen.
  const double open = getTolerances(system_, u).open;
  const double believed = now.value > open ? begin : begin + kTurn / fastestTurn_;
  function.ignoreUntil = std::max(begin, std::min(mode.unilaterals[u].ignoreUntil, believed));
  // What is deep behind a piece may come around its end in a long step, and hit it from the front.
  const bool isDeep = now.value <= 0 && now.plane < -open;
  if (now.value <= 0 && !isDeep && now.isBehind) return std::nullopt;
  const Touch touch = locateTouch(u, function, window, 0);
  if (!touch.isLost || isDeep) return touch.t;
  // A flight too low to be seen in the digits of the gap, or to rise above zero from where drift control has
  // left it: what is looked for is where it ends below that.
  return locateTouch(u, function, window, getTolerances(system_, u).closed + std::max(0.0, -now.value)).t;
}

// Where its piece ends, or behind it, more is to be looked at; so is a flight that is too low.
std::optional<EventSearch::Touch> EventSearch::locateOnlyTouch(std::size_t u, const Gap& now,
                                                               const Window& window) {
  if (!isTurningLittle(window) || now.value != now.plane || now.value < -getTolerances(system_, u).open)
    return std::nullopt;
  const Gap last = calcGapAt(u, window.end);
  if (last.value != last.plane) return std::nullopt;
  // Just there, as where another contact touches at the same instant: then that one, which came first, stays.
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * window.end;
  if (last.plane <= 0 && last.plane > rounding * last.planeRate && !isFalse(u, window.end, last))
    return Touch{window.end};
  const auto fall = findFall(now, last, window.end - window.begin);
  if (!fall) return std::nullopt;
  const double rise = now.rate > 0 ? now.rate * now.rate / (2 * fall->steepest) : 0;
  if (now.value + rise < getTolerances(system_, u).open) return std::nullopt;
  const double guess = window.begin + fall->guess;
  Gap gap = calcGapAt(u, guess);
  if (!(std::abs(gap.plane) <= fall->allowed)) return std::nullopt;
  GuardFunction function;
  const auto calcPlane = [&](double t) {
    if (t != guess) gap = calcGapAt(u, t);
    return gap.plane;
  };
  function.value = std::ref(calcPlane);  // what it holds would need memory of its own
  function.rate = [&](double) { return gap.planeRate; };
  const auto t = locateOnlyFall(function, guess, window.begin, window.end);
  if (!t || gap.value != gap.plane || isFalse(u, *t, gap)) return std::nullopt;
  return Touch{t};
}

bool EventSearch::isClear(const Guard& guard, const Mode& mode) {
  if (guard.kind != Guard::Kind::depth && guard.kind != Guard::Kind::pull) return false;
  const UnilateralMode& press = mode.unilaterals[guard.unilateral];
  if (press.slack) return false;
  const PressCourse course = calcCourse(guard.unilateral - system_.firstContact(), integrator_.end());
  return staysPressed(findCompliance(system_, guard.unilateral)->normal, course, press.approach);
}

// Over all of a step it is asked for depth and pull, and again for the peaks.
PressCourse EventSearch::calcCourse(std::size_t contact, double until) {
  const double begin = integrator_.begin();
  const auto calc = [&] {
    return calcPressCourse(system_, contact, look(begin), look(until), until - begin);
  };
  if (until != integrator_.end()) return calc();
  const auto known = std::ranges::find(courses_, contact, &std::pair<std::size_t, PressCourse>::first);
  return known != courses_.end() ? known->second : courses_.emplace_back(contact, calc()).second;
}

// Up to `last`, unless it comes with `before` or later. All forces are looked at at the same times, whatever
// has been found before.
std::optional<double> EventSearch::locateOther(const Guard& guard, double last, double before) {
  double below = 0;
  GuardFunction function;
  const auto calc = [&](double t, bool closely) {
    if (!isForce(guard)) return calcGuard(guard, dynamics_, t, look(t)) + below;
    return findForces(t, closely).of(guard.kind)[modes().place(guard.unilateral)] + below;
  };
  function.value = [&](double t) { return calc(t, false); };
  function.closely = [&](double t) { return calc(t, true); };
  function.before = before;
  const double now = function.value(integrator_.begin()), nothing = findNothing(guard.kind);
  if (now <= nothing)
    // What has just come over from the piece before may still be beyond the end that it enters by.
    below = 2 * nothing + (guard.kind == Guard::Kind::edge ? std::max(0.0, -now) : 0.0);
  else if (guard.kind == Guard::Kind::edge)
    // Past the end by more than drift control moves it: within that it would touch again.
    below = system_.tolerances.closed;
  return locateFirst(function, integrator_.begin(), last);
}

// A force that turns may hide that of another: where parts that slide jam, one grows without bound and
// another falls as far, and beyond that pole both have the signs from before. What is below zero shortly
// before the event has turned earlier.
void EventSearch::findHiddenTurn(std::optional<Hit>& first) {
  constexpr double kBefore = 1e-6;  // of the way to the event
  constexpr int kMost = 4;
  const double begin = integrator_.begin();
  for (int i = 0; i < kMost && first && isForce(first->watched); ++i) {
    const double before = first->t - kBefore * (first->t - begin);
    const ForceMargins margins = findForces(before, false);
    const double nothing = calcNoForce(dynamics_);
    const std::optional<Hit> found = std::exchange(first, std::nullopt);
    for (const Guard& guard : guards_) {
      if (!isForce(guard) || margins.of(guard.kind)[modes().place(guard.unilateral)] > -nothing) continue;
      if (const auto t = locateOther(guard, before, before); t && (!first || *t < first->t))
        first = Hit{guard, *t};
    }
    if (!first) {
      first = found;
      return;
    }
  }
}

const ForceMargins& EventSearch::findForces(double t, bool closely) {
  constexpr std::size_t kMost = 200;
  for (const auto& [at, margins] : forces_)
    if (at == t && (margins.isClose || !closely)) return margins;
  if (forces_.size() >= kMost) forces_.clear();
  dynamics_.evaluate(t, look(t));
  return forces_.emplace_back(t, calcForceMargins(dynamics_, shareHint_, closely)).second;
}

double EventSearch::findNothing(Guard::Kind kind) const {
  switch (kind) {
    case Guard::Kind::push:
    case Guard::Kind::grip:
      return calcNoForce(dynamics_);
    case Guard::Kind::slip:
      return system_.tolerances.slip;
    case Guard::Kind::roll:
      return kSlip;
    case Guard::Kind::edge:  // what stands exactly on the end of a piece does not leave it
      return system_.tolerances.closed;
    case Guard::Kind::gap:
    case Guard::Kind::settle:
    case Guard::Kind::depth:
    case Guard::Kind::pull:
      return 0;
  }
  return 0;
}

EventSearch::Touch EventSearch::locateTouch(std::size_t u, GuardFunction function, const Window& window,
                                            double below) {
  const StateAt at = stateAt();
  // The rate is asked for where the gap has been looked at just before, on either side of it.
  std::array<std::pair<double, Gap>, 3> looks;
  looks.fill({std::numeric_limits<double>::quiet_NaN(), {}});
  std::size_t newest = 0;
  const auto lookAt = [&](double t) -> const Gap& {
    for (const auto& [when, gap] : looks)
      if (when == t) return gap;
    const std::vector<double>& y = at(t);
    newest = (newest + 1) % looks.size();
    looks[newest] = {t, calcGapAndPlane(system_, u, y.data(), speeds(y))};
    return looks[newest].second;
  };
  Gap gap;
  function.value = [&](double t) {
    gap = lookAt(t);
    return gap.value + below;
  };
  function.open = getTolerances(system_, u).open;
  function.lastPlane = [&] { return gap.plane + below; };
  function.rate = [&](double t) { return lookAt(t).planeRate; };
  auto t = locateFirst(function, window.begin, window.end);
  for (int i = 0; t && isFalse(u, *t, lookAt(*t)); ++i) {
    if (i == kGrazes) return {std::nullopt, true};
    function.ignoreUntil = *t + std::ldexp(window.end - *t, i - kGrazes);
    t = locateFirst(function, window.begin, window.end);
  }
  return {t, false};
}

bool EventSearch::isFalse(std::size_t unilateral, double t, const Gap& gap) {
  if (gap.isBehind) return true;
  const std::vector<double>& y = look(t);
  if (isCoveredAtCorner(system_, dynamics_.assembler().mode(), unilateral, y.data(), speeds(y))) return true;
  const double creep = getTolerances(system_, unilateral).creep;
  if (gap.rate < -creep) return false;
  if (gap.rate > creep) return true;
  dynamics_.evaluate(t, y);
  return calcGapAcceleration(unilateral, dynamics_, y.data(), speeds(y)) > -calcNoAcceleration();
}

// Laws come first: they decide which forces the others feel.
std::optional<Watched> EventSearch::findOn(const State& state) {
  if (const auto due = findDueSwitch(dynamics_, state)) return *due;
  std::optional<ForceMargins> forces;
  addTouched(system_, state.mode,
             dynamics_.broadPhase().findWithin(state.y.data(), system_.tolerances.closed), watched_);
  listGuards(system_, state.mode, watched_, guards_);
  for (const Guard& guard : guards_)
    if (isOn(guard, state, forces)) return guard;
  for (const ChangeWatch& watch : listChangeWatches(system_, state.mode))
    if (clank::isOn(watch, dynamics_, state.t, state.y)) return watch;
  for (const FrictionWatch& watch : listFrictionWatches(system_, state.mode))
    if (clank::isOn(watch, dynamics_, state.t, state.y)) return watch;
  return std::nullopt;
}

std::optional<Watched> EventSearch::findUndefined(const State& state) {
  for (const ChangeWatch& watch : listChangeWatches(system_, state.mode))
    if (isLaw(system_, watch) && std::isnan(calcChangeWatch(watch, dynamics_, state.t, state.y)))
      return watch;
  return std::nullopt;
}

bool EventSearch::isOn(const Guard& guard, const State& state, std::optional<ForceMargins>& forces) {
  const auto hasTurned = [&](std::vector<double> ForceMargins::*side) {
    if (!forces) {
      dynamics_.evaluate(state.t, state.y);
      forces = calcForceMargins(dynamics_, shareHint_);
      nothing_ = calcNoForce(dynamics_);
    }
    return ((*forces).*side)[modes().place(guard.unilateral)] < -nothing_;
  };
  switch (guard.kind) {
    case Guard::Kind::gap:
      return isGapOn(guard.unilateral, state);
    case Guard::Kind::settle:
      return calcGuard(guard, dynamics_, state.t, state.y) <= 0;
    case Guard::Kind::push:
      return hasTurned(&ForceMargins::push);
    case Guard::Kind::grip:
      return hasTurned(&ForceMargins::grip);
    case Guard::Kind::slip:
    case Guard::Kind::roll:
    case Guard::Kind::edge:
    case Guard::Kind::depth:
    case Guard::Kind::pull:
      return false;
  }
  return false;
}

bool EventSearch::isGapOn(std::size_t unilateral, const State& state) {
  if (state.mode.unilaterals[unilateral].ignoreUntil > state.t) return false;
  const double* const q = state.y.data();
  const double* const v = speeds(state.y);
  const Gap gap = calcGapAndPlane(system_, unilateral, q, v);
  const LengthTolerances& tolerances = getTolerances(system_, unilateral);
  if (gap.value > tolerances.closed) return false;
  if (gap.rate > tolerances.creep || gap.isBehind || isLeaving(system_, unilateral, q, v) ||
      isCoveredAtCorner(system_, state.mode, unilateral, q, v))
    return false;
  if (gap.rate < -tolerances.creep) return true;
  if (state.mode.unilaterals[unilateral].leftAt == state.t) return false;
  dynamics_.evaluate(state.t, state.y);
  return calcGapAcceleration(unilateral, dynamics_, q, v) < -calcNoAcceleration();
}

// Smaller ones are rounding error of the last evaluation.
double EventSearch::calcNoAcceleration() const {
  return kNoAcceleration * std::max(1.0, findLargest(dynamics_.acceleration()));
}

std::string describeWatched(const System& system, const Watched& watched) {
  return std::visit(
      Overloaded{
          [&](const Guard& guard) { return describeUnilateral(system, guard.unilateral); },
          [&](const ChangeWatch& watch) { return "joint " + system.joints[watch.joint].id; },
          [&](const FrictionWatch& watch) {
            return "the friction of joint " + system.joints[watch.joint].id;
          },
          [&](const SwitchWatch& watch) { return "the law (" + system.switches[watch.index].law + ")"; }},
      watched);
}

}  // namespace clank
