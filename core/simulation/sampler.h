// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the states of a run into rows of channels: at even times inside the steps, and at both sides of
// events.
//
// Samples inside a step come from the dense output and are projected onto the constraints like the ends of
// steps: near singular positions the dense output alone leaves the joints by far more than the tolerance.
// Baumgarte's runs show what Baumgarte leaves. Their residual tells the truth either way.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/dynamics/consistency.h"
#include "core/model/mechanism.h"
#include "core/record/contact_row.h"
#include "core/record/observer.h"
#include "core/record/sample_sink.h"
#include "core/simulation/energy_account.h"
#include "core/simulation/hands.h"
#include "core/simulation/integrator.h"

namespace clank {

class Sampler {
 public:
  // All must outlive the sampler; dynamics is in the mode of the states given.
  Sampler(const System& system, const Observer& observer, const SimulationSettings& settings,
          ForwardDynamics& dynamics, const EnergyAccount& account, SampleSink& sink);

  // A row for a state; none where a joint locks itself, since nothing has an acceleration there. Mobility is
  // counted at each: rows that depend on one another in a change point do no longer once it is left.
  void emit(const State& state);
  // The same with accelerations and reactions that dynamics has been told (ForwardDynamics::describe). Their
  // shares are looked at where dynamics has done so.
  void emitDescribed(const State& state, int mobility);
  // The rows inside the integrator's last step, before a time (s), a stop, or the first at which a live hand
  // wants to take hold.
  struct Emitted {
    enum class End { all, stopped, held } end = End::all;
    double t = 0;  // s, held: of the row that comes next
  };
  Emitted emitInside(Integrator& integrator, double until, const Mode& mode, const std::stop_token& stop,
                     const Hands& hands);

  // Between rows too much may be turned over for the ledger to be judged by rows alone.
  void noteEnergy(const State& state);

  // s, of the next row at even times after t.
  double calcNext(double t) const { return (std::floor(t / interval_ * (1 + 1e-12)) + 1) * interval_; }
  double last() const { return last_; }  // s, time of the last row
  const std::vector<double>& row() const { return row_; }
  int mobility() const { return mobility_; }  // in the last row
  // Channel of the first number of all rows that was not finite.
  const std::optional<std::string>& notFinite() const { return notFinite_; }
  // Over all rows: m or rad; J; J.
  double largestDrift() const { return largestDrift_; }
  double largestResidual() const { return largestResidual_; }
  double turnover() const { return turnover_; }
  // Is more unexplained than what the run allows each step to be off? steps: that were tried.
  bool isLedgerOpen(std::int64_t steps) const;
  // The belts whose slack strand has had to push, and when it first did.
  struct SlackBelt {
    const SystemForce* belt = nullptr;
    double since = 0, least = 0;  // s; N
  };
  const std::vector<SlackBelt>& slackBelts() const { return slackBelts_; }
  // In the order of System::bends, then of its chains.
  const std::vector<BentPeak>& mostBent() const { return mostBent_; }
  // s, of the first and last row with one of several motions (elastic_share.h).
  const std::optional<std::pair<double, double>>& openMotion() const { return openMotion_; }
  // Parts whose reactions were not unique.
  const std::vector<SharedPart>& notUnique() const { return notUnique_; }

 private:
  void noteBelts(double t);
  void noteBends(const State& state);
  void noteShares(double t);
  void noteAllowance(const State& state);

  const System& system_;
  const Observer& observer_;
  const double interval_;  // s
  const bool projects_;
  ForwardDynamics& dynamics_;
  const EnergyAccount& account_;
  SampleSink& sink_;
  Projection projection_;
  State inside_;
  std::vector<double> row_;
  ContactRow contactRow_;
  std::vector<Touch> touches_;
  std::optional<std::string> notFinite_;
  std::vector<SlackBelt> slackBelts_;
  std::vector<BentPeak> mostBent_;
  std::vector<SharedPart> notUnique_;
  std::optional<std::pair<double, double>> openMotion_;
  std::int64_t next_ = 1;
  int mobility_ = 0;
  double last_ = 0, largestDrift_ = 0, largestResidual_ = 0, turnover_ = 0;
  double tolerance_ = 0;  // of the integrator, of 1 m and of a coordinate
  double atWork_ = 0;     // J: forces at work times the lengths that a tolerance is measured by
};

}  // namespace clank
