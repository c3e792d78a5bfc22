// SPDX-License-Identifier: GPL-3.0-or-later
// Which contacts can touch at all, at a state or within a step: the cost of looking for events follows those
// that are near.
//
// All of a body that takes part in contacts lies in a circle about its centre of mass, which turning does not
// move. With reach r, two bodies are apart by |x_a - x_b| - r_a - r_b at least; the frame has no centre, and
// each of its pieces is asked. Pairs nearer than a skin are listed with the centres as they are, and the list
// holds until the two centres that have moved most have moved by the skin together: then no other pair can
// have come to touch, whatever the accelerations, since the way is measured and not foretold. The skin is as
// long as the ways between some questions; a step that reaches farther than it asks all pairs.
//
// Within a step the way is that of the dense output, on which events are located: the chord of its ends, by
// how much it leaves the chord at most (Integrator::boundDeviation), and how far the body turns. A circle at
// arm s and a piece that reaches to rho about its centre of mass come nearer to each other within the step by
// no more than
//     |way_b - way_a| + beyond_a + beyond_b + |s| turn_b + rho turn_a.
//
// Bodies are asked first, then the circles, each with all of its pieces together, then the pieces.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/system.h"

namespace clank {

// Where a circle is, m: in the world, and in the axes of the body that carries its pieces.
inline Eigen::Vector2d calcPlace(const System& system, const ContactCircle& circle, const PlacedBody& b) {
  if (circle.bends) return calcPlace(system.contacts[circle.first].geometry.b(), b);
  return b.motion.position + turn(b.rotation, circle.arm);
}
inline Eigen::Vector2d calcCenter(const System& system, const ContactCircle& circle, const PlacedBody& a,
                                  const PlacedBody& b) {
  if (circle.bends) return calcCenter(system.contacts[circle.first].geometry, a, b);
  return turnBack(a.rotation, calcPlace(system, circle, b) - a.motion.position);
}
// The same of the middle of where it can touch.
inline Eigen::Vector2d calcBoundCenter(const System& system, const ContactCircle& circle, const PlacedBody& a,
                                       const PlacedBody& b) {
  if (circle.bends) return calcCenter(system, circle, a, b);
  return turnBack(a.rotation, b.motion.position + turn(b.rotation, circle.boundArm) - a.motion.position);
}

// How a body moves within a step.
struct BodySweep {
  Eigen::Vector2d way{0, 0};  // m, of the centre of mass from the beginning to the end
  double beyond = 0;          // m, how far it leaves that line at most
  double turn = 0;            // rad, how far it turns at most
};

// Distance (m) between the two bodies of a pair, or less.
double calcLeastDistance(const System& system, const SystemContactPair& pair, const double* q);

// Pairs (indices into System::contactPairs) that may be within a distance (m) of each other, ascending.
std::vector<std::size_t> listNearPairs(const System& system, const double* q, double within);

class BroadPhase {
 public:
  explicit BroadPhase(const System& system);

  // Contacts that may touch within a step that begins at q (one sweep a body), in ascending order. Valid
  // until the next call of either.
  const std::vector<std::size_t>& findTouching(const double* q, std::span<const BodySweep> sweeps);
  // Of parts that may overlap at q, those in which the circle is no farther than a distance (m) from the
  // piece, on whichever side of it.
  const std::vector<std::size_t>& findOverlapping(const double* q, double distance);
  // Those no farther than a distance (m) from touching at q, of kOpen at most; among them those that are
  // behind their piece.
  const std::vector<std::size_t>& findWithin(const double* q, double distance);

 private:
  // Pairs of the same two bodies, one behind the other, with what is asked first of them: the rest lies far
  // apart in memory.
  struct Near {
    std::span<const SystemContactPair> pairs;
    int a, b;
    double reach;  // m, of both bodies
    bool bothMove() const { return a != kFrameBody && b != kFrameBody; }
  };
  // What the two centres that moved most have moved together since the list was made, and with the step.
  struct Ways {
    double moved = 0, reached = 0;  // m
  };
  static void add(const SystemContactPair& pair, std::vector<Near>& list);
  Eigen::Vector2d calcWay(const Near& near) const;
  const std::vector<Near>& findNear(const double* q, std::span<const BodySweep> sweeps);
  Ways findWays(const double* q, std::span<const BodySweep> sweeps) const;
  void rebuild(const double* q, double skin);
  void addTouching(const Near& near, std::span<const BodySweep> sweeps);
  void addTouching(const ContactCircle& circle, double way, std::span<const BodySweep> sweeps);

  const System& system_;
  std::vector<Eigen::Vector2d> centers_;  // m, when the list was made
  std::vector<PlacedBody> placed_;        // at the last q; the frame last
  std::vector<BodySweep> still_;          // nothing moves
  double skin_ = 0, least_ = 0;           // m; the shortest
  double asked_ = 0, swept_ = 0;          // questions since then; m, what their steps reached
  std::vector<Near> near_, all_;
  std::vector<std::size_t> found_;  // contacts
};

}  // namespace clank
