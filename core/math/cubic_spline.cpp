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
#include <span>

namespace clank {
namespace {

// Solves lower(i) x_{i-1} + diagonal_i x_i + upper(i) x_{i+1} = right_i; x in right.
template <class Lower, class Upper>
void solveTridiagonal(const Lower& lower, std::vector<double> diagonal, const Upper& upper,
                      std::span<double> right) {
  const std::size_t n = diagonal.size();
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = lower(i) / diagonal[i - 1];
    diagonal[i] -= factor * upper(i - 1);
    right[i] -= factor * right[i - 1];
  }
  for (std::size_t i = n; i-- > 0;)
    right[i] = (right[i] - (i + 1 < n ? upper(i) * right[i + 1] : 0.0)) / diagonal[i];
}

}  // namespace

CubicSpline::CubicSpline(std::vector<double> x, std::vector<double> y, Ends ends) {
  const auto data = std::make_shared<Data>();
  data->x = std::move(x);
  data->a = std::move(y);
  const std::size_t n = data->x.size();
  assert(n >= 2 && data->a.size() == n);
  data->c.assign(n, 0.0);
  if (ends == Ends::periodic)
    data->fillPeriodic();
  else if (n > 2)
    data->fillNatural();
  data->b.assign(n, 0.0);
  data->d.assign(n, 0.0);
  const std::vector<double>& c = data->c;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    data->d[i] = (c[i + 1] - c[i]) / (3 * data->width(i));
    data->b[i] = data->slope(i) - data->width(i) * (2 * c[i] + c[i + 1]) / 3;
  }
  data_ = data;
}

void CubicSpline::Data::fillNatural() {
  const std::size_t n = x.size() - 2;  // inner points
  const std::span right = std::span(c).subspan(1, n);
  std::vector<double> diagonal(n);
  for (std::size_t i = 0; i < n; ++i) {
    diagonal[i] = 2 * (width(i) + width(i + 1));
    right[i] = 3 * (slope(i + 1) - slope(i));
  }
  solveTridiagonal([&](std::size_t i) { return width(i); }, std::move(diagonal),
                   [&](std::size_t i) { return width(i + 1); }, right);
}

void CubicSpline::Data::fillPeriodic() {
  const std::size_t n = x.size() - 1;  // points, the last one being the first
  assert(n >= 3 && a.front() == a.back());
  std::vector<double> diagonal(n), right(n), turned(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = (i + n - 1) % n;
    diagonal[i] = 2 * (width(before) + width(i));
    right[i] = 3 * (slope(i) - slope(before));
  }
  const double corner = width(n - 1), t = diagonal[0];
  turned.front() = -t;
  turned.back() = corner;
  diagonal.front() += t;
  diagonal.back() += corner * corner / t;
  const auto lower = [&](std::size_t i) { return width((i + n - 1) % n); };
  const auto upper = [&](std::size_t i) { return width(i); };
  solveTridiagonal(lower, diagonal, upper, right);
  solveTridiagonal(lower, diagonal, upper, turned);
  const auto project = [&](const std::vector<double>& p) { return p.front() - corner / t * p.back(); };
  const double factor = project(right) / (1 + project(turned));
  for (std::size_t i = 0; i < n; ++i) c[i] = right[i] - factor * turned[i];
  c[n] = c[0];
}

Jet CubicSpline::evaluate(double at) const {
  const auto& [x, a, b, c, d] = *data_;
  if (at < x.front()) return Jet(a.front());
  if (at > x.back()) return Jet(a.back());
  const auto next = std::upper_bound(x.begin() + 1, x.end() - 1, at);
  const auto i = static_cast<std::size_t>(next - x.begin()) - 1;
  const double u = at - x[i];
  return Jet(a[i] + u * (b[i] + u * (c[i] + u * d[i])), b[i] + u * (2 * c[i] + 3 * u * d[i]),
             2 * c[i] + 6 * u * d[i]);
}

}  // namespace clank
