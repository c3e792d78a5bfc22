// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend are drawn where the run has them.
#include "ui/scene/bent_outline.h"

#include <gtest/gtest.h>

#include "core/record/bend_columns.h"
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
  BentOutline one(*BentShape::make(m, 0), makeRoundedHull({{0, 0}, {kLength, 0}}, 0.02));
  double bends = 0;
  for (std::size_t i = 0; i < run.sampleCount(); ++i) {
    std::vector<Placement> poses(2);
    std::vector<std::vector<double>> modes;
    ASSERT_TRUE(rows.readPoses(run.row(i), poses));
    rows.readModes(run.row(i), modes);
    ASSERT_EQ(modes[0].size(), 3U + kAxialPlaces.size());
    // However much it is exaggerated, its joints stay where they are.
    one.bend(modes[0], i % 2 == 0 ? 1 : 30);
    const Placement end = one.carry(poses[0], {kLength, 0});
    EXPECT_NEAR(length(end.toWorld({kLength, 0}) - poses[1].origin), 0, 1e-8) << i;
    bends = std::max(bends, length(poses[0].toWorld({kLength, 0}) - poses[1].origin));
  }
  EXPECT_GT(bends, 0.01) << "or a straight link would do";
}

// Every point stays as far from the axis as it was, across the section that it belongs to.
TEST(BentOutline, KeepsItsWidth) {
  const Mechanism m = makeFallingBeams();
  BentOutline one(*BentShape::make(m, 0), makeRoundedHull({{0, 0}, {kLength, 0}}, 0.02));
  const std::vector<double> modes{0.05, -0.01, 0.004}, none(3, 0.0);
  one.bend(none, 1);
  const Outline straight = one.makeOutline();
  one.bend(modes, 1);
  const Outline bent = one.makeOutline();
  ASSERT_EQ(straight.size(), bent.size());
  EXPECT_GT(bent.size(), 60U) << "points between the corners";
  for (std::size_t i = 0; i < bent.size(); ++i) {
    const Vec2 at = straight[i].at;
    if (at.x <= 0 || at.x >= kLength) continue;
    const Placement axis = one.carry({}, {at.x, 0});
    EXPECT_NEAR(length(bent[i].at - axis.toWorld({at.x, 0})), 0.02, 1e-9);
  }
}

// A cantilever that is held at its start alone: its tip goes as many times as far.
TEST(BentOutline, AFreeEndIsExaggerated) {
  Mechanism m = makeFallingBeams();
  m.bodies.pop_back();
  m.joints.pop_back();
  const BentShape shape = *BentShape::make(m, 0);
  const std::vector<double> modes{1e-3, 0, 0};  // the first mode is 2 at its end
  EXPECT_NEAR(shape.bend(modes)->carry(kLength, 0).y, 2e-3, 1e-12);
  EXPECT_NEAR(shape.bend(modes, 20)->carry(kLength, 0).y, 40e-3, 1e-11);
  // Its stress is what it is. M = EI phi'' a, and phi'' = 2 (l/L)^2 at the clamp.
  const BentShape thick = [&] {
    std::get<TypedSection>(m.bodies[0].flexible->section.kind).height = 0.01;
    return *BentShape::make(m, 0);
  }();
  const double stress = 7e10 * 0.005 * 2 * std::pow(1.875104068711961, 2) * 1e-3;
  EXPECT_NEAR(thick.bend(modes)->nodes().front().stress, stress, 1e-9 * stress);
  EXPECT_NEAR(thick.bend(modes, 20)->nodes().front().stress, stress, 1e-9 * stress);
}

// The bow between two pins is what is exaggerated; both ends and the middle of a symmetric bow stay where
// they belong.
TEST(BentOutline, ABowBetweenTwoPinsIsExaggerated) {
  const Mechanism m = makeFallingBeams();
  const BentShape shape = *BentShape::make(m, 0);
  const std::vector<double> modes{0.01, -0.02, 0.004};
  const BentLine is = *shape.bend(modes), drawn = *shape.bend(modes, 10);
  const auto bowAt = [&](const BentLine& line, double x) {
    return line.carry(x, 0).y - x * line.carry(kLength, 0).y / kLength;
  };
  for (const double x : {0.0, 0.1, 0.37, 0.8, 1.0})
    EXPECT_NEAR(bowAt(drawn, x), 10 * bowAt(is, x), 1e-12) << x;
}

}  // namespace
}  // namespace clank
