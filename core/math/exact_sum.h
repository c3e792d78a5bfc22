// SPDX-License-Identifier: GPL-3.0-or-later
// A sum of products in twice the digits of a double, for sums whose large parts cancel. The same on every
// machine: it takes nothing but correctly rounded operations.
#pragma once

#include <cmath>

namespace clank {

// high + low is the sum, |low| at most half a unit in the last place of high. Knuth's two-sum and the product
// by a fused multiply-add (Ogita, Rump, Oishi 2005, Dot2).
class ExactSum {
 public:
  explicit ExactSum(double start = 0) : high_(start) {}

  void add(double number) {
    const double sum = high_ + number, part = sum - high_;
    low_ += (high_ - (sum - part)) + (number - part);
    high_ = sum;
  }
  void addProduct(double a, double b) {
    const double product = a * b;
    add(product);
    low_ += std::fma(a, b, -product);
  }

  double value() const { return high_ + low_; }
  // What value() leaves of the sum.
  double rest() const { return low_ - (value() - high_); }

 private:
  double high_ = 0, low_ = 0;
};

}  // namespace clank
