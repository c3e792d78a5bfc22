// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/import_linkage.h"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "core/record/trajectory.h"
#include "core/simulation/simulator.h"

namespace clank {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using Complex = std::complex<double>;

// A crank-rocker with a coupler point: 1 unit is 25.4/96 mm.
std::string fourBar(const std::string& units = "units=\"Millimeters\"", const std::string& more = "") {
  return R"(<linkage2><program zoom="1" scalefactor="1" )" + units + R"(/>
    <connector id="0" anchor="true" input="true" rpm="-30" x="0" y="0"/>
    <connector id="1" x="0" y="96"/>
    <connector id="2" x="288" y="192"/>
    <connector id="3" anchor="true" x="384" y="0"/>
    <connector id="4" name="point" draw="true" x="96" y="288"/>
    <Link id="0"><connector id="0"/><connector id="1"/></Link>
    <Link id="1"><connector id="1"/><connector id="2"/><connector id="4"/></Link>
    <Link id="2" name="rocker"><connector id="2"/><connector id="3"/></Link>)" +
         more + "</linkage2>";
}

ImportedMechanism imported(const std::string& xml) {
  const auto read = importLinkage(xml);
  EXPECT_TRUE(read) << (read ? "" : read.error().front().what);
  return read ? *read : ImportedMechanism{};
}

Problem refusalOf(const std::string& xml) {
  const auto read = importLinkage(xml);
  EXPECT_FALSE(read);
  return read ? Problem{} : read.error().front();
}

// The circle about p with radius r and that about q with radius s meet left of the line from p to q.
Complex meetLeft(Complex p, double r, Complex q, double s) {
  const double d = std::abs(q - p), along = (d * d + r * r - s * s) / (2 * d);
  return p + (q - p) / d * Complex(along, std::sqrt(r * r - along * along));
}

// -30 rpm of Linkage are half a turn a second, counter-clockwise.
TEST(ImportLinkage, TheCouplerCurveIsTheAnalyticalOne) {
  const auto resolved = resolve(imported(fourBar()).mechanism);
  ASSERT_TRUE(resolved);
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator) << simulator.error().front().what;
  EXPECT_EQ(simulator->mobility(), 1);
  Trajectory run(simulator->channels());
  const RunSummary summary = simulator->run(run);
  ASSERT_EQ(summary.end, RunSummary::End::finished);
  EXPECT_EQ(run.time(run.sampleCount() - 1), 2) << "one turn";

  const double unit = 25.4e-3 / 96;
  const Complex a(0, 96), b(288, 192), c(96, 288), ground(384, 0);
  const auto x = run.findChannel("trace4.x"), y = run.findChannel("trace4.y");
  ASSERT_TRUE(x && y);
  for (std::size_t i = 0; i < run.sampleCount(); ++i) {
    const Complex pin = std::polar(96.0, std::numbers::pi * (0.5 + run.time(i)));
    const Complex end = meetLeft(pin, std::abs(b - a), ground, std::abs(b - ground));
    const Complex point = (pin + (c - a) / (b - a) * (end - pin)) * unit;
    ASSERT_NEAR(run.row(i)[*x], point.real(), 1e-9) << run.time(i);
    ASSERT_NEAR(run.row(i)[*y], point.imag(), 1e-9) << run.time(i);
  }
}

TEST(ImportLinkage, LengthsAreThoseThatLinkageShows) {
  EXPECT_EQ(imported(fourBar()).mechanism.bodies[0].length->text, "25.4 mm");
  EXPECT_EQ(imported(fourBar("")).mechanism.bodies[0].length->text, "25.4 mm") << "millimetres by default";
  EXPECT_EQ(imported(fourBar("units=\"Inches\"")).mechanism.bodies[0].length->text, "25.4 mm");
}

std::string barOf(double x, double y) {
  return fmt::format(
      R"(<linkage2><program units="Millimeters"/><connector id="0" anchor="true" x="0" y="0"/>
      <connector id="1" x="{:.6f}" y="{:.6f}"/>
      <Link id="0"><connector id="0"/><connector id="1"/></Link></linkage2>)",
      x, y);
}

// Drawn 40 mm long, as files tell it that people have drawn in whole millimetres; one of an early version is
// told from what it has as whole millimetres.
TEST(ImportLinkage, MillimetresAreThoseThatWereDrawn) {
  for (const double inch : {25.4, 24.5}) {
    const auto made = imported(barOf(32 * 96 / inch, 24 * 96 / inch));
    ASSERT_EQ(made.mechanism.bodies.size(), 1U);
    EXPECT_NEAR(made.mechanism.bodies[0].length->value, 0.04, 1e-9) << inch;
    EXPECT_THAT(made.notes, Contains(HasSubstr(fmt::format("{} for 96 units of the file", inch))));
  }
}

// A crank of 40 units at (-40, 0) and a bar from its end over a fixed pin at (100, 0).
TEST(ImportLinkage, ABarOverAFixedPinIsASlot) {
  const auto made = imported(R"(<linkage2><program units="Millimeters"/>
    <connector id="0" x="0" y="0"/><connector id="1" x="200" y="0"/>
    <connector id="2" anchor="true" x="100" y="0" slider="true"><slidelimit id="0"/><slidelimit id="1"/></connector>
    <connector id="3" anchor="true" input="true" rpm="15" x="-40" y="0"/>
    <Link id="0"><connector id="0"/><connector id="1"/></Link><Link id="1"><connector id="2"/></Link>
    <Link id="2"><connector id="3"/><connector id="0"/></Link></linkage2>)");
  ASSERT_EQ(made.mechanism.joints.size(), 3U);
  const auto resolved = resolve(made.mechanism);
  ASSERT_TRUE(resolved);
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator) << simulator.error().front().what;
  Trajectory run(simulator->channels());
  ASSERT_EQ(simulator->run(run).end, RunSummary::End::finished);
  const auto bar = run.findChannel("link0.angle");
  ASSERT_TRUE(bar);
  // Clockwise by a quarter turn in a second: the crank's end is at (-40, -40).
  EXPECT_NEAR(run.at(1)[*bar], std::atan2(40, 140), 1e-9);
  EXPECT_THAT(made.notes, Not(Contains(HasSubstr("left out"))));
}

// Ids are names in our files, so no two parts share one; those without a link are told.
TEST(ImportLinkage, TwoLinksWithOneIdAreTwo) {
  const auto made = imported(R"(<linkage2>
    <connector id="0" anchor="true" x="0" y="0"/><connector id="1" x="30" y="0"/><connector id="2" x="100" y="50"/>
    <connector id="3" anchor="true" x="100" y="0"/><connector id="-4" x="7" y="7"/><connector id="5" x="9" y="9"/>
    <connector id="6" x="9" y="9"/>
    <Link id="0"><connector id="0"/><connector id="1"/></Link><Link id="0"><connector id="1"/><connector id="2"/></Link>
    <Link id="1"><connector id="2"/><connector id="3"/></Link><Link id="-2"><connector id="1"/><connector id="-4"/></Link>
    <Link id="8"><connector id="6"/></Link><Link id="9" fastenlink="1"><connector id="5"/><connector id="6"/></Link>
    </linkage2>)");
  std::vector<std::string> ids;
  for (const Body& body : made.mechanism.bodies) ids.push_back(body.id);
  EXPECT_THAT(ids, testing::ElementsAre("link0", "link10", "link1", "link_2"));
  EXPECT_THAT(made.notes, Contains(HasSubstr("there are two links 0: one becomes link 10")));
  EXPECT_THAT(made.notes, Contains(HasSubstr("link 9 has its connectors at one place: left out")));
  const auto resolved = resolve(made.mechanism);
  ASSERT_TRUE(resolved);
  EXPECT_THAT(validate(*resolved), testing::IsEmpty());
}

TEST(ImportLinkage, AConnectorThatIsOnNoLinkIsTold) {
  const auto made = imported(fourBar("", R"(<connector id="5" x="9" y="9"/>
    <connector id="6" x="9" y="9" slider="true"><slidelimit id="0"/><slidelimit id="3"/></connector>
    <connector id="7" x="5" y="9" fastenlink="5"/><Link id="5"><connector id="5"/></Link>)"));
  for (const char* text : {"connector 5 is on no link", "connector 6 is on no link",
                           "connector 7 is fastened to link 5, which is no part"})
    EXPECT_THAT(made.notes, Contains(HasSubstr(text)));
}

// The plate is a triangle of rods; its mass and centre follow from the three edges.
TEST(ImportLinkage, PlatesWeighWhatTheirEdgesWeigh) {
  const Body plate = imported(fourBar()).mechanism.bodies[1];
  const double unit = 25.4e-3 / 96;
  const double base = std::hypot(288, 96) * unit, side = std::hypot(96, 192) * unit;
  const double third = std::hypot(192, -96) * unit;
  EXPECT_NEAR(plate.mass->value, 0.785 * (base + side + third), 1e-12);
  EXPECT_EQ(plate.outline.size(), 3U);
}

TEST(ImportLinkage, ASliderIsAPinInASlot) {
  const auto made = imported(R"(<linkage2>
    <connector id="0" anchor="true" input="true" rpm="60" x="0" y="0"/>
    <connector id="1" x="96" y="0"/>
    <connector id="2" x="384" y="0" slider="true"><slidelimit id="3"/><slidelimit id="4"/></connector>
    <connector id="3" anchor="true" x="192" y="0"/><connector id="4" anchor="true" x="576" y="0"/>
    <element id="0"><connector id="0"/><connector id="1"/></element>
    <element id="1"><connector id="1"/><connector id="2"/></element></linkage2>)");
  const auto resolved = resolve(made.mechanism);
  ASSERT_TRUE(resolved);
  EXPECT_THAT(made.notes, Not(Contains(HasSubstr("left out"))));
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator) << simulator.error().front().what;
  Trajectory run(simulator->channels());
  ASSERT_EQ(simulator->run(run).end, RunSummary::End::finished);
  const auto crank = run.findChannel("link0.angle"), travel = run.findChannel("slot2.travel");
  ASSERT_TRUE(crank && travel);
  // A crank of 25.4 mm and a rod of 76.2 mm in line; clockwise by a quarter turn in a quarter of a second.
  const auto row = run.at(0.25);
  EXPECT_NEAR(row[*crank], -std::numbers::pi / 2, 1e-9);
  EXPECT_NEAR(row[*travel], (std::sqrt(76.2 * 76.2 - 25.4 * 25.4) - 101.6) / 1000, 1e-9);
}

TEST(ImportLinkage, TellsWhatIsLeftOut) {
  const auto made = imported(fourBar("", R"(
    <connector id="5" layer="1" x="0" y="0"/><connector id="6" layer="1" x="9" y="0"/>
    <connector id="7" slider="true" slideradius="30" x="5" y="5"/>
    <Link id="5" layer="1"><connector id="5"/><connector id="6"/></Link>
    <Link id="7"><connector id="0"/><connector id="3"/></Link>
    <Link id="8" actuator="true"><connector id="1"/><connector id="4"/></Link>
    <connector id="8" x="1" y="1" wobble="3" hops="false" skips="0"/><picture/>
    <Link id="9" fastenlink="77"><connector id="4"/><connector id="7"/></Link>
    <ratios><ratio type="gears"><link id="0" size="1"/><link id="1" size="2"/></ratio>
      <ratio type="chain"/></ratios>)"));
  for (const char* text :
       {"drawing elements and measurements are left out: 1 with 2 points", "link 7 lies between anchors",
        "link 8 is an actuator with both ends on one link", "slider 7 has no two ends", "no masses",
        "link 9 is fastened to link 77, which is no part", "gears1: link 0 is no gear",
        "chain2: it has not two wheels", "connector 8: what the file has as 'wobble' is not known",
        "what the file has as <picture> is not known"})
    EXPECT_THAT(made.notes, Contains(HasSubstr(text)));
  EXPECT_THAT(made.notes, Not(Contains(AnyOf(HasSubstr("hops"), HasSubstr("skips")))));
}

// A boom of 300 units from an anchor, held by an actuator from another anchor: 96 units more within half a
// cycle, 10 cycles a minute. Its angle by the law of cosines.
TEST(ImportLinkage, AnActuatorLeadsAsInClosedForm) {
  const std::string file = R"(<linkage2><program zoom="1" scalefactor="1" units="Millimeters"/>
    <connector id="0" anchor="true" x="0" y="0"/>
    <connector id="1" x="0" y="300"/>
    <connector id="2" anchor="true" x="400" y="0"/>
    <Link id="0"><connector id="0"/><connector id="1"/></Link>
    <Link id="1" actuator="true" throw="96" cpm="CPM"><connector id="2"/><connector id="1"/></Link></linkage2>)";
  for (const double cycles : {10.0, -10.0}) {
    std::string text = file;
    text.replace(text.find("CPM"), 3, fmt::format("{}", cycles));
    const auto made = imported(text);
    ASSERT_EQ(made.mechanism.bodies.size(), 1U);
    const auto resolved = resolve(made.mechanism);
    ASSERT_TRUE(resolved);
    EXPECT_THAT(validate(*resolved), testing::IsEmpty());
    const auto simulator = Simulator::create(*resolved);
    ASSERT_TRUE(simulator) << simulator.error().front().what;
    EXPECT_EQ(simulator->mobility(), 1);
    Trajectory run(simulator->channels());
    ASSERT_EQ(simulator->run(run).end, RunSummary::End::finished);
    EXPECT_NEAR(run.time(run.sampleCount() - 1), 6, 1e-12) << "one cycle";
    const auto angle = run.findChannel("link0.angle"), length = run.findChannel("actuator1.travel");
    ASSERT_TRUE(angle && length);
    const double start = run.row(0)[*angle];
    for (std::size_t i = 0; i < run.sampleCount(); ++i) {
      const double out = 96 * (1 - std::abs(1 - run.time(i) / 3)) * (cycles > 0 ? 1 : -1);
      const double along = (500 + out) / 1000;  // thousands of units
      ASSERT_NEAR(run.row(i)[*length], along * 25.4 / 96, 1e-9);
      const double between = std::acos((0.3 * 0.3 + 0.4 * 0.4 - along * along) / (2 * 0.3 * 0.4));
      ASSERT_NEAR(std::abs(run.row(i)[*angle] - start), std::abs(between - std::numbers::pi / 2), 1e-8);
    }
  }
}

// Half the length and 15 cycles a minute, where the file says nothing; without a throw it holds its length.
TEST(ImportLinkage, AnActuatorHasTheThrowOfTheProgram) {
  const auto importWith = [](const std::string& attributes) {
    return imported(fourBar("", "<Link id=\"8\" actuator=\"true\" " + attributes +
                                    "><connector id=\"4\"/><connector id=\"3\"/></Link>"));
  };
  const auto usual = importWith("");
  ASSERT_EQ(usual.mechanism.drives.size(), 2U);
  const Reverse& law = std::get<Reverse>(usual.mechanism.drives[1].kind);
  const double length = std::hypot(288, 288) * 25.4 / 96000;
  EXPECT_NEAR(law.to.value, 1.5 * length, 1e-12);
  EXPECT_NEAR(law.speed.value, length * 15 / 60, 1e-12);
  const auto still = importWith("throw=\"0\"");
  EXPECT_EQ(std::get<ConstantSpeed>(still.mechanism.drives[1].kind).speed.value, 0);
  EXPECT_THAT(refusalOf(fourBar("",
                                "<Link id=\"8\" actuator=\"true\" throw=\"far\"><connector id=\"4\"/>"
                                "<connector id=\"3\"/></Link>"))
                  .what,
              HasSubstr("throw 'far' is no number"));
}

TEST(ImportLinkage, RefusesBrokenFilesWithTheReason) {
  Problem problem = refusalOf("<linkage2>\n<connector id=\"0\"\n</linkage2>");
  EXPECT_THAT(problem.what, HasSubstr("no XML"));
  EXPECT_THAT(problem.where, HasSubstr("line "));
  EXPECT_THAT(refusalOf("").what, AllOf(HasSubstr("no"), Not(HasSubstr("crash"))));
  EXPECT_THAT(refusalOf("<svg/>").what, HasSubstr("<linkage2>"));
  EXPECT_THAT(refusalOf("<linkage2/>").what, HasSubstr("no links"));
  EXPECT_THAT(refusalOf(R"(<linkage2><connector id="1" x="a"/></linkage2>)").what,
              HasSubstr("connector 1: x 'a' is no number"));
  EXPECT_THAT(refusalOf(R"(<linkage2><connector id="x"/></linkage2>)").what, HasSubstr("whole number"));
  EXPECT_THAT(refusalOf(R"(<linkage2><connector id="1"/><connector id="1"/></linkage2>)").what,
              HasSubstr("two connectors 1"));
  EXPECT_THAT(refusalOf(R"(<linkage2><Link id="3"><connector id="9"/></Link></linkage2>)").what,
              HasSubstr("link 3: there is no connector 9"));
}

TEST(ImportLinkage, TellsTheLineOfWhatIsWrong) {
  const std::string begin = "<?xml version=\"1.0\"?>\n<linkage2>\n<!-- <connector/>\n -->\n<program/>\n";
  EXPECT_EQ(refusalOf(begin + "<connector id=\"0\"/>\n<connector id=\"1\"\n x=\"a\"/>\n</linkage2>").where,
            "line 7");
  EXPECT_EQ(refusalOf(begin + "<connector id=\"0\"/>\n<Link id=\"2\">\n<connector id=\"0\"/>\n</Link>\n"
                              "<Link id=\"3\">\n<connector id=\"9\"/>\n</Link></linkage2>")
                .where,
            "line 10");
}

}  // namespace
}  // namespace clank
