// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/import_pmks.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "core/io/import_mechanism.h"
#include "core/record/trajectory.h"
#include "core/simulation/simulator.h"

namespace clank {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr std::string_view kPmksDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";

// A number as PMKS+ writes it: thousandths to the base 64, with a 0 before what is negative.
std::string encode(double number) {
  long rest = std::lround(std::abs(number) * 1000);
  std::string text;
  do text.insert(text.begin(), kPmksDigits[static_cast<std::size_t>(rest % 64)]);
  while ((rest /= 64) > 0);
  return number < 0 ? "0" + text : text;
}

std::string seal(std::string text) {
  return text + kPmksDigits[text.size() % 62];
}

std::string writeJoint(char flags, const std::string& id, double x, double y, double angle = 0) {
  return std::string(1, flags) + id + "," + id + "," + encode(x) + "," + encode(y) + "," + encode(angle) +
         ".";
}

std::string writeLink(const std::string& id, double mass, double inertia, double x, double y,
                      const std::string& joints, const char* kind = "YR") {
  return kind + id + ",the " + id + "," + encode(mass) + "," + encode(inertia) + "," + encode(x) + "," +
         encode(y) + ",aabbcc," + joints + ",,.";
}

// Crank of 2 cm from the origin, rod of 5 cm, a slider on the line through the origin; 30 rpm. The rod has a
// force.
std::string makeSliderCrank(const char* settings = "00.1.U,0.101.") {
  return seal(std::string(settings) + writeJoint('6', "A", 0, 0) + writeJoint('G', "B", 2, 0) +
              writeJoint('0', "C", 7, 0) + writeJoint('5', "D", 7, 0) + "." +
              writeLink("AB", 1, 2, 1, 0, "A,B") + writeLink("BC", 2.5, 6, 4, 0, "B,C") +
              writeLink("CD", 1, 0, 7, 0, "C,D", "YP") + ".2F1,BC,push," + encode(4) + "," + encode(0) + "," +
              encode(4) + "," + encode(1) + "," + encode(3) + "..JA");
}

ImportedMechanism importOf(const std::string& text) {
  const auto read = importPmks(text);
  EXPECT_TRUE(read) << (read ? "" : read.error().front().what);
  return read ? *read : ImportedMechanism{};
}

// Two ids of PMKS+ that differ in a sign that ours cannot have.
TEST(ImportPmks, NoTwoPartsHaveOneId) {
  const std::string text =
      seal("00.1.U,0.101." + writeJoint('6', "A", 0, 0) + writeJoint('0', "B", 2, 0) +
           writeJoint('0', "B*", 7, 0) + writeJoint('0', "E", 9, 9) + writeJoint('1', "F", 9, 9) + "." +
           writeLink("A B", 1, 2, 1, 0, "A,B") + writeLink("A_B", 2.5, 6, 4, 0, "B,B*") + "..");
  const auto made = importOf(text);
  ASSERT_EQ(made.mechanism.bodies.size(), 2U);
  EXPECT_EQ(made.mechanism.bodies[0].id, "linkA_B");
  EXPECT_EQ(made.mechanism.bodies[1].id, "linkA_B_");
  const auto resolved = resolve(made.mechanism);
  ASSERT_TRUE(resolved);
  EXPECT_THAT(validate(*resolved), testing::IsEmpty());
  EXPECT_THAT(made.notes, Contains(HasSubstr("joint 'E' is on no link")));
  EXPECT_THAT(made.notes, Contains(HasSubstr("slider 'F' has no block")));
}

// The slider of a crank is the input: 30 cm a second to the right. Where the crank stands is the law of
// cosines.
TEST(ImportPmks, TheInputOfASliderDrivesItsSlot) {
  const auto made = importOf(seal(
      "00.1.U,0.101." + writeJoint('4', "A", 0, 0) + writeJoint('0', "B", 0, 2) + writeJoint('0', "C", 3, 0) +
      writeJoint('7', "D", 3, 0) + "." + writeLink("AB", 1, 2, 0, 1, "A,B") +
      writeLink("BC", 2.5, 6, 1.5, 1, "B,C") + writeLink("CD", 1, 0, 3, 0, "C,D", "YP") + "..JA"));
  ASSERT_EQ(made.mechanism.drives.size(), 1U);
  EXPECT_EQ(made.mechanism.drives[0].joint, "slideC");
  EXPECT_THAT(made.notes, Contains(HasSubstr("moves with 30 cm/s")));
  auto resolved = resolve(made.mechanism);
  ASSERT_TRUE(resolved);
  EXPECT_THAT(validate(*resolved), testing::IsEmpty());
  resolved->simulation.duration = 0.05;
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator) << simulator.error().front().what;
  Trajectory run(simulator->channels());
  ASSERT_EQ(simulator->run(run).end, RunSummary::End::finished);
  const auto travel = run.findChannel("slideC.travel"), angle = run.findChannel("linkAB.angle");
  ASSERT_TRUE(travel && angle);
  const auto row = run.row(run.sampleCount() - 1);
  EXPECT_NEAR(row[*travel], 0.3 * 0.05, 1e-9);
  const double reach = 3 + 1.5, rod = std::hypot(3, 2);
  EXPECT_NEAR(row[*angle], std::acos((4 + reach * reach - rod * rod) / (2 * 2 * reach)), 1e-8);
}

std::string whyNot(const std::string& text) {
  const auto read = importPmks(text);
  EXPECT_FALSE(read);
  return read ? "" : read.error().front().where + ": " + read.error().front().what;
}

TEST(ImportPmks, TheSliderMovesAsInClosedForm) {
  const ImportedMechanism read = importOf(makeSliderCrank());
  const auto resolved = resolve(read.mechanism);
  ASSERT_TRUE(resolved);
  EXPECT_EQ(resolved->gravity.y.value, 0);
  ASSERT_EQ(resolved->bodies.size(), 2U);
  const Body& rod = resolved->bodies[1];
  EXPECT_EQ(rod.name, "the BC");
  EXPECT_DOUBLE_EQ(rod.mass->value, 2.5);
  EXPECT_NEAR(rod.inertia->value, 6e-4, 1e-15) << "kg cm2";
  EXPECT_NEAR(rod.center.x.value, 0.02, 1e-12);
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator) << simulator.error().front().what;
  EXPECT_EQ(simulator->mobility(), 1);
  Trajectory run(simulator->channels());
  ASSERT_EQ(simulator->run(run).end, RunSummary::End::finished);
  const auto x = run.findChannel("linkBC.x"), angle = run.findChannel("linkBC.angle");
  ASSERT_TRUE(x && angle);
  for (std::size_t i = 0; i < run.sampleCount(); ++i) {
    const double crank = std::numbers::pi * run.time(i);  // 30 rpm, counter-clockwise
    const double slider = run.row(i)[*x] + 0.05 * std::cos(run.row(i)[*angle]);
    ASSERT_NEAR(slider, 0.02 * std::cos(crank) + std::sqrt(0.0025 - std::pow(0.02 * std::sin(crank), 2)),
                1e-9)
        << run.time(i);
  }
  EXPECT_NEAR(run.time(run.sampleCount() - 1), 2, 1e-12) << "one turn";
}

// A crank of 2 cm about the origin whose pin slides in a lever about C, 5 cm below; the slot is parallel to
// the line from C to D and does not pass through C. slot: what is written of it behind the slider's angle.
std::string makeInvertedSliderCrank(const std::string& slot = ",CD,C,D") {
  std::string slider = writeJoint('1', "P", 2, 0);
  slider.insert(slider.size() - 1, slot);
  return seal("00.1.U,0.101." + writeJoint('6', "A", 0, 0) + writeJoint('0', "B", 2, 0) +
              writeJoint('4', "C", 0, -5) + writeJoint('0', "D", 0, 7) + slider + "." +
              writeLink("AB", 1, 2, 1, 0, "A,B") + writeLink("CD", 1, 12, 0, 1, "C,D") +
              writeLink("BP", 1, 0, 2, 0, "B,P", "YP") + "..JA");
}

// At every time the pin keeps its distance of -2 cm from the line through C along the lever:
// rho sin(beta - phi) = h, with rho and beta of the pin from C and phi the angle of the lever.
TEST(ImportPmks, APinSlidesInAMovingLinkAsInClosedForm) {
  const ImportedMechanism read = importOf(makeInvertedSliderCrank());
  for (const std::string& note : read.notes) EXPECT_THAT(note, testing::Not(HasSubstr("left out")));
  const auto resolved = resolve(read.mechanism);
  ASSERT_TRUE(resolved);
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator) << simulator.error().front().what;
  EXPECT_EQ(simulator->mobility(), 1);
  Trajectory run(simulator->channels());
  ASSERT_EQ(simulator->run(run).end, RunSummary::End::finished);
  const auto lever = run.findChannel("linkCD.angle");
  ASSERT_TRUE(lever);
  for (std::size_t i = 0; i < run.sampleCount(); ++i) {
    const double crank = std::numbers::pi * run.time(i);
    const double x = 0.02 * std::cos(crank), y = 0.02 * std::sin(crank) + 0.05;
    ASSERT_NEAR(run.row(i)[*lever], std::atan2(y, x) + std::asin(0.02 / std::hypot(x, y)), 1e-9)
        << run.time(i);
  }
}

TEST(ImportPmks, BrokenSlotsOfMovingLinksAreNamed) {
  EXPECT_THAT(whyNot(makeInvertedSliderCrank(",ZZ,C,D")), HasSubstr("slider 'P': there is no link 'ZZ'"));
  EXPECT_THAT(whyNot(makeInvertedSliderCrank(",CD,C")), HasSubstr("slider 'P': '' is no joint"));
  EXPECT_THAT(whyNot(makeInvertedSliderCrank(",CD,C,B")), HasSubstr("'B' is no joint of the link 'the CD'"));
  EXPECT_THAT(whyNot(makeInvertedSliderCrank(",CD,C,C")), HasSubstr("no direction"));
  EXPECT_THAT(whyNot(makeInvertedSliderCrank(",AB,A,B")), HasSubstr("the link that it is pinned to"));
  EXPECT_THAT(importOf(makeInvertedSliderCrank("")).notes, Contains(HasSubstr("slides on nothing")));
}

TEST(ImportPmks, ForcesTracesAndWhatIsLeftOut) {
  const ImportedMechanism read = importOf(makeSliderCrank());
  ASSERT_EQ(read.mechanism.forces.size(), 1U);
  const auto& load = std::get<Load>(read.mechanism.forces[0].kind);
  EXPECT_EQ(load.fy.text, "3");
  EXPECT_EQ(read.mechanism.forces[0].name, "push");
  ASSERT_EQ(read.mechanism.traces.size(), 1U);
  EXPECT_EQ(read.mechanism.traces[0].name, "B");
  EXPECT_THAT(read.notes, Contains(HasSubstr("without gravity")));
  EXPECT_THAT(read.notes, Contains(HasSubstr("blocks of sliders are points without mass")));
  EXPECT_THAT(read.notes, Contains(HasSubstr("lengths in cm, masses in kg")));
}

// Flags: clockwise and gravity; units: inches, degrees, pounds of force.
TEST(ImportPmks, SettingsAndUnits) {
  const Mechanism m = importOf(makeSliderCrank("03.1.U,0.000.")).mechanism;
  const auto& motion = std::get<ConstantSpeed>(m.drives.at(0).kind);
  EXPECT_EQ(motion.speed.text, "-30 rpm");
  EXPECT_EQ(m.gravity.y.value, -9.81);
  EXPECT_EQ(m.joints.back().atB.x.text, "127 mm");
  EXPECT_NEAR(m.bodies[1].mass->value, 2.5 * 0.45359237, 1e-12);
  EXPECT_NEAR(std::stod(std::get<Load>(m.forces[0].kind).fy.text), 3 * 4.4482216152605, 1e-9);
}

// A shared link, percent and all; a text without names, masses and selection as older versions wrote it.
TEST(ImportPmks, LinksAndOlderTexts) {
  std::string link = makeSliderCrank();
  for (std::size_t at = 0; (at = link.find(',', at)) != std::string::npos; at += 3)
    link.replace(at, 1, "%2C");
  EXPECT_EQ(importOf("https://example.org/?" + link + "\n").mechanism.joints.size(), 3U);
  const ImportedMechanism old =
      importOf(seal("00.1.K,0.101.6A,0,0,0.0B," + encode(-2) + ",0,0..YRAB,AB,0,0,0,0,,A,B,,..."));
  ASSERT_EQ(old.mechanism.bodies.size(), 1U);
  EXPECT_NEAR(old.mechanism.bodies[0].pose.angle.value, std::numbers::pi, 1e-12) << "to the left";
  EXPECT_EQ(old.mechanism.joints.size(), 1U);
  EXPECT_THAT(old.notes, Contains(HasSubstr("has no mass")));
}

TEST(ImportPmks, WhatIsBrokenIsNamed) {
  std::string cut = makeSliderCrank();
  cut.resize(cut.size() - 7);
  EXPECT_THAT(whyNot(cut), HasSubstr("cut or changed"));
  EXPECT_THAT(whyNot("hello"), HasSubstr("no fields"));
  EXPECT_THAT(whyNot(seal("00.1.U,0.101.6A,A,!,0,0..YRAB,AB,0,0,0,0,,A,B,,...JA")),
              testing::AllOf(HasSubstr("joint 'A': x '!' is no number"), HasSubstr("field 5")));
  EXPECT_THAT(whyNot(seal("00.1.U,0.101.6A,A,0,0,0..YRAB,AB,0,0,0,0,,A,Q,,...JA")),
              HasSubstr("link 'AB': there is no joint 'Q'"));
  EXPECT_THAT(whyNot(seal("00.1.U,0.101....JA")), HasSubstr("no links"));
  EXPECT_THAT(whyNot(seal("....")), HasSubstr("missing"));
  EXPECT_THAT(whyNot(seal("00.1.U,0.901.6A,A,0,0,0..YRAB,AB,0,0,0,0,,A,A,,...JA")), HasSubstr("no units"));
  EXPECT_THAT(whyNot(seal("00.1.!,0.101.6A,A,0,0,0..YRAB,AB,0,0,0,0,,A,A,,...JA")), HasSubstr("no settings"));
  EXPECT_THAT(whyNot(seal("00.1.U,0.101.~A,A,0,0,0..YRAB,AB,0,0,0,0,,A,A,,...JA")), HasSubstr("no flags"));
  // Any text at all gives an answer.
  const std::string whole = makeSliderCrank();
  for (std::size_t i = 0; i + 1 < whole.size(); ++i)
    for (const char c : {',', '.', '0', '~', '\xff'}) {
      std::string changed = whole.substr(0, whole.size() - 1);
      changed[i] = c;
      (void)importPmks(seal(changed));
      (void)importPmks(seal(changed.substr(0, i)));
    }
}

// The pin between crank and coupler is the input: their angle grows by 30 rpm. A triangle of crank 2, coupler
// 3 and the slide through A: with gamma the angle of the coupler against the crank, the distance from A to C
// is the law of cosines.
TEST(ImportPmks, AnInputAtAFloatingPinTurnsTheSecondLinkAgainstTheFirst) {
  const ImportedMechanism read = importOf(seal(
      "00.1.U,0.101." + writeJoint('4', "A", 0, 0) + writeJoint('2', "B", 0, 2) + writeJoint('0', "C", 3, 2) +
      writeJoint('4', "D", 5, 0) + "." + writeLink("AB", 1, 2, 0, 1, "A,B") +
      writeLink("BC", 2.5, 6, 1.5, 2, "B,C") + writeLink("CD", 1, 2, 4, 1, "C,D") + "..JA"));
  ASSERT_EQ(read.mechanism.drives.size(), 1U);
  EXPECT_EQ(read.mechanism.drives[0].joint, "pinB");
  EXPECT_THAT(read.notes, Contains(HasSubstr("input 'B' turns 'linkBC' against 'linkAB'")));
  auto resolved = resolve(read.mechanism);
  ASSERT_TRUE(resolved);
  resolved->simulation.duration = 0.1;
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator) << simulator.error().front().what;
  Trajectory run(simulator->channels());
  ASSERT_EQ(simulator->run(run).end, RunSummary::End::finished);
  const auto first = run.findChannel("linkAB.angle"), second = run.findChannel("linkBC.angle");
  ASSERT_TRUE(first && second);
  const auto row = run.row(run.sampleCount() - 1);
  EXPECT_NEAR(row[*second] - row[*first], -std::numbers::pi / 2 + std::numbers::pi * 0.1, 1e-9);
  const ImportedMechanism alone =
      importOf(seal("00.1.U,0.101." + writeJoint('4', "A", 0, 0) + writeJoint('2', "B", 0, 2) + "." +
                    writeLink("AB", 1, 2, 0, 1, "A,B") + "..JA"));
  EXPECT_THAT(alone.notes, Contains(HasSubstr("input 'B' joins no two links")));
}

// The slider-crank of the older templates, once with a block, once with a coupler that slides itself.
TEST(ImportPmks, OlderLinksOfPlainNumbers) {
  const std::string crank = "a,-1.76,-1.99,ab,R,t,Null,t%0Ab,0.52,1.95,ab%7Cbc,R,f,Null,f%0A";
  const std::string block = "j=" + crank +
                            "c,2.54,0.15,bc%7Ccd,R,f,Null,f%0Ad,2.54,0.15,cd,P,t,0,f%0A"
                            "&l=ab,R,1,2,-0.62,-0.02,a%7Cb,,line,0,0%0Abc,R,2.5,1,1.53,1.05,b%7Cc,F1,line%0A"
                            "cd,P,Null,Null,Null,Null,c%7Cd,,Null%0A"
                            "&f=F1,bc,1.5,1,1.5,2,t,true,7&s=10,true,false,cm";
  const std::string own =
      "https://example.org/?j=a,-1.76,-1.99,ab,R,t,0,0.1,t,%0Ab,0.52,1.95,ab%7Cbc,R,f,0,0.1,f,%0A"
      "c,2.54,0.15,bc,P,t,0,0.1,f,%0A&l=ab,1,2,-0.62,-0.02,a%7Cb,,l%0Abc,2.5,1,1.53,1.05,b%7Cc,F1,l%0A"
      "&f=F1,bc,1.5,1,1.5,2,t,true,0,7&pp=&tp=&s=10,true,false,cm";
  const double length = std::hypot(2.28, 3.94), rod = std::hypot(2.02, 1.8);
  for (const std::string& link : {block, own}) {
    const ImportedMechanism read = importOf(link);
    const auto resolved = resolve(read.mechanism);
    ASSERT_TRUE(resolved);
    EXPECT_THAT(validate(*resolved), testing::IsEmpty());
    EXPECT_EQ(resolved->gravity.y.value, 0);
    ASSERT_EQ(resolved->bodies.size(), 2U);
    EXPECT_DOUBLE_EQ(resolved->bodies[1].mass->value, 2.5);
    EXPECT_EQ(std::get<Load>(resolved->forces.at(0).kind).fy.text, "7");
    auto shortRun = *resolved;
    shortRun.simulation.duration = 0.2;
    const auto simulator = Simulator::create(shortRun);
    ASSERT_TRUE(simulator) << simulator.error().front().what;
    EXPECT_EQ(simulator->mobility(), 1);
    Trajectory run(simulator->channels());
    ASSERT_EQ(simulator->run(run).end, RunSummary::End::finished);
    const auto travel = run.findChannel("slidec.travel");
    ASSERT_TRUE(travel);
    // 10 rpm clockwise.
    const double angle = std::atan2(3.94, 2.28) - 0.2 * 10 * 2 * std::numbers::pi / 60;
    const double x = -1.76 + length * std::cos(angle), y = -1.99 + length * std::sin(angle);
    const double slider = x + std::sqrt(rod * rod - (y - 0.15) * (y - 0.15));
    EXPECT_NEAR(run.row(run.sampleCount() - 1)[*travel], (slider - 2.54) / 100, 1e-9) << link;
  }
  EXPECT_THAT(importOf(own).notes, Contains(HasSubstr("coefficients of friction")));
}

TEST(ImportPmks, BrokenOlderLinksAreNamed) {
  const std::string joints = "?j=a,0,0,ab,R,t,Null,t%0Ab,2,0,ab,R,f,Null,f%0A",
                    links = "&l=ab,R,1,1,1,0,a|b,,line";
  EXPECT_THAT(whyNot("?j=a,0,x,ab,R,t,Null,t&l="), HasSubstr("j, line 1: joint 'a': y 'x' is no number"));
  EXPECT_THAT(whyNot("?j=a,0,0,ab,X,t,Null,t&l="), HasSubstr("'X' is no kind of joint"));
  EXPECT_THAT(whyNot("?j=a&l="), HasSubstr("joint 'a' has no x"));
  EXPECT_THAT(whyNot(joints + "&l="), HasSubstr("no links"));
  EXPECT_THAT(whyNot(joints + "&l=ab,R,1,1,1,0,a|q"), HasSubstr("there is no joint 'q'"));
  EXPECT_THAT(whyNot(joints + links + "&s=10,false,false,mile"), HasSubstr("'mile' is no unit"));
  EXPECT_THAT(whyNot(joints + links + "&f=F1,zz,0,0,1,0,t,true,7"), HasSubstr("no link 'zz'"));
  EXPECT_THAT(whyNot(joints + links + "&f=F1,ab,0,0,0,0,t,true,7"), HasSubstr("no direction"));
  EXPECT_THAT(whyNot("https://example.org/?mech=ground,input,R,1,1,0,tfft"), HasSubstr("older program PMKS"));
  EXPECT_THAT(importOf(joints + links + "&pp=1,2").notes, Contains(HasSubstr("'pp' is left out")));
  const std::string whole = joints + links + "&f=F1,ab,0,0,1,0,t,true,0,7&s=10,true,false,cm";
  for (std::size_t i = 1; i < whole.size(); ++i)  // any text gives an answer
    for (const char c : {',', '&', '%', '0', '|', '\xff', '\n'}) {
      std::string changed = whole;
      changed[i] = c;
      (void)importPmks(changed);
      (void)importPmks(changed.substr(0, i));
    }
}

TEST(ImportMechanism, TheTextTellsWhoWroteIt) {
  EXPECT_TRUE(importMechanism(makeSliderCrank()));
  const auto xml = importMechanism("\n<linkage2></linkage2>");
  ASSERT_FALSE(xml);
  EXPECT_THAT(xml.error().front().what, HasSubstr("no links with two connectors"));
  EXPECT_FALSE(importMechanism(" \n"));
}

}  // namespace
}  // namespace clank
