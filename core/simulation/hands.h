// SPDX-License-Identifier: GPL-3.0-or-later
// The hands of a run: which pull at a time, and on which piece of their path they are.
//
// A hand begins inside a step, which is cut there on its dense output like a step with an event in it: when a
// live hand takes hold is not known before the step, and a step chosen to end there would be a different one.
// From then on steps end at its times, which are known one ahead: the place that a live hand gives at t_i is
// where the part is led to by t_{i+1}. So a run with the table of a live hand takes the same steps as the run
// in which it was made.
//
// How hard a live hand pulls follows from the mechanism. With A the accelerations that a point takes per unit
// of force on it (1/kg, 2 x 2, all joints and closed contacts in force), 1/m is its larger eigenvalue: m is
// the mass that the mechanism shows at that point in the way in which it gives way most. In that way
//   m x" = k (R - x) - c x'   with   k = m w^2, c = 2 m w
// follows the hand without swinging, within a few times 1/w; in all others it follows more slowly. w is the
// frequency of the grip. What nothing can move has the mass of its body.
#pragma once

#include <optional>
#include <vector>

#include "core/dynamics/state.h"
#include "core/dynamics/system.h"
#include "core/simulation/live_hand.h"

namespace clank {

class Hands {
 public:
  // Both must outlive it; live: may be absent.
  Hands(const System& system, LiveHand* live);

  bool isAny() const { return live_ || !kept_.empty(); }
  // s: where a step must end, since a piece of a path does; infinity: nowhere.
  double findNextStop() const;
  // s: of the hands of the model the first that begins within (begin, end); infinity: none.
  double findBegin(double begin, double end) const;
  // A live hand wants to take hold.
  bool wants() const { return live_ && !record_ && live_->wants(); }
  // At this time a hand begins, comes to its next piece, or lets go.
  bool isDue(double t) const;
  // Carries out what is due, and a live hand that wants to take hold. True: one has begun or let go, so that
  // the force has jumped.
  bool update(const State& state, std::vector<HandPiece>& pieces);
  // The run is over.
  void finish();

 private:
  struct Kept {
    std::size_t force = 0;  // in System::forces
    std::size_t next = 0;   // of its times, the one that it comes to
    const SystemHand* hand = nullptr;
    bool isOver() const { return next == hand->times.size(); }
  };
  bool isDue(const Kept& kept, double t) const;
  void takeHold(const State& state);
  void followLive(double t);
  void setPieces(std::vector<HandPiece>& pieces) const;

  const System& system_;
  LiveHand* live_;
  std::vector<Kept> kept_;
  std::optional<HandRecord> record_;  // of the live hand, while it pulls
  Marker at_;                         // where
  double interval_ = 0;               // s
};

// kg, that the mechanism shows at a point (above).
double calcShownMass(const System& system, const State& state, const Marker& at);

}  // namespace clank
