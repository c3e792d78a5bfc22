// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend are drawn where the run has them.
#include "ui/scene/bent_outline.h"

#include <gtest/gtest.h>

#include "tests/support/flexible.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"
#include "ui/scene/row_layout.h"

namespace clank {
namespace {

constexpr double kLength = 1;  // m, of a beam as tests make it

// Two soft beams on a pin that fall.
Mechanism makeFallingBeams() {
  Mechanism m;
  test::BeamNumbers soft;
  soft.bending /= 40;
  m.bodies = {test::makeBeam("one", soft, 3), test::makeBeam("two", soft, 2, {kLength, 0.0, 0.0, {}})};
  Joint held, pin;
  held.id = "A";
  held.b = "one";
  pin.id = "B";
  pin.a = "one";
  pin.atA.x = kLength;
  pin.b = "two";
  m.joints = {held, pin};
  m.simulation.duration = 0.3;
  return m;
}

// The pin is at the bent end of one and at the start of two: the run holds them together.
TEST(BentOutline, TheEndOfALinkIsWhereTheNextBegins) {
  const Mechanism m = makeFallingBeams();
  const Trajectory run = test::run(m).trajectory;
  const RowLayout rows(m, run.channels());
  const BentOutline one(m.bodies[0], makeRoundedHull({{0, 0}, {kLength, 0}}, 0.02));
  double bends = 0;
  for (std::size_t i = 0; i < run.sampleCount(); ++i) {
    std::vector<Placement> poses(2);
    std::vector<std::vector<double>> modes;
    ASSERT_TRUE(rows.readPoses(run.row(i), poses));
    rows.readModes(run.row(i), modes);
    ASSERT_EQ(modes[0].size(), 3U);
    const Placement end = one.carry(poses[0], {kLength, 0}, modes[0]);
    EXPECT_NEAR(length(end.toWorld({kLength, 0}) - poses[1].origin), 0, 1e-8) << i;
    bends = std::max(bends, length(poses[0].toWorld({kLength, 0}) - poses[1].origin));
  }
  EXPECT_GT(bends, 0.01) << "or a straight link would do";
}

// Every point stays as far from the axis as it was, across the section that it belongs to.
TEST(BentOutline, KeepsItsWidth) {
  const Mechanism m = makeFallingBeams();
  const BentOutline one(m.bodies[0], makeRoundedHull({{0, 0}, {kLength, 0}}, 0.02));
  const std::vector<double> modes{0.05, -0.01, 0.004}, none(3, 0.0);
  const Outline straight = one.bend(none), bent = one.bend(modes);
  ASSERT_EQ(straight.size(), bent.size());
  EXPECT_GT(bent.size(), 60U) << "points between the corners";
  for (std::size_t i = 0; i < bent.size(); ++i) {
    const Vec2 at = straight[i].at;
    if (at.x <= 0 || at.x >= kLength) continue;
    const Placement axis = one.carry({}, {at.x, 0}, modes);
    EXPECT_NEAR(length(bent[i].at - axis.toWorld({at.x, 0})), 0.02, 1e-9);
  }
}

}  // namespace
}  // namespace clank
