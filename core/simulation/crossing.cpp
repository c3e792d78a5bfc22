// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/crossing.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/consistency.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/joint_friction.h"
#include "core/dynamics/tolerances.h"
#include "core/events/event_context.h"
#include "core/simulation/moreau_step.h"
#include "core/simulation/receipt_writer.h"
#include "core/simulation/step_receipts.h"

namespace clank {
namespace {

constexpr double kFirstStep = 1e-6, kLastStep = 2e-4;  // s, steps
constexpr double kSoon = 2;                            // lengths of a crossing
constexpr int kFewest = 8, kMost = 512;                // steps of a crossing

// Contacts that a step has left open by more than touching, or beyond the end of their surface.
void openWhatIsApart(const System& system, State& state) {
  const double* const v = system.layout.speeds(state.y).data();
  for (std::size_t u = 0; u < system.unilaterals.size(); ++u)
    if (state.mode.unilaterals[u].closed &&
        (std::abs(calcGap(system, u, state.y.data(), v)) > kOpen || isBehind(system, u, state.y.data(), v)))
      openUnilateral(system, u, state.mode);
}

// The plastic impact of all that is closed; returns what it takes, J.
double stopRates(EventContext& c) {
  std::vector<ImpactContact> contacts;
  for (std::size_t u = 0; u < c.system().unilaterals.size(); ++u) {
    if (!c.mode().unilaterals[u].closed) continue;
    const UnilateralRows rows = c.calcRows(u);
    ImpactContact contact;
    contact.row = rows.push;
    contact.friction = rows.friction;
    if (rows.friction > 0) contact.slip = rows.slip;
    contacts.push_back(std::move(contact));
  }
  if (contacts.empty()) return 0;
  c.useMode(c.calcOpenMode());
  const auto jump = calcJump(c.dynamics().assembler(), c.v(), contacts);
  if (!jump) return 0;
  const double before = calcKineticEnergy(c.system(), c.v());
  for (std::size_t k = 0; k < c.v().size(); ++k) c.v()[k] += jump->dv[k];
  return before - calcKineticEnergy(c.system(), c.v());
}

// Puts the contacts of a state that ends a crossing in force. False when no forces obey their laws.
bool settleContacts(ForwardDynamics& dynamics, State& state, int mobility, Crossing::Passage& passage) {
  const System& system = dynamics.assembler().system();
  openWhatIsApart(system, state);
  // Flights that were predicted before are over.
  for (Mode::UnilateralMode& unilateral : state.mode.unilaterals)
    unilateral.ignoreUntil = std::min(unilateral.ignoreUntil, state.t);
  const State before = state;
  EventContext context(dynamics, state);
  passage.loss += stopRates(context);
  const bool decided = context.decideContacts();
  const auto transitions = context.finish();
  if (decided && transitions) {
    for (const Transition& transition : *transitions)
      passage.receipts.push_back(makeReceipt(system, before, transition));
    return true;
  }
  state = before;
  for (std::size_t u = 0; u < system.unilaterals.size(); ++u)
    if (state.mode.unilaterals[u].closed) openUnilateral(system, u, state.mode);
  dynamics.setMode(state.mode);
  (void)mobility;
  return false;
}

}  // namespace

bool Crossing::isPossible() const {
  return !hasDryJoints(system_) && std::none_of(system_.drives.begin(), system_.drives.end(),
                                                [](const SystemDrive& d) { return d.efficiency < 1; });
}

// Longer where crossings follow each other: longer steps first, then more of them.
double Crossing::plan(double t, double pace) {
  const bool again = t - last_ < kSoon * h_ * count_;
  if (!again) {
    h_ = std::clamp(pace / kFewest, kFirstStep, kLastStep);
    count_ = kFewest;
  } else if (h_ < kLastStep) {
    h_ = std::min(2 * h_, kLastStep);
  } else {
    count_ = std::min(2 * count_, kMost);
  }
  return t + count_ * h_;
}

Crossing::Passage Crossing::cross(ForwardDynamics& dynamics, State& state, double until, int mobility) {
  Passage passage;
  const double begin = state.t;
  const int count = std::max(1, static_cast<int>(std::ceil((until - begin) / h_ * (1 - 1e-9))));
  const double h = (until - begin) / count;
  MoreauStepper stepper(system_, state.mode, captureSpeed_);
  for (int i = 1; i <= count; ++i) {
    const MoreauStep step = stepper.advance(state, h);
    ++steps_;
    state.t = i == count ? until : begin + i * h;
    passage.loss += step.impactLoss;
    bool changed = false;
    const auto receipts = settleStep(system_, step, stepper.assembler(), mobility, state, changed);
    passage.receipts.insert(passage.receipts.end(), receipts.begin(), receipts.end());
    if (changed) break;  // a stop has taken hold: other rows are in force
  }
  taken_ += state.t - begin;
  last_ = state.t;
  dynamics.setMode(state.mode);
  passage.isClear = settleContacts(dynamics, state, mobility, passage);
  return passage;
}

}  // namespace clank
