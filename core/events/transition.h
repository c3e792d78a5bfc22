// SPDX-License-Identifier: GPL-3.0-or-later
// What has happened at an event.
#pragma once

#include <Eigen/Core>
#include <string>
#include <variant>
#include <vector>

#include "core/dynamics/joint_constraints.h"
#include "core/dynamics/state.h"
#include "core/dynamics/system.h"
#include "core/events/event_kind.h"

namespace clank {

// What a unilateral has received in a jump.
struct ContactImpulse {
  std::size_t unilateral = 0;
  Eigen::Vector2d point, normal, tangent;  // m; directions of the impulses on body a, zero for a pure moment
  double impulse = 0, slipImpulse = 0;     // N s (N m s for a pure moment)
};

// Where a transition happens: at a stop, a rope, a contact, a phase change of a joint without a stop, or a
// drive.
struct ChangeIndex {
  std::size_t joint = 0, change = 0;  // index into SystemJoint::changes
};
// The friction of a joint.
struct FrictionIndex {
  std::size_t joint = 0;
};
// A drive whose speed jumps.
struct DriveIndex {
  std::size_t drive = 0;
};
using TransitionPart =
    std::variant<StopIndex, RopeIndex, ContactIndex, ChangeIndex, FrictionIndex, DriveIndex>;

// One jump or change, with everything a receipt tells.
struct Transition {
  EventKind kind = EventKind::impact;
  TransitionPart part;
  Eigen::Vector2d point{0, 0},
      normal{0, 0};                      // m; direction of the impulse on body a (zero for a pure moment)
  double impulse = 0;                    // N s (N m s for a pure moment)
  double slipImpulse = 0;                // N s, of friction along the tangent
  double rateBefore = 0, rateAfter = 0;  // of the gap, m/s (rad/s); approaching is negative
  double slipBefore = 0, slipAfter = 0;  // m/s
  double restitution = 0;
  std::string note;  // how the impact was solved, where that is not plain
  std::vector<double> vBefore, vAfter;
  std::vector<double> qAfter;  // where parts have been moved into a joint; empty: nothing moves
  double energyShift = 0;      // J, of gravity and springs by that
  std::vector<ContactImpulse> contactImpulses;  // of all unilaterals that pushed in the jump
  std::vector<JointLoad> jointImpulses;         // on body b of each joint, N s and N m s
  std::vector<std::string> notUnique;           // parts whose impulses are one share of many
  std::vector<double> driveImpulses;            // N m s (N s), one a drive
  double driveWork = 0;                         // J, of drives and moving surfaces during the jump
  int phaseBefore = 0, phaseAfter = 0;          // of a stop's joint
  int mobilityBefore = 0, mobilityAfter = 0;
  bool momentumConserved = true;
  Mode modeAfter;
};

}  // namespace clank
