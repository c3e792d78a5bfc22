// SPDX-License-Identifier: GPL-3.0-or-later
// The profile of a plate cam from the lift of its follower, which moves along a straight guide.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "core/math/cubic_spline.h"
#include "core/math/expression.h"

namespace clank {

enum class LiftLaw {
  dwell,       // the follower rests
  cycloid,     // u - sin(2 pi u)/2pi: no jump of acceleration
  harmonic,    // (1 - cos(pi u))/2: the acceleration jumps at both ends
  polynomial,  // 10 u^3 - 15 u^4 + 6 u^5: no jump of acceleration
  typed        // an expression in u
};

struct LiftSegment {
  double angle = 0;  // rad, of the turn of the cam that it takes
  double lift = 0;   // m, at its end; of a dwell: as it begins
  LiftLaw law = LiftLaw::cycloid;
  std::string text{};  // typed: the share of the rise, 0 at u = 0 and 1 at u = 1
};

// The lift over the angle of the cam, the same after each turn.
class LiftCurve {
 public:
  // Segments of a whole turn, from lift 0 back to it.
  static tl::expected<LiftCurve, std::string> make(const std::vector<LiftSegment>& segments);
  // A smooth curve through pairs of angle (rad, rising, less than a turn apart) and lift (m).
  static tl::expected<LiftCurve, std::string> makeTable(const std::vector<std::array<double, 2>>& rows);
  // Lift (m), and its first and second derivative with respect to the angle (m/rad, m/rad2).
  Jet evaluate(double angle) const;

 private:
  struct Piece {
    double from = 0, width = 0;  // rad
    double start = 0, rise = 0;  // m
    LiftLaw law = LiftLaw::dwell;
    std::optional<Expression> typed;
  };
  std::vector<Piece> pieces_;
  std::optional<CubicSpline> table_;
  double tableStart_ = 0;  // rad
};

enum class FollowerFace { roller, flat };

struct CamPlan {
  double baseRadius = 0.03;  // m, of the cam where the lift is 0
  FollowerFace face = FollowerFace::roller;
  double roller = 0.01;  // m
  double offset = 0;     // m, of the line of the follower from the shaft, to its right as it lifts upward
};

struct CamPoint {
  double x = 0, y = 0;            // m, of the profile in the axes of the cam
  double pitchX = 0, pitchY = 0;  // m, of the middle of the roller; flat: the profile
  double height = 0;              // m, of the roller's middle or of the face above the shaft
  double pressureAngle = 0;       // rad, of the force against the way of the follower; flat: 0
  double radius = 0;  // m, of curvature of the profile: at 0 it comes to a point, below it is undercut; a
                      // hollow has infinity
};

struct CamProfile {
  std::vector<CamPoint> points;  // evenly over a turn, from where the lift begins
  double largestPressure = 0;    // rad
  double faceReach = 0;  // m, to either side of the line of a flat follower: half of what its face needs
};

// The cam turns counter-clockwise, the follower lifts along y at x = offset. Refused where the lift undercuts
// the profile, or no place is left for the offset.
tl::expected<CamProfile, std::string> calcCamProfile(const LiftCurve& lift, const CamPlan& plan,
                                                     int steps = 360);

}  // namespace clank
