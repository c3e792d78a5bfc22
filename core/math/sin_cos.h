// SPDX-License-Identifier: GPL-3.0-or-later
// Cosine and sine of one angle at once.
//
// Why not std::sin and std::cos (clank_libraries_bench, tests/bench/libraries_bench.cpp; glibc 2.36): a pair
// takes 8.4 ns, here 5.3, and a right-hand side with them 3 (four-bars) to 8 % (chains) more instructions. On
// processors without fused multiply-add one in 1400 of their results has another last bit; these are the same
// everywhere.
//
// x = k pi/2 + r, |r| <= pi/4, with pi/2 in three parts of which the first two have 33 bits, so that k times
// them is exact for |k| < 2^20. Taylor series up to r^15 and r^16 leave 5e-17. Sine and cosine run in the two
// lanes of the same polynomial in z = r^2:
//   sin r = r + r z (-1/3! + z/5! - ...),   cos r = (1 - z/2) + z^2 (1/4! - z/6! + ...)
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/math/two.h"

namespace clank {

struct SinCos {
  double s = 0, c = 1;
};

inline SinCos calcSinCos(double x) {
  if (!(std::abs(x) < 1e6)) return {std::sin(x), std::cos(x)};
  constexpr double kRound = 0x1.8p52;  // adding it leaves no bits for a fraction
  const double shifted = x * 0x1.45f306dc9c883p-1 + kRound;
  const double k = shifted - kRound;
  const double r = ((x - k * 0x1.921fb544p0) - k * 0x1.0b4611a6p-34) - k * 0x1.3198a2e037073p-69;
  const double z = r * r;
  Two p = Two(-1.0 / 1307674368000, 1.0 / 20922789888000) * z;
  p = (p + Two(1.0 / 6227020800, -1.0 / 87178291200)) * z;
  p = (p + Two(-1.0 / 39916800, 1.0 / 479001600)) * z;
  p = (p + Two(1.0 / 362880, -1.0 / 3628800)) * z;
  p = (p + Two(-1.0 / 5040, 1.0 / 40320)) * z;
  p = (p + Two(1.0 / 120, -1.0 / 720)) * z;
  p = p + Two(-1.0 / 6, 1.0 / 24);
  const double s = r + r * (z * p[0]), c = (1 - 0.5 * z) + z * (z * p[1]);
  // Turned by k quarters, without a branch that angles of all quarters would mislead.
  static constexpr std::array<double, 4> kCos{1, 0, -1, 0}, kSin{0, 1, 0, -1};
  const auto quarter = static_cast<std::size_t>(static_cast<int>(k) & 3);
  const Two turned = Two(s, c) * kCos[quarter] + Two(c, -s) * kSin[quarter];
  return {turned[0], turned[1]};
}

}  // namespace clank
