// SPDX-License-Identifier: GPL-3.0-or-later
// One suite over every integrator: order of the error, dense output, correction of the end, events in
// Odeint's own loop.
#include "core/simulation/integrator.h"

#include <gtest/gtest.h>

#include <boost/numeric/odeint/integrate/integrate_const.hpp>
#include <cmath>
#include <limits>

#include "core/simulation/dop853_stepper.h"

namespace clank {
namespace {

// Two-body orbit of eccentricity 0.5; the period is 2 pi.
class Orbit final : public RightHandSide {
 public:
  void operator()(const std::vector<double>& y, std::vector<double>& dydt, double) override {
    const double r3 = std::pow(y[0] * y[0] + y[1] * y[1], 1.5);
    dydt[0] = y[2];
    dydt[1] = y[3];
    dydt[2] = -y[0] / r3;
    dydt[3] = -y[1] / r3;
    ++calls;
  }
  static std::vector<double> start() { return {0.5, 0, 0, std::sqrt(3.0)}; }
  int calls = 0;
};

const double kPeriod = 2 * std::acos(-1.0);

class EveryIntegrator : public testing::TestWithParam<IntegratorKind> {
 protected:
  struct Outcome {
    double error = 0;
    int steps = 0;
  };
  static Outcome orbit(double tolerance) {
    Orbit rhs;
    const auto integrator = makeIntegrator({GetParam(), tolerance, tolerance, 0}, rhs);
    integrator->start(Orbit::start(), 0, 0);
    Outcome outcome;
    while (integrator->end() < kPeriod && integrator->step(kPeriod)) ++outcome.steps;
    for (std::size_t i = 0; i < 4; ++i)
      outcome.error = std::max(outcome.error, std::abs(integrator->state()[i] - Orbit::start()[i]));
    return outcome;
  }
};

TEST_P(EveryIntegrator, ErrorFollowsTheTolerance) {
  for (const double tolerance : {1e-6, 1e-8, 1e-10})
    EXPECT_LT(orbit(tolerance).error, 2000 * tolerance) << tolerance;
}

// A method of order p takes 10^(2/p) times the steps for a hundredth of the tolerance (local error order).
TEST_P(EveryIntegrator, StepsGrowAsTheOrderSays) {
  const double order = GetParam() == IntegratorKind::dop853 ? 8 : 5;
  const double ratio = static_cast<double>(orbit(1e-12).steps) / orbit(1e-8).steps;
  EXPECT_NEAR(std::log10(ratio), 4 / order, 0.12);
}

// Between any two times of a step its dense output stays within the bound from the straight line, and the
// bound is no more than a few times what is needed: half of a step needs a quarter.
TEST_P(EveryIntegrator, DeviationFromTheLineIsBounded) {
  Orbit rhs;
  const auto integrator = makeIntegrator({GetParam(), 1e-9, 1e-9, 0}, rhs);
  integrator->start(Orbit::start(), 0, 0);
  std::vector<double> first, last, y, most;
  for (int step = 0; step < 8; ++step) {
    ASSERT_TRUE(integrator->step(kPeriod));
    const double h = integrator->end() - integrator->begin();
    for (const auto& [from, to] : {std::pair(0.0, 1.0), {0.0, 0.5}, {0.5, 1.0}, {0.2, 0.3}, {0.97, 1.0}}) {
      const double begin = integrator->begin() + from * h,
                   end = to == 1 ? integrator->end() : integrator->begin() + to * h;
      integrator->interpolate(begin, first);
      integrator->interpolate(end, last);
      integrator->boundDeviation(begin, end, most);
      double deviation = 0, bound = 0;
      for (int k = 1; k < 20; ++k) {
        const double s = k / 20.0;
        integrator->interpolate(begin + s * (end - begin), y);
        for (std::size_t i = 0; i < y.size(); ++i) {
          const double own = std::abs(y[i] - first[i] - s * (last[i] - first[i]));
          EXPECT_LE(own, most[i] + 1e-15) << from << " to " << to << ", number " << i;
          deviation = std::max(deviation, own);
          bound = std::max(bound, most[i]);
        }
      }
      EXPECT_LT(bound, 8 * deviation) << from << " to " << to;
    }
  }
}

TEST_P(EveryIntegrator, DenseOutputIsAsGoodAsTheSteps) {
  Orbit rhs, fine;
  const auto integrator = makeIntegrator({GetParam(), 1e-9, 1e-9, 0}, rhs);
  const auto reference = makeIntegrator({IntegratorKind::dop853, 1e-13, 1e-13, 0}, fine);
  integrator->start(Orbit::start(), 0, 0);
  std::vector<double> y;
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(integrator->step(kPeriod));
    for (const double share : {0.1, 0.37, 0.5, 0.9}) {
      const double t = integrator->begin() + share * (integrator->end() - integrator->begin());
      integrator->interpolate(t, y);
      reference->start(Orbit::start(), 0, 0);
      while (reference->end() < t) ASSERT_TRUE(reference->step(t));
      for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(y[k], reference->state()[k], 5e-7);
    }
  }
}

TEST_P(EveryIntegrator, NeverStepsBeyondTheEnd) {
  Orbit rhs;
  const auto integrator = makeIntegrator({GetParam(), 1e-6, 1e-6, 0}, rhs);
  integrator->start(Orbit::start(), 0, 0);
  while (integrator->end() < 1) {
    ASSERT_TRUE(integrator->step(1));
    ASSERT_LE(integrator->end(), 1);
  }
  EXPECT_EQ(integrator->end(), 1);
}

TEST_P(EveryIntegrator, ContinuesFromACorrectedEnd) {
  Orbit rhs;
  const auto integrator = makeIntegrator({GetParam(), 1e-9, 1e-9, 0}, rhs);
  integrator->start(Orbit::start(), 0, 0);
  ASSERT_TRUE(integrator->step(kPeriod));
  auto moved = integrator->state();
  moved[0] += 1e-3;
  integrator->correct(moved);
  EXPECT_EQ(integrator->state(), moved);
  ASSERT_TRUE(integrator->step(kPeriod));
  std::vector<double> begin;
  integrator->interpolate(integrator->begin(), begin);
  EXPECT_NEAR(begin[0], moved[0], 1e-12);
}

TEST_P(EveryIntegrator, ReportsWhatCannotBeIntegrated) {
  struct Pole final : RightHandSide {  // y' = y^2 from 1: infinite at t = 1
    void operator()(const std::vector<double>& y, std::vector<double>& dydt, double) override {
      dydt[0] = y[0] * y[0];
    }
  } pole;
  const auto integrator = makeIntegrator({GetParam(), 1e-10, 1e-10, 0}, pole);
  integrator->start({1.0}, 0, 0);
  bool failed = false;
  for (int i = 0; i < 100000 && !failed && integrator->end() < 2; ++i) failed = !integrator->step(2);
  EXPECT_TRUE(failed);
  EXPECT_LE(integrator->end(), 1 + 1e-6);
}

INSTANTIATE_TEST_SUITE_P(All, EveryIntegrator,
                         testing::Values(IntegratorKind::dop853, IntegratorKind::dopri5),
                         [](const auto& chosen) {
                           return chosen.param == IntegratorKind::dop853 ? "dop853" : "dopri5";
                         });

// The stepper is one of Odeint's dense-output steppers: its own loop drives it.
TEST(Dop853Stepper, WorksInOdeintsLoop) {
  const auto system = [](const std::vector<double>& y, std::vector<double>& dydt, double) {
    dydt[0] = y[1];
    dydt[1] = -y[0];
  };
  std::vector<double> y{1, 0};
  int samples = 0;
  boost::numeric::odeint::integrate_const(Dop853Stepper(1e-12, 1e-12), system, y, 0.0, 10.0, 0.1,
                                          [&](const std::vector<double>& state, double t) {
                                            ++samples;
                                            EXPECT_NEAR(state[0], std::cos(t), 1e-10);
                                          });
  EXPECT_EQ(samples, 101);
}

// Correction before the derivative at the end is taken costs no evaluation beyond the twelve of a step.
TEST(Dop853Stepper, TwelveEvaluationsAStep) {
  Orbit rhs;
  const auto integrator = makeIntegrator({IntegratorKind::dop853, 1e-9, 1e-9, 0}, rhs);
  integrator->start(Orbit::start(), 0, 1e-3);
  for (int i = 0; i < 5; ++i) {
    const int before = rhs.calls;
    const auto rejected = integrator->rejectedSteps();
    ASSERT_TRUE(integrator->step(kPeriod));
    integrator->correct(integrator->state());
    if (integrator->rejectedSteps() == rejected) {
      EXPECT_EQ(rhs.calls - before, 12);
    }
  }
}

// An orbit, and an integral beside it: what reads the orbit alone gives the same numbers, to the last bit.
TEST(Dop853Stepper, WhatIsNotReadIsIntegratedAsWell) {
  class WithIntegral final : public RightHandSide {
   public:
    explicit WithIntegral(bool tells) : tells_(tells) {}
    void operator()(const std::vector<double>& y, std::vector<double>& dydt, double t) override {
      orbit_(y, dydt, t);
      dydt[4] = y[0] * y[3];
    }
    std::size_t countRead(std::size_t size) const override { return tells_ ? size - 1 : size; }

   private:
    Orbit orbit_;
    const bool tells_;
  };
  std::vector<std::vector<double>> ends;
  for (const bool tells : {false, true}) {
    WithIntegral rhs(tells);
    const auto integrator = makeIntegrator({IntegratorKind::dop853, 1e-9, 1e-9, 0}, rhs);
    std::vector<double> y = Orbit::start();
    y.push_back(0);
    integrator->start(y, 0, 0);
    for (int i = 0; i < 100 && integrator->end() < 1 && integrator->step(1); ++i)
      integrator->interpolate(0.5 * (integrator->begin() + integrator->end()), y);
    ends.push_back(integrator->state());
    ends.back().insert(ends.back().end(), y.begin(), y.end());
  }
  EXPECT_EQ(ends[0], ends[1]);
}

// Under gravity, and with as little beside it as counts.
TEST(Dop853Stepper, AFlightNeedsNoEvaluationsForItsDenseOutput) {
  // The weights of a step are up to 28, and its numbers up to 4.
  constexpr double kRounding = 28 * 4 * std::numeric_limits<double>::epsilon();
  for (const double beside : {0.0, 1e-9}) {
    int calls = 0;
    const auto fall = [&](const std::vector<double>& y, std::vector<double>& dydt, double t) {
      ++calls;
      dydt = {y[1], -9.81 + beside * t * t};
    };
    Dop853Stepper stepper(1e-9, 1e-9);
    stepper.initialize({2.0, 3.0}, 0, 0.4);
    stepper.advance(fall);
    const int before = calls;
    stepper.prepareDense(fall);
    EXPECT_EQ(calls - before, beside == 0 ? 0 : 4);
    std::vector<double> y;
    for (const double t : {0.05, 0.2, 0.37}) {
      stepper.calc_state(t, y);
      EXPECT_NEAR(y[0], 2 + t * (3 - 4.905 * t) + beside * std::pow(t, 4) / 12, kRounding);
      EXPECT_NEAR(y[1], 3 - 9.81 * t + beside * std::pow(t, 3) / 3, kRounding);
    }
  }
}

}  // namespace
}  // namespace clank
