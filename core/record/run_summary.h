// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/support/result.h"

namespace clank {

struct EnergyLedger {  // J; residual = kinetic + gravity + elastic + contact + losses - start - work
  double kinetic = 0, gravity = 0, elastic = 0;
  double work = 0;            // of torque laws since the start
  double damping = 0;         // dissipated by dampers
  double friction = 0;        // lost in sliding contacts
  double contact = 0;         // elastic, in compliant contacts
  double contactDamping = 0;  // dissipated by them
  double impactLoss = 0;      // in bounces and plastic impacts
  double lockLoss = 0;        // when a joint locks, over and above the impact
  double switchChange = 0;    // by kinematic switches that ignore the impact; not a mechanical loss
  double residual = 0;
};

// What a run with a fixed step has found out about it.
struct StepErrorEstimate {
  double largest = 0, mean = 0;  // m or rad: one step against two of half its length
  std::int64_t samples = 0;      // steps that were compared
};

// A part whose reactions were one share of many: rigid bodies leave open how several hold the same.
struct SharedPart {
  std::string part;
  double first = 0, last = 0;  // s, of the rows in which it was so
};

// The most that a link that bends has come to, of all rows.
struct BentPeak {
  std::string link;
  double stress = 0, stressTime = 0, stressPlace = 0;  // Pa, s, m from its start; 0 where it is not known
  double deflection = 0, deflectionTime = 0;           // m, s, of its axis from the straight link
};

// What a run has taken for nothing: lengths follow the size of the mechanism (dynamics/tolerances.h).
struct RunTolerances {
  double lengthUnit = 1;         // m
  double closed = 0, open = 0;   // m, of joints and gaps
  double absoluteTolerance = 0;  // of each step, in units of length and rad
  double captureSpeed = 0;       // m/s
};

struct RunSummary {
  enum class End { finished, interrupted, failed };
  End end = End::finished;
  Problems problems;  // why it failed, and warnings
  // Of a run that has finished with more energy unexplained than its tolerances excuse: the problem that says
  // so. Empty where the ledger closes.
  std::string openLedger;
  RunTolerances tolerances;
  double t = 0;  // s, reached
  std::int64_t steps = 0, rejectedSteps = 0, evaluations = 0;
  int events = 0;
  int singularPositions = 0;  // passed
  int mobilityStart = 0, mobilityEnd = 0, gruebler = 0;
  EnergyLedger ledger;
  std::vector<SharedPart> notUnique;
  std::vector<BentPeak> bends;                 // one a link that bends
  double largestResidual = 0;                  // J
  double largestDrift = 0;                     // m or rad, norm of the constraint residual over the run
  std::optional<StepErrorEstimate> stepError;  // absent: the integrator controls its error
  double wallSeconds = 0;
  double cpuSeconds = 0;         // of the thread that has run it
  std::vector<double> finalRow;  // t and the channels at the end
};

}  // namespace clank
