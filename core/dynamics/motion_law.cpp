// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/motion_law.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

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

// Continuity of value, slope and curvature at the inner points, zero curvature at the ends: a tridiagonal
// system for the curvatures 2 c_i, h_{i-1} c_{i-1} + 2 (h_{i-1} + h_i) c_i + h_i c_{i+1} = 3 (s_i - s_{i-1}),
// s the slopes of the chords.
CubicSpline::CubicSpline(std::vector<double> x, std::vector<double> y) : x_(std::move(x)), a_(std::move(y)) {
  const std::size_t n = x_.size();
  assert(n >= 2 && a_.size() == n);
  b_.assign(n, 0.0);
  c_.assign(n, 0.0);
  d_.assign(n, 0.0);
  std::vector<double> upper(n, 0.0), right(n, 0.0);
  const auto h = [&](std::size_t i) { return x_[i + 1] - x_[i]; };
  const auto slope = [&](std::size_t i) { return (a_[i + 1] - a_[i]) / h(i); };
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double pivot = 2 * (h(i - 1) + h(i)) - h(i - 1) * upper[i - 1];
    upper[i] = h(i) / pivot;
    right[i] = (3 * (slope(i) - slope(i - 1)) - h(i - 1) * right[i - 1]) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 1;) c_[i] = right[i] - upper[i] * c_[i + 1];
  for (std::size_t i = 0; i + 1 < n; ++i) {
    d_[i] = (c_[i + 1] - c_[i]) / (3 * h(i));
    b_[i] = slope(i) - h(i) * (2 * c_[i] + c_[i + 1]) / 3;
  }
}

Jet CubicSpline::evaluate(double x) const {
  if (x <= x_.front()) return Jet(a_.front());
  if (x >= x_.back()) return Jet(a_.back());
  const auto i = static_cast<std::size_t>(std::upper_bound(x_.begin(), x_.end(), x) - x_.begin()) - 1;
  const double u = x - x_[i];
  return Jet(a_[i] + u * (b_[i] + u * (c_[i] + u * d_[i])), b_[i] + u * (2 * c_[i] + 3 * u * d_[i]),
             2 * c_[i] + 6 * u * d_[i]);
}

Jet calcMotion(const MotionLaw& law, double t, std::vector<Jet>& scratch) {
  if (const auto* line = std::get_if<LineLaw>(&law)) return Jet(line->start + line->speed * t, line->speed);
  if (const auto* stroke = std::get_if<StrokeLaw>(&law)) return calcStrokeMotion(*stroke, t);
  if (const auto* spline = std::get_if<CubicSpline>(&law)) return spline->evaluate(t);
  const auto& formula = std::get<FormulaLaw>(law);
  std::copy(formula.slots.begin(), formula.slots.end(), scratch.begin());
  scratch[formula.slots.size() - 1] = Jet(t, 1);
  Jet result = formula.expression.evaluate(std::span<const Jet>(scratch.data(), formula.slots.size()));
  result.v += formula.shift;
  return result;
}

std::vector<std::string> listMotionNames(const std::vector<std::string>& lawNames) {
  const auto time = std::find(lawNames.begin(), lawNames.end(), "t");
  return {lawNames.begin(), time + 1};
}

}  // namespace clank
