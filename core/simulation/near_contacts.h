// SPDX-License-Identifier: GPL-3.0-or-later
// Which contacts can touch within a step: the cost of a step follows those that are near.
//
// Seen from a, the centre of the circle of a contact moves by no more than
//     way_a + way_b + D turn_a + s_b turn_b,
// with way the path of a centre of mass, turn that of an angle, s_b the arm of the circle and D its distance
// from the centre of mass of a. Gaps change by no more than that. So each body keeps its way and turn since
// the start, like an odometer; a contact
// that was found g away is not looked at before they have come g further. A circle below a surface has come
// through it within the step, and is to be pushed back, unless it has come around an end: then, the last time
// that it was looked at, its foot was beyond the end already, or it is deeper than it can have come since. A
// circle whose centre was in front rolls on over the corner: it has not come around. Nor is there a way
// around the end of a piece in a hollow corner: what is beyond it there, and below, has come through both
// pieces, and the planes of both say how far it has to go back.
//
// A point comes into a convex polygon through the side whose plane it passes last, the one with the largest
// gap: that one alone is near, and it is the gap that says how far the point has to go. Of the corner of a
// body only sides within its sector are meant (ContactGeometry::sector). Where two corners have come into
// each other, the side that is nearest may be within the sector of neither: then the way out is the shortest
// of those that are, over the corners of both.
//
// The contacts of a pair of bodies are asked together first, with the largest of their arms: none is due
// before the pair is.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/dynamics/planar.h"
#include "core/dynamics/system.h"

namespace clank {

class NearContacts {
 public:
  // The system must outlive it.
  explicit NearContacts(const System& system);

  // Where a step on trial begins, and back to there.
  void mark();
  void goBack();

  // What is near is looked at anew, as if it had not been seen; bodies have moved in between.
  void restart(std::span<const double> from, std::span<const double> to);

  // Bodies have moved from one position to another.
  void move(std::span<const double> from, std::span<const double> to);

  // How far the bodies may get from where they are: way (m) and turn (rad) of each, the frame's zero last.
  struct Reach {
    std::vector<double> way, turn;
  };
  Reach& updReach() { return reach_; }
  // Contacts (indices into System::contacts) that may touch at positions within reach of q. Those that are
  // not in force are among them. What is behind its surface at the begin of a step counts for the rest of it:
  // on the way to where no part is inside another a circle goes to and fro past the ends of pieces.
  enum class When { atBegin, within };
  void find(std::span<const double> q, When when, std::vector<std::size_t>& near);
  // The side of a polygon that find() has chosen.
  bool isSide(std::size_t contact) const { return system_->getPair(contact).isConvex; }
  // At the last look: it is behind its surface without having come through it.
  bool isBehind(std::size_t contact) const { return getWatch(contact).behind; }
  // At the last look: its foot was beyond the end of its piece, in a hollow corner.
  bool isInHollow(std::size_t contact) const { return getWatch(contact).inHollow; }

 private:
  struct Arms {
    std::size_t a = 0, b = 0;   // bodies; the frame is the last
    double armA = 0, armB = 0;  // m
    double limit = 0;           // of the odometers
  };
  struct Watch : Arms {
    bool behind = false, isSeen = false, began = false;  // began: behind when the step of the last look did
    bool inHollow = false;
    int step = 0;                  // of the last look
    double seenAt = 0, depth = 0;  // at the last look: of the odometers; m, come through
  };
  // Watches of a pair whose contacts are made when they come near are made then, too.
  const Watch& getWatch(std::size_t contact) const {
    const std::size_t pair = system_->contacts.pairOf(contact);
    return watches_[pair][contact - system_->contactPairs[pair].first];
  }
  static double calcTravelled(const Arms& arms, const Reach& reach) {
    return reach.way[arms.a] + reach.way[arms.b] + arms.armA * reach.turn[arms.a] +
           arms.armB * reach.turn[arms.b];
  }
  // Returns how far its circle has to go before it touches, m.
  double look(std::size_t contact, Watch& watch, When when);
  std::vector<Watch> makeWatches(const SystemContactPair& pair) const;
  // A pair without watches: how far its bodies are from each other.
  void lookFromAfar(std::size_t pair, std::span<const double> q);
  void beginToWatch(std::size_t pair, std::span<const double> q);
  void place(std::size_t body, std::span<const double> q);
  bool isFar(const Arms& pair) const {
    return calcTravelled(pair, odometer_) + calcTravelled(pair, reach_) < pair.limit;
  }
  // Pairs without watches whose bodies are farther apart than the skin are not asked until two bodies may
  // have gone that far together: of 500 boxes nearly all of 125,000 pairs.
  double calcWayTogether() const;
  void wake(std::span<const double> q);
  Watch makeWatch(const ContactGeometry& geometry) const;
  bool endsInHollow(std::size_t contact, const ContactGeometry& geometry, bool atOrigin) const;
  void updLimit(std::size_t pair);
  void findPieces(std::size_t pair, When when, std::vector<std::size_t>& near);
  void findSide(std::size_t pair, std::vector<std::size_t>& near);
  void findWaysOut(std::vector<std::size_t>& near);

  const System* system_;
  Reach odometer_, reach_;
  int step_ = 0;                             // counted at their begins
  std::vector<std::vector<Watch>> watches_;  // of contacts, by pair
  std::vector<Arms> pairs_;
  std::vector<std::size_t> awake_;   // pairs that are asked, ascending
  std::vector<double> wayAtWaking_;  // m, of the odometers
  double skin_ = 0;                  // m; 0: all are to be asked
  int stepAtWaking_ = 0;
  bool maySleep_ = false;
  std::vector<double> begin_;  // of the step: positions, where pairs may sleep
  Reach odometerAtBegin_;
  std::vector<PlacedBody> placed_;  // the frame last
  // A corner inside a polygon: the side to go out through, and how far it is (m); nothing for one that is
  // found.
  struct WayOut {
    std::pair<std::size_t, std::size_t> bodies;
    std::size_t side = 0;
    double way = 0;
    Eigen::Vector2d normal{0, 0};  // from the first body
  };
  std::vector<WayOut> waysOut_;
  // Since the mark: what was changed, as it was, and the odometer there.
  bool isMarked_ = false;
  Reach marked_;
  struct Changed {
    std::size_t pair = 0, place = 0;
    Watch watch;
  };
  std::vector<Changed> changed_;
  std::vector<std::size_t> changedPairs_, madePairs_;
  std::vector<std::pair<std::size_t, Arms>> changedSides_;
};

}  // namespace clank
