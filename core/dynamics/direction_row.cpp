// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/direction_row.h"

namespace clank {

double addDirectionRow(const JointKinematics& k, const Eigen::Vector2d& n, double turning, BlockRow& row) {
  const Eigen::Vector2d turned = turning * perp(n);
  const double omega = k.a.omega;
  addDirection(row, k.a, -n);
  addDirection(row, k.b, n);
  if (turning != 0 || !k.a.station) addTurn(row, k.a, turned.dot(k.offset));
  const double gamma =
      -(n.dot(k.centripetal) + 2 * omega * turned.dot(k.rate) - turning * omega * omega * n.dot(k.offset));
  return k.a.station ? gamma - k.a.spin * turned.dot(k.offset) : gamma;
}

void fillDirectionRow(const JointKinematics& k, const Eigen::Vector2d& n, double turning, BlockRow& row,
                      double& gamma) {
  startRow(row, k.a, k.b);
  gamma = addDirectionRow(k, n, turning, row);
}

}  // namespace clank
