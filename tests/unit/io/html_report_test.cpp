// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/html_report.h"

#include <gmock/gmock.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/io/body_line.h"
#include "core/io/draw_sheet.h"
#include "core/io/dxf_drawing.h"
#include "core/io/mechanism_file.h"
#include "core/io/svg_drawing.h"
#include "core/io/svg_figure.h"
#include "core/model/shown_text.h"
#include "core/simulation/simulator.h"
#include "tests/support/costly_event.h"

namespace clank {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;
using testing::Not;
using testing::Pointwise;

// The tree of a figure; the test fails when it is no XML.
boost::property_tree::ptree parse(const std::string& svg) {
  boost::property_tree::ptree tree;
  std::istringstream in(svg);
  EXPECT_NO_THROW(boost::property_tree::read_xml(in, tree));
  return tree;
}

TEST(SvgFigure, TicksAreRound) {
  EXPECT_THAT(chooseTicks(0, 1, 5),
              Pointwise(DoubleNear(1e-12), std::vector<double>{0, 0.2, 0.4, 0.6, 0.8, 1}));
  EXPECT_THAT(chooseTicks(-7, 12, 4), Pointwise(DoubleNear(1e-12), std::vector<double>{-5, 0, 5, 10}));
  EXPECT_TRUE(chooseTicks(1, 1, 5).empty());
}

// One of 200 000 samples is 1, all others are 0: its top lies 0.06 of the height below the upper edge.
TEST(SvgFigure, NoPeakOfALongRunIsLost) {
  Trajectory run({{"t", "s"}, {"a<b", "m"}});
  for (int i = 0; i < 200000; ++i) run.sample(std::vector<double>{i * 1e-3, i == 123457 ? 1.0 : 0.0});
  const std::string svg = writeFigure(run, {{.channel = 1}});
  EXPECT_LT(svg.size(), 200000U);
  EXPECT_THAT(svg, HasSubstr(" 32.6786L"));
  EXPECT_THAT(svg, HasSubstr("a&lt;b [mm]"));
  parse(svg);
}

// A length of 0.12 m is told in the unit of the document, and powers are raised.
TEST(SvgFigure, UnitsAreThoseOfTheDocument) {
  Trajectory run({{"t", "s"}, {"E.x", "m"}, {"E.ax", "m/s2"}});
  for (int i = 0; i < 2; ++i) run.sample(std::vector<double>{0.1 * i, 0.12 * i, 3.0 * i});
  UnitChoice choice;
  choice.length = LengthUnit::cm;
  const std::string svg = writeFigure(run, {{.channel = 1}}, {}, choice);
  EXPECT_THAT(svg, HasSubstr("E.x [cm]"));
  EXPECT_THAT(svg, HasSubstr(">10</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">0.1</text>\n<path")));
  EXPECT_THAT(writeFigure(run, {{.channel = 2}}, {}, choice), HasSubstr("E.ax [m/s\u00b2]"));
  EXPECT_EQ(writeShownText(0.12, "m", choice, 4),
            "12\u202f"
            "cm");
  EXPECT_EQ(writeShownText(3.14159265358979312, "rad", choice, 4), "180\u00b0");
}

// A bar of 0.3 m upright at (1, 2): in mm, y downwards.
TEST(SvgFigure, TheDrawingIsTrueToScale) {
  Mechanism mechanism;
  mechanism.bodies.resize(1);
  mechanism.bodies[0].id = "bar";
  mechanism.bodies[0].length = 0.3;
  mechanism.bodies[0].width = 0.02;
  Trajectory run({{"t", "s"}, {"bar.x", "m"}, {"bar.y", "m"}, {"bar.angle", "rad"}});
  run.sample(std::vector<double>{0, 1, 2, 1.5707963267948966});
  const std::string svg = writeDrawing(mechanism, run, 0, FigureScale::trueToSize);
  EXPECT_THAT(svg,
              HasSubstr("M1010 -2000L1010 -2300A10 10 0 0 0 990 -2300L990 -2000A10 10 0 0 0 1010 -2000Z"));
  EXPECT_THAT(svg, HasSubstr("width=\"96.8mm\" height=\"396.8mm\""))
      << "20 mm and 320 mm, and 12 % on each side";
  EXPECT_THAT(svg, HasSubstr(">300</text>"));
  // Beside the bar, upright as it is: from its origin to its end.
  double x = 0, y = 0, toX = 0, toY = 0;
  const std::size_t place = svg.find("class=\"dimension\" d=\"M");
  ASSERT_NE(place, std::string::npos);
  ASSERT_EQ(std::sscanf(svg.c_str() + place, "class=\"dimension\" d=\"M%lf %lfL%lf %lf", &x, &y, &toX, &toY),
            4);
  EXPECT_NEAR(x, toX, 1e-9);
  EXPECT_LT(x, 1000);
  EXPECT_NEAR(y, -2000, 1e-9);
  EXPECT_NEAR(toY, -2300, 1e-9);
  parse(svg);
}

// A body of which only mass and joints are known is drawn between them: a bar, a plate, a spot.
TEST(BodyLine, GoesAroundTheJointsOfABodyWithoutAShape) {
  Mechanism mechanism;
  mechanism.bodies.resize(1);
  mechanism.bodies[0].id = "link";
  mechanism.bodies[0].width = 0.02;
  const auto join = [&](double x, double y) {
    mechanism.joints.emplace_back().b = "link";
    mechanism.joints.back().atB = {x, y};
  };
  EXPECT_EQ(makeBodyLine(mechanism, mechanism.bodies[0]).size(), 64U);
  join(0, 0);
  join(0, 0.5);
  const auto bar = makeBodyLine(mechanism, mechanism.bodies[0]);
  ASSERT_EQ(bar.size(), 4U);
  EXPECT_NEAR(bar[0].x, 0.01, 1e-12);
  EXPECT_NEAR(bar[2].x, -0.01, 1e-12);
  EXPECT_NEAR(bar[2].y, 0.5, 1e-12);
  join(0.3, 0.2);
  join(0.1, 0.2);
  EXPECT_EQ(makeBodyLine(mechanism, mechanism.bodies[0]).size(), 3U) << "one lies inside";
}

// Pairs of group codes and values: a bar of 0.3 m upright at (1, 2), a disc, and an arc that turns with its
// body.
TEST(DxfDrawing, HoldsTheGeometryInMillimetres) {
  Mechanism mechanism;
  mechanism.bodies.resize(2);
  mechanism.bodies[0].id = "bar";
  mechanism.bodies[0].length = 0.3;
  mechanism.bodies[0].width = 0.02;
  mechanism.bodies[1].id = "disc";
  mechanism.bodies[1].radius = 0.1;
  mechanism.surfaces.resize(1);
  mechanism.surfaces[0].body = "bar";
  ArcSurface arc;
  arc.radius = 0.05;
  arc.to = 1.5707963267948966;
  mechanism.surfaces[0].kind = arc;
  Trajectory run({{"t", "s"}, {"bar.x", "m"}, {"bar.y", "m"}, {"bar.angle", "rad"}, {"disc.x", "m"}});
  run.sample(std::vector<double>{0, 1, 2, 1.5707963267948966, -0.5});
  std::istringstream in(writeDxfDrawing(mechanism, run, 0));
  std::vector<std::map<int, std::string>> entities;
  std::string code, value;
  while (std::getline(in, code) && std::getline(in, value)) {
    if (code == "0") entities.emplace_back();
    if (entities.empty()) continue;  // a remark at the head
    entities.back()[std::stoi(code)] = value;
  }
  EXPECT_EQ(entities.back().at(0), "EOF");
  std::erase_if(entities, [](const auto& entity) { return !entity.contains(8); });
  const auto find = [&](const std::string& layer, const std::string& kind) {
    std::vector<std::map<int, double>> found;
    for (const auto& entity : entities) {
      if (entity.at(8) != layer || entity.at(0) != kind) continue;
      found.emplace_back();
      for (const auto& [group, text] : entity)
        if (group >= 10 && group < 60) found.back()[group] = std::stod(text);
    }
    return found;
  };
  // Two sides of the bar and its round ends, the mark of the disc.
  const auto lines = find("BODIES", "LINE"), ends = find("BODIES", "ARC"), discs = find("BODIES", "CIRCLE");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_NEAR(lines[0].at(10), 1010, 1e-9);
  EXPECT_NEAR(lines[0].at(20), 2000, 1e-9);
  EXPECT_NEAR(lines[0].at(21), 2300, 1e-9);
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_NEAR(ends[0].at(10), 1000, 1e-9);
  EXPECT_NEAR(ends[0].at(20), 2300, 1e-9);
  EXPECT_NEAR(ends[0].at(40), 10, 1e-9);
  ASSERT_EQ(discs.size(), 1U);
  EXPECT_NEAR(discs[0].at(10), -500, 1e-9);
  EXPECT_NEAR(discs[0].at(40), 100, 1e-9);
  const auto arcs = find("SURFACES", "ARC");
  ASSERT_EQ(arcs.size(), 1U);
  EXPECT_NEAR(arcs[0].at(50), 90, 1e-9);
  EXPECT_NEAR(arcs[0].at(51), 180, 1e-9);
  // They measure by themselves: the bar between its ends, the disc across its middle.
  const auto dimensions = find("DIMENSIONS", "DIMENSION");
  ASSERT_EQ(dimensions.size(), 2U);
  EXPECT_NEAR(
      std::hypot(dimensions[0].at(14) - dimensions[0].at(13), dimensions[0].at(24) - dimensions[0].at(23)),
      300, 1e-9);
  EXPECT_NEAR(
      std::hypot(dimensions[1].at(15) - dimensions[1].at(10), dimensions[1].at(25) - dimensions[1].at(20)),
      200, 1e-9);
}

// A channel that runs from 0 to 1 in 1 s; a point of others at 2 widens the scale, its circle lies in the
// middle of the width and 0.06 of the height below the top.
// A plate with three joints in a triangle of 3, 4 and 5, and a disc.
TEST(SvgFigure, PlatesAndDiscsHaveDimensionsToo) {
  Mechanism mechanism;
  mechanism.bodies.resize(2);
  mechanism.bodies[0].id = "plate";
  mechanism.bodies[1].id = "disc";
  mechanism.bodies[1].radius = 0.05;
  mechanism.joints.resize(3);
  for (Joint& joint : mechanism.joints) joint.b = "plate";
  mechanism.joints[1].atB.x = 0.3;
  mechanism.joints[2].atB.y = 0.4;
  Trajectory run({{"t", "s"}, {"plate.x", "m"}, {"disc.x", "m"}});
  run.sample(std::vector<double>{0, 0, 1});
  const std::string svg = writeDrawing(mechanism, run, 0);
  for (const char* text : {">300</text>", ">400</text>", ">500</text>", ">\u2300 100</text>"})
    EXPECT_THAT(svg, HasSubstr(text));
  double x = 0, y = 0;
  ASSERT_EQ(std::sscanf(svg.c_str() + svg.find("class=\"dimension\" d=\"M"),
                        "class=\"dimension\" d=\"M%lf %lf", &x, &y),
            2);
  EXPECT_GT(y, 0) << "of the lower side below it, not in the plate";
  parse(svg);
}

TEST(SvgFigure, ACurveOfOthersLiesOverThePlot) {
  Trajectory run({{"t", "s"}, {"a", "m"}});
  for (int i = 0; i <= 10; ++i) run.sample(std::vector<double>{i * 0.1, i * 0.1});
  const TimedCurve curve{{0.5, 7}, {2, 0}};
  const std::string svg = writeFigure(run, {{1, "", {{"theirs <1>", &curve, 0.5}}}});
  const auto tree = parse(svg);
  const auto& groups = tree.get_child("svg.g");
  EXPECT_EQ(groups.get<std::string>("<xmlattr>.class"), "reference");
  EXPECT_EQ(groups.count("circle"), 1U) << "the other point is beyond the end of the run";
  const auto box = tree.get_child("svg.rect.<xmlattr>");
  const double top = box.get<double>("y"), height = box.get<double>("height"), left = box.get<double>("x"),
               width = box.get<double>("width");
  EXPECT_NEAR(groups.get<double>("circle.<xmlattr>.cx"), left + width / 2, 0.01);
  EXPECT_NEAR(groups.get<double>("circle.<xmlattr>.cy"), top + 0.06 / 1.12 * height, 0.01);
  EXPECT_THAT(svg, HasSubstr("theirs &lt;1>"));
  EXPECT_THAT(svg, HasSubstr("class=\"worst\""));
}

TEST(HtmlReport, TellsHowFarTheRunIsFromCurvesOfOthers) {
  Mechanism mechanism;
  mechanism.references.resize(1);
  mechanism.references[0].name = "Song";
  mechanism.references[0].channel = "a";
  mechanism.references[0].source = "Fig. 3";
  Trajectory run({{"t", "s"}, {"a", "m"}});
  for (int i = 0; i <= 10; ++i) run.sample(std::vector<double>{i * 0.1, i * 0.1});
  ComparedReference compared{mechanism.references[0], 1, {{{0.1, 0.5}, {0.1, 0.7}}, "mm"}, {}};
  const RunSummary summary;
  compared.difference = compareCurves(takeChannel(run, 1), compared.theirs.curve);
  const std::string page = writeHtmlReport({mechanism, "", summary, run, {compared}});
  EXPECT_THAT(
      page,
      HasSubstr("<td>Song</td><td>a</td><td>Fig. 3</td><td class=\"n\">141.4\u202fmm</td>"
                "<td class=\"n\">\u2212200\u202fmm</td><td class=\"n\">0.5</td><td class=\"n\">2</td>"));
  EXPECT_THAT(page, HasSubstr("Song: RMS 141.4\u202fmm"));
}

// In inches and radians nothing is left in another unit, no word stands twice, and no hyphen is a minus.
TEST(HtmlReport, IsInTheUnitsOfTheDocument) {
  const auto loaded =
      loadMechanism(std::string(CLANK_RESOURCES) + "/examples/papers/song-2020-three-bar.clank");
  ASSERT_TRUE(loaded);
  Mechanism mechanism = loaded->mechanism;
  mechanism.units.length = LengthUnit::in;
  mechanism.units.angle = AngleUnit::rad;
  const auto resolved = resolve(mechanism);
  ASSERT_TRUE(resolved);
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator);
  Trajectory run(simulator->channels());
  const RunSummary summary = simulator->run(run);
  const std::string page = writeHtmlReport({*resolved, "", summary, run});
  EXPECT_THAT(page, HasSubstr("Gravity 386.2\u202fin/s\u00b2, downwards"));
  EXPECT_THAT(page, HasSubstr("reaches 3.142\u202frad (rising)"));
  EXPECT_THAT(page, HasSubstr("At the start, in inches."));
  EXPECT_THAT(page, HasSubstr("\u221257.57 to 0\u202fin/s"));
  EXPECT_THAT(page, HasSubstr("merge at Metamorphic joint"));
  EXPECT_THAT(page, HasSubstr("angular velocity of Link 1 [rad/s]"));
  for (const char* wrong : {"in in<", "m/s2", "or rad", "e-1", ">-"})
    EXPECT_THAT(page, Not(HasSubstr(wrong)));
}

TEST(HtmlReport, HasTheMechanismInWordsFirstAndAllItsParts) {
  const auto loaded = loadMechanism(std::string(CLANK_RESOURCES) + "/examples/metamorphic/slip-clutch.clank");
  ASSERT_TRUE(loaded);
  auto resolved = resolve(loaded->mechanism);
  ASSERT_TRUE(resolved);
  resolved->name = "A <clutch>";
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator);
  Trajectory run(simulator->channels());
  const RunSummary summary = simulator->run(run);
  const std::string page = writeHtmlReport({*resolved, "", summary, run});
  EXPECT_THAT(page, HasSubstr("<h1>A &lt;clutch></h1>"));
  EXPECT_THAT(page, Not(HasSubstr("<clutch>")));
  std::size_t place = 0;
  for (const char* title :
       {"What it is", "What moves it", "What can happen", "What was asked", "What happened", "Energy",
        "How to repeat it", "Parameters", "Plots", "Settings"}) {
    const std::size_t next = page.find(std::string("<h2>") + title);
    ASSERT_NE(next, std::string::npos) << title;
    EXPECT_GT(next, place) << title;
    place = next;
  }
  EXPECT_THAT(page, HasSubstr("holding to slipping"));
  EXPECT_THAT(page, HasSubstr("moment of Motor [N m]"));
}

// Four hundred impacts: eight lines and labels in the plots, eight rows in the story, all in the annex.
TEST(HtmlReport, HasFewEventLinesAndTheLongTableAtTheEnd) {
  Mechanism mechanism;
  Trajectory run({{"t", "s"}, {"a", "m"}, {"energy.residual", "J"}});
  for (int i = 0; i <= 10; ++i) run.sample(std::vector<double>{i * 0.1, i * 0.1, 0});
  for (int i = 0; i < 400; ++i) run.event(test::makeCostlyEvent(0.001 * i, EventKind::impact, "stop", 1));
  const RunSummary summary;
  const std::string page =
      writeHtmlReport({mechanism, "", summary, run, {}, "m.clank", "clank-cli run m.clank"});
  const auto count = [&](const std::string& text, const char* word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  };
  const std::size_t annex = page.find(">Annex to");
  ASSERT_NE(annex, std::string::npos);
  const std::string story = page.substr(0, annex);
  EXPECT_EQ(count(story, "impact at stop"), 8U);
  EXPECT_EQ(count(page.substr(annex), "impact at stop"), 400U);
  EXPECT_THAT(story, HasSubstr("8 of 400 events; the annex has the others."));
  EXPECT_EQ(count(story, "class=\"event\""), 8U * count(story, "<rect"));
  EXPECT_THAT(story, HasSubstr("<code>clank-cli run m.clank</code>"));
  EXPECT_THAT(page, HasSubstr(", file m.clank</footer>"));
  EXPECT_THAT(page, HasSubstr("model fnv1a64:"));
}

TEST(HtmlReport, WhatRoundingLeavesOfTheEnergyIsNoLoss) {
  Trajectory run({{"t", "s"}, {"energy.residual", "J"}});
  for (const double t : {0.0, 1.0}) run.sample(std::vector<double>{t, 0});
  Receipt release = test::makeCostlyEvent(0.5, EventKind::release, "clutch", 0.4);
  release.energyAfter = std::nextafter(0.4, 0);
  run.event(release);
  const Mechanism mechanism;
  const RunSummary summary;
  const std::string page = writeHtmlReport({mechanism, "", summary, run, {}, "m.clank", ""});
  EXPECT_THAT(page, HasSubstr("release at clutch"));
  EXPECT_THAT(page, Not(HasSubstr("5.55")));
}

// In a browser the page moves: as many frames as times, each a list of lines that are there. On paper nothing
// is left of it.
TEST(HtmlReport, MovesInABrowserAlone) {
  const auto loaded =
      loadMechanism(std::string(CLANK_RESOURCES) + "/examples/papers/song-2020-three-bar.clank");
  ASSERT_TRUE(loaded);
  const auto resolved = resolve(loaded->mechanism);
  ASSERT_TRUE(resolved);
  const auto simulator = Simulator::create(*resolved);
  ASSERT_TRUE(simulator);
  Trajectory run(simulator->channels());
  const RunSummary summary = simulator->run(run);
  const ReportedRun reported{*resolved, "", summary, run};
  const std::string page = writeHtmlReport(reported);
  const std::string open = "<script type=\"application/json\">";
  const std::size_t begin = page.find(open);
  ASSERT_NE(begin, std::string::npos);
  const auto data = nlohmann::json::parse(
      page.substr(begin + open.size(), page.find("</script>", begin) - begin - open.size()));
  ASSERT_EQ(data["frames"].size(), data["times"].size());
  EXPECT_EQ(data["frames"].size(), 120U);
  EXPECT_EQ(data["times"].front(), "0");
  EXPECT_EQ(data["times"].back(), "0.5");
  const Sheet last = drawSheet(*resolved, run, run.sampleCount() - 1);
  EXPECT_EQ(data["frames"].back().size(), last.paths.size());
  for (const auto& frame : data["frames"])
    for (const auto& line : frame) EXPECT_LT(line.get<std::size_t>(), data["lines"].size());
  EXPECT_LT(page.size(), 2'000'000U);
  const std::string paper = writeHtmlReport(reported, ReportMedium::paper);
  for (const char* word : {"<script", "class=\"motion\"", "<button"})
    EXPECT_THAT(paper, Not(HasSubstr(word)));
}

}  // namespace
}  // namespace clank
