// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinematics/cam_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace clank {
namespace {

constexpr double kFullTurn = 2 * std::numbers::pi;
constexpr double kSameAngle = 1e-6;  // rad
constexpr double kSameLift = 1e-9;   // m
constexpr double kSameShare = 1e-6;

double toDegrees(double angle) {
  return angle * 360 / kFullTurn;
}

Jet calcShare(LiftLaw law, const Jet& u) {
  constexpr double pi = std::numbers::pi;
  switch (law) {
    case LiftLaw::cycloid:
      return u - chain(u, std::sin(2 * pi * u.v) / (2 * pi), std::cos(2 * pi * u.v),
                       -2 * pi * std::sin(2 * pi * u.v));
    case LiftLaw::harmonic:
      return chain(u, (1 - std::cos(pi * u.v)) / 2, pi * std::sin(pi * u.v) / 2,
                   pi * pi * std::cos(pi * u.v) / 2);
    case LiftLaw::polynomial: {
      const double x = u.v, y = 1 - x;
      return chain(u, x * x * x * (10 - 15 * x + 6 * x * x), 30 * x * x * y * y, 60 * x * y * (1 - 2 * x));
    }
    case LiftLaw::dwell:
    case LiftLaw::typed:
      break;
  }
  return Jet(0);
}

// Roller. In axes whose y points along the way of the follower its middle is p = (e, y), y = sqrt((R + r)^2 -
// e^2) + s. The cam turns counter-clockwise by w, so in its axes the middle is at Rot(-w) p: the pitch curve,
// which runs clockwise. With d Rot(-w)/dw v = Rot(-w) (v_y, -v_x) its tangent, written in the axes of the
// follower, is t = (y, s' - e), and the derivative of that t' = (2 s' - e, s'' - y). The cam lies to the
// right of t: the roller touches it a radius r along n = (s' - e, -y)/|t|, and pushes back along -n, which
// makes with the y axis the pressure angle: tan = (s' - e)/y. The pitch curve is round outward with 1/rho =
// (t_y t'_x - t_x t'_y)/|t|^3; the profile inside of it has rho - r. Where that is not positive the roller
// would have to cut off what it has rolled on. [Norton, Cam Design and Manufacturing Handbook, ch. 7]
CamPoint touchRoller(const Jet& s, double angle, const CamPlan& plan) {
  const double e = plan.offset, prime = plan.baseRadius + plan.roller;
  const double y = std::sqrt(prime * prime - e * e) + s.v, tx = y, ty = s.d - e, reach = std::hypot(tx, ty);
  const double nx = ty / reach, ny = -tx / reach, c = std::cos(angle), n = std::sin(angle);
  CamPoint point;
  point.height = y;
  point.pitchX = c * e + n * y;
  point.pitchY = c * y - n * e;
  const double px = e + plan.roller * nx, py = y + plan.roller * ny;
  point.x = c * px + n * py;
  point.y = c * py - n * px;
  point.pressureAngle = std::atan2(std::abs(ty), y);
  const double curvature = (ty * (2 * s.d - e) - tx * (s.dd - y)) / (reach * reach * reach);
  point.radius = curvature > 0 ? 1 / curvature - plan.roller : std::numeric_limits<double>::infinity();
  return point;
}

// Flat face, square to the way of the follower, at the height h = R + s: the profile is the envelope of the
// face, whose support function h is. Where the face is touched, q beside the shaft: p = (q, h), and its
// derivative in the axes of the follower, (q' + h, h' - q), lies along the face: q = s'. The radius of
// curvature is what goes by an angle: q' + h = h + s''.
CamPoint touchFlat(const Jet& s, double angle, const CamPlan& plan) {
  const double h = plan.baseRadius + s.v, c = std::cos(angle), n = std::sin(angle);
  CamPoint point;
  point.height = h;
  point.x = point.pitchX = c * s.d + n * h;
  point.y = point.pitchY = c * h - n * s.d;
  point.radius = h + s.dd;
  return point;
}

std::string explainPlan(const CamPlan& plan) {
  if (!(plan.baseRadius > 0)) return "the base radius must be greater than zero";
  if (plan.face == FollowerFace::flat) return {};
  if (!(plan.roller > 0)) return "the radius of the roller must be greater than zero";
  if (!(std::abs(plan.offset) < plan.baseRadius + plan.roller))
    return fmt::format(
        "the line of the follower passes {:.4g} m beside the shaft, and would miss a cam and a "
        "roller that reach {:.4g} m",
        std::abs(plan.offset), plan.baseRadius + plan.roller);
  return {};
}

}  // namespace

tl::expected<LiftCurve, std::string> LiftCurve::make(const std::vector<LiftSegment>& segments) {
  LiftCurve curve;
  double angle = 0, lift = 0;
  for (const LiftSegment& segment : segments) {
    if (!(segment.angle > 0))
      return tl::unexpected(std::string("each part of the turn takes an angle greater than zero"));
    Piece piece{angle, segment.angle, lift, 0, segment.law, {}};
    if (segment.law != LiftLaw::dwell) piece.rise = segment.lift - lift;
    if (segment.law == LiftLaw::typed) {
      static const std::vector<std::string> kNames{"u"};
      auto typed = Expression::compile(segment.text, kNames);
      if (!typed) return tl::unexpected(fmt::format("'{}': {}", segment.text, typed.error().front().what));
      const std::array<double, 1> begin{0}, end{1};
      const double atBegin = typed->evaluate(std::span<const double>(begin)),
                   atEnd = typed->evaluate(std::span<const double>(end));
      if (!(std::abs(atBegin) < kSameShare) || !(std::abs(atEnd - 1) < kSameShare))
        return tl::unexpected(
            fmt::format("'{}' is {:.4g} at u = 0 and {:.4g} at u = 1; the share of a rise "
                        "goes from 0 to 1",
                        segment.text, atBegin, atEnd));
      piece.typed = *typed;
    }
    angle += segment.angle;
    lift += piece.rise;
    curve.pieces_.push_back(std::move(piece));
  }
  if (!(std::abs(angle - kFullTurn) < kSameAngle))
    return tl::unexpected(fmt::format("the parts take {:.5g} degrees, but a turn has 360", toDegrees(angle)));
  if (!(std::abs(lift) < kSameLift))
    return tl::unexpected(fmt::format("after a turn the lift is {:.4g} m: it must come back to 0", lift));
  return curve;
}

tl::expected<LiftCurve, std::string> LiftCurve::makeTable(const std::vector<std::array<double, 2>>& rows) {
  if (rows.size() < 3) return tl::unexpected(std::string("a table of lifts has three rows at least"));
  std::vector<double> x, y;
  for (const auto& [angle, lift] : rows) {
    if (!x.empty() && !(angle > x.back()))
      return tl::unexpected(
          fmt::format("the angles of the table must rise: {:.4g} degrees", toDegrees(angle)));
    x.push_back(angle);
    y.push_back(lift);
  }
  if (!(x.back() < x.front() + kFullTurn - kSameAngle))
    return tl::unexpected(
        std::string("the table must end before it has gone around: the first row follows on the last"));
  LiftCurve curve;
  curve.tableStart_ = x.front();
  x.push_back(x.front() + kFullTurn);
  y.push_back(y.front());
  curve.table_.emplace(std::move(x), std::move(y), CubicSpline::Ends::periodic);
  return curve;
}

Jet LiftCurve::evaluate(double angle) const {
  const double start = table_ ? tableStart_ : 0;
  const double within = start + (angle - start) - kFullTurn * std::floor((angle - start) / kFullTurn);
  if (table_) return table_->evaluate(within);
  const Piece* piece = &pieces_.front();
  for (const Piece& next : pieces_)
    if (next.from <= within) piece = &next;
  const Jet u(std::min(1.0, (within - piece->from) / piece->width), 1 / piece->width);
  const std::array<Jet, 1> slots{u};
  const Jet share =
      piece->typed ? piece->typed->evaluate(std::span<const Jet>(slots)) : calcShare(piece->law, u);
  return Jet(piece->start) + Jet(piece->rise) * share;
}

tl::expected<CamProfile, std::string> calcCamProfile(const LiftCurve& lift, const CamPlan& plan, int steps) {
  const std::string wrong = explainPlan(plan);
  if (!wrong.empty()) return tl::unexpected(wrong);
  constexpr int kFiner = 4;  // between the points, too
  CamProfile profile;
  double least = std::numeric_limits<double>::infinity(), at = 0;
  for (int i = 0; i < kFiner * steps; ++i) {
    const double angle = kFullTurn * i / (kFiner * steps);
    const Jet s = lift.evaluate(angle);
    if (!std::isfinite(s.v) || !std::isfinite(s.d) || !std::isfinite(s.dd))
      return tl::unexpected(fmt::format("the lift is no number at {:.4g} degrees", toDegrees(angle)));
    const bool isFlat = plan.face == FollowerFace::flat;
    const CamPoint point = isFlat ? touchFlat(s, angle, plan) : touchRoller(s, angle, plan);
    if (!(point.height > (isFlat ? 0 : plan.roller)))
      return tl::unexpected(
          fmt::format("at {:.4g} degrees the follower would come down to the shaft; a "
                      "greater base radius helps",
                      toDegrees(angle)));
    if (point.radius < least) {
      least = point.radius;
      at = angle;
    }
    profile.largestPressure = std::max(profile.largestPressure, point.pressureAngle);
    if (isFlat) profile.faceReach = std::max(profile.faceReach, std::abs(s.d));
    if (i % kFiner == 0) profile.points.push_back(point);
  }
  if (!(least > 0))
    return tl::unexpected(fmt::format(
        "the cam is undercut at {:.4g} degrees: the follower would cut off what it has to run on. A "
        "greater base radius, {}a smaller lift or a longer rise helps",
        toDegrees(at), plan.face == FollowerFace::roller ? "a smaller roller, " : ""));
  return profile;
}

}  // namespace clank
