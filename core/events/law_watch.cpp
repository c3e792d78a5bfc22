// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/law_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/law_switch.h"
#include "core/events/event_locator.h"
#include "core/events/law_branches.h"

namespace clank {
namespace {

// Beyond the end of its branch by more a switch has been moved by a jump. Less is what a projection leaves at
// an edge, or a motion that the locator finds.
constexpr double kDue = 1e-6;
constexpr double kLeft = 2 * kSwitchZero;  // a motion that has been as far has left its edge

// Arguments of switches of time alone.
class TimeArguments {
 public:
  TimeArguments(const System& system, const Mode& mode) : system_(system), mode_(mode) {
    for (const double constant : system.lawConstants) slots_.emplace_back(constant);
  }
  Jet evaluate(std::size_t index, double t) {
    slots_[system_.timeSlot] = Jet(t, 1);
    return system_.switches[index].argument.evaluate(slots_, mode_.branches);
  }
  bool isThere(std::size_t index, double t) {
    slots_[system_.timeSlot] = Jet(t, 1);
    const auto& gate = system_.switches[index].gate;
    return !gate || gate->evaluate(slots_, mode_.branches) < 0;
  }

 private:
  const System& system_;
  const Mode& mode_;
  std::vector<Jet> slots_;
};

// Margin of a branch and its rate; x is the argument.
Jet calcMarginOf(const SystemSwitch& s, double branch, const Jet& x) {
  if (s.kind == ExpressionSwitch::Kind::side) return Jet(branch * x.v, branch * x.d);
  return x.v - branch < branch + 1 - x.v ? Jet(x.v - branch, x.d) : Jet(branch + 1 - x.v, -x.d);
}

// The end of the branch on a line x_0 + d t; infinity where it has none.
double findEndOfLine(const SystemSwitch& s, double branch, const Jet& x) {
  const double never = std::numeric_limits<double>::infinity();
  if (s.kind == ExpressionSwitch::Kind::side) return branch * x.d < 0 ? -x.v / x.d : never;
  if (s.kind == ExpressionSwitch::Kind::passed) {
    const auto next = static_cast<std::size_t>(branch);
    return next < s.edges->size() ? ((*s.edges)[next] - x.v) / x.d : never;
  }
  if (x.d > 0) return (branch + 1 - x.v) / x.d;
  return x.d < 0 ? (branch - x.v) / x.d : never;
}

std::optional<double> locateTimeSwitch(std::size_t index, const System& system, const Mode& mode,
                                       double begin, double end, double resolution) {
  TimeArguments arguments(system, mode);
  const double branch = mode.branches[index];
  const auto margin = [&](double t) {
    if (!arguments.isThere(index, t)) return Jet(1);
    return calcMarginOf(system.switches[index], branch, arguments.evaluate(index, t));
  };
  GuardFunction function;
  function.value = [&](double t) { return margin(t).v; };
  function.rate = [&](double t) { return margin(t).d; };
  return locateFirst(function, begin, end, resolution);
}

// How far a law that is held is from one of its branches.
double calcHeldMargin(std::size_t place, ForwardDynamics& dynamics, double t, std::span<const double> y) {
  dynamics.evaluate(t, y);
  const double share = dynamics.heldLaws().share(place);
  return std::min(share, 1 - share);
}

std::optional<std::size_t> findHeld(const Mode& mode, std::size_t index) {
  for (std::size_t i = 0; i < mode.held.size(); ++i)
    if (mode.held[i].index == index) return i;
  return std::nullopt;
}

}  // namespace

double findNextSwitchTime(const System& system, const Mode& mode, double t) {
  double next = std::numeric_limits<double>::infinity();
  if (system.switches.empty()) return next;
  TimeArguments arguments(system, mode);
  for (std::size_t i = 0; i < system.switches.size(); ++i) {
    const SystemSwitch& s = system.switches[i];
    if (!s.isLine || isOnEdge(s, mode.branches[i])) continue;
    const double end = findEndOfLine(s, mode.branches[i], arguments.evaluate(i, 0));
    next = std::min(next, std::max(end, t));
  }
  return next;
}

std::optional<SwitchWatch> findDueSwitch(ForwardDynamics& dynamics, const State& state) {
  const System& system = dynamics.assembler().system();
  if (system.switches.empty()) return std::nullopt;
  LawSwitches switches(system);
  TimeArguments arguments(system, state.mode);
  switches.read(state.t, state.y);
  for (std::size_t i = 0; i < system.switches.size(); ++i) {
    const SystemSwitch& s = system.switches[i];
    const double branch = state.mode.branches[i];
    if (s.isLine) {
      if (isOnEdge(s, branch)) continue;
      const double end = findEndOfLine(s, branch, arguments.evaluate(i, 0));
      if (end <= state.t + calcTimeRounding(state.t)) return SwitchWatch{i};
    } else if (!findHeld(state.mode, i) && switches.calcMargin(i, state.mode.branches) < -kDue) {
      return SwitchWatch{i};
    }
  }
  return std::nullopt;
}

std::optional<double> locateSwitch(const SwitchWatch& watch, ForwardDynamics& dynamics, const StateAt& at,
                                   double begin, double end, double resolution) {
  const System& system = dynamics.assembler().system();
  const Mode& mode = dynamics.assembler().mode();
  const SystemSwitch& s = system.switches[watch.index];
  if (s.isLine) return std::nullopt;
  if (s.isOfTime && !isOnEdge(s, mode.branches[watch.index]))
    return locateTimeSwitch(watch.index, system, mode, begin, end, resolution);
  LawSwitches switches(system);
  const auto held = findHeld(mode, watch.index);
  // What bends in time may be there and gone between two looks at a long step.
  const double fine = s.bendsInTime && !held ? resolution : end - begin;
  const double nearby = 1e-4 * std::min(fine, end - begin);
  GuardFunction function;
  function.ignoreUntil = begin;
  function.value = [&](double t) {
    if (held) return calcHeldMargin(*held, dynamics, t, at(t));
    switches.read(t, at(t));
    return switches.calcMargin(watch.index, mode.branches);
  };
  function.rate = [&](double t) {
    const double before = std::max(t - nearby, begin), after = std::min(t + nearby, end);
    return (function.value(after) - function.value(before)) / (after - before);
  };
  const auto t = locateFirst(function, begin, end, fine);
  const double start = function.value(begin);
  if (!t || start > kSwitchZero || function.value((begin + *t) / 2) > kLeft) return t;
  // It has not left the edge where it began: it may rest there, and rounding may have it on the wrong side.
  function.value = [value = function.value, offset = kSwitchZero - std::min(start, 0.0)](double t1) {
    return value(t1) + offset;
  };
  return locateFirst(function, begin, end, fine);
}

}  // namespace clank
