// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/motion_law.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/support/overloaded.h"

namespace clank {
namespace {

// Rest-to-rest strokes p(u), u from 0 to 1, with p(0) = 0, p(1) = 1 and zero rate and acceleration at both
// ends.
Jet calcStroke(bool cycloidal, const Jet& u) {
  if (cycloidal) {
    const double w = 2 * std::numbers::pi;
    return u - sin(Jet(w) * u) / Jet(w);
  }
  return u * u * u * (Jet(10) + u * (Jet(-15) + Jet(6) * u));
}

Jet calcStrokeMotion(const StrokeLaw& rise, double t) {
  const double u = (t - rise.begin) / rise.duration;
  if (u <= 0) return Jet(rise.start);
  if (u >= 1) return Jet(rise.start + rise.rise);
  return Jet(rise.start) + Jet(rise.rise) * calcStroke(rise.cycloidal, Jet(u, 1 / rise.duration));
}

// The branch of a switch; NaN: it has none.
double findBranch(int place, std::span<const double> branches) {
  const auto i = static_cast<std::size_t>(place);
  return place >= 0 && i < branches.size() ? branches[i] : std::numeric_limits<double>::quiet_NaN();
}

// Which piece counts is for the branches, if there are any: at a knot time alone does not tell.
Jet calcReverseMotion(const ReverseLaw& law, double t, std::span<const double> branches) {
  const auto countPast = [&](std::size_t knot) {
    const double branch = findBranch(law.switches[knot], branches);
    return std::floor(std::isnan(branch) ? (t - law.knots[knot]) / law.halfTime : branch);
  };
  const double half = std::max(0.0, countPast(0));
  if (law.halves > 0 && half >= law.halves) return Jet(law.start);
  const double length = std::abs(law.speed) * (law.halfTime - law.ramp);
  const double way = std::copysign(1, law.speed), speed = std::abs(law.speed);
  const bool back = std::remainder(half, 2) != 0;
  const Jet tau(t - half * law.halfTime, 1);
  Jet x = Jet(speed) * tau;
  if (law.ramp > 0) {
    x = tau * tau;
    for (const std::size_t knot : {std::size_t{1}, std::size_t{2}})
      if (const Jet past = tau - Jet(law.knots[knot]); countPast(knot) >= half) x = x - past * past;
    x = Jet(speed / (2 * law.ramp)) * x;
  }
  return back ? Jet(law.start + way * length) - Jet(way) * x : Jet(law.start) + Jet(way) * x;
}

Jet calcTableMotion(const TableLaw& table, double t, std::span<const double> branches) {
  const double begin = table.spline.getKnots().front(), end = table.spline.getKnots().back();
  const double passed = findBranch(table.timesSwitch, branches);
  if (std::isnan(passed)) return table.spline.evaluate(t);
  if (passed < 1) return Jet(table.spline.evaluate(begin).v);
  if (passed == static_cast<double>(table.spline.getKnots().size())) return Jet(table.spline.evaluate(end).v);
  return table.spline.evaluate(std::clamp(t, begin, end));
}

}  // namespace

Jet calcMotion(const MotionLaw& law, double t, std::vector<Jet>& scratch, std::span<const double> branches) {
  const Overloaded calc{[&](const LineLaw& line) { return Jet(line.start + line.speed * t, line.speed); },
                        [&](const StrokeLaw& stroke) { return calcStrokeMotion(stroke, t); },
                        [&](const TableLaw& table) { return calcTableMotion(table, t, branches); },
                        [&](const ReverseLaw& reverse) { return calcReverseMotion(reverse, t, branches); },
                        [&](const FormulaLaw& formula) {
                          std::copy(formula.slots.begin(), formula.slots.end(), scratch.begin());
                          scratch[formula.slots.size() - 1] = Jet(t, 1);
                          const std::span<const Jet> slots(scratch.data(), formula.slots.size());
                          Jet result = formula.expression.evaluate(slots, branches);
                          result.v += formula.shift;
                          return result;
                        }};
  return std::visit(calc, law);
}

ReverseLaw makeReverseLaw(double from, double to, double speed, double ramp, double cycles) {
  ReverseLaw law;
  law.start = from;
  law.speed = std::copysign(speed, to - from);
  law.ramp = ramp;
  law.halfTime = std::abs(to - from) / speed + ramp;
  law.halves = 2 * cycles;
  law.knots = {0, ramp, law.halfTime - ramp};
  return law;
}

std::vector<std::string> listMotionNames(const std::vector<std::string>& lawNames) {
  const auto time = std::find(lawNames.begin(), lawNames.end(), "t");
  return {lawNames.begin(), time + 1};
}

}  // namespace clank
