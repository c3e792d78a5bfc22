// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/extent.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

#include "core/dynamics/joint_constraints.h"

namespace clank {

namespace {

Eigen::AlignedBox2d calcBox(const System& system, const double* q) {
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
  return box;
}

// m. What is held at its centre of mass alone spans nothing but what rounding leaves between the two points
// of a joint, and that is no size: then it is as large as its mass is spread, twice the radius of gyration.
double calcSpan(const System& system, const Eigen::AlignedBox2d& box) {
  constexpr double kNothing = 1e-6;  // of the spread
  const double span = box.isEmpty() ? 0 : box.diagonal().norm();
  double spread = 0;
  for (const SystemBody& body : system.bodies)
    if (body.mass > 0) spread = std::max(spread, 2 * std::sqrt(body.inertia / body.mass));
  return span > 0 && span < kNothing * spread && std::isfinite(spread) ? spread : span;
}

// m, of a piece of a surface; infinite for a line without ends.
struct SizeOfPiece {
  double operator()(const SegmentPiece& segment) const { return segment.extent; }
  double operator()(const ArcPiece& arc) const { return 2 * arc.radius; }
  double operator()(const CurvePiece& curve) const { return curve.curve->length(); }
};

// m, of bodies that touch something and of what they touch, and from it as drawn.
double calcContactSize(const System& system, const double* q, const double* v) {
  double size = 0;
  std::optional<SystemContact> made;
  const auto add = [&](double length) {
    if (std::isfinite(length)) size = std::max(size, std::abs(length));
  };
  for (const SystemContactPair& pair : system.contactPairs) {
    if (pair.a != kFrameBody) add(pair.reachA);
    if (pair.b != kFrameBody) add(pair.reachB);
    if (pair.count == 0 || pair.meeting) continue;  // the box holds what two outlines are apart
    const ContactGeometry& first = system.contacts.get(pair.first, made).geometry;
    add(calcContactKinematics(first, q, v).at.gap);
    add(std::visit(SizeOfPiece{}, first.piece));
  }
  for (const SystemRope& rope : system.ropes) add(rope.geometry.length);
  return size;
}

}  // namespace

double calcExtent(const System& system, const double* q) {
  const Eigen::AlignedBox2d box = calcBox(system, q);
  const double size = calcSpan(system, box);
  return size > 0 && std::isfinite(size) ? size : 1;
}

LengthTolerances findTolerances(const System& system) {
  const double *const q = system.startY.data(), *const v = system.layout.speeds(system.startY).data();
  const Eigen::AlignedBox2d box = calcBox(system, q);
  if (box.isEmpty()) return {};
  const double size = std::max(calcSpan(system, box), calcContactSize(system, q, v)),
               farthest = std::max(box.min().cwiseAbs().maxCoeff(), box.max().cwiseAbs().maxCoeff());
  if (!std::isfinite(size + farthest)) return {};
  return makeTolerances(size > 0 ? size : 1, farthest);
}

}  // namespace clank
