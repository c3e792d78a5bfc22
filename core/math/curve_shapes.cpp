// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/curve_shapes.h"

#include <cmath>
#include <numbers>

namespace clank {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::size_t kStations = 256;  // of a curve given by a formula; a multiple of 4: axes are stations
constexpr std::size_t kStationsOfSpan = 16;  // of a spline
// The pear ends this much before its cusp, a millionth of a away from it: there the curvature is still
// finite.
constexpr double kCuspMargin = 1e-3;  // rad

struct Evaluate {
  const Jet& w;

  static PlaneJet polar(const Jet& rho, const Jet& c, const Jet& s) { return {rho * c, rho * s}; }

  PlaneJet operator()(const EllipseShape& e) const { return {Jet(e.a) * cos(w), Jet(e.b) * sin(w)}; }

  // rho = (abs(cos w/a)^n + abs(sin w/b)^n)^(-1/n)
  PlaneJet operator()(const LameShape& l) const {
    const Jet c = cos(w), s = sin(w), n(l.n);
    const Jet sum = pow(abs(c), n) + pow(abs(Jet(l.a / l.b) * s), n);
    return polar(Jet(l.a) * pow(sum, Jet(-1 / l.n)), c, s);
  }

  // With |p - F2|^2 = rho^2 - 2 rho d cos w + d^2 the definition becomes
  //   (1 - b^2) rho^2 - 2 (a - b^2 d cos w) rho + a^2 - b^2 d^2 = 0;
  // its smaller root, written so that b = 1 (an ellipse) needs no care.
  PlaneJet operator()(const CartesianOvalShape& o) const {
    const double b2 = o.b * o.b;
    const Jet c = cos(w), s = sin(w);
    const Jet root = sqrt(Jet(o.a * o.a + o.d * o.d) - Jet(2 * o.a * o.d) * c - Jet(b2 * o.d * o.d) * s * s);
    const Jet below = Jet(o.a) - Jet(b2 * o.d) * c + Jet(o.b) * root;
    return polar(Jet(o.a * o.a - b2 * o.d * o.d) / below, c, s);
  }

  // rho^2 = a^2 cos 2w + sqrt(c^4 - a^4 sin^2 2w)
  PlaneJet operator()(const CassinianShape& o) const {
    const double a2 = o.a * o.a, c2 = o.c * o.c;
    const Jet s2 = sin(Jet(2) * w);
    const Jet square = Jet(a2) * cos(Jet(2) * w) + sqrt(Jet(c2 * c2) - Jet(a2 * a2) * s2 * s2);
    return polar(sqrt(square), cos(w), sin(w));
  }

  // x = a cos^2 w, y = (a^2/b) cos^3 w sin w
  PlaneJet operator()(const PearShape& p) const {
    const Jet c = cos(w), square = c * c;
    return {Jet(p.a) * square, Jet(p.a * p.a / p.b) * square * c * sin(w)};
  }

  PlaneJet operator()(const SplineShape& s) const {
    const auto along = [&](const CubicSpline& spline) {
      const Jet u = spline.evaluate(w.v);
      return jets::chain(w, u.v, u.d, u.dd);
    };
    return {along(s.x), along(s.y)};
  }
};

std::vector<double> sumChords(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> knots{0.0};
  for (std::size_t i = 1; i < x.size(); ++i)
    knots.push_back(knots.back() + std::hypot(x[i] - x[i - 1], y[i] - y[i - 1]));
  return knots;
}

// The points, and for a closed curve the first once more.
std::vector<double> close(std::vector<double> values, bool closed) {
  if (closed) values.push_back(values.front());
  return values;
}

CubicSpline::Ends endsOf(bool closed) {
  return closed ? CubicSpline::Ends::periodic : CubicSpline::Ends::natural;
}

struct IsClosed {
  bool operator()(const EllipseShape&) const { return true; }
  bool operator()(const LameShape&) const { return true; }
  bool operator()(const CartesianOvalShape&) const { return true; }
  bool operator()(const CassinianShape&) const { return true; }
  bool operator()(const PearShape&) const { return false; }
  bool operator()(const SplineShape& spline) const { return spline.closed; }
};

struct EndsInCusps {
  bool operator()(const EllipseShape&) const { return false; }
  bool operator()(const LameShape&) const { return false; }
  bool operator()(const CartesianOvalShape&) const { return false; }
  bool operator()(const CassinianShape&) const { return false; }
  bool operator()(const PearShape&) const { return true; }
  bool operator()(const SplineShape&) const { return false; }
};

struct StationsOf {
  using List = std::vector<double>;

  static List spread(double begin, double end) {
    List stations;
    for (std::size_t i = 0; i <= kStations; ++i)
      stations.push_back(begin + (end - begin) * static_cast<double>(i) / static_cast<double>(kStations));
    return stations;
  }

  List operator()(const EllipseShape&) const { return spread(0, 2 * kPi); }
  List operator()(const LameShape&) const { return spread(0, 2 * kPi); }
  List operator()(const CartesianOvalShape&) const { return spread(0, 2 * kPi); }
  List operator()(const CassinianShape&) const { return spread(0, 2 * kPi); }
  List operator()(const PearShape&) const { return spread(kCuspMargin - kPi / 2, kPi / 2 - kCuspMargin); }
  List operator()(const SplineShape& spline) const {
    List stations;
    for (std::size_t i = 0; i + 1 < spline.knots.size(); ++i)
      for (std::size_t k = 0; k < kStationsOfSpan; ++k) {
        const double u = static_cast<double>(k) / static_cast<double>(kStationsOfSpan);
        stations.push_back(spline.knots[i] + u * (spline.knots[i + 1] - spline.knots[i]));
      }
    stations.push_back(spline.knots.back());
    return stations;
  }
};

}  // namespace

SplineShape::SplineShape(const std::vector<double>& px, const std::vector<double>& py, bool isClosed)
    : closed(isClosed),
      knots(sumChords(close(px, isClosed), close(py, isClosed))),
      x(knots, close(px, isClosed), endsOf(isClosed)),
      y(knots, close(py, isClosed), endsOf(isClosed)) {}

PlaneJet evaluateShape(const CurveShape& shape, const Jet& w) {
  return std::visit(Evaluate{w}, shape);
}

bool isClosed(const CurveShape& shape) {
  return std::visit(IsClosed{}, shape);
}

bool endsInCusps(const CurveShape& shape) {
  return std::visit(EndsInCusps{}, shape);
}

std::vector<double> listStations(const CurveShape& shape) {
  return std::visit(StationsOf{}, shape);
}

}  // namespace clank
