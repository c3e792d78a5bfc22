// SPDX-License-Identifier: GPL-3.0-or-later
// One step of Moreau and Jean's method: all that happens within a time h happens in it at once.
//
// Measures instead of accelerations: M dv = f dt + G' dL + J' dP, with impulses dP of contacts that may be
// spread over the time or be blows; the method does not ask which. With theta = 1/2, from (q0, v0) at t0 to
// (q1, v1) at t1 = t0 + h, all forces and rows at the midpoint q = q0 + h/2 v0, t0 + h/2:
//     M (v1 - v0) = h f + G' L + J' P,    q1 = q0 + h/2 (v0 + v1)
//     joints and drives   G v1 + (G - G0) v0 = s'(t1), corrected once by what G1 v1 misses where that leads
//     contacts            0 <= P, J v1 + (J - J0) v0 >= 0, one of them zero, and Coulomb between the same
//     rates of slip contacts that hit   0 <= P, J v1 + e J v0 >= 0                   (Moreau's form of
//     Newton's law)
// G0, J0 are the rows at q0: G v1 + (G - G0) v0 is the rate at the end of the step up to h^2, so that rows
// that turn with the parts do no work: what the ledger misses is the error of the step. Without contacts the
// step is the leapfrog of mechanics (symplectic, second order, for spring frequencies w with w h < 2); with
// blows inside a step it is of first order, as their time is not looked for.
// - A contact takes part when its gap at the midpoint is not positive; one that was closed also when its
// bodies alone could
//   close the gap within the step.
// - It hits when it approaches faster than the capture speed and than what free bodies gain in a step. A
// rebound
//   slower than that, or one with e < 1 that comes back within kFlight steps, could not be told from rest: e
//   counts as 0. (In a pile the weight of all that lies above brings a rebound back.)
// - Friction of joints (joint_friction.h) is decided with the contacts: step_impulses.h, with b h for the
// constant part of the bound, static where the joint was at rest. Its viscous part is a force like a
// damper's.
// - Rolling resistance of a contact is decided with it, between the rate of turning at the end of the step
// and the impulse P.
// - Afterwards q1 is moved, in the mass metric, to where joints close and no contact is inside, those that
// pressed being
//   closed, and v1 is projected onto the joints. Moving apart what a blow comes too late for does work
//   against weight and springs, h |J v0| F at most, that the parts have taken up on the way in, and that
//   P (r0 + r1)/2 has counted as lost with the speed from it: the loss of the blow is less by that. The rest
//   of what projections shift stands in the residual of the ledger.
// Sources: Moreau, Unilateral contact and dry friction in finite freedom dynamics, 1988; Jean, The non-smooth
// contact dynamics method, 1999; Acary, Projected event-capturing time-stepping schemes, 2013.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/coulomb/step_impulses.h"
#include "core/dynamics/applied_forces.h"
#include "core/dynamics/consistency.h"
#include "core/simulation/near_contacts.h"

namespace clank {

// A contact or stop that took part in a step; the same index as in MoreauStep::contacts.
struct StepPlace {
  // m; directions of the impulses on body a, zero for a pure moment
  Eigen::Vector2d point{0, 0}, normal{0, 0}, tangent{0, 0};
  bool hits = false;
  double restitution = 0;  // that counted
  double gain = 0;         // m/s, of its bodies alone within the step
  double loss = 0;         // J
};

struct MoreauStep {
  double begin = 0, h = 0;  // s
  std::vector<double> vBefore;
  std::vector<double> rowImpulse;  // of the rows of joints and drives, N s or N m s
  std::vector<StepContact> contacts;
  std::vector<StepPlace> places;
  std::vector<StepContact> rolling, joints;           // rolling resistance; dry friction in joints
  std::vector<StepPlace> rollingPlaces, jointPlaces;  // of these; without directions
  std::vector<double> jointFriction;  // N s or N m s along the coordinate, one a joint; empty: none rubs
  double impactLoss = 0;              // J, of contacts along their normals, and of all that hit
  double carried = 0;                 // J, that a blow which comes later has lost less
  bool comesInside = false;           // what has not been hit: it is moved apart before its blow
  double drift = 0;                   // of joints before they were closed, m or rad
  double penetration = 0;             // m, left by the projection
  StepImpulseReport report;
  const std::string* badLaw = nullptr;  // id of a force whose law is no number
};

class MoreauStepper {
 public:
  // The system must outlive it. Contacts that rebound slower than captureSpeed (m/s) are at rest.
  MoreauStepper(const System& system, const Mode& mode, double captureSpeed);

  // Chooses the rows of joints of a mode: after a phase change.
  void setMode(const Mode& mode);
  // Begins anew at positions, after other motion since those of the last step.
  void restart(const Mode& mode, std::span<const double> from, std::span<const double> to);
  // Its rows are those of joints and drives, in the order of MoreauStep::rowImpulse; at the end of the last
  // step.
  Assembler& assembler() { return assembler_; }

  // Advances position, speed, integrals and time of the state; its mode stays. From a consistent state.
  MoreauStep advance(State& state, double h);

  // Where steps on trial begin, and back to there: as if they had not been taken.
  void mark();
  void goBack();

 private:
  // What one step hands to the next, of the unilaterals that took part in it; in ascending order.
  struct Force {
    std::size_t unilateral = 0;
    double normal = 0, slip = 0, moment = 0;  // N, N m
  };
  struct Hit {
    std::size_t unilateral = 0;
    double t = 0;  // s
  };
  struct Memory {
    std::vector<Force> forces;
    std::vector<Hit> hits;
    double lift = 0;  // J, before the blow that it belongs to
  };
  void remember(const MoreauStep& step);
  void calcFreeMotion(State& state, double h, MoreauStep& step);
  void correctRates(std::span<const double> q0, double h, MoreauStep& step);
  void fillRates(double t, std::vector<double>& rates);
  void listJoints();
  bool hasForces() const;
  double addViscous(std::vector<double>& f) const;
  void addJoints(const State& state, double h, MoreauStep& step);
  void addRolling(const State& state, const UnilateralRows& rows, double h, MoreauStep& step) const;
  void takeOthers(std::size_t contacts, std::size_t rolling, MoreauStep& step);
  void listContacts(const State& state, double h, MoreauStep& step);
  void addContact(const State& state, std::size_t unilateral, double h, MoreauStep& step);
  // m; of a side that has been chosen for a point the way back to its plane, beyond all reach where the next
  // piece is meant.
  double calcStepGap(std::size_t unilateral, const double* q, const double* v) const;
  double calcGain(const BlockRow& row) const;
  double findRestitution(std::size_t unilateral, bool& poisson) const;
  void book(State& state, MoreauStep& step);
  void bookLift(double lift, MoreauStep& step);
  bool closesWithSpeed(const MoreauStep& step) const;
  double calcPotential(const State& state, std::span<const double> q);
  void calcShift();
  bool dropContradicting();
  void projectPositions(std::vector<double>& q, double t, MoreauStep& step);
  double listShifts(std::span<const double> q, const MoreauStep& step, double reach, bool closes);

  const System& system_;
  const double captureSpeed_;
  Assembler assembler_;
  StepImpulses impulses_;
  Projection projection_;
  ForceWorkspace forces_;
  NearContacts near_;
  Memory memory_, marked_;
  std::vector<Jet> lawScratch_;
  std::vector<double> middle_, f_, powers_, free_, mean_, rates0_, rates1_, target_, shift_, shiftImpulse_,
      moved_;
  std::vector<std::size_t> nearNow_;
  std::vector<StepContact> shifts_;
  std::vector<std::pair<std::size_t, BlockRow>>
      rubbing_;                // joints, and the rows of their rates at the midpoint
  std::vector<char> presses_;  // of each unilateral: it has pushed in this step and is to be closed
};

}  // namespace clank
