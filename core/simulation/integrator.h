// SPDX-License-Identifier: GPL-3.0-or-later
// Steps with error control and dense output. The only place that sees Odeint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

// dy/dt = f(t, y).
class RightHandSide {
 public:
  virtual ~RightHandSide() = default;
  virtual void operator()(const std::vector<double>& y, std::vector<double>& dydt, double t) = 0;
  // How many of the first numbers of y it reads. The others are integrals, which stages of a step leave out.
  virtual std::size_t countRead(std::size_t size) const { return size; }
};

struct IntegratorSettings {
  IntegratorKind kind = IntegratorKind::dop853;
  double absoluteTolerance = 1e-10, relativeTolerance = 1e-10;
  double maxStep = 0;  // s; 0: free
  // What counts as one in each number of the state, powers of two; empty: all are as they are.
  std::vector<double> units{};
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  // (Re)starts at (t, y); the step size is estimated from the right-hand side when first is 0.
  virtual void start(const std::vector<double>& y, double t, double first) = 0;
  // One accepted step, not beyond tEnd. False when no step size meets the tolerances.
  virtual bool step(double tEnd) = 0;
  virtual double begin() const = 0;                      // s, of the last step
  virtual double end() const = 0;                        // s
  virtual const std::vector<double>& state() const = 0;  // at end()
  // State at t in [begin(), end()].
  virtual void interpolate(double t, std::vector<double>& y) = 0;
  // How far each number of the state leaves the straight line between its values at two times of the step at
  // most, on what interpolate() gives. Infinity where that is not known.
  virtual void boundDeviation(double begin, double end, std::vector<double>& most);
  // Replaces the state at end() by a nearby one (projection), before any interpolate() of this step.
  virtual void correct(const std::vector<double>& y) = 0;
  virtual double nextStep() const = 0;  // s, what it would try
  // Of a step, from 0 to 1: where it asks the right-hand side.
  virtual std::span<const double> stages() const = 0;
  // Of the last step, as a part of what the tolerances allow.
  virtual double error() const = 0;
  virtual std::int64_t rejectedSteps() const = 0;
};

// The right-hand side must outlive the integrator.
std::unique_ptr<Integrator> makeIntegrator(const IntegratorSettings& settings, RightHandSide& rhs);

// A first step for a method of the given order (Hairer, Norsett, Wanner, section II.4); two evaluations.
double estimateFirstStep(RightHandSide& rhs, const std::vector<double>& y, double t, int order,
                         const IntegratorSettings& settings);

}  // namespace clank
