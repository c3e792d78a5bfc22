// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/math/jet.h"

namespace clank {

// Cubic spline: on [x_i, x_i+1] with u = x - x_i, y = a + b u + c u^2 + d u^3; constant outside.
class CubicSpline {
 public:
  enum class Ends {
    natural,  // no curvature at the ends
    periodic  // the last y is the first; slope and curvature go on there
  };
  // Rising x, as many y; at least two, periodic: four.
  CubicSpline(std::vector<double> x, std::vector<double> y, Ends ends = Ends::natural);
  Jet evaluate(double x) const;
  const std::vector<double>& getKnots() const { return x_; }

 private:
  void fillNatural();
  void fillPeriodic();
  double width(std::size_t i) const { return x_[i + 1] - x_[i]; }
  double slope(std::size_t i) const { return (a_[i + 1] - a_[i]) / width(i); }  // of the chord

  std::vector<double> x_, a_, b_, c_, d_;
};

}  // namespace clank
