// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/link_mass.h"

#include <Eigen/Core>
#include <algorithm>
#include <type_traits>

#include "core/math/two.h"

namespace clank {
namespace {

// to = sum of columns times numbers, rows in fours.
template <class Rows, class Count>
void sumColumns(Rows rows, const double* columns, const double* numbers, Count count, double* to) {
  for (std::size_t i = 0; i < rows; i += 4) {
    Two first, second;
    const double* column = columns + i;
    for (std::size_t k = 0; k < count; ++k, column += rows) {
      first += loadTwo(column) * numbers[k];
      second += loadTwo(column + 2) * numbers[k];
    }
    storeTwo(first, to + i);
    storeTwo(second, to + i + 2);
  }
}

template <class Count>
double dot(const double* u, const double* w, Count count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += u[i] * w[i];
  return sum;
}

// The products of all pairs of numbers, in the order of pairs.
template <class Count>
void listProducts(const double* numbers, Count count, double* products) {
  for (std::size_t j = 0; j < count; ++j)
    for (std::size_t i = 0; i <= j; ++i) *products++ = numbers[i] * numbers[j];
}

// Few modes are what links have, and loops of a length that the compiler knows take half the work.
template <class Calc>
void withCount(std::size_t count, const Calc& calc) {
  switch (count) {
    case 1:
      return calc(std::integral_constant<std::size_t, 1>());
    case 2:
      return calc(std::integral_constant<std::size_t, 2>());
    case 3:
      return calc(std::integral_constant<std::size_t, 3>());
    case 5:
      return calc(std::integral_constant<std::size_t, 5>());
    default:
      return calc(count);
  }
}
template <class Count>
constexpr std::size_t countPairs(Count count) {
  return count * (count + 1) / 2;
}

}  // namespace

LinkMass::LinkMass(std::span<const Station> points, std::span<const double> masses)
    : bending_(points.front().bending),
      axial_(points.front().axial),
      foreshortens_(points.front().foreshortens) {
  const std::size_t n = bending_, own = sources(), shifted = padToFours(own * n),
                    paired = padToFours(pairCount());
  for (const double mass : masses) mass_ += mass;
  products_.assign(own * own, 0.0);
  if (foreshortens_) {
    shifts_.assign(shifted * n, 0.0);
    pairs_.assign(paired * pairCount(), 0.0);
    crossings_.assign(paired * pairCount(), 0.0);
  }
  std::vector<double> u(own);
  for (std::size_t p = 0; p < points.size(); ++p) {
    const Station& point = points[p];
    const double m = masses[p];
    u[kOne] = 1;
    u[kAlong] = point.place.x();
    std::copy_n(point.phi(), n, &u[across(0)]);
    std::copy_n(point.psi(), axial_, u.data() + stretch(0));
    for (std::size_t i = 0; i < own; ++i)
      for (std::size_t j = 0; j < own; ++j) products_[own * i + j] += m * u[i] * u[j];
    if (!foreshortens_) continue;
    const auto H = [&](std::size_t j, std::size_t k) { return point.shortening()[n * j + k]; };
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < own; ++i)
        for (std::size_t j = 0; j < n; ++j) shifts_[shifted * k + n * i + j] -= m * u[i] * H(j, k);
    for (std::size_t l = 0; l < n; ++l)
      for (std::size_t k = 0; k <= l; ++k)
        for (std::size_t j = 0; j < n; ++j)
          for (std::size_t i = 0; i <= j; ++i) {
            const std::size_t at = paired * pair(k, l) + pair(i, j);
            pairs_[at] += m * (H(i, k) * H(j, l) + (k == l ? 0 : H(i, l) * H(j, k)));
            crossings_[at] += m * H(i, j) * H(k, l) * (k == l ? 1 : 2);
          }
  }
}

void LinkMass::calcShape(const double* modes, Shape& shape) const {
  withCount(bending_, [&](auto bending) { calcShape(bending, modes, shape); });
}

template <class Count>
void LinkMass::calcShape(Count n, const double* modes, Shape& s) const {
  const std::size_t own = 2 + n + axial_;
  const double* const b = modes + n;
  if (foreshortens_) {
    std::array<double, kMostPairs> squares;
    listProducts(modes, n, squares.data());
    sumColumns(padToFours(own * n), shifts_.data(), modes, n, s.inward.data());
    sumColumns(padToFours(countPairs(n)), pairs_.data(), squares.data(), countPairs(n), s.pairs.data());
  } else {
    std::fill_n(s.inward.data(), own * n, 0.0);
    std::fill_n(s.pairs.data(), countPairs(n), 0.0);
  }
  const double* const products = products_.data();
  const auto calcAlong = [&](std::size_t u) {  // <X, u>
    return products[own * kAlong + u] + dot(b, &products[own * u + 2 + n], axial_) +
           dot(modes, &s.inward[n * u], n) / 2;
  };
  const auto calcAcross = [&](std::size_t u) { return dot(modes, &products[own * u + 2], n); };
  s.oneX = calcAlong(kOne);
  s.oneY = calcAcross(kOne);
  double alongX = calcAlong(kAlong), acrossY = 0;  // <X, x>, then <X, X>
  for (std::size_t j = 0; j < n; ++j) {
    s.alongAcross[j] = calcAlong(across(j));
    s.acrossAcross[j] = calcAcross(across(j));
    double along = s.inward[n * kAlong + j], acrossward = 0;
    for (std::size_t k = 0; k < axial_; ++k) along += b[k] * s.inward[n * (2 + n + k) + j];
    for (std::size_t i = 0; i < n; ++i) {
      along += modes[i] * inwardInward(s, i, j) / 2;
      acrossward += modes[i] * s.inward[n * across(i) + j];
    }
    s.alongInward[j] = along;
    s.acrossInward[j] = acrossward;
    alongX += modes[j] * along / 2;
    acrossY += modes[j] * s.acrossAcross[j];
  }
  for (std::size_t k = 0; k < axial_; ++k) {
    s.alongStretch[k] = calcAlong(2 + n + k);
    s.acrossStretch[k] = calcAcross(2 + n + k);
    alongX += b[k] * s.alongStretch[k];
  }
  s.inertia = alongX + acrossY;
}

void LinkMass::calcRates(const double* modes, const double* rates, Rates& result) const {
  withCount(bending_, [&](auto bending) { calcRates(bending, modes, rates, result); });
}

template <class Count>
void LinkMass::calcRates(Count n, const double* modes, const double* rates, Rates& result) const {
  const std::size_t own = 2 + n + axial_;
  std::fill_n(result.swing.data(), own, 0.0);
  std::fill_n(result.inwardSwing.data(), std::size_t(n), 0.0);
  result.acrossSwing = 0;
  if (!foreshortens_) return;
  std::array<double, kMostPairs> squares, turned;
  std::array<double, kMostShifts> shifted;
  listProducts(rates, n, squares.data());
  sumColumns(padToFours(own * n), shifts_.data(), rates, n, shifted.data());
  sumColumns(padToFours(countPairs(n)), crossings_.data(), squares.data(), countPairs(n), turned.data());
  for (std::size_t u = 0; u < own; ++u) result.swing[u] = -dot(rates, &shifted[n * u], n);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < n; ++k)
      result.inwardSwing[j] -= modes[k] * turned[j <= k ? pair(j, k) : pair(k, j)];
    result.acrossSwing += modes[j] * result.swing[across(j)];
  }
}

}  // namespace clank
