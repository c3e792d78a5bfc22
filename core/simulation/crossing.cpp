// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/coulomb/step_impulses.h"
#include "core/dynamics/consistency.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/joint_friction.h"
#include "core/dynamics/tolerances.h"
#include "core/events/contact_decision.h"
#include "core/events/event_context.h"
#include "core/events/joint_grips.h"
#include "core/math/largest.h"
#include "core/simulation/moreau_step.h"
#include "core/simulation/receipt_writer.h"
#include "core/simulation/step_receipts.h"

namespace clank {
namespace {

constexpr double kFirstStep = 1e-6, kLastStep = 2e-4;  // s, steps; longer where crossings do not end
constexpr double kStopped = 1e-12;                     // m/s, and of speeds
constexpr int kFewest = 8, kMostAtOnce = 512;          // steps of a crossing

// N
double calcWeight(const System& system) {
  double mass = 0;
  for (const SystemBody& body : system.bodies) mass += body.mass;
  return mass * system.gravity.norm();
}

// Steps of time; one that leaves parts inside each other, or makes energy, is taken in halves, as long as
// that helps: by what a projection lifts a pile at rest does not shrink with the step.
class CarefulSteps {
 public:
  CarefulSteps(const System& system, MoreauStepper& stepper, int mobility, Crossing::Passage& passage)
      : system_(system),
        mobility_(mobility),
        nothing_(std::max(kNothing, kLift * system.tolerances.open * calcWeight(system))),
        lift_(kMostLift * system.tolerances.open * calcWeight(system)),
        passage_(passage),
        stepper_(stepper) {}

  // missedBefore: J, of the step that this is a half of.
  void take(State& state, double until, int halvings = 0,
            double missedBefore = std::numeric_limits<double>::infinity()) {
    const double begin = state.t;
    const std::vector<double> before = state.y;
    stepper_.mark();
    const MoreauStep step = stepper_.advance(state, until - begin);
    ++count_;
    state.t = until;
    const double missed = calcMissed(step, before, state.y);
    // What is not a number is no good either.
    const bool isInside = !(step.penetration <= std::max(system_.tolerances.open / 2, penetration_)),
               misses = !(missed <= 0);
    const bool mayHelp = !(missed <= lift_) || missed < kHelps * missedBefore;
    const int most = misses && assembler().rowCount() > 0 ? kMostForJoints : kMostHalvings;
    if (halvings < most && (isInside || (misses && mayHelp))) {
      state.y = before;
      state.t = begin;
      stepper_.goBack();
      take(state, (begin + until) / 2, halvings + 1, missed);
      if (!changed_) take(state, until, halvings + 1, missed);
      return;
    }
    penetration_ = step.penetration;
    passage_.loss += step.impactLoss;
    const auto receipts = settleStep(system_, step, stepper_.assembler(), mobility_, state, changed_);
    last_ = step;
    passage_.receipts.insert(passage_.receipts.end(), receipts.begin(), receipts.end());
  }

  int count() const { return count_; }
  bool changed() const { return changed_; }  // a stop has taken hold: other rows are in force
  const MoreauStep& last() const { return last_; }
  const Assembler& assembler() { return stepper_.assembler(); }

 private:
  // Energy that a step makes, or that the ledger misses, beyond what is let pass, J. Rows of joints turn
  // within a step, and the work that is missed for it grows with the step.
  double calcMissed(const MoreauStep& step, const std::vector<double>& before,
                    const std::vector<double>& after) {
    const MechanicalEnergy from = calcEnergy(system_, before), to = calcEnergy(system_, after);
    const auto z0 = system_.layout.integrals(before), z1 = system_.layout.integrals(after);
    const double work = z1[kWork] - z0[kWork], made = to.total() - from.total() - work,
                 lost = z1[kFrictionLoss] - z0[kFrictionLoss] + z1[kDampingLoss] - z0[kDampingLoss],
                 moves = from.kinetic + to.kinetic + std::abs(work);
    double missed = made - kMade * moves;
    if (assembler().rowCount() > 0)
      missed = std::max(missed, std::abs(made + lost + step.impactLoss - step.carried) - kMissed * moves);
    return missed - nothing_;
  }

  // A fast part that turns by much in the time of a slow crowd needs steps of its own.
  static constexpr int kMostHalvings = 5, kMostForJoints = 10;
  static constexpr double kHelps = 0.75;  // of what the whole step missed
  static constexpr double kMade = 1e-8;   // of what moves
  // Of what moves, by the ledger. It adds up: the thousands of steps of a crossing that does not end miss a
  // millionth.
  static constexpr double kMissed = 1e-9;
  static constexpr double kNothing = 1e-10;  // J
  // Of what counts as open: by which closing contacts may lift what is at rest, and projections.
  static constexpr double kLift = 1e-2, kMostLift = 10;
  const System& system_;
  const int mobility_;
  const double nothing_, lift_;  // J
  Crossing::Passage& passage_;
  MoreauStepper& stepper_;
  MoreauStep last_;
  double penetration_ = 0;  // m, left by the last step: shorter ones do not mend it
  int count_ = 0;
  bool changed_ = false;
};

// Contacts that a step has left open by more than touching, or beyond the end of their surface.
void openWhatIsApart(const System& system, State& state) {
  const double* const v = system.layout.speeds(state.y).data();
  for (const std::size_t u : state.mode.unilaterals.listClosed())
    if ((std::abs(calcGap(system, u, state.y.data(), v)) > getTolerances(system, u).open ||
         isBehind(system, u, state.y.data(), v)))
      openUnilateral(system, u, state.mode);
}

// The plastic impact of all that is closed; returns what it takes, J. It is told to nobody.
double stopRates(EventContext& c) {
  std::vector<StepContact> contacts;
  for (const std::size_t u : c.mode().unilaterals.listClosed())
    contacts.push_back(makeStepContact(c.system(), u, c.calcRows(u)));
  if (contacts.empty()) return 0;
  c.useMode(c.calcOpenMode());
  Assembler& assembler = c.dynamics().assembler();
  std::vector<double> rowImpulse(assembler.rowCount());
  const double before = calcKineticEnergy(c.system(), {c.q(), c.v().size()}, c.v());
  StepImpulses(assembler).solve(assembler, contacts, c.v(), rowImpulse, kStopped * (1 + findLargest(c.v())));
  return before - calcKineticEnergy(c.system(), {c.q(), c.v().size()}, c.v());
}

// Blows of the last step have thrown them off, and it was too short for their gaps to tell. What is slower is
// at rest.
void letGoWhatLeaves(EventContext& c, double captureSpeed) {
  for (const std::size_t u : c.mode().unilaterals.listClosed())
    if (c.calcRows(u).gapRate > (findLimit(c.system(), u) ? getTolerances(c.system(), u).rest : captureSpeed))
      c.letGo(u);
}

// Puts the contacts of a state that ends a crossing in force. False when no forces obey their laws.
bool settleContacts(ForwardDynamics& dynamics, State& state, double captureSpeed,
                    Crossing::Passage& passage) {
  const System& system = dynamics.assembler().system();
  openWhatIsApart(system, state);
  // Flights that were predicted before are over.
  state.mode.unilaterals.endFlights(state.t);
  const State before = state;
  EventContext context(dynamics, state);
  if (hasDryJoints(system)) chooseGrips(context);
  passage.loss += stopRates(context);
  letGoWhatLeaves(context, captureSpeed);
  const bool decided = decideContacts(context);
  const auto transitions = finishEvent(context);
  if (decided && transitions) {
    for (const Transition& transition : *transitions)
      passage.receipts.push_back(makeReceipt(system, before, transition));
    return true;
  }
  state = before;
  for (const std::size_t u : state.mode.unilaterals.listClosed()) openUnilateral(system, u, state.mode);
  dynamics.setMode(state.mode);
  return false;
}

}  // namespace

bool Crossing::isPossible() const {
  return !system_.hasCompliance();
}

// Longer where crossings follow each other: longer steps first, then more of them, then still longer ones.
double Crossing::plan(double t, double pace) {
  if (!wasJustBefore(t)) {
    h_ = std::clamp(pace / kFewest, kFirstStep, kLastStep);
    count_ = kFewest;
  } else if (h_ < kLastStep) {
    h_ = std::min(2 * h_, kLastStep);
  } else if (count_ < kMostAtOnce) {
    count_ = std::min(2 * count_, kMostAtOnce);
  } else {
    h_ = std::min(2 * h_, std::max(longest_, kLastStep));
  }
  return t + count_ * h_;
}

Crossing::Passage Crossing::cross(ForwardDynamics& dynamics, State& state, double until, double end,
                                  int mobility) {
  Passage passage;
  const double begin = state.t;
  const int count = std::max(1, static_cast<int>(std::ceil((until - begin) / h_ * (1 - 1e-9))));
  if (stepper_)
    stepper_->restart(state.mode, left_, system_.layout.positions(state.y));
  else
    stepper_.emplace(system_, state.mode, captureSpeed_);
  CarefulSteps steps(system_, *stepper_, mobility, passage);
  for (int i = 1; i <= count && !steps.changed(); ++i)
    steps.take(state, i == count ? until : begin + i * (until - begin) / count);
  const auto positions = system_.layout.positions(state.y);
  left_.assign(positions.begin(), positions.end());
  steps_ += steps.count();
  taken_ += state.t - begin;
  last_ = state.t;
  dynamics.setMode(state.mode);
  if (!steps.changed() && until < end) {
    passage.isDescribed = true;
    passage.isHeaped = !description_.describe(dynamics, steps.assembler(), state,
                                              system_.layout.speeds(state.y), steps.last());
    return passage;
  }
  passage.isClear = settleContacts(dynamics, state, captureSpeed_, passage);
  return passage;
}

}  // namespace clank
