// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "core/io/dxf_drawing.h"
#include "core/io/dxf_shape.h"
#include "core/io/file_migration.h"
#include "core/io/place_dxf.h"
#include "core/record/trajectory.h"
#include "tests/unit/io/dxf_text.h"

namespace clank {
namespace {

using namespace test;

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

// One of the parts alone.
DxfGeometry keepOnly(DxfGeometry geometry, const std::string& layer, bool circles) {
  const auto other = [&](const auto& shape) { return shape.layer != layer; };
  std::erase_if(geometry.chains, other);
  std::erase_if(geometry.circles, other);
  if (circles)
    geometry.chains.clear();
  else
    geometry.circles.clear();
  return geometry;
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
  const auto plate = placeDxf(bare, keepOnly(*geometry, "BODIES", false), {"plate", {"BODIES"}, false});
  ASSERT_TRUE(plate) << plate.error().front().what;
  expectSame(plate->mechanism.bodies[0].outline, outline);
  const auto disc = placeDxf(bare, keepOnly(*geometry, "BODIES", true), {"disc", {}, false});
  ASSERT_TRUE(disc) << disc.error().front().what;
  EXPECT_NEAR(disc->mechanism.bodies[1].radius.value, 0.04, 1e-15);
  const auto isArc = [](const DxfChain& chain) { return chain.vertices.front().bulge != 0; };
  DxfGeometry floorOnly = keepOnly(*geometry, "SURFACES", false), hookOnly = floorOnly;
  std::erase_if(floorOnly.chains, isArc);
  std::erase_if(hookOnly.chains, [&](const DxfChain& chain) { return !isArc(chain); });
  const auto floor = placeDxf(bare, floorOnly, {"floor", {"SURFACES"}, false});
  ASSERT_TRUE(floor) << floor.error().front().what;
  expectSame(std::get<PolylineSurface>(floor->mechanism.surfaces[0].kind).points,
             std::get<PolylineSurface>(drawn.surfaces[0].kind).points);
  const auto hook = placeDxf(bare, hookOnly, {"hook", {"SURFACES"}, false});
  ASSERT_TRUE(hook) << hook.error().front().what;
  const auto& arc = std::get<ArcSurface>(hook->mechanism.surfaces[1].kind);
  EXPECT_NEAR(arc.center.x.value, 0.05, 1e-12);
  EXPECT_NEAR(arc.center.y.value, 0.02, 1e-12);
  EXPECT_NEAR(arc.radius.value, 0.03, 1e-12);
  EXPECT_NEAR(arc.from.value, 0.2, 1e-12);
  EXPECT_NEAR(arc.to.value, 2.1, 1e-12);
}

// A bulge of 1 is half a circle: here the one on the right of a chord that goes up.
TEST(DxfReader, ArcsOfPolylinesStayArcs) {
  const auto geometry = readDxf(dxfOf(polylineOf({{{0, -5}, 1}, {{0, 5}, 0}}, true)));
  ASSERT_TRUE(geometry);
  ASSERT_EQ(geometry->chains.size(), 1U);
  const FlatChain flat = flattenChain(geometry->chains[0]);
  double most = 0;
  for (const Corner& corner : flat.points) {
    EXPECT_NEAR(std::hypot(corner.x, corner.y), 0.005, 1e-15);
    most = std::max(most, corner.x);
  }
  EXPECT_NEAR(most, 0.005, 1e-5);
  EXPECT_GE(flat.points.size(), 37U) << "five degrees at most";
  EXPECT_LE(flat.off, kDxfOff * findBox(geometry->chains[0]).diagonal());
  EXPECT_NEAR(calcArea(geometry->chains[0]), std::numbers::pi * 25e-6 / 2, 1e-15);
}

// Old ones are as new ones; the points of a frame around a spline are none of its line.
TEST(DxfReader, AnOldPolylineIsItsVertices) {
  const auto vertex = [](Corner at, double bulge, int flags) {
    return entity("VERTEX") + point(0, at) + group(42, bulge) + group(70, flags);
  };
  const auto geometry = readDxf(dxfOf(entity("POLYLINE", "a") + group(66, 1) + group(70, 1) +
                                      vertex({0, 0}, 0, 0) + vertex({7, 7}, 0, 16) + vertex({10, 0}, -1, 0) +
                                      vertex({10, 10}, 0, 0) + entity("SEQEND")));
  ASSERT_TRUE(geometry);
  ASSERT_EQ(geometry->chains.size(), 1U);
  EXPECT_EQ(geometry->chains[0].vertices.size(), 3U);
  EXPECT_EQ(geometry->chains[0].layer, "a");
  EXPECT_NEAR(calcArea(geometry->chains[0]), (50 - std::numbers::pi * 25 / 2) * 1e-6, 1e-15);
}

TEST(DxfReader, UnitsAndWhatIsLeftOut) {
  const std::string circle = circleOf({1, 0}, 2), text = "0\nTEXT\n8\n0\n1\nhello\n";
  const auto inches = readDxf(dxfOf(circle + text + entity("HATCH") + text, "", "9\n$INSUNITS\n70\n1\n"));
  ASSERT_TRUE(inches);
  EXPECT_DOUBLE_EQ(inches->circles[0].radius, 0.0508);
  EXPECT_EQ(inches->notes, std::vector<std::string>{"left out: 1 HATCH, 2 TEXT"});
  const auto none = readDxf(dxfOf(circle, "", ""));
  ASSERT_TRUE(none);
  EXPECT_DOUBLE_EQ(none->circles[0].radius, 0.002);
  EXPECT_EQ(none->notes.size(), 1U);
}

// Nothing is projected: what is not seen as it is, is left out, and said.
TEST(DxfReader, WhatIsOutOfThePlaneIsLeftOut) {
  const std::string tilted = "210\n0\n220\n0.6\n230\n0.8\n";
  const auto geometry =
      readDxf(dxfOf(lineOf({0, 0}, {5, 0}) + group(30, 0) + group(31, 2) + circleOf({0, 0}, 1) + tilted +
                    circleOf({0, 0}, 3) + group(67, 1) + lineOf({0, 0}, {5, 0}) + group(30, 2) +
                    group(31, 2) + polylineOf({{{0, 0}, 0}, {{1, 0}, 0}}, false) + tilted));
  ASSERT_TRUE(geometry);
  EXPECT_EQ(geometry->chains.size(), 1U);
  EXPECT_TRUE(geometry->circles.empty());
  EXPECT_EQ(geometry->notes,
            std::vector<std::string>{"left out: 1 CIRCLE in paper space, 1 CIRCLE out of the plane, 1 "
                                     "LINE out of the plane, 1 LWPOLYLINE out of the plane"});
}

TEST(DxfReader, WhatIsInvisibleIsLeftOutWithItsParts) {
  const std::string invisible = group(60, 1), vertex = entity("VERTEX") + point(0, {1, 2});
  const auto geometry = readDxf(dxfOf(circleOf({0, 0}, 1) + invisible + circleOf({0, 0}, 2) + group(60, 0) +
                                          entity("POLYLINE") + invisible + vertex + vertex +
                                          entity("SEQEND") + insertOf("b", {0, 0}, invisible),
                                      blockOf("b", lineOf({0, 0}, {1, 1}))));
  ASSERT_TRUE(geometry) << geometry.error().front().what;
  EXPECT_EQ(geometry->circles.size(), 1U);
  EXPECT_TRUE(geometry->chains.empty());
  EXPECT_EQ(geometry->notes,
            std::vector<std::string>{"left out: 1 CIRCLE that is invisible, 1 INSERT that is invisible, 1 "
                                     "POLYLINE that is invisible"});
}

TEST(DxfReader, ABrokenFileIsRefusedWithLineAndReason) {
  EXPECT_EQ(dxfComplaint("hello\nworld\n"), "line 1: \"hello\" is no group code of a DXF file");
  EXPECT_EQ(dxfComplaint("0\nEOF\n"), "there is no section ENTITIES: no DXF drawing");
  EXPECT_EQ(dxfComplaint(dxfOf("0\nLINE\n10\n1\n20\nabc\n11\n1\n21\n1\n")),
            "line 20: LINE: \"abc\" is no number");
  EXPECT_EQ(dxfComplaint(dxfOf("0\nLINE\n10\n1,5\n20\n1\n11\n1\n21\n1\n")),
            "line 18: LINE: \"1,5\" is no number");
  EXPECT_EQ(dxfComplaint(dxfOf("0\nLINE\n10\n1\n20\n2\n11\n1\n")), "line 16: LINE has no group 21");
  EXPECT_EQ(dxfComplaint(dxfOf("0\nLINE\n10\n1\n20\n2\n11\n1e13\n21\n1\n")),
            "line 22: LINE: 1e13 is larger than a drawing can be");
  EXPECT_EQ(dxfComplaint(dxfOf("0\nCIRCLE\n10\n1\n20\n2\n40\n-1\n")), "line 16: CIRCLE has the radius -1");
  EXPECT_EQ(dxfComplaint(dxfOf("0\nPOLYLINE\n8\n0\n0\nVERTEX\n10\n1\n20\n2\n")),
            "line 24: POLYLINE has no SEQEND at its end");
  EXPECT_EQ(dxfComplaint("0\nSECTION\n2\nENTITIES\n0\nLINE\n10\n0\n20\n0\n11\n1\n21\n0\n"),
            "line 14: the section ENTITIES has no end: the file is not whole");
  EXPECT_EQ(dxfComplaint(dxfOf("", "", "9\n$INSUNITS\n70\n3\n")).substr(0, 25), "line 8: $INSUNITS is 3: l");
  EXPECT_EQ(dxfComplaint("0\nSECTION\n2"), "line 3: the file ends behind group code 2");
  EXPECT_EQ(dxfComplaint(""), "the file is empty");
  EXPECT_EQ(dxfComplaint(std::string("AutoCAD Binary DXF\r\n\x1a\0", 22)),
            "this is a binary DXF file: save the drawing as ASCII DXF, which can be read");
  EXPECT_EQ(dxfComplaint(std::string("AC1027\0\0\0", 9)),
            "this is a DWG file: save the drawing as ASCII DXF, which can be read");
  EXPECT_EQ(dxfComplaint(dxfOf("0\nLWPOLYLINE\n90\n3\n10\n0\n20\n0\n10\n1\n20\n1\n")),
            "line 16: LWPOLYLINE has 2 points, but counts 3");
}

// Old files have the code page of their author, and what stands behind EOF is none of the drawing.
TEST(DxfReader, LayersAreReadAsTheirAuthorWroteThem) {
  for (const char* layer : {"Au\xDF"
                            "en",
                            "Au\xC3\x9F"
                            "en"}) {
    const auto geometry = readDxf(dxfOf(circleOf({0, 0}, 1, layer)) + "what follows\nis not read\n");
    ASSERT_TRUE(geometry);
    EXPECT_EQ(geometry->circles[0].layer,
              "Au\xC3\x9F"
              "en");
  }
}

// What was written up to any place is refused, and nothing is made of it.
TEST(DxfReader, NoBeginningOfAFileIsAFile) {
  const std::string whole = dxfOf(rectangleOf({0, 0}, {20, 10}) + circleOf({5, 5}, 2) + insertOf("b", {1, 1}),
                                  blockOf("b", lineOf({0, 0}, {1, 1})));
  const std::size_t end = whole.rfind("0\nENDSEC") + std::string("0\nENDSEC").size();
  for (std::size_t length = 0; length < end; ++length)
    EXPECT_NE(dxfComplaint(whole.substr(0, length)), "") << length;
  EXPECT_EQ(dxfComplaint(whole.substr(0, end)), "") << "all of the drawing is there";
}

// Letters, digits and lines anywhere: refused or read, but never without an end.
TEST(DxfReader, GarbageIsNeverMoreThanRefused) {
  std::mt19937 random(7);
  const std::string whole =
      dxfOf(rectangleOf({0, 0}, {20, 10}) + arcOf({5, 5}, 2, 10, 50) + insertOf("b", {1, 1}) +
                entity("SPLINE") + "70\n8\n71\n1\n40\n0\n40\n0\n40\n1\n40\n1\n10\n0\n20\n0\n10\n1\n20\n1\n",
            blockOf("b", lineOf({0, 0}, {1, 1}) + insertOf("c", {0, 0}) + insertOf("c", {1, 0})) +
                blockOf("c", circleOf({0, 0}, 1)));
  const std::string letters = "0123456789.-e\n b\xff";
  for (int i = 0; i < 3000; ++i) {
    std::string text = whole;
    for (int k = 0; k <= i % 7; ++k) {
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0)
        text.erase(at, random() % 20);
      else
        text[at] = letters[random() % letters.size()];
    }
    const auto read = readDxf(text);
    if (!read) {
      EXPECT_FALSE(read.error().front().what.empty());
      continue;
    }
    for (const DxfChain& chain : read->chains)
      for (const DxfVertex& vertex : chain.vertices)
        EXPECT_TRUE(std::isfinite(vertex.at.x) && std::isfinite(vertex.at.y) && std::isfinite(vertex.bulge))
            << text;
    (void)listDxfLayers(*read);
    (void)chooseShape(*read, {}, false, "part");
  }
}

TEST(DxfReader, WhatFitsNoPartIsNamed) {
  const Mechanism drawn = makeMechanism();
  DxfGeometry two;
  two.circles = {{"a", {0, 0}, 1}, {"b", {0, 0}, 2}};
  const auto complaint = [&](const std::string& part, const std::vector<std::string>& layers) {
    const auto placed = placeDxf(drawn, two, {part, layers, false});
    return placed ? std::string() : placed.error().front().what;
  };
  EXPECT_NE(complaint("nobody", {}).find("\"nobody\""), std::string::npos);
  EXPECT_EQ(complaint("disc", {}),
            "shapes that may be meant for \"disc\" lie on 2 layers: a (1 circle), b (1 circle); name those "
            "that are meant");
  EXPECT_EQ(complaint("disc", {"c"}),
            "layer c has no closed outline or circle for \"disc\"; layers that hold lines: a (1 circle), b "
            "(1 circle)");
  EXPECT_NE(complaint("disc", {"a"}).find("about (358.081, 42.1626) mm of \"disc\""), std::string::npos)
      << complaint("disc", {"a"});
}

}  // namespace
}  // namespace clank
