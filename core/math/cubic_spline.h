// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
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
  const std::vector<double>& getKnots() const { return data_->x; }
  std::shared_ptr<const std::vector<double>> shareKnots() const { return {data_, &data_->x}; }

 private:
  // Copies share it.
  struct Data {
    std::vector<double> x, a, b, c, d;
    double width(std::size_t i) const { return x[i + 1] - x[i]; }
    double slope(std::size_t i) const { return (a[i + 1] - a[i]) / width(i); }  // of the chord
    void fillNatural();
    void fillPeriodic();
  };
  std::shared_ptr<const Data> data_;
};

}  // namespace clank
