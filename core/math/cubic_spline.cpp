// SPDX-License-Identifier: GPL-3.0-or-later
// Continuity of value, slope and curvature at a point i between two spans gives for the curvatures 2 c_i
//
//     h_{i-1} c_{i-1} + 2 (h_{i-1} + h_i) c_i + h_i c_{i+1} = 3 (s_i - s_{i-1}),   s the slopes of the
//     chords.
//
// With natural ends the first and last c are zero and the system is tridiagonal. With periodic ends it has a
// corner entry p at either side; it is the tridiagonal system T plus u v' with u = (-t, 0, ..., p) and
// v = (1, 0, ..., -p/t), t any number (t = the first diagonal entry keeps T well conditioned), so that
// c = T^-1 r - T^-1 u (v.T^-1 r)/(1 + v.T^-1 u).
#include "core/math/cubic_spline.h"

#include <algorithm>
#include <cassert>

namespace clank {
namespace {

// Solves lower_i x_{i-1} + diagonal_i x_i + upper_i x_{i+1} = right_i; x in right.
void solveTridiagonal(const std::vector<double>& lower, std::vector<double> diagonal,
                      const std::vector<double>& upper, std::vector<double>& right) {
  const std::size_t n = diagonal.size();
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = lower[i] / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1];
    right[i] -= factor * right[i - 1];
  }
  for (std::size_t i = n; i-- > 0;)
    right[i] = (right[i] - (i + 1 < n ? upper[i] * right[i + 1] : 0.0)) / diagonal[i];
}

}  // namespace

CubicSpline::CubicSpline(std::vector<double> x, std::vector<double> y, Ends ends)
    : x_(std::move(x)), a_(std::move(y)) {
  const std::size_t n = x_.size();
  assert(n >= 2 && a_.size() == n);
  b_.assign(n, 0.0);
  c_.assign(n, 0.0);
  d_.assign(n, 0.0);
  if (ends == Ends::periodic)
    fillPeriodic();
  else if (n > 2)
    fillNatural();
  for (std::size_t i = 0; i + 1 < n; ++i) {
    d_[i] = (c_[i + 1] - c_[i]) / (3 * width(i));
    b_[i] = slope(i) - width(i) * (2 * c_[i] + c_[i + 1]) / 3;
  }
}

void CubicSpline::fillNatural() {
  const std::size_t n = x_.size() - 2;  // inner points
  std::vector<double> lower(n), diagonal(n), upper(n), right(n);
  for (std::size_t i = 0; i < n; ++i) {
    lower[i] = width(i);
    diagonal[i] = 2 * (width(i) + width(i + 1));
    upper[i] = width(i + 1);
    right[i] = 3 * (slope(i + 1) - slope(i));
  }
  solveTridiagonal(lower, diagonal, upper, right);
  std::copy(right.begin(), right.end(), c_.begin() + 1);
}

void CubicSpline::fillPeriodic() {
  const std::size_t n = x_.size() - 1;  // points, the last one being the first
  assert(n >= 3 && a_.front() == a_.back());
  std::vector<double> lower(n), diagonal(n), upper(n), right(n), turned(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = (i + n - 1) % n;
    lower[i] = width(before);
    diagonal[i] = 2 * (width(before) + width(i));
    upper[i] = width(i);
    right[i] = 3 * (slope(i) - slope(before));
  }
  const double corner = width(n - 1), t = diagonal[0];
  turned.front() = -t;
  turned.back() = corner;
  diagonal.front() += t;
  diagonal.back() += corner * corner / t;
  solveTridiagonal(lower, diagonal, upper, right);
  solveTridiagonal(lower, diagonal, upper, turned);
  const auto project = [&](const std::vector<double>& x) { return x.front() - corner / t * x.back(); };
  const double factor = project(right) / (1 + project(turned));
  for (std::size_t i = 0; i < n; ++i) c_[i] = right[i] - factor * turned[i];
  c_[n] = c_[0];
}

Jet CubicSpline::evaluate(double x) const {
  if (x < x_.front()) return Jet(a_.front());
  if (x > x_.back()) return Jet(a_.back());
  const auto next = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
  const auto i = static_cast<std::size_t>(next - x_.begin()) - 1;
  const double u = x - x_[i];
  return Jet(a_[i] + u * (b_[i] + u * (c_[i] + u * d_[i])), b_[i] + u * (2 * c_[i] + 3 * u * d_[i]),
             2 * c_[i] + 6 * u * d_[i]);
}

}  // namespace clank
