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
// that it was looked at, its foot was beyond the end already.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/state.h"
#include "core/dynamics/system.h"

namespace clank {

class NearContacts {
 public:
  // The system must outlive it.
  explicit NearContacts(const System& system);

  // Bodies have moved from one position to another.
  void move(std::span<const double> from, std::span<const double> to);

  // How far the bodies may get from where they are: way (m) and turn (rad) of each, the frame's zero last.
  struct Reach {
    std::vector<double> way, turn;
  };
  Reach& updReach() { return reach_; }
  // Contacts (indices into System::contacts) that may touch at positions within reach of q. Those that are
  // not in force are among them.
  void find(std::span<const double> q, std::vector<std::size_t>& near);
  // At the last look: it is behind its surface without having come through it.
  bool isBehind(std::size_t contact) const { return watches_[contact].behind; }

 private:
  struct Watch {
    std::size_t a = 0, b = 0;   // bodies; the frame is the last
    double armA = 0, armB = 0;  // m
    double limit = 0;           // of the odometers
    bool behind = false, isSeen = false;
  };
  static double calcTravelled(const Watch& watch, const Reach& reach) {
    return reach.way[watch.a] + reach.way[watch.b] + watch.armA * reach.turn[watch.a] +
           watch.armB * reach.turn[watch.b];
  }

  const System* system_;
  Reach odometer_, reach_;
  std::vector<Watch> watches_;
  std::vector<double> rest_;  // speeds of bodies that do not move
};

}  // namespace clank
