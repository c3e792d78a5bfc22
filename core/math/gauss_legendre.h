// SPDX-License-Identifier: GPL-3.0-or-later
// Integration by Gauss and Legendre: exact for polynomials up to degree 2 n - 1 with n points.
#pragma once

#include <vector>

namespace clank {

struct QuadraturePoint {
  double at = 0, weight = 0;
};
// n points of the interval from `from` to `to`, in order.
std::vector<QuadraturePoint> listGaussLegendre(int n, double from, double to);

}  // namespace clank
