// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/hand_piece.h"
#include "core/dynamics/joint_shape.h"
#include "core/dynamics/unilateral_modes.h"
#include "core/support/rare.h"

namespace clank {

// The configuration of the mechanism between two events: which phase each joint is in and which one-sided
// constraints are closed. It decides the constraint rows in force.
struct Mode {
  // A phase change that is no stop.
  struct ChangeMode {
    bool armed = true;     // false: it was met when its phase began and waits to be met again
    bool fired = false;    // at least once
    bool struck = false;   // of a guard that waits for an impulse: it has gone through the joint
    double deadUntil = 0;  // s, not looked at before
  };
  struct JointMode {
    int phase = 0;                 // index into Metamorphic::phases
    Rare<JointShape> shape;        // rows of the phase, where a phase change has led to it; absent: as drawn
    double since = 0;              // s, when the phase began
    RareList<ChangeMode> changes;  // in the order of SystemJoint::changes
    bool tight = false;            // a loose joint that is held without its play, at the start
    bool driveOff = false;         // the drive of the joint has been switched off
    double held = 0;               // joint coordinate held while locked or pressed (rad or m)
    // With dry friction: the sign of the rate while it slips, or at rest. At rest its own row holds it (it
    // grips), but for a coordinate that the other rows hold already. Neither: no friction, as in an impact.
    int slip = 0;
    bool rests = false, grips = false;
  };
  // A switch of a law that is held where it changes: the law is between both branches
  // (dynamics/held_laws.h).
  struct HeldSwitch {
    std::size_t index = 0;
    double other = 0;  // the branch beside that of branches
  };
  std::vector<JointMode> joints;  // one a joint
  UnilateralModes unilaterals;
  // On which branch each switch of a law is, in the order of System::switches; NaN: it goes by its argument.
  std::vector<double> branches;
  std::vector<HeldSwitch> held;
  std::vector<HandPiece> hands;  // that pull
};

// Everything that changes during a run; state_layout.h tells what lies where in y.
struct State {
  double t = 0;  // s
  std::vector<double> y;
  Mode mode;
};

}  // namespace clank
