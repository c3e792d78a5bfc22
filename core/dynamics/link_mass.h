// SPDX-License-Identifier: GPL-3.0-or-later
// The mass of a link that bends, as sums over its points m that are taken once.
//
// What a point does is linear in 1, x, phi_j, psi_k and H_jk (station.h); with <u, w> = sum m u w,
// c_j = -H_j a how mode j moves it along the link, d = a', and B_uj = <u, H_j>:
//   <u, c_j> = -B_uj a                         of u = 1, x, phi_l, psi_k
//   <c_i, c_j> = sum_kl <H_ik, H_jl> a_k a_l   products of two of H, by pairs of modes
//   X = x + psi b + c a/2, so that <X, c_j> = <x, c_j> + <psi, c_j> b + <c, c_j> a/2, and so on
//   <c_j, d'H d> = -sum_k a_k <H_jk, d'H d>.
// That takes N^4/2 products for N modes, and nothing is dropped.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/dynamics/station.h"

namespace clank {

// Numbers come in fours, so that they are worked on together.
constexpr std::size_t padToFours(std::size_t count) {
  return (count + 3) / 4 * 4;
}

class LinkMass {
 public:
  static constexpr std::size_t kMostSources = 2 + kMostBendingModes + kMostAxialModes;  // u
  static constexpr std::size_t kMostPairs = padToFours(kMostBendingModes * (kMostBendingModes + 1) / 2);
  static constexpr std::size_t kMostShifts = padToFours(kMostSources * kMostBendingModes);
  using Modes = std::array<double, kMostBendingModes>;

  // Sums at a position. X, Y: the points along and across the axes of the body.
  struct Shape {
    std::array<double, kMostShifts> inward;                           // <u, c_j>, j the fastest
    std::array<double, kMostPairs> pairs;                             // <c_i, c_j>, i <= j
    double oneX = 0, oneY = 0;                                        // <1, X>, <1, Y>
    double inertia = 0;                                               // <X, X> + <Y, Y>
    Modes alongInward, alongAcross;                                   // <X, c_j>, <X, phi_j>
    Modes acrossInward, acrossAcross;                                 // <Y, c_j>, <Y, phi_j>
    std::array<double, kMostAxialModes> alongStretch, acrossStretch;  // <X, psi_k>, <Y, psi_k>
  };
  // And with rates.
  struct Rates {
    std::array<double, kMostSources> swing;  // <u, d'H d>
    Modes inwardSwing;                       // <c_j, d'H d>
    double acrossSwing = 0;                  // <Y, d'H d>
  };

  LinkMass() = default;
  LinkMass(std::span<const Station> points, std::span<const double> masses);

  void calcShape(const double* modes, Shape& shape) const;
  void calcRates(const double* modes, const double* rates, Rates& result) const;

  double mass() const { return mass_; }  // kg
  double oneAcross(std::size_t j) const { return product(kOne, across(j)); }
  double oneStretch(std::size_t k) const { return product(kOne, stretch(k)); }
  double acrossAcross(std::size_t i, std::size_t j) const { return product(across(i), across(j)); }
  double acrossStretch(std::size_t j, std::size_t k) const { return product(across(j), stretch(k)); }
  double stretchStretch(std::size_t i, std::size_t k) const { return product(stretch(i), stretch(k)); }
  double oneInward(const Shape& s, std::size_t j) const { return inward(s, kOne, j); }
  double acrossInward(const Shape& s, std::size_t l, std::size_t j) const { return inward(s, across(l), j); }
  double stretchInward(const Shape& s, std::size_t k, std::size_t j) const {
    return inward(s, stretch(k), j);
  }
  double inwardInward(const Shape& s, std::size_t i, std::size_t j) const {
    return s.pairs[i <= j ? pair(i, j) : pair(j, i)];
  }
  static constexpr std::size_t kOne = 0, kAlong = 1;  // places of 1 and x among the u, then phi, then psi
  std::size_t across(std::size_t j) const { return 2 + j; }
  std::size_t stretch(std::size_t k) const { return 2 + bending_ + k; }

 private:
  // bending: bending_, as a constant where the compiler can make use of it.
  template <class Count>
  void calcShape(Count bending, const double* modes, Shape& shape) const;
  template <class Count>
  void calcRates(Count bending, const double* modes, const double* rates, Rates& result) const;

  std::size_t sources() const { return 2 + bending_ + axial_; }
  std::size_t pairCount() const { return bending_ * (bending_ + 1) / 2; }
  static std::size_t pair(std::size_t i, std::size_t j) { return j * (j + 1) / 2 + i; }  // i <= j
  double product(std::size_t u, std::size_t w) const { return products_[sources() * u + w]; }
  double inward(const Shape& s, std::size_t u, std::size_t j) const { return s.inward[bending_ * u + j]; }

  std::size_t bending_ = 0, axial_ = 0;
  double mass_ = 0;
  bool foreshortens_ = false;
  std::vector<double> products_;   // <u, w>
  std::vector<double> shifts_;     // -<u, H_jk>: a padded column of all (u, j) for each k
  std::vector<double> pairs_;      // sum of <H_ik, H_jl> over both orders of k, l: a column of all i <= j
  std::vector<double> crossings_;  // <H_jk, H_pq>, both orders of p, q: a column of all j <= k
};

}  // namespace clank
