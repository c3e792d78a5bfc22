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

std::vector<std::string> listMotionNames(const std::vector<std::string>& lawNames) {
  const auto time = std::find(lawNames.begin(), lawNames.end(), "t");
  return {lawNames.begin(), time + 1};
}

}  // namespace clank
