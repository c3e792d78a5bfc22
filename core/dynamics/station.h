// SPDX-License-Identifier: GPL-3.0-or-later
// A point of a link that bends, told by its place along the axis. Axes are those of the body, which float
// with the link; its origin lies at the centre of the straight link, the axis along x.
//
// With the modal coordinates a (bending) and b (stretching), theory (14):
//   X = x + psi b - a' H a/2,   Y = phi a,   H_jk = int_0^x phi_j' phi_k'
// is where the point x of the axis is, and its section stands across the tangent (X', Y'),
//   X' = 1 + psi' b - s^2/2,  Y' = s,  s = phi' a,   theta = atan2(Y', X'),
// so that a point at o from the axis in the section is at (X, Y) + R(theta) o. Without foreshortening H and
// the s^2 of X' are left out. With D = X'^2 + Y'^2:
//   d theta/d a_j = phi_j' (X' + s^2)/D,   d theta/d b_k = -Y' psi_k'/D
//   theta" = (Y' s'^2 - 2 theta' (X' X'' + Y' Y''))/D + terms of the accelerations of a and b
// ('' the rates of X' and Y'; the first term without foreshortening zero).
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "core/model/flexible_link.h"
#include "core/support/rare.h"

namespace clank {

inline constexpr std::size_t kMostModes = kMostBendingModes + kMostAxialModes;

struct Station {
  std::size_t first = 0;               // coordinate of the first mode
  std::size_t bending = 0, axial = 0;  // numbers of modes
  bool foreshortens = false;
  Eigen::Vector2d place{0, 0};   // m, of the axis there, undeformed
  Eigen::Vector2d offset{0, 0};  // m, from there, axes of the section
  // phi, phi', psi, psi', then H by columns.
  std::vector<double> shape;

  bool bends() const { return bending + axial > 0; }
  std::size_t modes() const { return bending + axial; }
  const double* phi() const { return shape.data(); }
  const double* slope() const { return phi() + bending; }
  const double* psi() const { return slope() + bending; }
  const double* stretch() const { return psi() + axial; }
  const double* shortening() const { return stretch() + axial; }
  bool isOnAxis() const { return offset.x() == 0 && offset.y() == 0; }
};

// The station of a point whose body may bend; few do, and points are many.
class MaybeStation : public Rare<Station> {
 public:
  using Rare::Rare;
  bool bends() const { return has_value() && (**this).bends(); }
};

// How each mode moves the point (m per m of the mode), and turns its section (rad/m).
struct StationColumns {
  std::array<double, kMostModes> x, y, turn;
};
void calcColumns(const Station& station, const double* modes, StationColumns& columns);

// Place, and its rates as the axes see them.
struct StationMotion {
  Eigen::Vector2d place, rate;  // m, m/s
  Eigen::Vector2d swing;        // m/s2, without the accelerations of the modes
  double angle = 0, omega = 0;  // rad, rad/s, of the section
  double spin = 0;              // rad/s2, without the accelerations of the modes
};
StationMotion calcStationMotion(const Station& station, const double* modes, const double* rates);

// The same of a point of the axis, without its section: what the mass of a link is summed up from.
struct AxisPoint {
  Eigen::Vector2d place, rate, swing;
  std::array<double, kMostModes> x, y;  // columns
};
void calcAxisPoint(const Station& station, const double* modes, AxisPoint& point);  // place and columns
void calcAxisPoint(const Station& station, const double* modes, const double* rates, AxisPoint& point);

}  // namespace clank
