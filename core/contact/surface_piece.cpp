// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/surface_piece.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

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
  PieceMaker(double radius, const Vector& origin) : round_(radius > 0), origin_(origin) {}

  std::vector<SurfacePiece> operator()(const LineSurface& line) {
    return makeLine({line.from, line.to}, false, line.side.value);
  }
  std::vector<SurfacePiece> operator()(const PolylineSurface& line) {
    return makeLine(line.points, line.closed.value != 0, line.side.value);
  }
  std::vector<SurfacePiece> operator()(const CircleSurface& circle) {
    return {makeArc(circle.center, circle.radius.value, 0, kTurn, circle.side.value)};
  }

  // Its pieces depend on the body (core/contact/outline.h).
  std::vector<SurfacePiece> operator()(const OutlineSurface&) { return {}; }

  // While somebody types a curve it may have none.
  std::vector<SurfacePiece> operator()(const CurveSurface& drawn) {
    if (!isSound(drawn.curve) || !isClosed(drawn.curve)) return {};
    CurvePiece piece{std::make_shared<const Curve>(makeShape(drawn.curve)), toVector(drawn.center),
                     directionOf(drawn.axis.value), 1, 0};
    const bool outside = drawn.side.value == RoundSide::outside;
    piece.turn = (calcArea(piece.curve->points()) > 0) == outside ? -1 : 1;
    return {piece};
  }

  // An end of an arc is a corner that reaches from the normal of the arc to its tangent, a quarter turn.
  std::vector<SurfacePiece> operator()(const ArcSurface& arc) {
    double extent = std::remainder(arc.to.value - arc.from.value, kTurn);
    if (extent < 0) extent += kTurn;
    const ArcPiece whole = makeArc(arc.center, arc.radius.value, arc.from.value, extent, arc.side.value);
    std::vector<SurfacePiece> pieces{whole};
    if (!round_) return pieces;
    const Vector first = directionOf(arc.from.value), last = directionOf(arc.from.value + extent);
    const Vector center = whole.origin;
    const double r = arc.radius.value;
    const bool outside = arc.side.value == RoundSide::outside;
    pieces.push_back(
        makeCorner(center + r * first, outside ? Vector(-turnLeft(first)) : Vector(-first), kQuarter));
    pieces.push_back(makeCorner(center + r * last, outside ? last : turnLeft(last), kQuarter));
    return pieces;
  }

 private:
  Vector toVector(const Point& point) const { return Vector(point.x.value, point.y.value) - origin_; }

  ArcPiece makeArc(const Point& center, double radius, double from, double extent, RoundSide side) const {
    return {toVector(center), directionOf(from), extent, radius, side == RoundSide::outside ? 1 : -1};
  }

  // Along the line the free side is on the left. A corner stands out where the line turns right; the normals
  // of its two segments bound the directions in which a circle meets it.
  std::vector<SurfacePiece> makeLine(const std::vector<Point>& drawn, bool closed, LineSide side) {
    std::vector<Vector> points;
    for (const Point& point : drawn) points.push_back(toVector(point));
    if (side == LineSide::right) std::reverse(points.begin(), points.end());
    if (closed) points.push_back(points.front());
    std::vector<SegmentPiece> segments;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const Vector along = points[i + 1] - points[i];
      segments.push_back({points[i], along.normalized(), along.norm()});
    }
    if (!round_) {
      for (SegmentPiece& segment : segments) reachOut(segment);
      lapInnerCorners(closed, segments);
    }
    std::vector<SurfacePiece> pieces(segments.begin(), segments.end());
    if (round_) addCorners(closed, segments, pieces);
    return pieces;
  }

  static double calcTurn(const Vector& before, const Vector& after) {
    return std::atan2(before.x() * after.y() - before.y() * after.x(), before.dot(after));
  }

  // A point that is drawn on an end, as the corner of a box on that of another, is on the piece whatever
  // rounding does.
  static void reachOut(SegmentPiece& segment) {
    segment.origin -= kPointReach * segment.direction;
    segment.extent += 2 * kPointReach;
  }

  // A point in a corner that it cannot leave through the other segment rests on both: each reaches a little
  // beyond the corner, where the other covers it, so that rounding error does not push the point off its end.
  static void lapInnerCorners(bool closed, std::vector<SegmentPiece>& pieces) {
    constexpr double kLap = 1e-6;  // of the shorter of the two
    const std::vector<SegmentPiece> drawn = pieces;
    for (std::size_t i = closed ? 0 : 1; i < drawn.size(); ++i) {
      const std::size_t last = i == 0 ? drawn.size() - 1 : i - 1;
      if (calcTurn(drawn[last].direction, drawn[i].direction) <= 0) continue;
      const double lap = kLap * std::min(drawn[last].extent, drawn[i].extent);
      pieces[last].extent += lap;
      pieces[i].origin -= lap * pieces[i].direction;
      pieces[i].extent += lap;
    }
  }

  static void addCorners(bool closed, const std::vector<SegmentPiece>& segments,
                         std::vector<SurfacePiece>& pieces) {
    for (std::size_t i = 0; i < segments.size(); ++i) {
      if (i == 0 && !closed) continue;
      const SegmentPiece& next = segments[i];
      const Vector before = segments[i == 0 ? segments.size() - 1 : i - 1].direction;
      const double turn = calcTurn(before, next.direction);
      if (turn < 0) pieces.push_back(makeCorner(next.origin, turnLeft(next.direction), -turn));
    }
    if (closed) return;
    const SegmentPiece &first = segments.front(), &last = segments.back();
    pieces.push_back(makeCorner(first.origin, turnLeft(first.direction), kQuarter));
    pieces.push_back(makeCorner(last.origin + last.extent * last.direction, last.direction, kQuarter));
  }

  const bool round_;
  const Vector origin_;
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

std::vector<SurfacePiece> makePieces(const Surface& surface, double radius, const Eigen::Vector2d& origin) {
  return std::visit(PieceMaker(radius, origin), surface);
}

}  // namespace clank
