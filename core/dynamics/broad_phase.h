// SPDX-License-Identifier: GPL-3.0-or-later
// Which contacts can touch at all, at a state or within a step: the cost of looking for events follows those
// that are near.
//
// All of a body that takes part in contacts lies in a circle about its centre of mass, which turning does not
// move. With reach r, two bodies are apart by |x_a - x_b| - r_a - r_b at least; the frame has no centre, and
// each of its pieces is asked. Pairs nearer than a skin are listed with the centres as they are, and the list
// holds until the two centres that have moved most have moved by the skin together: then no other pair can
// have come to touch, whatever the accelerations, since the way is measured and not foretold. The skin is as
// long as the ways of some steps.
//
// Within a step the way is that of the dense output, on which events are located: the chord of its ends, by
// how much it leaves the chord at most (Integrator::boundDeviation), and how far the body turns. A circle at
// arm s and a piece that reaches to rho about its centre of mass come nearer to each other within the step by
// no more than
//     |way_b - way_a| + beyond_a + beyond_b + |s| turn_b + rho turn_a.
#pragma once

#include <vector>

#include "core/dynamics/system.h"

namespace clank {

// How a body moves within a step.
struct BodySweep {
  Eigen::Vector2d way{0, 0};  // m, of the centre of mass from the beginning to the end
  double beyond = 0;          // m, how far it leaves that line at most
  double turn = 0;            // rad, how far it turns at most
};

// Distance (m) between the two bodies of a pair, or less.
double calcLeastDistance(const System& system, const SystemContactPair& pair, const double* q);

// Contacts of pairs that may be within a distance (m) of each other, in ascending order.
std::vector<std::size_t> listNearContacts(const System& system, const double* q, double within);

class BroadPhase {
 public:
  explicit BroadPhase(const System& system);

  // Contacts that may touch at q, or within a step that begins there (one sweep a body; none: no step), in
  // ascending order. Valid until the next call.
  const std::vector<std::size_t>& findNear(const double* q, std::span<const BodySweep> sweeps);
  // Can the contact touch within the step of the last findNear()?
  bool canTouch(std::size_t contact, std::span<const BodySweep> sweeps) const;
  // Is it no farther than a distance (m) from touching, at the q of the last findNear()?
  bool isWithin(std::size_t contact, double distance) const;

 private:
  // Where the circle of a contact is in the axes of the body that carries the piece, m. Contacts of one
  // circle stand one after the other: it is found once for all of them.
  const Eigen::Vector2d& findCenter(const ContactGeometry& geometry) const;
  void rebuild(const double* q, double skin);
  const PlacedBody& place(int body) const {
    return body == kFrameBody ? placed_.back() : placed_[static_cast<std::size_t>(body)];
  }

  const System& system_;
  std::vector<double> pieceReach_;  // m, of the piece of each contact about the centre of mass of its body
  std::vector<Eigen::Vector2d> centers_;               // m, when the list was made
  std::vector<PlacedBody> placed_;                     // at the last findNear(); the frame last
  mutable const ContactGeometry* centered_ = nullptr;  // whose centre was found last
  mutable Eigen::Vector2d center_{0, 0};
  double skin_ = -1;  // m; negative: there is no list yet
  double least_ = 0;  // m, of the skin
  std::vector<std::size_t> near_;
};

}  // namespace clank
