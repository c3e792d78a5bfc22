// SPDX-License-Identifier: GPL-3.0-or-later
// The mass of a link that bends, packed. Every integral over its mass is a sum m u w over points, u and w
// being linear in what station.h has there: 1, x, phi_j, psi_k and H_jk. With sqrt(m) times each of these as
// a column of a matrix A over the points, A = Q R, the sum is (A u)'(A w) = (R u)'(R w): the rows of R do
// what the points do, to the last digit, and there are no more of them than columns. Three modes take 12 rows
// in place of 24 points, five 24 in place of 32.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>

#include "core/dynamics/station.h"

namespace clank {

class LinkMass {
 public:
  static constexpr std::size_t kMostRows = 16 + 4 * kMostBendingModes + 2 * kMostAxialModes;

  // Rows of what a link is at a position: its points along and across the body's axes (m sqrt(kg)), and how
  // each bending mode moves them along the link, -H a, one column of rows() after the other.
  struct Shape {
    std::array<double, kMostRows> x, y;
    std::array<double, kMostRows * kMostBendingModes> inward;
  };
  // Rates: of the points, and the part -a"'H a" of their accelerations along the link that velocities give.
  struct Rates {
    std::array<double, kMostRows> x, y, swing;
  };

  LinkMass() = default;
  LinkMass(std::span<const Station> points, std::span<const double> masses);

  void calcShape(const double* modes, Shape& shape) const;
  void calcRates(const Shape& shape, const double* rates, Rates& result) const;

  std::size_t rows() const { return rows_; }
  double dot(const double* u, const double* w) const;
  const double* one() const { return one_.data(); }
  const double* across(std::size_t bendingMode) const { return across_.data() + rows_ * bendingMode; }  // phi
  const double* along(std::size_t axialMode) const { return along_.data() + rows_ * axialMode; }        // psi
  const double* inward(const Shape& shape, std::size_t bendingMode) const {
    return shape.inward.data() + rows_ * bendingMode;
  }
  double acrossProduct(std::size_t j, std::size_t k) const { return products_[bending_ * j + k]; }
  double mass() const { return mass_; }  // kg

 private:
  std::size_t rows_ = 0, bending_ = 0, axial_ = 0;  // rows: a multiple of four
  double mass_ = 0;
  bool foreshortens_ = false;
  std::vector<double> one_, x_, across_, along_;
  std::vector<double> shortening_;  // H_jk, k the fastest of the columns
  std::vector<double> products_;    // sum m phi_j phi_k
};

}  // namespace clank
