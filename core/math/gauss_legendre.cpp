// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/gauss_legendre.h"

#include <cmath>
#include <numbers>

namespace clank {

// Roots of P_n by Newton, from cos(pi (i + 3/4)/(n + 1/2)); weights 2/((1 - z^2) P_n'(z)^2).
std::vector<QuadraturePoint> listGaussLegendre(int n, double from, double to) {
  constexpr int kNewtonSteps = 8;  // doubles the digits of a start that is good to two
  std::vector<QuadraturePoint> points(static_cast<std::size_t>(n));
  const double middle = (from + to) / 2, half = (to - from) / 2;
  for (int i = 0; i < n; ++i) {
    double z = -std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int step = 0; step < kNewtonSteps; ++step) {
      double before = 1, value = z;  // P_0, P_1
      for (int k = 2; k <= n; ++k) {
        const double next = ((2 * k - 1) * z * value - (k - 1) * before) / k;
        before = value;
        value = next;
      }
      slope = n * (z * value - before) / (z * z - 1);
      z -= value / slope;
    }
    points[static_cast<std::size_t>(i)] = {middle + half * z, half * 2 / ((1 - z * z) * slope * slope)};
  }
  return points;
}

}  // namespace clank
