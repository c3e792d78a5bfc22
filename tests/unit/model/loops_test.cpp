// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/loops.h"

#include <gtest/gtest.h>

#include "tests/support/benchmarks.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

// Frame, crank, coupler and rocker of given lengths. Poses do not matter here.
Mechanism makeFourBar(double frame, double crank, double coupler, double rocker) {
  Mechanism m;
  m.bodies = {makeBody("crank", 1, 1), makeBody("coupler", 1, 1), makeBody("rocker", 1, 1)};
  m.joints = {makeJoint("A0", Revolute{}, kFrame, "crank"),
              makeJoint("A", Revolute{}, "crank", "coupler", {crank, 0.0}),
              makeJoint("B", Revolute{}, "coupler", "rocker", {coupler, 0.0}, {rocker, 0.0}),
              makeJoint("B0", Revolute{}, kFrame, "rocker", {frame, 0.0})};
  return m;
}

FourBarType typeOf(const Mechanism& m) {
  const auto bars = findFourBars(m);
  EXPECT_EQ(bars.size(), 1u);
  return bars.front().type;
}

TEST(Loops, FourBarIsOneLoopFromTheFrame) {
  const Mechanism m = makeFourBar(4, 1, 3, 3.5);
  const auto loops = findLoops(m);
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(describeLoop(m, loops[0]), "frame - A0 - crank - A - coupler - B - rocker - B0 - frame");
}

TEST(Loops, GrashofTypes) {
  EXPECT_EQ(typeOf(makeFourBar(4, 1, 3, 3.5)), FourBarType::crankRocker);
  EXPECT_EQ(typeOf(makeFourBar(4, 3.5, 3, 1)), FourBarType::crankRocker);  // the other neighbour turns
  EXPECT_EQ(typeOf(makeFourBar(1, 3, 4, 3.5)), FourBarType::doubleCrank);
  EXPECT_EQ(typeOf(makeFourBar(3, 4, 1, 3.5)), FourBarType::doubleRocker);
  EXPECT_EQ(typeOf(makeFourBar(4, 2, 3, 3.5)), FourBarType::crankRocker);
  EXPECT_EQ(typeOf(makeFourBar(4, 2.6, 3, 3.5)), FourBarType::tripleRocker);
  EXPECT_EQ(typeOf(makeFourBar(4, 2.5, 3, 3.5)), FourBarType::changePoint);
  EXPECT_EQ(typeOf(makeFourBar(4, 1, 4, 1)), FourBarType::changePoint);  // a parallelogram
}

TEST(Loops, LengthsBelongToTheirBodies) {
  const FourBar bar = findFourBars(makeFourBar(4, 1, 3, 3.5)).front();
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string& body = bar.loop.bodies[i];
    const double expected = body == kFrame ? 4 : body == "crank" ? 1 : body == "coupler" ? 3 : 3.5;
    EXPECT_EQ(bar.lengths[i], expected) << body;
  }
  EXPECT_EQ(bar.loop.bodies[bar.shortest], "crank");
}

TEST(Loops, RowOfFourBarsHasAsManyAsItShows) {
  const Mechanism m = makeFourBars(10);
  const auto bars = findFourBars(m);
  EXPECT_EQ(bars.size(), 10u);
  for (const FourBar& bar : bars) EXPECT_EQ(bar.type, FourBarType::changePoint);
}

TEST(Loops, ChainHasNone) {
  EXPECT_TRUE(findLoops(makeChainOfRods(5)).empty());
}

TEST(Loops, TwoJointsBetweenTwoBodiesAreALoop) {
  Mechanism m;
  m.bodies = {makeBody("bar", 1, 1)};
  m.joints = {makeJoint("x", Slot{}, kFrame, "bar"), makeJoint("y", Slot{}, kFrame, "bar")};
  const auto loops = findLoops(m);
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(describeLoop(m, loops[0]), "frame - x - bar - y - frame");
  EXPECT_TRUE(findFourBars(m).empty());
  EXPECT_FALSE(calcLoopGap(m, loops[0]));
}

TEST(Loops, GapTellsWhatIsMissing) {
  const Mechanism m = makeFourBar(8, 1, 3, 3.5);
  const Loop loop = findLoops(m).front();
  const auto gap = calcLoopGap(m, loop);
  ASSERT_TRUE(gap);
  EXPECT_NEAR(gap->missing, 0.5, 1e-15);
  EXPECT_EQ(loop.bodies[gap->longest], kFrame);
  EXPECT_LT(calcLoopGap(makeFourBar(4, 1, 3, 3.5), loop)->missing, 0);
}

}  // namespace
}  // namespace clank::test
