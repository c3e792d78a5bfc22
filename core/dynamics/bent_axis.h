// SPDX-License-Identifier: GPL-3.0-or-later
// The bent axis of a link as a path: the section whose normal meets a place. What leans on an edge of a link,
// or slides along it, is carried by that section, which moves along the link as the place does.
//
// With the tangent T = (X', Y') of the axis (station.h) and T' its derivative along the link, sections turn
// by p = T x T'/|T|^2 per length of the straight link, and the curvature is c = p/|T|. A fibre at a height h
// stretches by e = |T| - h p. A place at a distance y from the axis, with the velocity w as its section sees
// it, moves the foot by x' = w.t/e(y).
//   With " for rates where x stands still,
//   |T|" = T.T"/|T|,   p" = (T" x T' + T x T'")/|T|^2 - 2 (T x T') (T.T")/|T|^4,
// and e" = |T|" - h p", so that the material which a foot meets as it goes on moves along the edge faster by
// e" x', and across it as on a rigid edge of that curvature. The same along the link, T'' in place of T'":
//   |T|' = T.T'/|T|,    p' = T x T''/|T|^2 - 2 (T x T') (T.T')/|T|^4.
#pragma once

#include "core/dynamics/bent_link.h"

namespace clank {

class BentAxis {
 public:
  // Of a link whose modes are placed.
  explicit BentAxis(const BentLink& link);

  struct Foot {
    Station section;
    double x = 0;          // m, from the start; on the link
    double beyond = 0;     // m, of the place along the tangent at an end; zero between the ends
    double distance = 0;   // m, of the place, to the left of the tangent
    double curvature = 0;  // 1/m; zero beyond the ends, as bend is
    double stretch = 1;    // |T|; 1 beyond the ends
    double bend = 0;       // 1/m, p
    bool isBeyond() const { return beyond != 0; }
  };
  // Of |T| and of p, with time (1/s, 1/(m s)) or along the link (1/m, 1/m2).
  struct Change {
    double stretch = 0, bend = 0;
    double calcAt(double height) const { return stretch - height * bend; }  // of e there
  };
  // Of a place (m, axes of the body, from the centre of the straight link). Allocates the section.
  Foot findFoot(const Eigen::Vector2d& place, const double* modes) const;
  Change calcRates(const Foot& foot, const double* modes, const double* rates) const;
  Change calcSlopes(const Foot& foot, const double* modes) const;
  Station makeSection(double x) const;
  const BentLink& link() const { return link_; }
  double length() const { return link_.length; }

 private:
  Eigen::Vector2d calcTangent(const Station& section, const double* modes) const;
  Eigen::Vector2d calcSlope(const Station& section, double x, const double* modes) const;  // T'
  Eigen::Vector2d calcThird(const Station& section, double x, const double* modes) const;  // T''
  void addShortening(double from, double to, std::vector<double>& H) const;

  BentLink link_;
  double panel_ = 0;                        // m
  std::vector<std::vector<double>> nodes_;  // H at the ends of panels
};

}  // namespace clank
