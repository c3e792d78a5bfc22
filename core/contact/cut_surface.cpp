// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/cut_surface.h"

#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <variant>

#include "core/contact/curve_arcs.h"
#include "core/contact/line_pieces.h"

namespace clank {
namespace {

using Vector = Eigen::Vector2d;
constexpr double kQuarter = std::numbers::pi / 2, kTurn = 2 * std::numbers::pi;

Vector directionOf(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

ArcPiece makeCorner(const Vector& point, const Vector& direction, double extent) {
  return {point, direction, extent, 0, 1};
}

class PieceMaker {
 public:
  PieceMaker(double radius, const Vector& origin, const PieceTaker& to)
      : radius_(radius), round_(radius > 0), origin_(origin), to_(to) {}

  void operator()(const LineSurface& line) { makeLine({{line.from, line.to}, 0, line.side}); }
  void operator()(const PolylineSurface& line) { line.smooth.value != 0 ? makeSmooth(line) : makeLine(line); }
  void operator()(const CircleSurface& circle) {
    to_.take(makeArc(circle.center, circle.radius.value, 0, kTurn, circle.side.value));
  }

  // Its pieces depend on the body (core/contact/outline.h).
  void operator()(const OutlineSurface&) {}
  void operator()(const NamedSurface&) {}

  // While somebody types a curve it may have none.
  void operator()(const CurveSurface& drawn) {
    if (!isSound(drawn.curve) || !isClosed(drawn.curve)) return;
    to_.take(CurvePiece{std::make_shared<const Curve>(makeShape(drawn.curve)), toVector(drawn.center),
                        directionOf(drawn.axis.value), findTurn(drawn), 0});
  }

  // An end of an arc is a corner that reaches from the normal of the arc to its tangent, a quarter turn.
  void operator()(const ArcSurface& arc) {
    double extent = std::remainder(arc.to.value - arc.from.value, kTurn);
    if (extent < 0) extent += kTurn;
    const ArcPiece whole = makeArc(arc.center, arc.radius.value, arc.from.value, extent, arc.side.value);
    to_.take(whole);
    if (!round_) return;
    const Vector first = directionOf(arc.from.value), last = directionOf(arc.from.value + extent);
    const Vector center = whole.origin;
    const double r = arc.radius.value;
    const bool outside = arc.side.value == RoundSide::outside;
    to_.take(makeCorner(center + r * first, outside ? Vector(-turnLeft(first)) : Vector(-first), kQuarter));
    to_.take(makeCorner(center + r * last, outside ? last : turnLeft(last), kQuarter));
  }

 private:
  Vector toVector(const Point& point) const { return Vector(point.x.value, point.y.value) - origin_; }

  ArcPiece makeArc(const Point& center, double radius, double from, double extent, RoundSide side) const {
    return {toVector(center), directionOf(from), extent, radius, side == RoundSide::outside ? 1 : -1};
  }

  // The ends are corners as those of segments are. Hollows in which a circle has no room it meets beside
  // them.
  void makeSmooth(const PolylineSurface& line) {
    const PathCurve spline = makeSpline(line);
    if (!isSound(spline)) return;
    std::vector<SurfacePiece> pieces = makeCurveArcs(makeShape(spline), findTurn(line), -origin_, {1, 0});
    if (pieces.empty()) return;
    const WayEnd begin = findBegin(pieces.front()), end = findEnd(pieces.back());
    to_.count(pieces.size() + 2);
    for (SurfacePiece& piece : pieces) {
      const auto* arc = std::get_if<ArcPiece>(&piece);
      if (!arc || arc->side > 0 || arc->radius > radius_) to_.take(std::move(piece));
    }
    if (!round_ || line.closed.value != 0) return;
    to_.take(makeCorner(begin.point, turnLeft(begin.direction), kQuarter));
    to_.take(makeCorner(end.point, end.direction, kQuarter));
  }

  void makeLine(const PolylineSurface& line) {
    const LinePieces pieces(line, round_, origin_);
    to_.count(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) to_.take(pieces[i]);
  }

  const double radius_;
  const bool round_;
  const Vector origin_;
  const PieceTaker& to_;
};

}  // namespace

void makePieces(const Surface& surface, double radius, const Eigen::Vector2d& origin, const PieceTaker& to) {
  if (!hasBothSides(surface)) return std::visit(PieceMaker(radius, origin, to), surface);
  for (const Surface& side : listSides(surface)) std::visit(PieceMaker(radius, origin, to), side);
}

std::vector<SurfacePiece> makePieces(const Surface& surface, double radius, const Eigen::Vector2d& origin) {
  std::vector<SurfacePiece> pieces;
  makePieces(surface, radius, origin,
             {[&](std::size_t most) { pieces.reserve(most); },
              [&](SurfacePiece&& piece) { pieces.push_back(std::move(piece)); }});
  return pieces;
}

}  // namespace clank
