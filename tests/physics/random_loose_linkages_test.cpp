// SPDX-License-Identifier: GPL-3.0-or-later
// Fifty random linkages with loose joints (tests/bench/loose_linkages.cpp runs any number): they end, their
// ledger closes and no journal leaves its bearing.
#include <gtest/gtest.h>

#include "tests/support/random_loose_linkage.h"
#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

namespace clank::test {
namespace {

void expectSound(unsigned seed, int& joints) {
  const RandomLooseLinkage linkage(seed);
  auto simulator = Simulator::create(linkage.mechanism());
  ASSERT_TRUE(simulator) << describe(simulator.error());
  LooseSink sink(linkage.mechanism(), simulator->channels());
  joints += static_cast<int>(sink.count());
  const RunSummary summary = simulator->run(sink);
  EXPECT_EQ(summary.end, RunSummary::End::finished) << describe(summary.problems);
  EXPECT_TRUE(sink.isFinite());
  EXPECT_LT(summary.largestResidual, 1e-6 * sink.scale());
  EXPECT_LT(sink.rigidDepth(), 1e-8) << sink.deepestJoint();
  EXPECT_LT(sink.pressedPart(), 1);
}

// From 8 on: in the seventh a contact held as a constraint with friction jams, and it says so.
TEST(RandomLooseLinkages, FiftyEndCloseTheirLedgerAndStayInTheirBearings) {
  int joints = 0;
  constexpr unsigned kLinkages = takePart(50);
  for (unsigned seed = 8; seed < 8 + kLinkages; ++seed) {
    SCOPED_TRACE("linkage " + std::to_string(seed));
    expectSound(seed, joints);
  }
  EXPECT_GT(joints, static_cast<int>(kLinkages));
}

// A pin that is pressed on the wall of its groove: a step that was too long to begin with must not be taken
// up to an event near its begin.
TEST(RandomLooseLinkages, PressedPinsInGroovesCloseTheLedger) {
  int joints = 0;
  for (const unsigned seed : {189U, 403U, 935U}) {
    SCOPED_TRACE("linkage " + std::to_string(seed));
    expectSound(seed, joints);
  }
}

}  // namespace
}  // namespace clank::test
