// SPDX-License-Identifier: GPL-3.0-or-later
// A share of reactions is found once for one question, and anew for another.
#include "core/dynamics/known_share.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/support/blocks.h"
#include "tests/support/instant.h"

namespace clank {
namespace {

using namespace test;

// A beam on two pins: how they share the force along it statics does not tell.
Mechanism makePinnedBeam() {
  Mechanism m;
  m.bodies = {makeSolidBlock("beam", 1, 0.1, {})};
  m.joints = {makeJoint("left", Revolute{}, kFrame, "beam", {-0.4, 0.0}, {-0.4, 0.0}),
              makeJoint("right", Revolute{}, kFrame, "beam", {0.4, 0.0}, {0.4, 0.0})};
  return m;
}

class KnownShareTest : public testing::Test {
 protected:
  // Of the reactions now, with a force along the beam (N) in all of the rows that only one pin took.
  std::vector<double> share(double extra = 0) {
    at_.dynamics().evaluate(at_.state().t, at_.state().y);
    std::vector<double> lambda(at_.dynamics().lambda().begin(), at_.dynamics().lambda().end());
    lambda[0] += extra;
    known_.share(at_.dynamics().assembler(), lambda);
    return lambda;
  }

  Instant at_{makePinnedBeam()};
  KnownShare known_;
};

TEST_F(KnownShareTest, ABeamAtRestIsSharedOnce) {
  const std::vector<double> first = share(2);
  at_.q(0, 0) += 1e-15;
  at_.q(0, 2) += 1e-15;
  EXPECT_EQ(share(2), first);
  EXPECT_EQ(known_.found(), 1);
  EXPECT_TRUE(known_.shared().any());
}

TEST_F(KnownShareTest, AnotherLoadIsAnotherQuestion) {
  share();
  EXPECT_NEAR(share(2)[0], 1, 1e-9) << "each pin takes a half";
  EXPECT_EQ(known_.found(), 2);
}

TEST_F(KnownShareTest, SmallChangesAddUp) {
  share();
  for (int i = 0; i < 100; ++i) {
    at_.q(0, 2) += 1e-13;
    share();
  }
  EXPECT_GT(known_.found(), 2);
  EXPECT_LT(known_.found(), 50);
}

TEST_F(KnownShareTest, WhatIsForgottenIsFoundAnew) {
  share();
  known_.forget();
  share();
  EXPECT_EQ(known_.found(), 2);
}

TEST(KnownShare, WhatStaticsTellsIsNotAskedFor) {
  Mechanism m = makePinnedBeam();
  m.joints.pop_back();
  Instant at(m);
  at.dynamics().evaluate(at.state().t, at.state().y);
  const std::vector<double> lambda(at.dynamics().lambda().begin(), at.dynamics().lambda().end());
  std::vector<double> shared = lambda;
  KnownShare known;
  EXPECT_FALSE(known.share(at.dynamics().assembler(), shared).any());
  EXPECT_EQ(known.found(), 0);
  EXPECT_EQ(shared, lambda);
}

// A slot a tenth of a radian off from where it would hold what the pin holds.
TEST(KnownShare, NorIsWhatNearlyHoldsTheSame) {
  Mechanism m = makePinnedBeam();
  m.joints[1] = makeJoint("right", Slot{std::numbers::pi / 2 - 0.1}, kFrame, "beam", {0.4, 0.0}, {0.4, 0.0});
  Instant at(m);
  at.dynamics().evaluate(at.state().t, at.state().y);
  ASSERT_FALSE(at.dynamics().assembler().smallPivots().empty());
  std::vector<double> lambda(at.dynamics().lambda().begin(), at.dynamics().lambda().end());
  KnownShare known;
  EXPECT_FALSE(known.share(at.dynamics().assembler(), lambda).any());
  known.share(at.dynamics().assembler(), lambda);
  EXPECT_EQ(known.found(), 0);
}

// One that moves alike is no other mode.
TEST_F(KnownShareTest, DynamicsForgetWithTheMode) {
  ForwardDynamics& dynamics = at_.dynamics();
  const auto ask = [&] {
    dynamics.evaluate(at_.state().t, at_.state().y);
    dynamics.shareReactions();
    return dynamics.knownShare().found();
  };
  EXPECT_EQ(ask(), 1);
  EXPECT_EQ(ask(), 1);
  dynamics.setMode(at_.state().mode);
  EXPECT_EQ(ask(), 1);
  at_.state().mode.joints[0].slip = 1;
  dynamics.setMode(at_.state().mode);
  EXPECT_EQ(ask(), 2);
}

}  // namespace
}  // namespace clank
