// SPDX-License-Identifier: GPL-3.0-or-later
// The first step after a compliant contact has begun or ended.
//
// With a force K d^n that begins at d = 0 with a speed v, a step h of any order errs by a part of K (v h)^n h
// at first: step control, which believes in h^8, needs many tries from the step of a flight down to that.
// After an end it is the other way round. Contacts of one pair are alike, so that what served the last time
// is tried first, more where it erred little, and in the ratio v^-n/(n + 1) of speeds with n = 3/2. Whether
// it serves again, step control decides as ever.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "core/events/guard.h"

namespace clank {

class PressSteps {
 public:
  explicit PressSteps(const System& system) : system_(system) {}

  // An event of such a contact has been carried out, or another, and the next step is the first after it.
  // rate: m/s, of the gap.
  void noteEvent(const Guard& guard, double rate);
  void noteOther() { now_ = nullptr; }
  // What to try then (s); nothing the first time.
  std::optional<double> find() const;
  // A step (s) has been taken with this part of the error allowed.
  void noteStep(double length, double error);

 private:
  struct Served {
    double length = 0, rate = 0;  // s, m/s
  };
  const System& system_;
  std::map<std::pair<std::size_t, Guard::Kind>, Served> served_;  // by pair
  Served* now_ = nullptr;                                         // of the last event, before its first step
  double rate_ = 0;                                               // m/s, at it
};

}  // namespace clank
