// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/io/dxf_drawing.h"
#include "core/io/file_migration.h"
#include "core/io/place_dxf.h"
#include "core/record/trajectory.h"

namespace clank {
namespace {

std::string drawingOf(const std::string& entities, const std::string& header = "9\n$INSUNITS\n70\n4\n") {
  return "0\nSECTION\n2\nHEADER\n" + header + "0\nENDSEC\n0\nSECTION\n2\nENTITIES\n" + entities +
         "0\nENDSEC\n0\nEOF\n";
}

// A plate, a disc and two surfaces, one of them on a body that is turned.
Mechanism makeMechanism() {
  Mechanism m;
  Body plate;
  plate.id = "plate";
  plate.pose = {0.1, -0.02, 0.7, {}};
  plate.outline = {{0, 0}, {0.12, 0.01}, {0.1, 0.07}, {0.03, 0.05}};
  Body disc;
  disc.id = "disc";
  disc.pose = {-0.2, 0.3, -1.1, {}};
  disc.radius = 0.04;
  m.bodies = {plate, disc};
  ContactPair floor;
  floor.id = "floor";
  floor.a = "frame";
  floor.b = "disc";
  floor.surface = PolylineSurface{{{-1, 0}, {0.2, 0.013}, {1, 0.4}}};
  ContactPair hook;
  hook.id = "hook";
  hook.a = "plate";
  hook.b = "disc";
  hook.surface = ArcSurface{{0.05, 0.02}, 0.03, 0.2, 2.1};
  m.contacts = {floor, hook};
  moveSurfacesOut(m);
  return m;
}

Trajectory makeStart(const Mechanism& m) {
  std::vector<Channel> channels{{"t", "s"}};
  std::vector<double> row{0};
  for (const Body& body : m.bodies)
    for (const auto& [name, value] : {std::pair("x", body.pose.x.value), std::pair("y", body.pose.y.value),
                                      std::pair("angle", body.pose.angle.value)}) {
      channels.push_back({body.id + "." + name, ""});
      row.push_back(value);
    }
  Trajectory start(channels);
  start.sample(row);
  return start;
}

void expectSame(const std::vector<Point>& a, const std::vector<Point>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(a[i].x.value, b[i].x.value, 1e-12) << i;
    EXPECT_NEAR(a[i].y.value, b[i].y.value, 1e-12) << i;
  }
}

// Out as DXF, the shapes taken away, and in again.
TEST(DxfReader, OutAndInAgainIsTheSameGeometry) {
  const Mechanism drawn = makeMechanism();
  const auto geometry = readDxf(writeDxfDrawing(drawn, makeStart(drawn), 0));
  ASSERT_TRUE(geometry) << geometry.error().front().where << geometry.error().front().what;
  Mechanism bare = drawn;
  bare.bodies[0].outline.clear();
  bare.bodies[0].length = 0.1;
  const std::vector<Point> outline = drawn.bodies[0].outline;
  DxfGeometry plateOnly = *geometry;
  std::erase_if(plateOnly.arcs, [](const DxfArc& arc) { return arc.layer == "BODIES"; });
  const auto plate = placeDxf(bare, plateOnly, "plate", "BODIES");
  ASSERT_TRUE(plate) << plate.error().front().what;
  expectSame(plate->mechanism.bodies[0].outline, outline);
  DxfGeometry discOnly = *geometry;
  std::erase_if(discOnly.lines, [](const DxfLine& line) { return line.layer == "BODIES"; });
  const auto disc = placeDxf(bare, discOnly, "disc", "BODIES");
  ASSERT_TRUE(disc) << disc.error().front().what;
  EXPECT_NEAR(disc->mechanism.bodies[1].radius.value, 0.04, 1e-15);
  DxfGeometry floorOnly = *geometry, hookOnly = *geometry;
  floorOnly.arcs.clear();
  hookOnly.lines.clear();
  const auto floor = placeDxf(bare, floorOnly, "floor", "SURFACES");
  ASSERT_TRUE(floor) << floor.error().front().what;
  expectSame(std::get<PolylineSurface>(floor->mechanism.surfaces[0].kind).points,
             std::get<PolylineSurface>(drawn.surfaces[0].kind).points);
  const auto hook = placeDxf(bare, hookOnly, "hook", "SURFACES");
  ASSERT_TRUE(hook) << hook.error().front().what;
  const auto& arc = std::get<ArcSurface>(hook->mechanism.surfaces[1].kind);
  EXPECT_NEAR(arc.center.x.value, 0.05, 1e-12);
  EXPECT_NEAR(arc.center.y.value, 0.02, 1e-12);
  EXPECT_NEAR(arc.radius.value, 0.03, 1e-12);
  EXPECT_NEAR(arc.from.value, 0.2, 1e-12);
  EXPECT_NEAR(arc.to.value, 2.1, 1e-12);
}

TEST(DxfReader, LinesJoinOnTheirLayerWhateverTheirDirection) {
  const auto line = [](const char* layer, double x0, double y0, double x1, double y1) {
    return "0\nLINE\n8\n" + std::string(layer) + "\n10\n" + std::to_string(x0) + "\n20\n" +
           std::to_string(y0) + "\n11\n" + std::to_string(x1) + "\n21\n" + std::to_string(y1) + "\n";
  };
  const auto geometry = readDxf(drawingOf(line("a", 0, 0, 10, 0) + line("b", 10, 0, 50, 0) +
                                          line("a", 10, 10, 10, 0) + line("a", 10, 10, 0, 0)));
  ASSERT_TRUE(geometry);
  ASSERT_EQ(geometry->lines.size(), 2U);
  EXPECT_TRUE(geometry->lines[0].closed);
  EXPECT_EQ(geometry->lines[0].points.size(), 3U);
  EXPECT_NEAR(geometry->lines[0].points[2].y, 0.01, 1e-15);
  EXPECT_FALSE(geometry->lines[1].closed);
}

// A bulge of 1 is half a circle: here the one on the right of a chord that goes up.
TEST(DxfReader, ArcsInPolylinesBecomePieces) {
  const auto geometry =
      readDxf(drawingOf("0\nLWPOLYLINE\n8\np\n90\n2\n70\n1\n10\n0\n20\n-5\n42\n1\n10\n0\n20\n5\n42\n0\n"));
  ASSERT_TRUE(geometry);
  ASSERT_EQ(geometry->lines.size(), 1U);
  double most = 0;
  for (const Corner& corner : geometry->lines[0].points) {
    EXPECT_NEAR(std::hypot(corner.x, corner.y), 0.005, 1e-15);
    most = std::max(most, corner.x);
  }
  EXPECT_NEAR(most, 0.005, 1e-12);
  EXPECT_EQ(geometry->lines[0].points.size(), 37U);
  EXPECT_EQ(geometry->notes, std::vector<std::string>{
                                 "1 arcs within polylines became straight pieces of five degrees at most"});
}

TEST(DxfReader, UnitsAndWhatIsLeftOut) {
  const std::string circle = "0\nCIRCLE\n8\n0\n10\n1\n20\n0\n40\n2\n", text = "0\nTEXT\n8\n0\n1\nhello\n";
  const auto inches = readDxf(drawingOf(circle + text + text, "9\n$INSUNITS\n70\n1\n"));
  ASSERT_TRUE(inches);
  EXPECT_DOUBLE_EQ(inches->arcs[0].radius, 0.0508);
  EXPECT_EQ(inches->notes, std::vector<std::string>{"left out: 2 TEXT"});
  const auto none = readDxf(drawingOf(circle, ""));
  ASSERT_TRUE(none);
  EXPECT_DOUBLE_EQ(none->arcs[0].radius, 0.002);
  EXPECT_EQ(none->notes.size(), 1U);
}

TEST(DxfReader, ABrokenFileIsRefusedWithLineAndReason) {
  const auto complaint = [](const std::string& text) {
    const auto read = readDxf(text);
    return read ? std::string() : read.error().front().where + ": " + read.error().front().what;
  };
  EXPECT_EQ(complaint("hello\nworld\n"), "line 1: \"hello\" is no group code of a DXF file");
  EXPECT_EQ(complaint("0\nEOF\n"), "line 2: there is no section ENTITIES: no DXF drawing");
  EXPECT_EQ(complaint(drawingOf("0\nLINE\n10\n1\n20\nabc\n11\n1\n21\n1\n")),
            "line 20: LINE: \"abc\" is no number");
  EXPECT_EQ(complaint(drawingOf("0\nLINE\n10\n1\n20\n2\n11\n1\n")), "line 16: LINE has no group 21");
  EXPECT_EQ(complaint(drawingOf("0\nCIRCLE\n10\n1\n20\n2\n40\n-1\n")), "line 16: CIRCLE has the radius -1");
  EXPECT_EQ(complaint(drawingOf("0\nPOLYLINE\n8\n0\n0\nVERTEX\n10\n1\n20\n2\n")),
            "line 26: POLYLINE has no SEQEND at its end");
  EXPECT_EQ(complaint("0\nSECTION\n2\nENTITIES\n0\nLINE\n10\n0\n20\n0\n11\n1\n21\n0\n"),
            "line 14: the section ENTITIES has no end: the file is not whole");
  EXPECT_EQ(complaint(drawingOf("", "9\n$INSUNITS\n70\n3\n")).substr(0, 25), "line 8: $INSUNITS is 3: l");
  EXPECT_EQ(complaint("0\nSECTION\n2"), "line 3: the file ends behind group code 2");
}

TEST(DxfReader, WhatFitsNoPartIsNamed) {
  const Mechanism drawn = makeMechanism();
  DxfGeometry two;
  two.arcs = {{"a", {0, 0}, 1, 0, 1, true}, {"b", {0, 0}, 2, 0, 1, true}};
  const auto complaint = [&](const std::string& part, const std::string& layer) {
    const auto placed = placeDxf(drawn, two, part, layer);
    return placed ? std::string() : placed.error().front().what;
  };
  EXPECT_NE(complaint("nobody", "").find("\"nobody\""), std::string::npos);
  EXPECT_NE(complaint("disc", "").find("2 shapes"), std::string::npos);
  EXPECT_NE(complaint("disc", "c").find("layer c has no closed outline"), std::string::npos);
  EXPECT_NE(complaint("disc", "a").find("about (358.081, 42.1626) mm of \"disc\""), std::string::npos)
      << complaint("disc", "a");
}

}  // namespace
}  // namespace clank
