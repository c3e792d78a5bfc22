// SPDX-License-Identifier: GPL-3.0-or-later
// How joints stay closed: Baumgarte against its closed form, and both ways side by side.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/consistency.h"
#include "core/dynamics/forward_dynamics.h"
#include "core/dynamics/system_compiler.h"
#include "core/simulation/assembly.h"
#include "core/simulation/integrator.h"
#include "tests/support/benchmarks.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

class Motion final : public RightHandSide {
 public:
  explicit Motion(ForwardDynamics& dynamics) : dynamics_(dynamics) {}
  void operator()(const std::vector<double>& y, std::vector<double>& dydt, double t) override {
    dynamics_.evaluate(t, y, dydt);
  }

 private:
  ForwardDynamics& dynamics_;
};

// The falling chain with its first pin open by C0 = (0.01, -0.02) m at rest: with alpha = beta every row
// follows C" + 2 alpha C' + alpha^2 C = 0, so C = C0 (1 + alpha t) exp(-alpha t) whatever the chain does.
TEST(Baumgarte, ClosesAnOpenJointAsItsEquationSays) {
  const Mechanism chain = resolve(makeChainOfRods(3)).value();
  const System system = compileSystem(chain).value();
  const State start = assembleStart(system, chain).value();
  ForwardDynamics dynamics(system, start.mode);
  constexpr double kAlpha = 5;
  dynamics.setBaumgarte({kAlpha, kAlpha});
  std::vector<double> y = start.y;
  for (std::size_t body = 0; body < 3; ++body) {
    y[3 * body] += 0.01;
    y[3 * body + 1] -= 0.02;
  }
  Motion motion(dynamics);
  const auto integrator = makeIntegrator({IntegratorKind::dop853, 1e-12, 1e-12, 0}, motion);
  integrator->start(y, 0, 0);
  while (integrator->end() < 0.4) ASSERT_TRUE(integrator->step(0.4));
  dynamics.evaluate(0.4, integrator->state());
  const double left = (1 + kAlpha * 0.4) * std::exp(-kAlpha * 0.4);
  const auto error = dynamics.assembler().error();
  EXPECT_NEAR(error[0], 0.01 * left, 1e-10);
  EXPECT_NEAR(error[1], -0.02 * left, 1e-10);
  for (std::size_t r = 2; r < error.size(); ++r) EXPECT_NEAR(error[r], 0, 1e-10) << r;
}

// The same of Li's square mechanism, all of whose rods are moved by 0.1 mm: what its joints with the frame
// are open by is, after half a second, the part of it that an independent program has.
TEST(Baumgarte, ClosesTheSquareMechanismAsTheReference) {
  const Mechanism square = loadExample("papers/li-2018-square-mechanism.clank", "ideal");
  const System system = compileSystem(square).value();
  const State start = assembleStart(system, square).value();
  for (const auto& [rate, left] : {std::pair{5.0, 0.287297}, {10.0, 0.0404277}, {20.0, 4.99399e-4}}) {
    SCOPED_TRACE(rate);
    ForwardDynamics dynamics(system, start.mode);
    dynamics.setBaumgarte({rate, rate});
    std::vector<double> y = start.y;
    for (std::size_t body = 0; body < system.bodies.size(); ++body) y[3 * body] += 1e-4;
    Motion motion(dynamics);
    const auto integrator = makeIntegrator({IntegratorKind::dop853, 1e-12, 1e-12, 0}, motion);
    integrator->start(y, 0, 0);
    dynamics.evaluate(0, y);
    const std::vector<double> before(dynamics.assembler().error().begin(),
                                     dynamics.assembler().error().end());
    while (integrator->end() < 0.5) ASSERT_TRUE(integrator->step(0.5));
    dynamics.evaluate(0.5, integrator->state());
    int open = 0;
    for (std::size_t r = 0; r < before.size(); ++r) {
      if (std::abs(before[r]) < 1e-6) continue;
      ++open;
      EXPECT_NEAR(dynamics.assembler().error()[r] / before[r] / left, 1, 1e-3) << r;
    }
    EXPECT_GT(open, 0);
  }
}

FinishedRun runWith(DriftControl control, double rates) {
  Mechanism mechanism = loadExample("benchmarks/chain-3.clank");
  mechanism.simulation.relativeTolerance = mechanism.simulation.absoluteTolerance = 1e-5;
  mechanism.simulation.outputInterval = mechanism.simulation.duration;  // no samples inside steps
  mechanism.simulation.driftControl = control;
  mechanism.simulation.baumgarteAlpha = mechanism.simulation.baumgarteBeta = rates;
  return run(mechanism);
}

// What joints are open by in the end: left alone, errors add up; Baumgarte holds them at what the last steps
// added; projection leaves rounding.
TEST(DriftControl, ProjectionBaumgarteAndNothing) {
  const double nothing = runWith(DriftControl::baumgarte, 0).last("drift");
  const double baumgarte = runWith(DriftControl::baumgarte, 20).last("drift");
  const double projection = runWith(DriftControl::projection, 0).last("drift");
  EXPECT_GT(nothing, 10 * baumgarte);
  EXPECT_GT(baumgarte, 1e-10);
  EXPECT_LT(projection, 1e-13);
}

}  // namespace
}  // namespace clank::test
