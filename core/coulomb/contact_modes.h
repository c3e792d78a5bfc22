// SPDX-License-Identifier: GPL-3.0-or-later
// Which touching unilaterals stay closed, which stick and which slide: decided by the accelerations.
//
// Where gap and gap rate are zero, the accelerations obey the same complementarity as the speeds after an
// impact (contact_problem.h), with r = W p + b, b the accelerations of gap and slip without the contacts. A
// contact that slips already has its friction against the slip; one at rest decides.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/coulomb/unilateral.h"

namespace clank {

struct TouchingContact {
  bool closed = true;  // a force or no acceleration: it stays
  bool idle = false;   // closed without a force
  int slip = 0;        // 0 sticks (or has no friction), else the sign of the slip
  // The sign of the turning that rolling resistance brakes, or it holds the turning; neither where there is
  // none, or joints hold it already.
  int roll = 0;
  bool holdsRoll = false;
  // It can leave, and as well go on sliding, pressed by its own friction (theory, Painleve).
  bool hasSeveral = false;
  double gapAcceleration = 0;  // m/s2, without its own force but with those of the others
};

inline constexpr const char* kSeveralMotions =
    "several motions are possible (Painleve): it leaves, but friction could also press it on and stop it";

// Dry friction of a joint: 0 at rest, else the sign of its rate.
struct JointSlip {
  std::size_t joint = 0;
  int slip = 0;
};

struct TouchingParts {
  std::vector<TouchingContact> contacts;  // one a unilateral
  std::vector<JointSlip> joints;          // all that can grip
  std::optional<std::size_t> locked;      // a joint that locks itself: nothing is decided
};

// For unilaterals that all are open and joints without friction in the mode of dynamics, touching at (t, y).
// Nothing when the complementarity problem has no solution (a wedge that jams). Joints take part with the
// bounds of their friction, which depend on the reactions (dynamics/joint_friction.h): the problem is solved
// until its own reactions give its bounds.
std::optional<TouchingParts> calcTouching(ForwardDynamics& dynamics, double t, std::span<const double> y,
                                          std::span<const std::size_t> unilaterals);

// Open contacts that touch and slide at the state and leave by one of several motions.
std::vector<std::size_t> listSeveral(ForwardDynamics& dynamics, const State& state);

// By their rates alone, after a jump.
std::vector<JointSlip> listJointSlips(const Assembler& assembler, std::span<const double> y);

}  // namespace clank
