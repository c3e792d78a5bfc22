// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/stepping.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/coulomb/unilateral.h"
#include "core/dynamics/tolerances.h"
#include "core/events/law_branches.h"
#include "core/math/largest.h"

namespace clank {

double Stepping::findStop(const State& begin) {
  const double knot = knotStops_.find(dynamics_, begin, integrator_.nextStep());
  return lawStop_ > begin.t ? std::min(knot, lawStop_) : knot;
}

bool Stepping::step(double tEnd) {
  wantedStep_ = integrator_.nextStep();
  const double most = std::min(tEnd, again_ ? again_->t : tEnd);
  if (!integrator_.step(most)) {
    again_.reset();
    return false;
  }
  if (integrator_.end() < most) knotStops_.noteStep(integrator_.end() - integrator_.begin());
  return true;
}

double Stepping::correctEnd() {
  inside_ = integrator_.state();
  if (hasBaumgarte()) return calcDriftOf(integrator_.end(), inside_);
  return project(integrator_.end(), inside_);
}

void Stepping::keepEnd() {
  if (!hasBaumgarte()) integrator_.correct(inside_);
}

bool Stepping::isOtherMotion(const Mode& mode) {
  constexpr double kMany = 100;  // tolerances
  const double last = std::exchange(shift_, std::numeric_limits<double>::infinity());
  if (system_.bends.empty() || hasBaumgarte() || mode.unilaterals.hasClosed()) return false;
  const auto before = system_.layout.speeds(integrator_.state());
  const auto after = system_.layout.speeds(inside_);
  double shift = 0;
  for (std::size_t k = 0; k < after.size(); ++k) shift = std::max(shift, std::abs(after[k] - before[k]));
  const double allowed =
      settings_.absoluteTolerance.value + settings_.relativeTolerance.value * findLargest(after);
  if (!(shift > kMany * allowed) || shift > last / 2) return false;
  shift_ = shift;
  return true;
}

bool Stepping::tryShorter(const State& begin) {
  constexpr double kShortest = 1e-10;  // s
  const double step = integrator_.end() - integrator_.begin();
  if (step < kShortest) return false;
  integrator_.start(begin.y, begin.t, step / 4);
  return true;
}

bool Stepping::endBeforeLaw(const State& begin) {
  const auto end = lawStops_.findEnd(begin.mode, integrator_.begin(), integrator_.end());
  if (!end) return false;
  lawStop_ = *end;
  integrator_.start(begin.y, begin.t, *end - begin.t);
  return true;
}

bool Stepping::takeAgain(const std::optional<Hit>& hit, const State& begin) {
  const auto* guard = hit ? std::get_if<Guard>(&hit->watched) : nullptr;
  const bool ends = guard && (guard->kind == Guard::Kind::depth || guard->kind == Guard::Kind::pull);
  if (!ends || hit->t <= begin.t + calcTimeRounding(begin.t) || hit->t >= integrator_.end()) return false;
  again_ = hit;
  wholeStep_ = integrator_.end() - integrator_.begin();
  integrator_.start(begin.y, begin.t, hit->t - begin.t);
  return true;
}

std::optional<Stepping::Cut> Stepping::findCut(const State& begin) {
  const auto again = std::exchange(again_, std::nullopt);
  if (!again) return std::nullopt;
  const Guard& guard = std::get<Guard>(again->watched);
  return Cut{guard, isReached(guard, begin)};
}

bool Stepping::isReached(const Guard& guard, const State& begin) {
  constexpr double kOfStep = 1e-4, kOfForce = 1e-6;
  const double t = integrator_.end(), length = t - integrator_.begin();
  const std::vector<double>& y = integrator_.state();
  const double after = calcGuard(guard, dynamics_, t, y);
  const double allowed =
      guard.kind == Guard::Kind::depth
          ? kOfStep * length *
                calcGapRate(system_, guard.unilateral, y.data(), system_.layout.speeds(y).data())
          : kOfForce * calcGuard(guard, dynamics_, begin.t, begin.y);
  if (!(std::abs(after) <= allowed)) return false;
  search_.beginStep();
  return true;
}

void Stepping::moveTo(double t, State& state) {
  if (t < integrator_.end()) {
    integrator_.interpolate(t, state.y);
    project(t, state.y);
  } else {
    state.y = integrator_.state();
  }
  state.t = t;
}

void Stepping::polish(const Guard& guard, bool isAgain, State& state) {
  const bool isDepth = isAgain && guard.kind == Guard::Kind::depth;
  if (guard.kind != Guard::Kind::gap && !isDepth) return;
  const double* const v = system_.layout.speeds(state.y).data();
  const Gap at = calcGapAndPlane(system_, guard.unilateral, state.y.data(), v);
  const double gap = at.value, rate = at.rate;
  constexpr double kLate = 1e-13;                                                     // s, and of the time
  if (!isDepth && !(std::abs(gap) < kLate * (1 + state.t) * std::abs(rate))) return;  // nor without speed
  if (isDepth && !(rate > 0 && state.t - gap / rate < settings_.duration.value)) return;
  dynamics_.evaluate(state.t, state.y, inside_);
  for (std::size_t i = 0; i < state.y.size(); ++i) state.y[i] -= gap / rate * inside_[i];
  if (isDepth) state.t -= gap / rate;
}

void Stepping::noteEvent(const Guard& guard, const State& after) {
  if (!findCompliance(system_, guard.unilateral)) return pressSteps_.noteOther();
  const double* const v = system_.layout.speeds(after.y).data();
  pressSteps_.noteEvent(guard, calcGapRate(system_, guard.unilateral, after.y.data(), v));
}

void Stepping::goOn(const State& after, bool isLaw, bool wasAgain) {
  integrator_.start(after.y, after.t, calcFirstStep(after, isLaw, wasAgain));
}

// After an event: not longer than the step that led to it, nor much longer than a flight that has begun:
// the dense output of a step that runs far below the ground loses digits near it. A step that was cut short
// for a law that changes says nothing of the motion, and one that was taken again what it was before.
double Stepping::calcFirstStep(const State& after, bool isLaw, bool wasAgain) const {
  constexpr double kBeyondFlight = 1.25;
  double step = std::min(integrator_.nextStep(), integrator_.end() - integrator_.begin());
  if (isLaw) step = std::max(step, wantedStep_);
  if (wasAgain) step = wholeStep_;
  if (const auto last = pressSteps_.find()) step = *last;
  for (const auto& [u, unilateral] : after.mode.unilaterals.entries())
    if (const double half = unilateral.ignoreUntil - after.t; half > calcTimeRounding(after.t))
      step = std::min(step, 2 * kBeyondFlight * half);
  return step;
}

double Stepping::calcDriftOf(double t, const std::vector<double>& y) {
  dynamics_.assembler().updRows(t, y.data(), system_.layout.speeds(y).data());
  return calcDrift(dynamics_.assembler());
}

double Stepping::project(double t, std::vector<double>& y) {
  dynamics_.update(t, y);
  return projection_.projectUpdated(dynamics_.assembler(), t, y);
}

}  // namespace clank
