// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/curve_arcs.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clank {
namespace {

using Vector = Eigen::Vector2d;

constexpr int kMostHalvings = 16;
constexpr double kStraight = 1e-8;  // rad, half of what an arc turns; less is a segment

struct CurvePlace {
  Vector point, tangent;
};

// From one point to another, with the direction at the first.
struct WayArc {
  Vector from, direction, to;

  // 1/m, positive to the left: the circle through both with that tangent.
  double curvature() const {
    const Vector w = to - from;
    return 2 * turnLeft(direction).dot(w) / w.squaredNorm();
  }
  // rad, all that it turns to the left.
  double turned() const {
    const Vector w = to - from;
    return 2 * std::atan2(turnLeft(direction).dot(w), direction.dot(w));
  }
  bool isStraight() const { return std::abs(turned()) <= 2 * kStraight; }
  Vector center() const { return from + turnLeft(direction) / curvature(); }
  double calcError(const Vector& p) const {
    if (isStraight()) return std::abs(turnLeft(direction).dot(p - from));
    return std::abs((p - center()).norm() - 1 / std::abs(curvature()));
  }
  WayArc reversed() const {
    const double angle = turned();
    return {to, -(std::cos(angle) * direction + std::sin(angle) * turnLeft(direction)), from};
  }
};

class ArcMaker {
 public:
  explicit ArcMaker(const CurveShape& shape) : shape_(shape) {
    const std::vector<double> stations = listStations(shape);
    Vector low = at(stations.front()).point, high = low;
    for (const double w : stations) {
      low = low.cwiseMin(at(w).point);
      high = high.cwiseMax(at(w).point);
    }
    error_ = kArcError * (high - low).norm();
    const std::vector<double> ends = listEnds(stations.front(), stations.back());
    for (std::size_t i = 1; i < ends.size(); ++i) add(ends[i - 1], ends[i], kMostHalvings);
  }
  std::vector<WayArc> take() { return std::move(arcs_); }

 private:
  // Of the pieces before any is halved: a spline is smooth between its knots.
  std::vector<double> listEnds(double from, double to) const {
    constexpr int kFirst = 8;
    if (const auto* spline = std::get_if<SplineShape>(&shape_)) return spline->knots;
    std::vector<double> ends;
    for (int i = 0; i <= kFirst; ++i) ends.push_back(from + (to - from) * i / kFirst);
    return ends;
  }
  CurvePlace at(double w) const {
    const PlaneJet jet = evaluateShape(shape_, Jet(w, 1));
    return {{jet.x.v, jet.y.v}, Vector(jet.x.d, jet.y.d).normalized()};
  }

  void add(double from, double to, int halvings) {
    const CurvePlace first = at(from), last = at(to);
    const std::array<WayArc, 2> pair = makeBiarc(first, last);
    if (halvings > 0 && calcError(pair, from, to) > error_) {
      const double middle = (from + to) / 2;
      add(from, middle, halvings - 1);
      add(middle, to, halvings - 1);
      return;
    }
    for (const WayArc& arc : pair)
      if ((arc.to - arc.from).norm() > 0) arcs_.push_back(arc);
  }
  static std::array<WayArc, 2> makeBiarc(const CurvePlace& first, const CurvePlace& last) {
    const Vector v = last.point - first.point, t = first.tangent + last.tangent;
    const double vt = v.dot(t), vv = v.squaredNorm();
    const double d = vv / (vt + std::sqrt(vt * vt + 2 * (1 - first.tangent.dot(last.tangent)) * vv));
    const Vector middle = (first.point + last.point + d * (first.tangent - last.tangent)) / 2;
    const WayArc leaving{first.point, first.tangent, middle};
    const Vector between = -leaving.reversed().direction;
    return {leaving, {middle, between, last.point}};
  }
  double calcError(const std::array<WayArc, 2>& pair, double from, double to) const {
    constexpr int kProbes = 8;
    double worst = 0;
    for (int i = 1; i < kProbes; ++i) {
      const Vector p = at(from + (to - from) * i / kProbes).point;
      worst = std::max(worst, std::min(pair[0].calcError(p), pair[1].calcError(p)));
    }
    // Tangents that point apart make arcs that go round.
    const bool goesRound = std::abs(pair[0].turned()) > 1 || std::abs(pair[1].turned()) > 1;
    return goesRound ? std::max(worst, 2 * error_) : worst;
  }

  const CurveShape& shape_;
  double error_ = 0;  // m
  std::vector<WayArc> arcs_;
};

// The free side on the left: that of an arc to the left is inside.
SurfacePiece makePiece(const WayArc& arc) {
  if (arc.isStraight())
    return SegmentPiece{arc.from, (arc.to - arc.from).normalized(), (arc.to - arc.from).norm()};
  const double turned = arc.turned();
  const Vector center = arc.center(), &first = turned > 0 ? arc.from : arc.to;
  return ArcPiece{center, (first - center).normalized(), std::abs(turned), 1 / std::abs(arc.curvature()),
                  turned > 0 ? -1 : 1};
}

Vector turnArm(const ArcPiece& arc, double angle) {
  return std::cos(angle) * arc.direction + std::sin(angle) * turnLeft(arc.direction);
}

WayEnd findWayEnd(const SurfacePiece& piece, bool isLast) {
  if (const auto* segment = std::get_if<SegmentPiece>(&piece))
    return {segment->origin + (isLast ? segment->extent : 0) * segment->direction, segment->direction};
  const auto& arc = std::get<ArcPiece>(piece);
  // Counter-clockwise where the free side is inside, otherwise clockwise.
  const bool isForward = arc.side < 0;
  const Vector arm = turnArm(arc, isLast == isForward ? arc.extent : 0);
  return {arc.origin + arc.radius * arm, isForward ? turnLeft(arm) : Vector(-turnLeft(arm))};
}

}  // namespace

std::vector<SurfacePiece> makeCurveArcs(const CurveShape& shape, int turn, const Eigen::Vector2d& origin,
                                        const Eigen::Vector2d& axis) {
  std::vector<WayArc> arcs = ArcMaker(shape).take();
  const Vector up = turnLeft(axis);
  const auto turnBy = [&](const Vector& p) { return Vector(p.x() * axis + p.y() * up); };
  if (turn < 0) {
    for (WayArc& arc : arcs) arc = arc.reversed();
    std::reverse(arcs.begin(), arcs.end());
  }
  std::vector<SurfacePiece> pieces;
  for (const WayArc& arc : arcs)
    pieces.push_back(makePiece({origin + turnBy(arc.from), turnBy(arc.direction), origin + turnBy(arc.to)}));
  return pieces;
}

WayEnd findBegin(const SurfacePiece& first) {
  return findWayEnd(first, false);
}
WayEnd findEnd(const SurfacePiece& last) {
  return findWayEnd(last, true);
}

}  // namespace clank
