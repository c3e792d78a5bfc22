// SPDX-License-Identifier: GPL-3.0-or-later
// Gears, chains, slides with ends, arcs, fastened links and cylinders of the program Linkage.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/io/import_linkage.h"
#include "core/record/trajectory.h"
#include "core/simulation/simulator.h"

namespace clank {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr double kUnit = 25.4e-3 / 96;  // m

ImportedMechanism importParts(const std::string& inside) {
  const auto read = importLinkage("<linkage2><program units=\"Millimeters\"/>" + inside + "</linkage2>");
  EXPECT_TRUE(read) << (read ? "" : read.error().front().what);
  return read ? *read : ImportedMechanism{};
}

struct PartsRun {
  ImportedMechanism made;
  Trajectory samples{{}};
  double at(double time, const std::string& channel) const {
    const auto found = samples.findChannel(channel);
    EXPECT_TRUE(found) << channel;
    return found ? samples.at(time)[*found] : std::nan("");
  }
};

// Nothing is left out of what these tests import, and it closes and runs to its end.
PartsRun runParts(const std::string& inside, double duration) {
  PartsRun run{importParts(inside)};
  EXPECT_THAT(run.made.notes, Not(Contains(HasSubstr("left out"))));
  auto resolved = resolve(run.made.mechanism);
  EXPECT_TRUE(resolved);
  if (!resolved) return run;
  EXPECT_THAT(validate(*resolved), testing::IsEmpty());
  resolved->simulation.duration = duration;
  const auto simulator = Simulator::create(*resolved);
  EXPECT_TRUE(simulator) << (simulator ? "" : simulator.error().front().what);
  if (!simulator) return run;
  run.samples = Trajectory(simulator->channels());
  EXPECT_EQ(simulator->run(run.samples).end, RunSummary::End::finished);
  return run;
}

// Centres 90 units apart, sizes 1 to 2: radii 30 and 60. 30 rpm clockwise are half a turn a second, of the
// other a quarter to the left.
TEST(ImportLinkageParts, GearsTurnAgainstEachOtherWithTheirRatio) {
  const auto run = runParts(R"(
    <connector id="0" anchor="true" input="true" rpm="30" x="0" y="0"/>
    <connector id="1" anchor="true" x="90" y="0"/>
    <Link id="0" gear="true"><connector id="0"/></Link><Link id="1" gear="true"><connector id="1"/></Link>
    <ratios><ratio type="gears"><link id="1" size="2"/><link id="0" size="1"/></ratio></ratios>)",
                            1);
  ASSERT_EQ(run.made.mechanism.bodies.size(), 2U);
  EXPECT_NEAR(run.made.mechanism.bodies[0].radius.value, 30 * kUnit, 1e-12);
  EXPECT_NEAR(run.made.mechanism.bodies[1].radius.value, 60 * kUnit, 1e-12);
  EXPECT_NEAR(run.at(1, "link0.angle"), -std::numbers::pi, 1e-9);
  EXPECT_NEAR(run.at(1, "link1.angle"), std::numbers::pi / 2, 1e-9);
}

// A chain turns both the same way: 20 and 10 units as radii, or only as a ratio, or a small wheel inside of a
// large one.
TEST(ImportLinkageParts, AChainTurnsBothWheelsTheSameWay) {
  for (const std::string ratio :
       {R"(sizeassize="true"><link id="0" size="20"/><link id="1" size="10"/>)",
        R"(sizeassize="false"><link id="0" size="2"/><link id="1" size="1"/>)",
        R"(sizeassize="true"><link id="0" size="200"/><link id="1" size="100"/>)"}) {
    const auto run = runParts(R"(
      <connector id="0" anchor="true" input="true" rpm="-15" x="0" y="0"/>
      <connector id="1" anchor="true" x="90" y="0"/>
      <Link id="0" gear="true"><connector id="0"/></Link><Link id="1" gear="true"><connector id="1"/></Link>
      <ratios><ratio type="chain" )" +
                                  ratio + "</ratio></ratios>",
                              1);
    EXPECT_NEAR(run.at(1, "link0.angle"), std::numbers::pi / 2, 1e-9) << ratio;
    EXPECT_NEAR(run.at(1, "link1.angle"), std::numbers::pi, 1e-9) << ratio;
  }
}

TEST(ImportLinkageParts, AsRadiiSizesOfAChainAreRadii) {
  const auto made = importParts(R"(
      <connector id="0" anchor="true" x="0" y="0"/><connector id="1" anchor="true" x="90" y="0"/>
      <Link id="0" gear="true"><connector id="0"/></Link><Link id="1" gear="true"><connector id="1"/></Link>
      <ratios><ratio type="chain" sizeassize="true"><link id="0" size="20"/><link id="1" size="10"/></ratio>
      </ratios>)");
  const auto& belt = std::get<Belt>(made.mechanism.joints.back().kind);
  EXPECT_NEAR(belt.radiusA.value, 20 * kUnit, 1e-12);
  EXPECT_NEAR(belt.radiusB.value, 10 * kUnit, 1e-12);
}

// An arm that turns by 15 rpm to the left about a gear that is fastened to an anchor; on its end a gear of
// half the size, to which a link is fastened. Relative to the arm the fixed gear turns by -1, that of the arm
// by +2: with the arm's own turn it makes three.
TEST(ImportLinkageParts, AGearRollsAboutOneThatIsFastenedToTheFrame) {
  const auto run = runParts(R"(
    <connector id="0" anchor="true" input="true" rpm="-15" x="0" y="0"/>
    <connector id="1" x="90" y="0"/><connector id="2" anchor="true" x="-50" y="0"/>
    <connector id="3" x="90" y="40"/>
    <Link id="0" gear="true" fastenconnector="2"><connector id="0"/></Link>
    <Link id="1"><connector id="0"/><connector id="1"/></Link>
    <Link id="2" gear="true" fastenlink="3"><connector id="1"/></Link>
    <Link id="3"><connector id="1"/><connector id="3"/></Link><Link id="4"><connector id="2"/></Link>
    <ratios><ratio type="gears"><link id="0" size="2"/><link id="2" size="1"/></ratio></ratios>)",
                            1);
  EXPECT_NEAR(run.at(1, "link0.angle"), 0, 1e-9);
  EXPECT_NEAR(run.at(1, "link1.angle"), std::numbers::pi / 2, 1e-9);
  EXPECT_NEAR(run.at(1, "link2.angle"), 3 * std::numbers::pi / 2, 1e-8);
  EXPECT_NEAR(run.at(1, "link3.angle"), std::numbers::pi / 2 + 3 * std::numbers::pi / 2, 1e-8);
  std::size_t welds = 0;
  for (const Joint& joint : run.made.mechanism.joints) welds += std::holds_alternative<Weld>(joint.kind);
  EXPECT_EQ(welds, 2U);
}

// Fastened links move as one, a fastened connector with its link.
TEST(ImportLinkageParts, WhatIsFastenedMovesAsOne) {
  const auto run = runParts(R"(
    <connector id="0" anchor="true" input="true" rpm="-15" x="0" y="0"/><connector id="1" x="100" y="0"/>
    <connector id="2" x="100" y="50"/><connector id="3" x="100" y="100"/>
    <connector id="4" draw="true" x="0" y="20" fastenlink="0"/>
    <Link id="0"><connector id="0"/><connector id="1"/></Link>
    <Link id="1" fastenlink="0"><connector id="2"/><connector id="3"/></Link>)",
                            1);
  EXPECT_NEAR(run.at(1, "link1.angle"), std::numbers::pi, 1e-9);
  EXPECT_NEAR(run.at(1, "trace4.x"), -20 * kUnit, 1e-9);
  EXPECT_NEAR(run.at(1, "trace4.y"), 0, 1e-9);
}

// Gravity pulls a pin down an upright slide, to its lower end 60 units below.
TEST(ImportLinkageParts, TheEndsOfASlideAreStops) {
  const auto run = runParts(R"(
    <connector id="0" x="0" y="0" slider="true"><slidelimit id="2"/><slidelimit id="3"/></connector>
    <connector id="1" x="0" y="-30"/>
    <connector id="2" anchor="true" x="0" y="100"/><connector id="3" anchor="true" x="0" y="-60"/>
    <Link id="0"><connector id="0"/><connector id="1"/></Link>)",
                            0.5);
  const double fall = 60 * kUnit;
  const auto travel = run.samples.findChannel("slot0.travel");
  ASSERT_TRUE(travel);
  for (std::size_t i = 0; i < run.samples.sampleCount(); ++i)
    ASSERT_NEAR(run.samples.row(i)[*travel], std::min(fall, 9.81 / 2 * std::pow(run.samples.time(i), 2)),
                1e-8)
        << "along the slide, from its first end";
  EXPECT_EQ(run.samples.time(run.samples.sampleCount() - 1), 0.5);
}

// A pin on an arc of 100 units about the origin, from 30 to 150 degrees, drawn by a crank of 50 about (30, 0)
// and a rod. sign: of the radius, with which the ends change places.
std::string makeArc(const std::string& sign, int rpm) {
  const double x = 100 * std::sqrt(0.75);
  return fmt::format(
      R"(<connector id="0" anchor="true" input="true" rpm="{}" x="30" y="0"/>
    <connector id="1" x="30" y="50"/>
    <connector id="2" draw="true" x="0" y="100" slider="true" slideradius="{}100"><slidelimit id="3"/><slidelimit id="4"/></connector>
    <connector id="3" anchor="true" x="{:.9f}" y="50"/><connector id="4" anchor="true" x="{:.9f}" y="50"/>
    <Link id="0"><connector id="0"/><connector id="1"/></Link>
    <Link id="1"><connector id="1"/><connector id="2"/></Link>)",
      rpm, sign, sign.empty() ? x : -x, sign.empty() ? -x : x);
}

TEST(ImportLinkageParts, ASlideAlongAnArcIsATrackWithStops) {
  for (const std::string sign : {"", "-"}) {
    const auto run = runParts(makeArc(sign, 5), 1);
    const double turned = 1 * 5 * 2 * std::numbers::pi / 60;
    const double crank = std::numbers::pi / 2 - turned;
    const double px = 30 + 50 * std::cos(crank), py = 50 * std::sin(crank);
    const double rod = std::hypot(30, 50);
    // The circle of 100 about the origin and that of the rod about the crank's pin.
    const double d = std::hypot(px, py), along = (d * d + 1e4 - rod * rod) / (2 * d);
    const double off = std::sqrt(1e4 - along * along);
    const double x = (along * px - off * py) / d, y = (along * py + off * px) / d;
    const double angle = std::atan2(y - py, x - px) - std::atan2(50, -30);
    const double begin = std::atan2(50, -30);
    EXPECT_NEAR(std::remainder(run.at(1, "link1.angle") - begin - angle, 2 * std::numbers::pi), 0, 1e-7)
        << sign;
    for (std::size_t i = 0; i < run.samples.sampleCount(); ++i) {
      const double time = run.samples.time(i);
      EXPECT_NEAR(std::hypot(run.at(time, "trace2.x"), run.at(time, "trace2.y")), 100 * kUnit,
                  2e-8 * 100 * kUnit);
    }
    const auto& slot = run.made.mechanism.joints.back();
    ASSERT_TRUE(slot.metamorphic);
    const auto& stops = slot.metamorphic->changes;
    ASSERT_EQ(stops.size(), 2U);
    const double span =
        std::get<Limit>(stops[1].guard).value.value - std::get<Limit>(stops[0].guard).value.value;
    EXPECT_NEAR(span, 100 * kUnit * 2 * std::numbers::pi / 3, 1e-9);
  }
}

// Gravity pulls it along a quarter of a circle to the lower end.
TEST(ImportLinkageParts, AnArcEndsWhereItEnds) {
  const auto run = runParts(R"(
    <connector id="0" x="70.710678" y="-70.710678" slider="true" slideradius="100"><slidelimit id="2"/><slidelimit id="3"/></connector>
    <connector id="1" draw="true" x="70.710678" y="-100"/>
    <connector id="2" anchor="true" x="34.202014" y="-93.969262"/><connector id="3" anchor="true" x="100" y="0"/>
    <Link id="0"><connector id="0"/><connector id="1"/></Link>)",
                            3);
  const auto x = run.samples.findChannel("link0.x"), y = run.samples.findChannel("link0.y");
  ASSERT_TRUE(x && y);
  double least = 1;
  for (std::size_t i = 0; i < run.samples.sampleCount(); ++i) {
    least = std::min(least, run.samples.row(i)[*x]);
    EXPECT_NEAR(std::hypot(run.samples.row(i)[*x], run.samples.row(i)[*y]), 100 * kUnit, 2e-8 * 100 * kUnit);
  }
  EXPECT_NEAR(least, 34.202014 * kUnit, 1e-6);
}

// What is fastened twice, to itself, in a ring or to what is no part is no error.
TEST(ImportLinkageParts, OddFasteningsMakeSoundFiles) {
  const auto made = importParts(R"(
    <connector id="0" anchor="true" x="0" y="0"/><connector id="1" x="100" y="0" fastenlink="9"/>
    <connector id="2" x="100" y="50" fastenconnector="1"/><connector id="3" anchor="true" x="0" y="50" fastenlink="0"/>
    <connector id="4" x="7" y="7"/><connector id="5" input="true" x="70" y="70"/>
    <Link id="0" fastenlink="1"><connector id="0"/><connector id="1"/></Link>
    <Link id="1" fastenlink="0"><connector id="1"/><connector id="2"/></Link>
    <Link id="2" gear="true" fastenlink="3" fastenconnector="0"><connector id="2"/></Link>
    <Link id="3" fastenlink="3"><connector id="2"/><connector id="5"/></Link>
    <Link id="4" fastenlink="0"><connector id="4"/></Link>
    <Link id="5" fastenconnector="1"><connector id="1"/><connector id="5"/></Link>)");
  const auto resolved = resolve(made.mechanism);
  ASSERT_TRUE(resolved);
  for (const Problem& problem : validate(*resolved))
    EXPECT_NE(problem.severity, Severity::error) << problem.what;
  for (const char* text :
       {"connector 1 is fastened to link 9, which is no part", "connector 2 is fastened to connector 1",
        "connector 3 is fastened to link 0, but is an anchor", "input 5 is no anchor",
        "link 5 is fastened to connector 1, which does not hold it"})
    EXPECT_THAT(made.notes, Contains(HasSubstr(text)));
  EXPECT_THAT(made.notes, Not(Contains(HasSubstr("connector 4"))));
}

// A crank that grows by 40 units within half a cycle of 10 a minute while it turns: an end is in the air.
TEST(ImportLinkageParts, AnActuatorWithAnEndInTheAirGrows) {
  const auto run = runParts(R"(
    <connector id="0" anchor="true" input="true" rpm="-10" x="0" y="0"/><connector id="1" draw="true" x="100" y="0"/>
    <Link id="0" actuator="true" throw="40" cpm="10"><connector id="0"/><connector id="1"/></Link>)",
                            3);
  for (const double time : {0.0, 1.0, 2.0, 3.0}) {
    const double length = (100 + 40 * time / 3) * kUnit, angle = 2 * std::numbers::pi * time / 6;
    EXPECT_NEAR(run.at(time, "trace1.x"), length * std::cos(angle), 1e-9) << time;
    EXPECT_NEAR(run.at(time, "trace1.y"), length * std::sin(angle), 1e-9) << time;
  }
}

// Whatever is damaged, there is an answer: a mechanism that can be looked at, or a reason.
TEST(ImportLinkageParts, DamagedFilesHaveAnAnswer) {
  const std::string whole = R"(<linkage2><program units="Millimeters" scalefactor="1"/>
    <connector id="0" anchor="true" input="true" rpm="-15" x="0" y="0"/><connector id="1" x="90" y="0"/>
    <connector id="2" anchor="true" x="-50" y="0"/><connector id="3" x="90" y="40" fastenlink="5"/>
    <connector id="4" x="0" y="100" slider="true" slideradius="100"><slidelimit id="5"/><slidelimit id="6"/></connector>
    <connector id="5" anchor="true" x="50" y="50"/><connector id="6" anchor="true" x="-50" y="50"/>
    <Link id="0" gear="true" fastenconnector="2"><connector id="0"/></Link>
    <Link id="1"><connector id="0"/><connector id="1"/><fastenconnector id="3"/></Link>
    <Link id="2" gear="true" fastenlink="3"><connector id="1"/></Link>
    <Link id="3"><connector id="1"/><connector id="4"/></Link>
    <Link id="4" actuator="true" throw="9" cpm="-3"><connector id="2"/><connector id="4"/></Link>
    <ratios><ratio type="gears"><link id="0" size="2"/><link id="2" size="1"/></ratio>
    <ratio type="chain" sizeassize="true"><link id="0" size="2"/><link id="2" size="1"/></ratio></ratios></linkage2>)";
  std::mt19937 random(7);
  const auto pick = [&](std::size_t below) { return static_cast<std::size_t>(random()) % below; };
  const std::string_view letters = "0123456789-.e<>/\"= abtn\xff";
  std::size_t made = 0;
  for (int round = 0; round < 600; ++round) {
    std::string text = whole;
    for (std::size_t hit = 0; hit <= pick(3); ++hit) {
      const std::size_t at = pick(text.size() - 20);
      if (round % 3 == 0) text[at] = letters[pick(letters.size())];
      if (round % 3 == 1) text.erase(at, pick(12));
      if (round % 3 == 2 && std::isdigit(static_cast<unsigned char>(text[at]))) text[at] = letters[pick(10)];
    }
    const auto read = importLinkage(text);
    if (!read) {
      EXPECT_FALSE(read.error().front().what.empty());
      continue;
    }
    ++made;
    if (const auto resolved = resolve(read->mechanism)) (void)validate(*resolved);
  }
  EXPECT_GT(made, 100U);
}

}  // namespace
}  // namespace clank
