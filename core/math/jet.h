// SPDX-License-Identifier: GPL-3.0-or-later
// A number with its first and second derivative with respect to one variable (time): exact derivatives of
// motion laws.
//
// For f(g): value f, first f' g', second f'' g'^2 + f' g''. For products Leibniz's rule. Functions that jump
// or bend (abs, sign, floor, min...) take the derivative of the branch they are on.
#pragma once

#include <cmath>

// In a namespace of its own, so that sin and the like are found by argument and never hide those of std.
namespace clank::jets {

struct Jet {
  double v = 0, d = 0, dd = 0;  // value, first and second derivative

  Jet() = default;
  explicit Jet(double value, double first = 0, double second = 0) : v(value), d(first), dd(second) {}
};

inline Jet chain(const Jet& g, double f, double f1, double f2) {
  return Jet(f, f1 * g.d, f2 * g.d * g.d + f1 * g.dd);
}

inline Jet operator-(const Jet& a) {
  return Jet(-a.v, -a.d, -a.dd);
}
inline Jet operator+(const Jet& a, const Jet& b) {
  return Jet(a.v + b.v, a.d + b.d, a.dd + b.dd);
}
inline Jet operator-(const Jet& a, const Jet& b) {
  return Jet(a.v - b.v, a.d - b.d, a.dd - b.dd);
}
inline Jet operator*(const Jet& a, const Jet& b) {
  return Jet(a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + 2 * a.d * b.d + a.v * b.dd);
}
inline Jet operator/(const Jet& a, const Jet& b) {
  const double r = 1 / b.v;
  return a * chain(b, r, -r * r, 2 * r * r * r);
}

inline bool operator==(const Jet& a, const Jet& b) {
  return a.v == b.v;
}
inline bool operator!=(const Jet& a, const Jet& b) {
  return a.v != b.v;
}
inline bool operator<(const Jet& a, const Jet& b) {
  return a.v < b.v;
}
inline bool operator<=(const Jet& a, const Jet& b) {
  return a.v <= b.v;
}
inline bool operator>(const Jet& a, const Jet& b) {
  return a.v > b.v;
}
inline bool operator>=(const Jet& a, const Jet& b) {
  return a.v >= b.v;
}
inline bool operator==(const Jet& a, double b) {
  return a.v == b;
}
inline bool operator!=(const Jet& a, double b) {
  return a.v != b;
}
inline bool operator<(const Jet& a, double b) {
  return a.v < b;
}
inline bool operator>(const Jet& a, double b) {
  return a.v > b;
}

inline Jet sin(const Jet& x) {
  return chain(x, std::sin(x.v), std::cos(x.v), -std::sin(x.v));
}
inline Jet cos(const Jet& x) {
  return chain(x, std::cos(x.v), -std::sin(x.v), -std::cos(x.v));
}
inline Jet tan(const Jet& x) {
  const double t = std::tan(x.v), s = 1 + t * t;
  return chain(x, t, s, 2 * t * s);
}
inline Jet asin(const Jet& x) {
  const double r = 1 / std::sqrt(1 - x.v * x.v);
  return chain(x, std::asin(x.v), r, x.v * r * r * r);
}
inline Jet acos(const Jet& x) {
  const double r = 1 / std::sqrt(1 - x.v * x.v);
  return chain(x, std::acos(x.v), -r, -x.v * r * r * r);
}
inline Jet atan(const Jet& x) {
  const double r = 1 / (1 + x.v * x.v);
  return chain(x, std::atan(x.v), r, -2 * x.v * r * r);
}
inline Jet sinh(const Jet& x) {
  return chain(x, std::sinh(x.v), std::cosh(x.v), std::sinh(x.v));
}
inline Jet cosh(const Jet& x) {
  return chain(x, std::cosh(x.v), std::sinh(x.v), std::cosh(x.v));
}
inline Jet tanh(const Jet& x) {
  const double t = std::tanh(x.v), s = 1 - t * t;
  return chain(x, t, s, -2 * t * s);
}
inline Jet exp(const Jet& x) {
  const double e = std::exp(x.v);
  return chain(x, e, e, e);
}
inline Jet log(const Jet& x) {
  return chain(x, std::log(x.v), 1 / x.v, -1 / (x.v * x.v));
}
inline Jet log10(const Jet& x) {
  const double k = 1 / std::log(10.0);
  return chain(x, std::log10(x.v), k / x.v, -k / (x.v * x.v));
}
inline Jet sqrt(const Jet& x) {
  const double r = std::sqrt(x.v);
  return chain(x, r, 0.5 / r, -0.25 / (r * x.v));
}
inline Jet cbrt(const Jet& x) {
  const double r = std::cbrt(x.v);
  return chain(x, r, 1 / (3 * r * r), -2 / (9 * r * r * x.v));
}
inline Jet abs(const Jet& x) {
  return x.v < 0 ? -x : x;
}
inline Jet floor(const Jet& x) {
  return Jet(std::floor(x.v));
}
inline Jet ceil(const Jet& x) {
  return Jet(std::ceil(x.v));
}
// a - b trunc(a/b), as std::fmod.
inline Jet fmod(const Jet& a, const Jet& b) {
  Jet result = a - Jet(std::trunc(a.v / b.v)) * b;
  result.v = std::fmod(a.v, b.v);
  return result;
}
inline Jet hypot(const Jet& a, const Jet& b) {
  Jet result = sqrt(a * a + b * b);
  result.v = std::hypot(a.v, b.v);
  return result;
}
inline Jet atan2(const Jet& y, const Jet& x) {
  // theta' = (x y' - y x')/r^2 and its derivative.
  const double r2 = x.v * x.v + y.v * y.v, w = (x.v * y.d - y.v * x.d) / r2;
  return Jet(std::atan2(y.v, x.v), w, (x.v * y.dd - y.v * x.dd - 2 * w * (x.v * x.d + y.v * y.d)) / r2);
}
inline Jet pow(const Jet& a, const Jet& b) {
  if (b.d == 0 && b.dd == 0) {
    // A power of zero keeps finite derivatives: x^2 at 0 has second derivative 2.
    const double f1 = b.v == 0 ? 0 : b.v * std::pow(a.v, b.v - 1);
    const double f2 = b.v == 0 || b.v == 1 ? 0 : b.v * (b.v - 1) * std::pow(a.v, b.v - 2);
    return chain(a, std::pow(a.v, b.v), f1, f2);
  }
  Jet result = exp(b * log(a));
  result.v = std::pow(a.v, b.v);
  return result;
}

}  // namespace clank::jets

namespace clank {
using jets::Jet;
}
