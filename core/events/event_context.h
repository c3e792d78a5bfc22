// SPDX-License-Identifier: GPL-3.0-or-later
// The state that one event changes, and what every kind of event needs.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/coulomb/impact.h"
#include "core/events/phase_transition.h"

namespace clank {

struct TouchingContact;  // contact_modes.h

class EventContext {
 public:
  EventContext(ForwardDynamics& dynamics, State& state);

  const System& system() const { return system_; }
  ForwardDynamics& dynamics() { return dynamics_; }
  State& state() { return state_; }
  Mode& mode() { return state_.mode; }
  const double* q() const { return state_.y.data(); }
  std::span<double> v();
  UnilateralRows calcRows(std::size_t unilateral);

  int mobilityBefore() const { return mobilityBefore_; }

  // Puts a mode in force without changing that of the state. The rows have the numbers of the position; those
  // of the speeds (gamma) come with the next evaluation.
  void useMode(const Mode& mode);
  // The mode of the state with every closed unilateral open and no friction in joints.
  Mode calcOpenMode() const;

  // A transition of a unilateral that changes no velocity (yet).
  Transition describe(EventKind kind, std::size_t unilateral) {
    return describe(kind, unilateral, calcRows(unilateral));
  }
  Transition describe(EventKind kind, std::size_t unilateral, const UnilateralRows& rows);
  // Of the friction of a joint.
  Transition describeFriction(EventKind kind, std::size_t joint);
  void add(Transition transition) { transitions_.push_back(std::move(transition)); }
  Transition& last() { return transitions_.back(); }
  // Velocities jump: of unilaterals with their rows before the jump, the first of which the transition is of.
  void addJump(Transition transition, std::span<const std::pair<std::size_t, const UnilateralRows*>> hit,
               const VelocityJump& jump);

  // A stop has closed for good: its joint goes to the next phase, locked when latched and pressed otherwise.
  void hold(std::size_t unilateral);
  // A contact ends: opens it and tells so, unless it never settled and so was never announced. A note is told
  // in any case.
  void letGo(std::size_t unilateral, std::string note = {});
  // Decides by the accelerations which of the closed unilaterals stay closed, stick and slide, and which
  // joints with friction rest; where sliding cannot go on with any forces, after a tangential impact
  // (tangential_impact.h). False when the laws of contact have no solution.
  bool decideContacts();
  // Where forces grow without bound at the border of Painleve's paradox: the tangential impact of the closed
  // contacts, with friction greater by a part of it.
  void leaveBorder(double beyond);

  void fail(std::string what, std::string where = {});
  Result<std::vector<Transition>> finish();

 private:
  Transition describeMotion(EventKind kind);
  // What closed unilaterals do from now on.
  void takeModes(std::span<const std::size_t> closed, std::span<const TouchingContact> modes);
  void letGoOfWhatPulls(std::span<const std::size_t> closed, std::span<const TouchingContact> modes);
  std::vector<std::size_t> listPulling(std::span<const std::size_t> closed,
                                       std::span<const std::size_t> idle);
  void setSlip(std::size_t joint, int slip);
  ForwardDynamics& dynamics_;
  State& state_;
  const System& system_;
  const std::vector<int> rowsBefore_;
  int mobilityBefore_ = 0;
  std::vector<Transition> transitions_;
  Problems problems_;
};

}  // namespace clank
