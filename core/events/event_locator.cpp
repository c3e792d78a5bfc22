// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/event_locator.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <limits>
#include <utility>

#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr int kHalvings = 40;
constexpr double kFromRest = 1e-6;  // of a subinterval: a fall that starts at rest has a rate there

// Interpolation loses its way where the sign changes at a pole, as that of a normal force at the border of
// Painleve's paradox.
template <class F>
std::pair<double, double> halve(const F& f, double a, double b, double fa) {
  for (double middle = a + (b - a) / 2; a < middle && middle < b; middle = a + (b - a) / 2)
    (f(middle) > 0) == (fa > 0) ? a = middle : b = middle;
  return {a, b};
}

// Ends of the smallest bracket of a zero of a function with different signs at a and b.
template <class F>
std::pair<double, double> findBracket(const F& f, double a, double b, double fa, double fb) {
  if (fa == 0) return {a, a};
  if (fb == 0) return {b, b};
  std::uintmax_t iterations = 100;
  const auto ask = [&f](double t) { return f(t); };  // Boost copies what it asks
  const auto found = boost::math::tools::toms748_solve(
      ask, a, b, fa, fb, boost::math::tools::eps_tolerance<double>(52), iterations);
  const bool isInside = found.first >= a && found.second <= b;
  return isInside ? found : halve(f, a, b, fa);
}

// The end of the final bracket nearer to b.
template <class F>
double findZero(const F& f, double a, double b, double fa, double fb) {
  return findBracket(f, a, b, fa, fb).second;
}

// Where the guard is lowest between a fall and a rise. A rate that jumps, as that of the distance from a
// centre on the way through it, has no zero but two sides of its jump.
double findBottom(const GuardFunction& guard, double a, double b, double ra, double rb) {
  const auto [before, after] = findBracket(guard.rate, a, b, ra, rb);
  return guard.value(after) > 0 && before > a && guard.value(before) <= 0 ? before : after;
}

// A value of the guard, and of the plane where there is one.
struct Look {
  double t, value, plane;
};

Look look(const GuardFunction& guard, double t) {
  const double value = guard.value(t);
  return {t, value, guard.lastPlane ? guard.lastPlane() : value};
}

// The fall of the plane between two looks, if it hits the piece.
std::optional<double> locateHit(const GuardFunction& guard, const Look& a, const Look& b) {
  if (!guard.lastPlane || !(a.plane > 0 && b.plane < 0)) return std::nullopt;
  const auto plane = [&](double t) { return look(guard, t).plane; };
  const double t = findZero(plane, a.t, b.t, a.plane, b.plane);
  if (guard.value(t) > 0) return std::nullopt;
  return t;
}

// Does what is not positive at the right fall before what has been found already? Two that fall together
// differ by rounding.
bool fallsEarlier(const GuardFunction& guard, const Look& left) {
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::abs(guard.before);
  const auto& value = guard.closely ? guard.closely : guard.value;
  return guard.before > left.t && !(value(guard.before) > 0) && !(value(guard.before - rounding) > 0);
}

std::optional<double> locateFall(const GuardFunction& guard, const Look& left, const Look& right) {
  double a = left.t, ga = left.value, b = right.t, gb = right.value;
  if (gb > 0) {
    if (!guard.rate) return std::nullopt;
    double from = a, ra = guard.rate(a);
    const double rb = guard.rate(b);
    if (ra == 0) ra = guard.rate(from = a + kFromRest * (b - a));
    if (!(ra < 0 && rb > 0)) return std::nullopt;
    const Look bottom = look(guard, findBottom(guard, from, b, ra, rb));
    if (const auto hit = locateHit(guard, left, bottom)) return hit;
    if (bottom.value > 0 || bottom.t <= a) return std::nullopt;
    b = bottom.t;
    gb = bottom.value;
  }
  if (guard.before < b && !fallsEarlier(guard, left)) return std::nullopt;
  // Not positive at the left although nothing has happened there: the guard has just left zero upwards.
  for (int i = 0; ga <= 0 && i < kHalvings; ++i) {
    const double nearer = a + std::ldexp(b - a, i - kHalvings);
    if (const double g = guard.value(nearer); g > 0) {
      a = nearer;
      ga = g;
    }
  }
  if (ga <= 0) return a + std::ldexp(b - a, -kHalvings);  // it never became positive: the event is on
  if (!guard.closely) return findZero(guard.value, a, b, ga, gb);
  const double from = guard.closely(a), to = guard.closely(b);
  return from > 0 && to <= 0 ? findZero(guard.closely, a, b, from, to) : findZero(guard.value, a, b, ga, gb);
}

// The top of a plane that comes from behind and falls again: from there on it can hit.
std::optional<Look> findTop(const GuardFunction& guard, const Look& a, const Look& b) {
  if (!guard.rate || !(b.plane < 0)) return std::nullopt;
  const double ra = guard.rate(a.t), rb = guard.rate(b.t);
  if (!(ra > 0 && rb < 0)) return std::nullopt;
  const Look top = look(guard, findBracket(guard.rate, a.t, b.t, ra, rb).first);
  if (top.plane > 0 && top.t > a.t && top.t < b.t) return top;
  return std::nullopt;
}

}  // namespace

std::optional<double> locateFirst(const GuardFunction& guard, double t0, double t1) {
  Look left = look(guard, std::clamp(guard.ignoreUntil, t0, t1));
  // Not positive any more where it was expected to be, or gone through and past the end of the piece: what
  // was to be ignored is shorter.
  const auto isThrough = [&] { return left.value <= 0 || (guard.lastPlane && left.plane < -guard.open); };
  for (int i = 0; isThrough() && left.t > t0 && i < kHalvings; ++i)
    left = look(guard, t0 + (left.t - t0) / 2);
  if (left.t >= t1) return std::nullopt;
  const double width = (t1 - left.t) / guard.subintervals, start = left.t;
  for (int i = 1; i <= guard.subintervals; ++i) {
    const Look right = look(guard, i == guard.subintervals ? t1 : start + i * width);
    if (std::isnan(left.value) || std::isnan(right.value)) return std::nullopt;
    if (guard.lastPlane && left.plane < -guard.open) left = findTop(guard, left, right).value_or(left);
    if (const auto hit = right.value < 0 ? std::nullopt : locateHit(guard, left, right)) return hit;
    // From behind the foot can only come onto the back of a piece.
    const bool fromBehind = guard.lastPlane && left.plane < -guard.open;
    if (const auto hit = fromBehind ? std::nullopt : locateFall(guard, left, right)) return hit;
    left = right;
  }
  return std::nullopt;
}

std::optional<double> locateFirst(GuardFunction guard, double t0, double t1, double resolution) {
  constexpr double kMostLooks = 100'000;
  const int looks = static_cast<int>(std::clamp(std::ceil((t1 - t0) / resolution), 1.0, kMostLooks));
  const double width = (t1 - t0) / looks;
  for (int i = 0; i < looks; ++i) {
    const double from = t0 + i * width;
    guard.ignoreUntil = from;
    if (const auto t = locateFirst(guard, from, i + 1 == looks ? t1 : from + width)) return t;
  }
  return std::nullopt;
}

std::optional<double> locateOnlyFall(const GuardFunction& guard, double guess, double t0, double t1) {
  constexpr int kSteps = 20;
  double t = guess;
  for (int i = 0; i < kSteps && t > t0 && t <= t1; ++i) {
    const double value = guard.value(t), rate = guard.rate(t);
    if (!(rate < 0)) return std::nullopt;
    const double step = value / rate, rounding = std::numeric_limits<double>::epsilon() * t;
    if (value <= 0 && step <= 2 * rounding) return t;
    t -= value > 0 ? std::min(step, -rounding) : step;
  }
  return std::nullopt;
}

}  // namespace clank
