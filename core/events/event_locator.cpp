// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_locator.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>

namespace clank {
namespace {

constexpr int kSubintervals = 4;
constexpr int kHalvings = 40;

// Zero of a function with different signs at a and b; the end of the final bracket nearer to b.
template <class F>
double findZero(const F& f, double a, double b, double fa, double fb) {
  if (fa == 0) return a;
  if (fb == 0) return b;
  std::uintmax_t iterations = 100;
  const auto bracket = boost::math::tools::toms748_solve(
      f, a, b, fa, fb, boost::math::tools::eps_tolerance<double>(52), iterations);
  return bracket.second;
}

std::optional<double> locateFall(const GuardFunction& guard, double a, double b, double ga, double gb) {
  if (gb > 0) {
    if (!guard.rate) return std::nullopt;
    const double ra = guard.rate(a), rb = guard.rate(b);
    if (!(ra < 0 && rb > 0)) return std::nullopt;
    const double bottom = findZero(guard.rate, a, b, ra, rb);
    const double lowest = guard.value(bottom);
    if (lowest > 0 || bottom <= a) return std::nullopt;
    b = bottom;
    gb = lowest;
  }
  // Not positive at the left although nothing has happened there: the guard has just left zero upwards.
  for (int i = 0; ga <= 0 && i < kHalvings; ++i) {
    const double nearer = a + std::ldexp(b - a, i - kHalvings);
    if (const double g = guard.value(nearer); g > 0) {
      a = nearer;
      ga = g;
    }
  }
  if (ga <= 0) return a + std::ldexp(b - a, -kHalvings);  // it never became positive: the event is on
  return findZero(guard.value, a, b, ga, gb);
}

}  // namespace

std::optional<double> locateFirst(const GuardFunction& guard, double t0, double t1) {
  double a = std::clamp(guard.ignoreUntil, t0, t1);
  double ga = guard.value(a);
  // Not positive any more where it was expected to be: what was to be ignored is shorter.
  for (int i = 0; ga <= 0 && a > t0 && i < kHalvings; ++i) {
    a = t0 + (a - t0) / 2;
    ga = guard.value(a);
  }
  if (a >= t1) return std::nullopt;
  const double width = (t1 - a) / kSubintervals, start = a;
  for (int i = 1; i <= kSubintervals; ++i) {
    const double b = i == kSubintervals ? t1 : start + i * width;
    const double gb = guard.value(b);
    if (const auto hit = locateFall(guard, a, b, ga, gb)) return hit;
    a = b;
    ga = gb;
  }
  return std::nullopt;
}

}  // namespace clank
