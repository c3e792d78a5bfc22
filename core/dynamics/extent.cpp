// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/extent.h"

#include <Eigen/Geometry>
#include <cmath>

#include "core/dynamics/joint_constraints.h"

namespace clank {

double calcExtent(const System& system, const double* q) {
  Eigen::AlignedBox2d box;
  for (std::size_t b = 0; b < system.bodies.size(); ++b)
    box.extend(Eigen::Vector2d(Eigen::Map<const Eigen::Vector2d>(q + StateLayout::begin(b))));
  for (const SystemJoint& joint : system.joints) {
    const JointKinematics k = calcJointKinematics(joint, q, system.layout.speeds(system.startY).data());
    const Eigen::Vector2d pointB = k.a.position + k.offset;
    box.extend(k.a.position);
    box.extend(pointB);
    if (joint.b.body != kFrameBody) box.extend(Eigen::Vector2d(pointB - 2 * k.b.arm));
  }
  const double size = box.isEmpty() ? 0 : box.diagonal().norm();
  return size > 0 && std::isfinite(size) ? size : 1;
}

}  // namespace clank
