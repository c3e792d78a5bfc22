// SPDX-License-Identifier: GPL-3.0-or-later
// The state that one event changes, and what every kind of event needs.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/coulomb/unilateral.h"
#include "core/coulomb/velocity_jump.h"
#include "core/events/transition.h"

namespace clank {

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
  bool hasTransitions() const { return !transitions_.empty(); }
  // Velocities jump: of unilaterals with their rows before the jump, the first of which the transition is of.
  void addJump(Transition transition, std::span<const std::pair<std::size_t, const UnilateralRows*>> hit,
               const VelocityJump& jump);

  // A stop has closed for good: its joint goes to the next phase, locked when latched and pressed otherwise.
  void hold(std::size_t unilateral);
  // A contact ends: opens it and tells so, unless it never settled and so was never announced. A note is told
  // in any case.
  void letGo(std::size_t unilateral, std::string note = {});
  void fail(std::string what, std::string where = {});
  bool hasFailed() const { return !problems_.empty(); }
  // Puts the mode of the state in force; see finishEvent() of contact_decision.h.
  Result<std::vector<Transition>> finish();

 private:
  Transition describeMotion(EventKind kind);
  ForwardDynamics& dynamics_;
  State& state_;
  const System& system_;
  const std::vector<int> rowsBefore_;
  int mobilityBefore_ = 0;
  std::vector<Transition> transitions_;
  Problems problems_;
};

}  // namespace clank
