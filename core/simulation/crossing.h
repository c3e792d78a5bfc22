// SPDX-License-Identifier: GPL-3.0-or-later
// Crosses times at which contacts change without time passing: corners that meet corners, bounces whose ends
// pile up, wedges that have no forces. There a few steps of time (moreau_step.h) always have an answer.
//
// After them, contacts that press are closed: one plastic impact takes their rates to zero, which a step
// leaves to its own tolerance, and accelerations decide which stay closed. From there events go on. A
// crossing that comes soon after another is twice as long, and its steps grow up to the time step of the
// settings: where events do not get on at all, the run becomes one of Moreau and Jean.
#pragma once

#include <optional>
#include <vector>

#include "core/dynamics/forward_dynamics.h"
#include "core/record/receipt.h"
#include "core/simulation/moreau_step.h"
#include "core/simulation/step_description.h"

namespace clank {

class Crossing {
 public:
  // The system must outlive it. Contacts that rebound slower than captureSpeed (m/s) are at rest; longest: s,
  // of a step.
  Crossing(const System& system, double captureSpeed, double longest)
      : system_(system), captureSpeed_(captureSpeed), longest_(longest) {}

  // Not with compliant contacts, which are no part of a step of time.
  bool isPossible() const;

  struct Passage {
    std::vector<Receipt> receipts;
    double loss = 0;       // J, in impacts
    bool isClear = false;  // events can go on; otherwise every contact is open, and there is more to cross
    bool isDescribed = false;  // it is under way: dynamics has the forces of the last step
    bool isHeaped = false;     // of which it was not asked whether they are unique
  };
  // Events begin to crowd again (t, s): the last crossing is not long ago.
  bool wasJustBefore(double t) const { return t - last_ < kSoon * h_ * count_; }
  // Until when to go, from t (s), where as many events as crowd have taken a time (pace, s).
  double plan(double t, double pace);
  // Takes a state, its mode included, on until a time (s), or less where a stop takes hold before; contacts
  // are settled there when that is the end of what was planned. dynamics is left in the mode of the state.
  Passage cross(ForwardDynamics& dynamics, State& state, double until, double end, int mobility);

  int steps() const { return steps_; }        // taken
  double duration() const { return taken_; }  // s, of all crossings

 private:
  static constexpr double kSoon = 2;  // lengths of a crossing
  const System& system_;
  const double captureSpeed_, longest_;
  StepDescription description_;
  std::optional<MoreauStepper> stepper_;  // what it knows of far contacts lasts from crossing to crossing
  std::vector<double> left_;              // positions at the end of the last
  double last_ = -1, h_ = 0, taken_ = 0;  // s: end of the last crossing, its step, all of them
  int count_ = 0, steps_ = 0;             // steps of the last, and of all
};

}  // namespace clank
