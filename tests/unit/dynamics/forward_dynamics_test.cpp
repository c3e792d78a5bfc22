// SPDX-License-Identifier: GPL-3.0-or-later
// Who asks at one state shares an evaluation, and nobody gets that of another.
#include <gtest/gtest.h>

#include "tests/support/ball.h"
#include "tests/support/instant.h"

namespace clank {
namespace {

using namespace test;

TEST(ForwardDynamics, IsEvaluatedOnceAtAState) {
  Instant at(makeBall(1));
  ForwardDynamics& dynamics = at.dynamics();
  State& state = at.state();
  std::vector<double> slope(state.y.size());
  const auto count = [&](auto&& ask) {
    const std::int64_t before = dynamics.evaluations();
    ask();
    return dynamics.evaluations() - before;
  };
  const auto evaluate = [&] { dynamics.evaluate(state.t, state.y); };
  EXPECT_EQ(count(evaluate), 1);
  EXPECT_EQ(count(evaluate), 0);
  EXPECT_EQ(count([&] { dynamics.evaluate(state.t, state.y, slope); }), 0);
  EXPECT_EQ(slope[4], dynamics.acceleration()[1]);

  const std::size_t ground = at.contact("ground");
  state.mode.unilaterals.upd(ground).ignoreUntil = 0.1;  // only when it is looked at
  dynamics.setMode(state.mode);
  EXPECT_EQ(count(evaluate), 0);
  EXPECT_LT(dynamics.acceleration()[1], -1);

  state.mode.unilaterals.upd(ground).closed = true;
  dynamics.setMode(state.mode);
  EXPECT_EQ(count(evaluate), 1);
  EXPECT_NEAR(dynamics.acceleration()[1], 0, 1e-12);

  state.y[1] = 0.5;
  EXPECT_EQ(count(evaluate), 1);
  state.t = 0.25;
  EXPECT_EQ(count(evaluate), 1);
  const std::vector<double> elsewhere(state.y.size(), 0.0);
  dynamics.assembler().update(0, elsewhere.data(), elsewhere.data());
  EXPECT_EQ(count(evaluate), 1);
}

}  // namespace
}  // namespace clank
