// SPDX-License-Identifier: GPL-3.0-or-later
// Accelerations and joint reactions: M a = f + G' lambda, G a = gamma.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/applied_forces.h"
#include "core/dynamics/assembler.h"
#include "core/dynamics/broad_phase.h"
#include "core/dynamics/compliant_contacts.h"
#include "core/dynamics/held_laws.h"
#include "core/dynamics/known_share.h"
#include "core/dynamics/sliding_friction.h"

namespace clank {

// Baumgarte's acceleration against errors of the constraints (1/s).
struct Baumgarte {
  double alpha = 0, beta = 0;
};

// Scratch of one thread that evaluates one system in one mode at a time.
class ForwardDynamics {
 public:
  ForwardDynamics(const System& system, const Mode& mode);

  // False when the rows stay the same. What was evaluated stands where the mode moves as the one before.
  bool setMode(const Mode& mode);
  // From here on G a = gamma - 2 alpha Cdot - beta^2 C, so that C" + 2 alpha Cdot + beta^2 C = 0.
  void setBaumgarte(const Baumgarte& rates) { baumgarte_ = rates; }
  Assembler& assembler() { return assembler_; }
  const Assembler& assembler() const { return assembler_; }

  // dy/dt of y = [q, v, z]. No allocation.
  void evaluate(double t, std::span<const double> y, std::span<double> dydt);
  // The same for what it leaves here. All who ask at one state share what this has found there: at an event
  // the guards, the impact, the sample, and the step that goes on from it.
  void evaluate(double t, std::span<const double> y);
  // The rows of the assembler and their factor at a state.
  void update(double t, std::span<const double> y) {
    if (!isAt(t, y)) assembler_.update(t, y.data(), system_->layout.speeds(y).data());
  }

  // Takes the place of an evaluation: accelerations and multipliers at y that were found elsewhere, as those
  // of a step of time, one a coordinate and one a row.
  void describe(double t, std::span<const double> y, std::span<const double> acceleration,
                std::span<const double> lambda);
  // The same for the friction of a joint without a row that grips, N m or N.
  void describeFriction(std::size_t joint, double force) { friction_.setForce(joint, force); }

  // Shares the reactions of redundant joints evenly in the multipliers of the last evaluation. Motion does
  // not depend on it, so steps go without.
  void shareReactions() {
    const SharedReactions& shared = knownShare_.share(assembler_, lambda_);
    if (shared.any()) at_.stamp = kNowhere;
    for (const RestingFriction& rests : shared.resting) friction_.setForce(rests.joint, rests.force);
  }
  // The same of what describe() was told, at its time and state.
  void shareDescribed(double t, std::span<const double> y);
  // What the last shareReactions() has found to be one share of many.
  const SharedReactions& shared() const { return knownShare_.shared(); }
  const KnownShare& knownShare() const { return knownShare_; }
  // The last evaluation has taken one of several motions that rigid bodies leave open (elastic_share.h).
  bool choosesMotion() const { return choosesMotion_; }

  // Of the last evaluation:
  std::span<const double> acceleration() const { return acceleration_; }  // m/s2, rad/s2; one a coordinate
  std::span<const double> lambda() const { return lambda_; }              // N or N m, one a row
  std::span<const ForceOutput> forceOutputs() const { return forces_.outputs; }   // one a force element
  std::span<const ForceOutput> handForces() const { return forces_.handForces; }  // one of Mode::hands
  // Friction in a joint, along its coordinate on b, N m or N. At rest it is that of the row that grips, or
  // the share that shareReactions() has given it.
  double jointFriction(std::size_t joint) const;
  // The joint that locks itself by its friction: then the accelerations are not numbers.
  std::optional<std::size_t> findJam() const { return friction_.jam(); }
  const CompliantContacts& compliantContacts() const { return compliant_; }
  // Which contacts are near; searches and events share its list, which lasts while bodies move little.
  BroadPhase& broadPhase() {
    if (!broadPhase_) broadPhase_.emplace(*system_);
    return *broadPhase_;
  }
  // Laws that are held where they change.
  const HeldLaws& heldLaws() const { return heldLaws_; }
  std::int64_t evaluations() const { return evaluations_; }

 private:
  double calcCarriedPower() const;
  // Where the last evaluation that is shared was.
  static constexpr std::uint64_t kNowhere = 0;
  struct Place {
    std::uint64_t stamp = kNowhere;  // of the assembler, which has not been elsewhere since
    double t = 0;                    // s
    std::vector<double> y, dydt;
  };
  bool isAt(double t, std::span<const double> y) const { return at_.t == t && isThere(y); }
  bool isThere(std::span<const double> y) const;
  void calc(double t, std::span<const double> y, std::span<double> dydt);
  std::span<const double> calcWantedAcceleration(const double* v);
  double solve(std::span<const double> f, const double* v);
  double solveHeld(double t, std::span<const double> y, std::span<double> powers);

  const System* system_;
  Assembler assembler_;
  ForceWorkspace forces_;
  CompliantContacts compliant_;
  SlidingFriction friction_;
  HeldLaws heldLaws_;
  KnownShare knownShare_;
  std::vector<double> f_, acceleration_, lambda_;
  Place at_;
  std::int64_t evaluations_ = 0;
  bool choosesMotion_ = false;
  std::optional<Baumgarte> baumgarte_;
  std::vector<double> wanted_;  // one a row
  std::optional<BroadPhase> broadPhase_;
};

// What the motor of a drive gives, N m or N at the joint's speed, when the joint takes an effort: more than
// it by the losses of its gearbox while it drives, less while it is driven.
double calcMotorEffort(const SystemDrive& drive, double effort, double rate);

// What b feels at a closed or pressed contact at the last evaluation: normal force, friction along the
// tangent, and both together in the point of contact.
struct ContactForce {
  double normal = 0, friction = 0;         // N (N m of a stop without a pin)
  double moment = 0;                       // N m on b, of rolling resistance
  Eigen::Vector2d point{0, 0}, onB{0, 0};  // m; N
};
ContactForce calcContactForce(const ForwardDynamics& dynamics, std::size_t contact);
// N, of the strands of a belt to the left and to the right of the line from a to b: the preload, less and
// more half of the multiplier of its row.
struct Strands {
  double left = 0, right = 0;
};
Strands calcStrands(const ForwardDynamics& dynamics, const SystemBelt& belt);
// N; 0 while the rope is slack.
double calcTension(const ForwardDynamics& dynamics, std::size_t rope);

// What b feels in a joint at the last evaluation, at its joint point: from its rows, and from the contacts
// that are its clearance.
JointLoad calcJointLoad(const ForwardDynamics& dynamics, std::size_t joint);

}  // namespace clank
