// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/surface_piece.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "core/contact/line_pieces.h"

namespace clank {
namespace {

using Vector = Eigen::Vector2d;
constexpr double kQuarter = std::numbers::pi / 2, kTurn = 2 * std::numbers::pi;

Vector directionOf(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

// Twice the area of a polygon, positive when it runs counter-clockwise.
double calcArea(const std::vector<Vector>& points) {
  double area = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    area += points[i - 1].x() * points[i].y() - points[i - 1].y() * points[i].x();
  return area;
}

ArcPiece makeCorner(const Vector& point, const Vector& direction, double extent) {
  return {point, direction, extent, 0, 1};
}

class PieceMaker {
 public:
  PieceMaker(double radius, const Vector& origin, const PieceTaker& to)
      : round_(radius > 0), origin_(origin), to_(to) {}

  void operator()(const LineSurface& line) { makeLine({{line.from, line.to}, 0, line.side}); }
  void operator()(const PolylineSurface& line) { makeLine(line); }
  void operator()(const CircleSurface& circle) {
    to_.take(makeArc(circle.center, circle.radius.value, 0, kTurn, circle.side.value));
  }

  // Its pieces depend on the body (core/contact/outline.h).
  void operator()(const OutlineSurface&) {}
  void operator()(const NamedSurface&) {}

  // While somebody types a curve it may have none.
  void operator()(const CurveSurface& drawn) {
    if (!isSound(drawn.curve) || !isClosed(drawn.curve)) return;
    CurvePiece piece{std::make_shared<const Curve>(makeShape(drawn.curve)), toVector(drawn.center),
                     directionOf(drawn.axis.value), 1, 0};
    const bool outside = drawn.side.value == RoundSide::outside;
    piece.turn = (calcArea(piece.curve->points()) > 0) == outside ? -1 : 1;
    to_.take(std::move(piece));
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

  void makeLine(const PolylineSurface& line) {
    const LinePieces pieces(line, round_, origin_);
    to_.count(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) to_.take(pieces[i]);
  }

  const bool round_;
  const Vector origin_;
  const PieceTaker& to_;
};

double calcReachOf(const SegmentPiece& piece) {
  if (std::isinf(piece.extent)) return piece.extent;
  return std::max(piece.origin.norm(), (piece.origin + piece.extent * piece.direction).norm());
}
double calcReachOf(const ArcPiece& piece) {
  return piece.origin.norm() + piece.radius;
}
// Between two of its points a curve is no farther away than half of the way from one to the other.
double calcReachOf(const CurvePiece& piece) {
  double reach = 0;
  for (const Eigen::Vector2d& p : piece.curve->points()) reach = std::max(reach, p.norm());
  return piece.origin.norm() + reach + piece.curve->longestPanel() / 2 + std::abs(piece.offset);
}

}  // namespace

double calcReach(const SurfacePiece& piece) {
  return std::visit([](const auto& kind) { return calcReachOf(kind); }, piece);
}

void makePieces(const Surface& surface, double radius, const Eigen::Vector2d& origin, const PieceTaker& to) {
  std::visit(PieceMaker(radius, origin, to), surface);
}

std::vector<SurfacePiece> makePieces(const Surface& surface, double radius, const Eigen::Vector2d& origin) {
  std::vector<SurfacePiece> pieces;
  makePieces(surface, radius, origin,
             {[&](std::size_t most) { pieces.reserve(most); },
              [&](SurfacePiece&& piece) { pieces.push_back(std::move(piece)); }});
  return pieces;
}

}  // namespace clank
