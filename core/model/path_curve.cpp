// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/path_curve.h"

#include <algorithm>
#include <cmath>

#include "core/math/curve.h"

namespace clank {
namespace {

struct ShapeOf {
  CurveShape operator()(const CirclePath& c) const { return EllipseShape{c.radius.value, c.radius.value}; }
  CurveShape operator()(const EllipsePath& e) const { return EllipseShape{e.a.value, e.b.value}; }
  CurveShape operator()(const LamePath& l) const { return LameShape{l.a.value, l.b.value, l.n.value}; }
  CurveShape operator()(const CartesianOvalPath& o) const {
    return CartesianOvalShape{o.a.value, o.b.value, o.d.value};
  }
  CurveShape operator()(const CassinianPath& o) const { return CassinianShape{o.a.value, o.c.value}; }
  CurveShape operator()(const PearPath& p) const { return PearShape{p.a.value, p.b.value}; }
  CurveShape operator()(const SplinePath& s) const {
    std::vector<double> x, y;
    for (const Point& point : s.points) {
      x.push_back(point.x.value);
      y.push_back(point.y.value);
    }
    return SplineShape(x, y, s.closed);
  }
};

struct IsClosed {
  bool operator()(const CirclePath&) const { return true; }
  bool operator()(const EllipsePath&) const { return true; }
  bool operator()(const LamePath&) const { return true; }
  bool operator()(const CartesianOvalPath&) const { return true; }
  bool operator()(const CassinianPath&) const { return true; }
  bool operator()(const PearPath&) const { return false; }
  bool operator()(const SplinePath& spline) const { return spline.closed; }
};

}  // namespace

bool isClosed(const PathCurve& curve) {
  return std::visit(IsClosed{}, curve.kind);
}

CurveShape makeShape(const PathCurve& curve) {
  return std::visit(ShapeOf{}, curve.kind);
}

double calcLength(const PathCurve& curve) {
  return isSound(curve) ? Curve(makeShape(curve)).length() : 0;
}

double findTravel(const PathCurve& curve, double x, double y) {
  if (!isSound(curve)) return 0;
  const Curve path(makeShape(curve));
  return path.calcTravel(path.findFoot({x, y}).w);
}

Hollow findTightestHollow(const PathCurve& curve, bool fromLeft) {
  const CurveShape shape = makeShape(curve);
  std::vector<Hollow> places;
  for (const double w : listStations(shape)) {
    const PlaneJet at = evaluateShape(shape, Jet(w, 1));
    const double speed = std::hypot(at.x.d, at.y.d);
    const double turns = (at.x.d * at.y.dd - at.y.d * at.x.dd) / (speed * speed * speed);  // to the left
    places.push_back({fromLeft ? turns : -turns, at.x.v, at.y.v});
  }
  return *std::max_element(places.begin(), places.end(),
                           [](const Hollow& a, const Hollow& b) { return a.curvature < b.curvature; });
}

std::vector<std::array<double, 2>> listPoints(const PathCurve& curve) {
  std::vector<std::array<double, 2>> points;
  if (!isSound(curve)) return points;
  const CurveShape shape = makeShape(curve);
  for (const double w : listStations(shape)) {
    const PlaneJet at = evaluateShape(shape, Jet(w));
    points.push_back({at.x.v, at.y.v});
  }
  return points;
}

}  // namespace clank
