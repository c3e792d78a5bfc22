// SPDX-License-Identifier: GPL-3.0-or-later
// A plane curve as a path: nearest point, tangent, curvature and travel, as functions of a place alone. No
// result depends on an earlier one.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "core/math/curve_shapes.h"
#include "core/math/near_points.h"

namespace clank {

class Curve {
 public:
  explicit Curve(CurveShape shape);

  // Nearest point of the curve.
  struct Foot {
    double w = 0;                    // parameter
    Eigen::Vector2d point, tangent;  // m; unit vector in the direction of travel
    double distance = 0;             // m, of the place from the curve, positive to the left of the tangent
    double curvature = 0;            // 1/m, positive where the curve turns to the left
  };
  // An open curve goes on straight behind its ends. No allocation.
  Foot findFoot(const Eigen::Vector2d& place) const;

  // Length along the curve from its begin (m): from 0 to length(), on an open curve also outside.
  double calcTravel(double w) const;
  double length() const { return travels_.back(); }

  double longestPanel() const { return longest_; }  // m, the longest way between two of points()

  // Values of w at which the third derivative jumps, from one end to the other (closed: the last is the
  // first once more); none on a curve given by a formula.
  std::span<const double> knots() const;

  bool closed() const { return closed_; }
  bool endsInCusps() const { return clank::endsInCusps(shape_); }
  const std::vector<Eigen::Vector2d>& points() const { return points_; }  // in order, for drawing

  // A place at which the curve crosses or touches itself, to the accuracy of points().
  std::optional<Eigen::Vector2d> findCrossing() const;

 private:
  struct Place {
    Eigen::Vector2d r, d1, d2;  // r(w), r'(w), r''(w)
  };
  Place evaluate(double w) const;
  Foot refine(const Eigen::Vector2d& place, std::size_t station) const;
  bool isNearest(const Eigen::Vector2d& place, std::size_t station) const;  // of its neighbours
  double calcPanel(double from, double to) const;                           // length

  CurveShape shape_;
  bool closed_ = false;
  std::vector<double> stations_;         // w
  std::vector<Eigen::Vector2d> points_;  // at the stations
  NearPoints near_;                      // of points_
  std::vector<double> travels_;          // at the stations
  double longest_ = 0;                   // m, way between two stations
};

}  // namespace clank
