// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of a uniform beam that follow from how it is held (Craig and Bampton 1968).
//
// Stations are the places where joints and forces act: each has a deflection w, and a slope w' where a moment
// acts, too. The space of all shapes w between them splits in two:
//   static shapes   one of these numbers is 1, the others 0, and nothing acts in between: E I w"" = 0. They
//                   are cubics from station to station, and with them every static answer to forces and
//                   moments at stations is exact;
//   fixed shapes    all of these numbers are 0, and it vibrates: the lowest so many.
// The answer to a motion of the stations is a sum of both, so that frequencies converge with the number of
// fixed shapes however the stations are held, and whichever of them let go.
//
// Axes stand in the section at x = 0. From each shape the rigid motion w(0) + w'(0) x is taken out; of m
// static shapes m - 2 are left. Of what is left the shapes are those that vibrate with the axes held, K a =
// (E I/rho A) l^4/L^4 M a with a'M a = L: stiffness and damping are diagonal, as those of the pure families.
//
// K and M are found in a space that has these shapes: cubics between stations, and within each piece
// polynomials that vanish with their slopes at both ends, whose second derivatives are Legendre's. These do
// not act on cubics in K.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace clank {

struct BeamStation {
  double at = 0;        // m, from the start
  bool turned = false;  // a moment may act on the section
  friend bool operator==(const BeamStation&, const BeamStation&) = default;
};

// How many static shapes these stations ask for.
std::size_t countStaticShapes(std::span<const BeamStation> stations);

// Pieces that meet at stations, each a sum of Legendre's polynomials.
class PieceShape {
 public:
  static constexpr int kOrders = 4;  // value and derivatives

  // Coefficients of each piece between two places (m, ascending).
  PieceShape(std::vector<double> places, std::vector<std::vector<double>> coefficients, double wave);
  double wave() const { return wave_; }  // l
  // By x, order 0 to 3.
  double calcDerivative(double x, int order) const;

 private:
  std::vector<double> places_;
  std::array<std::vector<std::vector<double>>, kOrders> coefficients_;  // of a derivative, of a piece
  double wave_;
};

// Bending shapes: the static ones and so many fixed ones, by rising l; integral of squares L. Stations are in
// order, between 0 and length (m), and no two at the same place.
std::vector<PieceShape> listHeldBending(std::span<const BeamStation> stations, std::size_t fixed,
                                        double length);

// Shapes of stretching, zero at x = 0: the static one of a force at the last station, w = min(x, x_s), and
// fixed ones of the piece before it; one or two. Without a station beyond x = 0: that of a force at the end.
std::vector<PieceShape> listHeldStretching(std::span<const BeamStation> stations, std::size_t count,
                                           double length);

}  // namespace clank
