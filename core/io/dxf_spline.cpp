// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_spline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "core/io/dxf_chain.h"
#include "core/math/cubic_spline.h"

namespace clank {
namespace {

constexpr int kMostDegree = 15;
constexpr int kMostHalvings = 10;                   // of a stretch
constexpr std::size_t kParts = 4;                   // of each stretch between knots, before halving
constexpr double kMostPart = std::numbers::pi / 8;  // rad, of an ellipse, before halving

Corner mix(Corner a, Corner b, double t) {
  return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

double calcDistance(Corner p, Corner a, Corner b) {
  const Corner way = b - a, to = p - a;
  const double length2 = way.x * way.x + way.y * way.y;
  const double along = length2 > 0 ? std::clamp((to.x * way.x + to.y * way.y) / length2, 0.0, 1.0) : 0;
  const Corner foot = mix(a, b, along);
  return std::hypot(p.x - foot.x, p.y - foot.y);
}

// Halves a stretch until five points of it lie near its chord; adds all but the first point.
template <class Curve>
void halve(const Curve& curve, double t0, Corner a, double t1, Corner b, double most, int depth,
           FlatCurve& flat) {
  double off = 0;
  for (const double part : {0.15, 0.33, 0.5, 0.67, 0.85})
    off = std::max(off, calcDistance(curve(t0 + part * (t1 - t0)), a, b));
  if (off > most && depth > 0) {
    const double middle = (t0 + t1) / 2;
    const Corner m = curve(middle);
    halve(curve, t0, a, middle, m, most, depth - 1, flat);
    halve(curve, middle, m, t1, b, most, depth - 1, flat);
    return;
  }
  flat.off = std::max(flat.off, off);
  flat.points.push_back(b);
}

template <class Curve>
void flattenStretch(const Curve& curve, double t0, double t1, std::size_t parts, double most,
                    FlatCurve& flat) {
  if (flat.points.empty()) flat.points.push_back(curve(t0));
  const double width = (t1 - t0) / static_cast<double>(parts);
  for (std::size_t i = 0; i < parts; ++i) {
    const double from = t0 + static_cast<double>(i) * width, to = i + 1 == parts ? t1 : from + width;
    halve(curve, from, flat.points.back(), to, curve(to), most, kMostHalvings, flat);
  }
}

// De Boor's algorithm in (x w, y w, w), for u in the stretch that begins with knot k.
Corner evaluateIn(const DxfSpline& spline, std::size_t k, double u) {
  const auto p = static_cast<std::size_t>(spline.degree);
  std::array<std::array<double, 3>, kMostDegree + 1> d{};
  for (std::size_t j = 0; j <= p; ++j) {
    const std::size_t i = k - p + j;
    const double w = spline.weights[i];
    d[j] = {w * spline.points[i].x, w * spline.points[i].y, w};
  }
  for (std::size_t r = 1; r <= p; ++r)
    for (std::size_t j = p; j >= r; --j) {
      const double low = spline.knots[k - p + j], high = spline.knots[k + 1 + j - r];
      const double t = high > low ? (u - low) / (high - low) : 0;
      for (std::size_t c = 0; c < 3; ++c) d[j][c] += (t - 1) * (d[j][c] - d[j - 1][c]);
    }
  return {d[p][0] / d[p][2], d[p][1] / d[p][2]};
}

// Slopes of a cubic through values at x: with the slope at an end, or without curvature there.
std::vector<double> calcSlopes(const std::vector<double>& x, const std::vector<double>& y,
                               std::optional<double> first, std::optional<double> last) {
  const std::size_t n = x.size();
  const auto chord = [&](std::size_t i) { return (y[i + 1] - y[i]) / (x[i + 1] - x[i]); };
  std::vector<double> upper(n, 0.0), slope(n, 0.0);
  upper[0] = first ? 0 : 0.5;
  slope[0] = first ? *first : 1.5 * chord(0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    const double pivot = 2 * (before + after) - after * upper[i - 1];
    upper[i] = before / pivot;
    slope[i] = (3 * (after * chord(i - 1) + before * chord(i)) - after * slope[i - 1]) / pivot;
  }
  slope[n - 1] = last ? *last : (3 * chord(n - 2) - slope[n - 2]) / (2 - upper[n - 2]);
  for (std::size_t i = n - 1; i-- > 0;) slope[i] -= upper[i] * slope[i + 1];
  return slope;
}

std::vector<double> calcPeriodicSlopes(const std::vector<double>& x, const std::vector<double>& y) {
  const CubicSpline spline(x, y, CubicSpline::Ends::periodic);
  std::vector<double> slopes;
  for (const double at : x) slopes.push_back(spline.evaluate(at).d);
  slopes.back() = slopes.front();
  return slopes;
}

double calcSize(const std::vector<Corner>& points) {
  DxfBox box{points.front(), points.front()};
  for (const Corner& p : points) box.take(p);
  return box.diagonal();
}

}  // namespace

std::string explainSpline(const DxfSpline& spline) {
  if (spline.degree < 1 || spline.degree > kMostDegree)
    return fmt::format("has the degree {}; 1 to {} can be read", spline.degree, kMostDegree);
  const auto degree = static_cast<std::size_t>(spline.degree);
  if (spline.points.size() <= degree)
    return fmt::format("of degree {} has {} control points", degree, spline.points.size());
  if (spline.knots.size() != spline.points.size() + degree + 1)
    return fmt::format("of degree {} with {} control points has {} knots, not {}", degree,
                       spline.points.size(), spline.knots.size(), spline.points.size() + degree + 1);
  if (spline.weights.size() != spline.points.size())
    return fmt::format("has {} control points and {} weights", spline.points.size(), spline.weights.size());
  if (!std::is_sorted(spline.knots.begin(), spline.knots.end())) return "has knots that do not rise";
  if (!(spline.knots[degree] < spline.knots[spline.points.size()])) return "has knots that are all the same";
  for (const double weight : spline.weights)
    if (!(weight > 0)) return fmt::format("has the weight {:.6g}", weight);
  return {};
}

DxfSpline makeThrough(const std::vector<Corner>& points, const std::array<std::optional<Corner>, 2>& tangents,
                      bool closed) {
  std::vector<double> at{0}, x, y;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0)
      at.push_back(at.back() + std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y));
    x.push_back(points[i].x);
    y.push_back(points[i].y);
  }
  const auto part = [](const std::optional<Corner>& tangent, double Corner::*which) {
    return tangent ? std::optional(*tangent.*which) : std::nullopt;
  };
  const bool periodic = closed && points.size() >= 4;
  const auto slopesOf = [&](const std::vector<double>& values, double Corner::*which) {
    return periodic ? calcPeriodicSlopes(at, values)
                    : calcSlopes(at, values, part(tangents[0], which), part(tangents[1], which));
  };
  const std::vector<double> dx = slopesOf(x, &Corner::x), dy = slopesOf(y, &Corner::y);
  DxfSpline spline{3, {0}, {}, {points.front()}};
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {  // pieces of Bezier
    const double third = (at[i + 1] - at[i]) / 3;
    spline.points.push_back({x[i] + third * dx[i], y[i] + third * dy[i]});
    spline.points.push_back({x[i + 1] - third * dx[i + 1], y[i + 1] - third * dy[i + 1]});
    spline.points.push_back(points[i + 1]);
    spline.knots.insert(spline.knots.end(), 3, at[i]);
  }
  spline.knots.insert(spline.knots.end(), 4, at.back());
  spline.weights.assign(spline.points.size(), 1);
  return spline;
}

FlatCurve flattenSpline(const DxfSpline& spline) {
  FlatCurve flat;
  const double most = kDxfOff * calcSize(spline.points);
  for (auto k = static_cast<std::size_t>(spline.degree); k < spline.points.size(); ++k) {
    const double from = spline.knots[k], to = spline.knots[k + 1];
    if (!(from < to)) continue;
    flattenStretch([&](double u) { return evaluateIn(spline, k, u); }, from, to,
                   spline.degree == 1 ? 1 : kParts, most, flat);
  }
  return flat;
}

FlatCurve flattenEllipse(Corner center, Corner u, Corner v, double from, double sweep) {
  FlatCurve flat;
  const double most = 2 * kDxfOff * std::max(std::hypot(u.x, u.y), std::hypot(v.x, v.y));
  const auto parts = static_cast<std::size_t>(std::ceil(std::abs(sweep) / kMostPart));
  const auto curve = [&](double t) {
    const double c = std::cos(t), s = std::sin(t);
    return Corner{center.x + c * u.x + s * v.x, center.y + c * u.y + s * v.y};
  };
  flattenStretch(curve, from, from + sweep, std::max<std::size_t>(parts, 1), most, flat);
  return flat;
}

}  // namespace clank
