// SPDX-License-Identifier: GPL-3.0-or-later
// What is watched in a mode. A guard is positive while nothing happens.
#pragma once

#include <vector>

#include "core/coulomb/unilateral.h"

namespace clank {

struct Guard {
  enum class Kind {
    gap,     // m (rad for a stop without a pin): of an open unilateral
    push,    // N (N m): force of a closed one; it lets go when it turns
    settle,  // s: time left until chatter has died out
    grip,    // N: what a contact has left of the friction and rolling resistance that hold it
    slip,    // m/s: slip speed of a sliding contact, in the direction in which it slides
    roll,    // rad/s: of b against a, where rolling resistance brakes it, in its direction
    edge,    // m: way of a closed contact to the end of its piece
    depth,   // m: of a pressed contact within its piece; it ends at zero
    pull     // of the sign of the force of its law, of the other sign while it is slack
  };
  Kind kind = Kind::gap;
  std::size_t unilateral = 0;
};

// Guards of a mode, in the order of System::unilaterals.
std::vector<Guard> listGuards(const System& system, const Mode& mode);
// Those of stops and of some contacts, in place of what was in guards (indices in ascending order;
// dynamics/broad_phase.h).
void listGuards(const System& system, const Mode& mode, std::span<const std::size_t> contacts,
                std::vector<Guard>& guards);
// To some contacts those that are closed or, of a compliant law, pressed: these have guards wherever they
// are. Both in ascending order.
void addTouched(const System& system, const Mode& mode, std::span<const std::size_t> contacts,
                std::vector<std::size_t>& all);

// Force left until each closed unilateral of the mode lets go and slips, N (N m), one for each place of
// UnilateralModes::entries(), at the last evaluation of dynamics. Where statics leaves the forces of contacts
// open, push and grip are the margin of all of them together; where they ask for accelerations that others do
// not allow, both are negative (dynamics/contact_share.h). That margin may be less than the greatest one
// where it is positive: with the hint, a share that was good the last time and is brought up to date, its
// sign takes less to find, but it is not continuous. Closely it is the greatest one, where few forces are
// open; among many that would take longer than the looks that it spares.
struct ForceMargins {
  std::vector<double> push, grip;
  bool isClose = true;
  const std::vector<double>& of(Guard::Kind kind) const { return kind == Guard::Kind::push ? push : grip; }
};
ForceMargins calcForceMargins(ForwardDynamics& dynamics, Eigen::VectorXd& hint, bool closely = false);
// What rounding leaves of such a margin (N, N m), at the last evaluation of dynamics: a part of the largest
// reaction, and of what would accelerate a body as it is accelerated, or by 1 m/s2 (rad/s2). Reactions alone
// do not tell where parts fall freely with each other, nor where a mechanism has come to rest without load:
// there they are themselves nothing but rounding.
double calcNoForce(const ForwardDynamics& dynamics);

// Value of a guard at a state y in the mode of dynamics; push and grip evaluate the dynamics.
double calcGuard(const Guard& guard, ForwardDynamics& dynamics, double t, std::span<const double> y);

}  // namespace clank
