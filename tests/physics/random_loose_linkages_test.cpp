// SPDX-License-Identifier: GPL-3.0-or-later
// Fifty random linkages with loose joints (tests/bench/loose_linkages.cpp runs any number): they end, their
// ledger closes and no journal leaves its bearing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "tests/support/drive_conflict.h"
#include "tests/support/random_loose_linkage.h"
#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

namespace clank::test {
namespace {

void expectSound(unsigned seed, int& joints) {
  const RandomLooseLinkage linkage(seed);
  auto simulator = Simulator::create(linkage.mechanism());
  ASSERT_TRUE(simulator) << describe(simulator.error());
  std::set<std::string> names;
  for (const Channel& channel : simulator->channels())
    EXPECT_TRUE(names.insert(channel.name).second) << channel.name;
  LooseSink sink(linkage.mechanism(), simulator->channels());
  joints += static_cast<int>(sink.count());
  const RunSummary summary = simulator->run(sink);
  EXPECT_EQ(summary.end, RunSummary::End::finished) << describe(summary.problems);
  EXPECT_TRUE(sink.isFinite());
  EXPECT_LT(summary.largestResidual, 1e-6 * sink.scale());
  EXPECT_LT(sink.rigidDepth(), 1e-8) << sink.deepestJoint();
  EXPECT_LT(sink.pressedPart(), 1);
}

double findEnd(unsigned seed) {
  const RandomLooseLinkage linkage(seed);
  const auto simulator = Simulator::create(linkage.mechanism());
  LooseSink sink(linkage.mechanism(), simulator->channels());
  return simulator->run(sink).t;
}

TEST(RandomLooseLinkages, FiftyEndCloseTheirLedgerAndStayInTheirBearings) {
  int joints = 0;
  const unsigned linkages = takePart(50);
  for (unsigned seed = 1; seed < 1 + linkages; ++seed) {
    SCOPED_TRACE("linkage " + std::to_string(seed));
    expectSound(seed, joints);
  }
  EXPECT_GT(joints, static_cast<int>(linkages));
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

// Where contacts crowd, steps of time lead on: what a blow throws off is not held, what contacts give each
// other is not lost, and what thousands of steps miss together is little.
TEST(RandomLooseLinkages, CrowdedContactsCloseTheLedger) {
  int joints = 0;
  for (const unsigned seed : {646U, 664U, 3838U}) {
    SCOPED_TRACE("linkage " + std::to_string(seed));
    expectSound(seed, joints);
  }
}

// Linkages that are driven into a dead centre or against a stop, at once, in blows that each are harder than
// the one before, or by way of a loose pin that can rub no more: the run says so, and geometry alone says the
// same.
TEST(RandomLooseLinkages, DrivesThatAskTooMuchEndTheRun) {
  if (isSanitized()) GTEST_SKIP() << "compiled by clang it draws other linkages";
  for (const unsigned seed : {728U, 814U, 941U, 983U, 1344U, 1502U, 1967U, 1970U, 3572U}) {
    SCOPED_TRACE("linkage " + std::to_string(seed));
    Mechanism m = RandomLooseLinkage(seed).mechanism();
    const auto simulator = Simulator::create(m);
    ASSERT_TRUE(simulator) << describe(simulator.error());
    LooseSink sink(m, simulator->channels());
    const RunSummary summary = simulator->run(sink);
    ASSERT_EQ(summary.end, RunSummary::End::failed);
    EXPECT_NE(describe(summary.problems).find("a dead centre or a stop"), std::string::npos)
        << describe(summary.problems);
    EXPECT_TRUE(sink.closesBeforeEnd(1e-6));
    EXPECT_TRUE(DriveConflict(m).isTrue());
    m.simulation.duration = summary.t / 2;
    EXPECT_FALSE(DriveConflict(m).isTrue()) << "it moves on there";
  }
}

// Crank angles of a steady drive at which the rod and the other crank are in line, computed from the lengths
// alone.
TEST(RandomLooseLinkages, ADeadCentreIsWhereRodAndCrankAreInLine) {
  if (isSanitized()) GTEST_SKIP() << "compiled by clang it draws other linkages";
  EXPECT_NEAR(findEnd(814), 0.0085968181, 1e-5);
  EXPECT_NEAR(findEnd(983), 0.3101047279, 1e-6);
}

// A sliding contact comes to the border of Painleve's paradox, where its force grows without bound, and is
// stopped by an impulse: there W_nn = mu |W_nt|, so that friction takes mu of it, although it ends sticking.
// It costs -p.(r+ + r-)/2, half of what friction takes times the slip.
TEST(RandomLooseLinkages, SlidingEndsAtTheBorderOfTheParadox) {
  if (isSanitized()) GTEST_SKIP() << "another compiler's last digits lead past the border";
  struct Case {
    unsigned seed;
    double t, mu;  // s, of the border
  };
  for (const Case& c :
       {Case{7, 0.0301577432, 0.08816734358159996}, Case{1369, 0.0896842577, 0.28764823653680466},
        Case{1608, 0.0915374500, 0.16504449478933692}}) {
    SCOPED_TRACE("linkage " + std::to_string(c.seed));
    int joints = 0;
    expectSound(c.seed, joints);
    const FinishedRun r = run(RandomLooseLinkage(c.seed).mechanism());
    const auto& events = r.trajectory.events();
    const auto border = std::ranges::find_if(events, [&](const Receipt& e) { return e.t > c.t - 1e-9; });
    ASSERT_NE(border, events.end());
    EXPECT_NEAR(border->t, c.t, 1e-9);
    EXPECT_EQ(border->kind, EventKind::impact);
    EXPECT_NE(border->note.find("Painleve"), std::string::npos) << border->note;
    EXPECT_NEAR(std::abs(border->slipImpulse) / border->impulse, c.mu, 1e-6 * c.mu);
    EXPECT_NEAR(border->slipVelocityAfter, 0, 1e-7);
    const double slips = border->slipVelocityBefore + border->slipVelocityAfter;
    const double rates = border->normalVelocityBefore + border->normalVelocityAfter;
    EXPECT_NEAR(border->energyLoss(), std::abs(border->slipImpulse * slips + border->impulse * rates) / 2,
                1e-8);
  }
}

}  // namespace
}  // namespace clank::test
