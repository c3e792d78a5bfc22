// SPDX-License-Identifier: GPL-3.0-or-later
// One-sided constraints under one name: stops of joints, ropes and contacts of surfaces. Each has a gap that
// must not become negative (of a rope: what is slack), an impulse or force that only opens it, and perhaps
// friction.
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>

#include "core/dynamics/forward_dynamics.h"

namespace clank {

// Those of gap and rate: of a stop without a pin in rad and rad/s, else in m and m/s.
const LengthTolerances& getTolerances(const System& system, std::size_t unilateral);

// Rows of a unilateral at a position and velocity. A positive impulse on push opens the gap. For a stop with
// a pin push belongs to the material points that meet there; while the joint holds it is the row of the gap.
struct UnilateralRows {
  BlockRow push, slip;
  double gapGamma = 0, slipGamma = 0;  // gap'' = gap row times a - gamma, m/s2 (rad/s2 without a pin)
  BlockRow gap;
  double gapRate = 0, slipRate = 0;        // m/s (rad/s)
  Eigen::Vector2d point, normal, tangent;  // m; directions of the impulses on body a; zero for a pure moment
  double friction = 0, staticFriction = 0;
  // With rolling resistance: the turning of b against a, whose bound is rolling (m) times the push.
  BlockRow roll;
  double rollGamma = 0, rollRate = 0, rolling = 0;  // rad/s2, rad/s, m
  double speed = 0;  // m/s, of the surface along itself: slipRate is slip row times v, less this
};
UnilateralRows calcUnilateralRows(const System& system, std::size_t unilateral, const double* q,
                                  const double* v);

// Gap (m; rad for a stop without a pin). Of a contact: positive too where the foot lies beyond the end of the
// piece, by how far; so it falls through zero only where the piece is touched, or behind its end.
double calcGap(const System& system, std::size_t unilateral, const double* q, const double* v);
// Beside it that from the unbounded line or circle of the piece, and its rate (m/s); and what calcGapRate()
// and isBehind() return at the same state.
struct Gap {
  double value = 0, plane = 0, planeRate = 0;
  double rate = 0;
  bool isBehind = false;
};
Gap calcGapAndPlane(const System& system, std::size_t unilateral, const double* q, const double* v);
double calcGapRate(const System& system, std::size_t unilateral, const double* q, const double* v);
// Slip speed of a contact (m/s) and turning of b against a (rad/s), and how far its foot is within its piece
// (m). Stops and ropes have none: 0, and no end.
struct RubbingRates {
  double slip = 0, roll = 0;
};
RubbingRates calcRubbingRates(const System& system, std::size_t unilateral, const double* q, const double* v);
double calcWayToEdge(const System& system, std::size_t unilateral, const double* q, const double* v);
// A contact whose foot comes onto a piece from beyond its end, at its back; or of two sharp corners that
// graze each other.
bool isBehind(const System& system, std::size_t unilateral, const double* q, const double* v);
// A contact whose foot runs off the end of a piece: the next piece takes over.
bool isLeaving(const System& system, std::size_t unilateral, const double* q, const double* v);
// What is touched at a corner is the one side or the other, not both: two pieces of one contact with a common
// end, or the end of a piece of one body and there a corner of that body on a piece of the other that holds
// them apart along it (two boxes side by side on a floor).
bool meetAtConvexCorner(const System& system, std::size_t one, std::size_t other, const double* q,
                        const double* v);
// The contact of a piece where the other side of such a corner is closed in a mode.
bool isCoveredAtCorner(const System& system, const Mode& mode, std::size_t unilateral, const double* q,
                       const double* v);
// With the accelerations of the last evaluation of dynamics at q, v.
double calcGapAcceleration(std::size_t unilateral, const ForwardDynamics& dynamics, const double* q,
                           const double* v);
// Of a closed unilateral at the last evaluation of dynamics; of a stop without a pin in N m.
ContactForce calcForce(std::size_t unilateral, const ForwardDynamics& dynamics);
// mu up to which it sticks; 0 of a stop or a rope.
double findStaticFriction(const System& system, std::size_t unilateral);
// N, what a closed one has left of friction and rolling resistance where they hold; infinity where none does.
struct HeldMargin {
  double slip = 0, roll = 0;
};
HeldMargin calcHeldMargin(std::size_t unilateral, const ForwardDynamics& dynamics);

// Null for a contact or a rope.
const SystemLimit* findLimit(const System& system, std::size_t unilateral);
// Null for a stop.
const SystemContactLaw* findLaw(const System& system, std::size_t unilateral);

// Null of what is rigid.
const SystemCompliance* findCompliance(const System& system, std::size_t unilateral);

// Is it there at all in a mode: the joint in the phase that the stop ends, and not held; a contact of a loose
// joint in its phase?
bool isInForce(const System& system, const Mode& mode, std::size_t unilateral);
void closeUnilateral(const System& system, std::size_t unilateral, Mode& mode);
void openUnilateral(const System& system, std::size_t unilateral, Mode& mode);
// Contacts of joints that have left their loose phase.
void openWhatIsNotInForce(const System& system, Mode& mode);

// Its id: that of the joint, rope or contact.
const std::string& nameUnilateral(const System& system, std::size_t unilateral);
// "joint knee", "rope hoist", "contact floor".
std::string describeUnilateral(const System& system, std::size_t unilateral);

}  // namespace clank
