// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/joint_friction.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

// Force across the guide and moment about the joint point of b.
JointPressure calcGuidePressure(const JointFrictionLaw& law, double travel, double normal, double moment) {
  const double arm = law.guideOnA ? travel : 0, about = moment + arm * normal;
  if (law.guideLength > 0 && 2 * std::abs(about) > law.guideLength * std::abs(normal)) {
    const double slope = std::copysign(2 / law.guideLength, about);
    return {slope * about, {slope * arm, slope}};
  }
  return {std::abs(normal), {std::copysign(1, normal), 0}};
}

}  // namespace

bool hasFriction(const System& system, const Mode& mode, std::size_t joint) {
  const SystemJoint& j = system.joints[joint];
  const Mode::JointMode& now = mode.joints[joint];
  return j.friction && !isReleased(j, now) && !isHeld(system, mode, joint) &&
         getShape(j, now).kind.index() == j.kind.index();
}

bool canGrip(const System& system, const Mode& mode, std::size_t joint) {
  const SystemJoint& j = system.joints[joint];
  return j.friction && j.friction->isDry() && !isDriven(system, mode, joint) &&
         hasFriction(system, mode, joint);
}

bool hasDryJoints(const System& system) {
  return std::any_of(system.joints.begin(), system.joints.end(), [](const SystemJoint& joint) {
    return joint.friction && joint.friction->isDry() && (!joint.driven || joint.driveEnds);
  });
}

JointPressure calcPressure(const Assembler& assembler, std::size_t joint, std::span<const double> lambda) {
  const JointShape& shape = assembler.shape(joint);
  if (isTelescope(shape)) return {};  // nothing presses across it
  const double* own = lambda.data() + assembler.firstRow(joint);
  if (std::holds_alternative<RevoluteShape>(shape.kind)) {
    const double force = std::hypot(own[0], own[1]);
    if (force == 0) return {};
    return {force, {own[0] / force, own[1] / force}};
  }
  if (isMesh(shape)) return {std::abs(own[0]), {std::copysign(1, own[0]), 0}};
  const JointKinematics k = assembler.calcShapeKinematics(joint);
  const bool guided = std::holds_alternative<PrismaticShape>(shape.kind);
  return calcGuidePressure(*assembler.system().joints[joint].friction, k.axis.dot(k.offset), own[0],
                           guided ? own[1] : 0);
}

double calcStaticBound(const Assembler& assembler, std::size_t joint, std::span<const double> lambda) {
  const JointFrictionLaw& law = *assembler.system().joints[joint].friction;
  if (law.staticCoefficient == 0) return law.staticConstant;
  return law.staticConstant + law.staticCoefficient * calcPressure(assembler, joint, lambda).value;
}

double calcRate(const Assembler& assembler, std::size_t joint) {
  return calcRubbingRate(assembler.shape(joint), assembler.calcShapeKinematics(joint));
}

BlockRow calcRateRow(const Assembler& assembler, std::size_t joint, double& gamma) {
  BlockRow row;
  updRubbingRow(assembler.shape(joint), assembler.calcShapeKinematics(joint), row, gamma);
  return row;
}

}  // namespace clank
