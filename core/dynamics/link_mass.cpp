// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/link_mass.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/math/two.h"

namespace clank {
namespace {

constexpr std::size_t kTogether = 4;  // rows

// to = begin + sum of columns times numbers.
void addColumns(std::size_t rows, const double* begin, const double* columns, const double* numbers,
                std::size_t count, double* to) {
  for (std::size_t i = 0; i < rows; i += kTogether) {
    Two first = loadTwo(begin + i), second = loadTwo(begin + i + 2);
    for (std::size_t k = 0; k < count; ++k) {
      const double* const column = columns + rows * k + i;
      first += loadTwo(column) * numbers[k];
      second += loadTwo(column + 2) * numbers[k];
    }
    storeTwo(first, to + i);
    storeTwo(second, to + i + 2);
  }
}

Eigen::MatrixXd listColumns(std::span<const Station> points, std::span<const double> masses) {
  const Station& any = points.front();
  const std::size_t n = any.bending, pairs = n * (n + 1) / 2;
  Eigen::MatrixXd A(static_cast<Eigen::Index>(points.size()),
                    static_cast<Eigen::Index>(2 + n + any.axial + (any.foreshortens ? pairs : 0)));
  for (std::size_t p = 0; p < points.size(); ++p) {
    const Station& point = points[p];
    const auto row = static_cast<Eigen::Index>(p);
    Eigen::Index column = 0;
    A(row, column++) = 1;
    A(row, column++) = point.place.x();
    for (std::size_t j = 0; j < n; ++j) A(row, column++) = point.phi()[j];
    for (std::size_t k = 0; k < any.axial; ++k) A(row, column++) = point.psi()[k];
    for (std::size_t j = 0; any.foreshortens && j < n; ++j)
      for (std::size_t k = j; k < n; ++k) A(row, column++) = point.shortening()[n * j + k];
    A.row(row) *= std::sqrt(masses[p]);
  }
  return A;
}

}  // namespace

LinkMass::LinkMass(std::span<const Station> points, std::span<const double> masses)
    : bending_(points.front().bending),
      axial_(points.front().axial),
      foreshortens_(points.front().foreshortens) {
  for (const double mass : masses) mass_ += mass;
  const Eigen::HouseholderQR<Eigen::MatrixXd> factor(listColumns(points, masses));
  const Eigen::Index count = std::min(factor.matrixQR().rows(), factor.matrixQR().cols());
  const Eigen::MatrixXd R = factor.matrixQR().topRows(count).triangularView<Eigen::Upper>();
  rows_ = (static_cast<std::size_t>(count) + kTogether - 1) / kTogether * kTogether;
  Eigen::Index column = 0;
  const auto take = [&](std::vector<double>& to, std::size_t place) {
    to.resize(std::max(to.size(), rows_ * (place + 1)), 0.0);
    for (Eigen::Index i = 0; i < count; ++i) to[rows_ * place + static_cast<std::size_t>(i)] = R(i, column);
  };
  const auto takeNext = [&](std::vector<double>& to, std::size_t place) {
    take(to, place);
    ++column;
  };
  takeNext(one_, 0);
  takeNext(x_, 0);
  for (std::size_t j = 0; j < bending_; ++j) takeNext(across_, j);
  for (std::size_t k = 0; k < axial_; ++k) takeNext(along_, k);
  for (std::size_t j = 0; foreshortens_ && j < bending_; ++j)
    for (std::size_t k = j; k < bending_; ++k) {
      take(shortening_, bending_ * k + j);
      takeNext(shortening_, bending_ * j + k);
    }
  for (std::size_t j = 0; j < bending_; ++j)
    for (std::size_t k = 0; k < bending_; ++k) products_.push_back(dot(across(j), across(k)));
}

double LinkMass::dot(const double* u, const double* w) const {
  Two first, second;
  for (std::size_t i = 0; i < rows_; i += kTogether) {
    first += Two(loadTwo(u + i).lanes * loadTwo(w + i).lanes);
    second += Two(loadTwo(u + i + 2).lanes * loadTwo(w + i + 2).lanes);
  }
  const Two both = first + second;
  return both[0] + both[1];
}

// X = x + psi b - a'H a/2, Y = phi a.
void LinkMass::calcShape(const double* modes, Shape& shape) const {
  constexpr std::array<double, kMostRows> kNothing{};
  addColumns(rows_, x_.data(), along_.data(), modes + bending_, axial_, shape.x.data());
  addColumns(rows_, kNothing.data(), across_.data(), modes, bending_, shape.y.data());
  if (!foreshortens_) {
    std::fill_n(shape.inward.data(), rows_ * bending_, 0.0);
    return;
  }
  std::array<double, kMostBendingModes> minus, half;
  for (std::size_t j = 0; j < bending_; ++j) minus[j] = -modes[j], half[j] = modes[j] / 2;
  for (std::size_t j = 0; j < bending_; ++j)
    addColumns(rows_, kNothing.data(), shortening_.data() + rows_ * bending_ * j, minus.data(), bending_,
               shape.inward.data() + rows_ * j);
  addColumns(rows_, shape.x.data(), shape.inward.data(), half.data(), bending_, shape.x.data());
}

void LinkMass::calcRates(const Shape& shape, const double* rates, Rates& result) const {
  constexpr std::array<double, kMostRows> kNothing{};
  addColumns(rows_, kNothing.data(), along_.data(), rates + bending_, axial_, result.x.data());
  addColumns(rows_, result.x.data(), shape.inward.data(), rates, bending_, result.x.data());
  addColumns(rows_, kNothing.data(), across_.data(), rates, bending_, result.y.data());
  std::fill_n(result.swing.data(), rows_, 0.0);
  if (!foreshortens_) return;
  std::array<double, kMostBendingModes> minus;
  std::array<double, kMostRows> turned;
  for (std::size_t j = 0; j < bending_; ++j) minus[j] = -rates[j];
  for (std::size_t j = 0; j < bending_; ++j) {
    addColumns(rows_, kNothing.data(), shortening_.data() + rows_ * bending_ * j, minus.data(), bending_,
               turned.data());
    addColumns(rows_, result.swing.data(), turned.data(), rates + j, 1, result.swing.data());
  }
}

}  // namespace clank
