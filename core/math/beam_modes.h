// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes in which a uniform beam vibrates: bending by Euler and Bernoulli, and stretching. Their integral of
// squares is the length.
#pragma once

#include <array>

namespace clank {

// How the ends of the beam are held, at x = 0 and at x = L.
enum class BeamEnds { clampedFree, hingedFree, freeFree, clampedClamped };

// phi(x) = A e^(z - l) + B e^(-z) + C cos z + D sin z with z = k x, l = k L: no term grows beyond one, so
// that high modes keep their digits.
class BendingMode {
 public:
  // The j-th, from 1, that is no rigid motion; positive at x = L where that end is free, else near x = 0.
  BendingMode(BeamEnds ends, int j, double length);
  double wave() const { return wave_; }  // l, from the frequency equation of the ends
  double calcValue(double x) const { return calcDerivative(x, 0); }
  // By x, order 0 to 3.
  double calcDerivative(double x, int order) const;

 private:
  double length_, wave_;
  std::array<double, 4> amplitude_{};  // A, B, C, D
};

// psi(x): held at x = 0 and free at x = L, or free at both ends.
class AxialMode {
 public:
  AxialMode(bool freeStart, int j, double length);
  double wave() const { return wave_; }
  double calcValue(double x) const;
  // By x, order 0 to 3.
  double calcDerivative(double x, int order) const;

 private:
  bool freeStart_;
  double length_, wave_;
};

}  // namespace clank
