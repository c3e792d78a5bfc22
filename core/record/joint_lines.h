// SPDX-License-Identifier: GPL-3.0-or-later
// Channels of joints, of their play and of their drives.
#pragma once

#include <variant>

#include "core/record/contact_lines.h"

namespace clank::rows {

// Of a loose joint, in the phase in force.
inline TouchValues calcPlay(const Instant& now, std::size_t joint) {
  TouchValues play;
  const auto visitPairs = [&](const auto& visit) {
    for (const SystemContactPair& pair : now.dynamics.assembler().system().contactPairs)
      if (pair.owner && pair.owner->joint == joint && isInForce(pair, now.state.mode)) visit(pair);
  };
  visitPairs([&](const SystemContactPair& pair) { play.addTouched(now, pair); });
  if (play.touches) return play;
  NearestPiece nearest;
  visitPairs([&](const SystemContactPair& pair) { nearest.find(now, pair); });
  play.gap = nearest.gap;
  return play;
}

// How far at_b is from where the joint without play would hold it.
inline Eigen::Vector2d calcEccentricity(const SystemJoint& joint, const JointKinematics& k) {
  const Eigen::Vector2d normal = perp(k.axis);
  if (findCurve(joint)) return k.foot.distance * normal;
  return joint.coordinate == CoordinateKind::travel ? Eigen::Vector2d(normal.dot(k.offset) * normal)
                                                    : k.offset;
}

inline double calcTilt(const SystemJoint& joint, const JointKinematics& k) {
  return k.angle - std::get<PrismaticShape>(joint.kind).heldAngle;
}

struct JointValues {
  using Part = SystemJoint;
  JointValues(const Instant& now, const SystemJoint& part, std::size_t index)
      : joint(part),
        phase(now.state.mode.joints[index].phase),
        k(now.dynamics.assembler().calcKinematics(index)),
        load(calcJointLoad(now.dynamics, index)),
        friction(part.friction ? now.dynamics.jointFriction(index) : 0),
        rests(now.state.mode.joints[index].rests) {
    if (part.loose) play = calcPlay(now, index);
  }
  const SystemJoint& joint;
  int phase;
  JointKinematics k;
  JointLoad load;
  double friction;
  bool rests;
  TouchValues play;
};

inline bool isLooseJoint(const SystemJoint& joint) {
  return joint.loose;
}
inline bool isLooseOffCurve(const SystemJoint& joint) {
  return joint.loose && !findCurve(joint);
}
inline bool isLooseSmooth(const SystemJoint& joint) {
  return joint.loose && !(joint.friction && joint.coordinate == CoordinateKind::travel);
}
inline bool isLooseBlock(const SystemJoint& joint) {
  return joint.loose && std::holds_alternative<PrismaticShape>(joint.kind);
}
inline bool isCompliantJoint(const SystemJoint& joint) {
  return joint.loose && joint.compliant;
}
inline bool turns(const SystemJoint& joint) {
  return joint.coordinate == CoordinateKind::angle;
}
inline bool slides(const SystemJoint& joint) {
  return joint.coordinate == CoordinateKind::travel;
}
inline bool rubsTurning(const SystemJoint& joint) {
  return joint.friction && turns(joint);
}
inline bool rubsSliding(const SystemJoint& joint) {
  return joint.friction && (slides(joint) || isMesh(joint));
}
inline bool rubs(const SystemJoint& joint) {
  return joint.friction.has_value();
}
inline bool isOnCurve(const SystemJoint& joint) {
  return findCurve(joint) != nullptr;
}
inline const BeltShape* beltOf(const SystemJoint& joint) {
  return std::get_if<BeltShape>(&joint.kind);
}
inline bool isBelt(const SystemJoint& joint) {
  return beltOf(joint) != nullptr;
}
inline bool isMetamorphic(const SystemJoint& joint) {
  return joint.isMetamorphic() && findBacklash(joint) == 0;  // phases of teeth are no phases of a file
}

inline constexpr Line<JointValues> kJoint[] = {
    {"angle", "rad", [](const JointValues& j) { return calcCoordinate(j.joint, j.k); }, turns},
    {"omega", "rad/s", [](const JointValues& j) { return calcCoordinateRate(j.joint, j.k); }, turns},
    {"travel", "m", [](const JointValues& j) { return calcCoordinate(j.joint, j.k); }, slides},
    {"speed", "m/s", [](const JointValues& j) { return calcCoordinateRate(j.joint, j.k); }, slides},
    {"reaction_x", "N", [](const JointValues& j) { return j.load.x; }},
    {"reaction_y", "N", [](const JointValues& j) { return j.load.y; }},
    {"moment", "N m", [](const JointValues& j) { return j.load.moment; }},
    {"pull", "N", [](const JointValues& j) { return j.load.moment / beltOf(j.joint)->gear.radiusB; }, isBelt},
    {"normal_force", "N",
     [](const JointValues& j) { return perp(j.k.axis).dot(Eigen::Vector2d(j.load.x, j.load.y)); }, isOnCurve},
    {"foot_x", "m", [](const JointValues& j) { return j.k.a.position.x() + j.k.offset.x(); }, isOnCurve},
    {"foot_y", "m", [](const JointValues& j) { return j.k.a.position.y() + j.k.offset.y(); }, isOnCurve},
    {"phase", "1", [](const JointValues& j) { return static_cast<double>(j.phase); }, isMetamorphic},
    {"eccentricity_x", "m", [](const JointValues& j) { return calcEccentricity(j.joint, j.k).x(); },
     isLooseJoint},
    {"eccentricity_y", "m", [](const JointValues& j) { return calcEccentricity(j.joint, j.k).y(); },
     isLooseJoint},
    {"tilt", "rad", [](const JointValues& j) { return calcTilt(j.joint, j.k); }, isLooseBlock},
    {"gap", "m", [](const JointValues& j) { return j.play.gap; }, isLooseJoint},
    {"normal_force", "N", [](const JointValues& j) { return j.play.normal; }, isLooseOffCurve},
    {"friction_force", "N", [](const JointValues& j) { return j.play.friction; }, isLooseSmooth},
    {"slip_speed", "m/s", [](const JointValues& j) { return j.play.slip; }, isLooseJoint},
    {"state", "1", [](const JointValues& j) { return j.play.state; }, isLooseJoint},
    {"penetration", "m", [](const JointValues& j) { return j.play.depth; }, isCompliantJoint},
    {"friction_moment", "N m", [](const JointValues& j) { return j.friction; }, rubsTurning},
    {"friction_force", "N", [](const JointValues& j) { return j.friction + j.play.friction; }, rubsSliding},
    {"friction_loss", "W", [](const JointValues& j) { return -j.friction * calcRubbingRate(j.joint, j.k); },
     rubs},
    {"sticks", "1", [](const JointValues& j) { return j.rests ? 1.0 : 0.0; }, rubs},
};

struct DriveValues {
  using Part = SystemJoint;  // that is driven
  DriveValues(const Instant& now, const SystemJoint&, std::size_t index)
      : effort(getDriveMultiplier(now.dynamics.assembler(), index, now.dynamics.lambda())) {}
  double effort;
};

inline constexpr Line<DriveValues> kDrive[] = {
    {"force", "N", [](const DriveValues& d) { return d.effort; }, slides},
    {"moment", "N m", [](const DriveValues& d) { return d.effort; }, turns},
};

// What stands between motor and joint.
struct GearedDrive {
  const SystemDrive& drive;
  const SystemJoint& joint;
};
struct MotorValues {
  using Part = GearedDrive;
  MotorValues(const Instant& now, const GearedDrive& part, std::size_t index) {
    const Assembler& assembler = now.dynamics.assembler();
    effort = calcMotorEffort(part.drive, getDriveMultiplier(assembler, index, now.dynamics.lambda()),
                             getDriveRate(assembler, index));
  }
  double effort = 0;
};

inline bool isGearedTurning(const GearedDrive& part) {
  return part.drive.efficiency != 1 && turns(part.joint);
}
inline bool isGearedSliding(const GearedDrive& part) {
  return part.drive.efficiency != 1 && slides(part.joint);
}

inline constexpr Line<MotorValues> kMotor[] = {
    {"motor_force", "N", [](const MotorValues& m) { return m.effort; }, isGearedSliding},
    {"motor_moment", "N m", [](const MotorValues& m) { return m.effort; }, isGearedTurning},
};

}  // namespace clank::rows
