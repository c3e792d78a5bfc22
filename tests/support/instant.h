// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism at one instant of its motion, ready for what events do to it. What the tests of events need of
// the structure of System, State and Mode stands here and nowhere else.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/coulomb/impact.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/system_compiler.h"
#include "core/events/guard.h"
#include "core/events/phase_change.h"
#include "core/events/phase_transition.h"
#include "core/model/mechanism.h"
#include "core/simulation/assembly.h"
#include "core/simulation/receipt_writer.h"

namespace clank::test {

// A one-sided constraint as a participant of calcJump(); its e, mu and kind as the test wants them.
struct Participant {
  std::size_t unilateral = 0;
  double restitution = 0, friction = 0;
  bool pulls = false;
  double tangential = 0;
};

class Instant {
 public:
  explicit Instant(const Mechanism& mechanism)
      : system_(compileSystem(resolve(mechanism).value()).value()),
        state_(assembleStart(system_, resolve(mechanism).value()).value()),
        dynamics_(system_, state_.mode) {}

  // The dynamics point to the system.
  Instant(const Instant&) = delete;
  Instant& operator=(const Instant&) = delete;

  const System& system() const { return system_; }
  State& state() { return state_; }
  ForwardDynamics& dynamics() { return dynamics_; }

  // Position and velocity of a body's centre of mass and its angle (m, rad) and their rates; k is 0, 1 or 2.
  double& q(std::size_t body, std::size_t k) { return state_.y[3 * body + k]; }
  double& v(std::size_t body, std::size_t k) { return state_.y[3 * (system_.bodies.size() + body) + k]; }
  std::span<const double> v() const {
    return std::span(state_.y).subspan(3 * system_.bodies.size(), 3 * system_.bodies.size());
  }
  // An integral of the energy ledger, J.
  double& integral(WorkIntegral which) {
    return state_.y[6 * system_.bodies.size() + static_cast<std::size_t>(which)];
  }
  double kineticEnergy() const { return calcKineticEnergy(system_, state_.y, v()); }

  std::size_t contact(const std::string& id, std::size_t piece = 0) const {
    for (const SystemContactPair& pair : system_.contactPairs)
      if (pair.id == id) return system_.firstContact() + pair.first + piece;
    ADD_FAILURE() << "no contact " << id;
    return 0;
  }
  std::size_t joint(const std::string& id) const {
    for (std::size_t j = 0; j < system_.joints.size(); ++j)
      if (system_.joints[j].id == id) return j;
    ADD_FAILURE() << "no joint " << id;
    return 0;
  }
  std::size_t stop(const std::string& jointId, std::size_t nth = 0) const {
    return system_.joints[joint(jointId)].firstStop + nth;
  }

  double gap(std::size_t u) const { return calcGap(system_, u, state_.y.data(), v().data()); }
  double gapRate(std::size_t u) const { return calcGapRate(system_, u, state_.y.data(), v().data()); }
  bool isClosed(std::size_t u) const { return state_.mode.unilaterals[u].closed; }
  // Until when the gap of one that has just been left is not looked at, s.
  double ignoredUntil(std::size_t u) const { return state_.mode.unilaterals[u].ignoreUntil; }
  int slip(std::size_t u) const { return state_.mode.unilaterals[u].slip; }
  const std::string& phase(const std::string& jointId) const {
    const std::size_t j = joint(jointId);
    return system_.joints[j].phases[static_cast<std::size_t>(state_.mode.joints[j].phase)].id;
  }

  // Closes a touching unilateral without an event; slip: 0 sticks, else the sign of the slip.
  void close(std::size_t u, int slip = 0) {
    closeUnilateral(system_, u, state_.mode);
    state_.mode.unilaterals.upd(u).slip = slip;
    dynamics_.setMode(state_.mode);
  }

  // The jump of calcJump(); the state stays as it is.
  std::optional<VelocityJump> calcJump(const std::vector<Participant>& participants,
                                       RestitutionLaw law = RestitutionLaw::newton,
                                       const ImpactRules& rules = {}) {
    std::vector<ImpactContact> contacts;
    for (const Participant& p : participants) {
      const UnilateralRows rows = calcUnilateralRows(system_, p.unilateral, state_.y.data(), v().data());
      ImpactContact contact{rows.push, {}, {}};
      contact.how.pulls = p.pulls;
      contact.how.law = law;
      contact.how.restitution = p.restitution;
      contact.how.tangential = p.tangential;
      contact.how.friction = p.friction;
      if (p.friction > 0) contact.slip = rows.slip;
      contacts.push_back(contact);
    }
    dynamics_.assembler().update(state_.t, state_.y.data(), v().data());
    return clank::calcJump(dynamics_.assembler(), v(), contacts, rules);
  }
  // On body b, N s and N m s.
  JointLoad jointImpulse(const VelocityJump& jump, const std::string& id) {
    return calcRowLoad(dynamics_.assembler(), joint(id), jump.rowImpulse);
  }
  void add(const VelocityJump& jump) {
    for (std::size_t k = 0; k < jump.dv.size(); ++k) state_.y[jump.dv.size() + k] += jump.dv[k];
  }

  // Value of the guard of a kind; the test fails when the mode does not watch it.
  double calcGuard(Guard::Kind kind, std::size_t u) {
    EXPECT_TRUE(isWatched(kind, u));
    return clank::calcGuard({kind, u}, dynamics_, state_.t, state_.y);
  }
  bool isWatched(Guard::Kind kind, std::size_t u) const {
    const std::vector<Guard> guards = listGuards(system_, state_.mode);
    return std::any_of(guards.begin(), guards.end(),
                       [&](const Guard& guard) { return guard.kind == kind && guard.unilateral == u; });
  }

  // Carries out the event of a guard, or of the nth change that leads out of the phase of a joint, and tells
  // it as receipts; none, with a failure of the test, when it cannot be carried out.
  std::vector<Receipt> apply(Guard::Kind kind, std::size_t u, double captureSpeed = 0) {
    const State before = state_;
    return tell(before, applyGuard({kind, u}, dynamics_, state_, captureSpeed));
  }
  std::vector<Receipt> change(const std::string& jointId, std::size_t nth = 0) {
    const State before = state_;
    return tell(before, applyChange(watch(jointId, nth), dynamics_, state_));
  }
  ChangeWatch watch(const std::string& jointId, std::size_t nth = 0) const {
    for (const ChangeWatch& watched : listChangeWatches(system_, state_.mode))
      if (watched.joint == joint(jointId) && nth-- == 0) return watched;
    ADD_FAILURE() << "no change leads out of the phase of " << jointId;
    return {};
  }

 private:
  std::vector<Receipt> tell(const State& before, const Result<std::vector<Transition>>& transitions) {
    std::vector<Receipt> receipts;
    if (!transitions) {
      ADD_FAILURE() << transitions.error().front().what;
      return receipts;
    }
    for (const Transition& transition : *transitions)
      receipts.push_back(makeReceipt(system_, before, transition));
    return receipts;
  }

  const System system_;
  State state_;
  ForwardDynamics dynamics_;
};

}  // namespace clank::test
