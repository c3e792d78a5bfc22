// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/motion_law.h"

#include <algorithm>
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

}  // namespace

Jet calcMotion(const MotionLaw& law, double t, std::vector<Jet>& scratch) {
  const Overloaded calc{
      [&](const LineLaw& line) { return Jet(line.start + line.speed * t, line.speed); },
      [&](const StrokeLaw& stroke) { return calcStrokeMotion(stroke, t); },
      [&](const CubicSpline& spline) { return spline.evaluate(t); },
      [&](const FormulaLaw& formula) {
        std::copy(formula.slots.begin(), formula.slots.end(), scratch.begin());
        scratch[formula.slots.size() - 1] = Jet(t, 1);
        Jet result = formula.expression.evaluate(std::span<const Jet>(scratch.data(), formula.slots.size()));
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
