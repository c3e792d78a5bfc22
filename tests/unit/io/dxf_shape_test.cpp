// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and arcs of DXF drawings join to outlines, and one of them is the shape of a part.
#include "core/io/dxf_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/io/dxf_fillet.h"
#include "core/io/dxf_join.h"
#include "core/io/place_dxf.h"
#include "core/model/named_point.h"
#include "tests/unit/io/dxf_text.h"

namespace clank {
namespace {

using namespace test;
using testing::HasSubstr;

DxfGeometry readOf(const std::string& entities) {
  auto geometry = readDxf(dxfOf(entities));
  if (geometry) return *geometry;
  ADD_FAILURE() << geometry.error().front().where << ": " << geometry.error().front().what;
  return {};
}

std::string complaintOf(const std::string& entities, const std::vector<std::string>& layers = {},
                        bool needsClosed = true) {
  const auto shape = chooseShape(readOf(entities), layers, needsClosed, "lever");
  return shape ? "" : shape.error().front().what;
}

// A corner list around the origin, some edges of which are arcs; mm.
struct Drawn {
  std::vector<DxfVertex> vertices;
  double area = 0, length = 0;  // mm2, mm
};

Drawn drawAtRandom(std::mt19937& random) {
  std::uniform_real_distribution<double> part(0, 1);
  Drawn drawn;
  const int count = 3 + static_cast<int>(random() % 12);
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * kPi * (i + 0.3 * part(random)) / count, far = 30 + 40 * part(random);
    const double bulge = random() % 2 == 0 ? 0 : (part(random) - 0.5) * 0.6;
    drawn.vertices.push_back({{100 + far * std::cos(angle), -30 + far * std::sin(angle)}, bulge});
  }
  for (int i = 0; i < count; ++i) {
    const DxfVertex& v = drawn.vertices[static_cast<std::size_t>(i)];
    const Corner b = drawn.vertices[static_cast<std::size_t>((i + 1) % count)].at;
    const double chord = std::hypot(b.x - v.at.x, b.y - v.at.y), turn = 4 * std::atan(v.bulge);
    const double r = v.bulge == 0 ? 0 : chord / 2 / std::sin(std::abs(turn) / 2);
    drawn.area += cross(v.at, b) / 2 + r * r * (turn - std::sin(turn)) / 2;
    drawn.length += v.bulge == 0 ? chord : r * std::abs(turn);
  }
  return drawn;
}

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

// As LINE and ARC with four decimals, each of its own ends, in any order and direction.
std::string scatter(const Drawn& drawn, std::mt19937& random) {
  std::vector<std::string> pieces;
  const auto near = [&](Corner p) {
    const auto off = [&] { return (static_cast<double>(random() % 200) - 100) * 1e-6; };
    return Corner{rounded(p.x) + off(), rounded(p.y) + off()};
  };
  for (std::size_t i = 0; i < drawn.vertices.size(); ++i) {
    const Corner a = drawn.vertices[i].at, b = drawn.vertices[(i + 1) % drawn.vertices.size()].at;
    const double bulge = drawn.vertices[i].bulge;
    if (bulge == 0) {
      pieces.push_back(random() % 2 == 0 ? lineOf(near(a), near(b)) : lineOf(near(b), near(a)));
      continue;
    }
    const Corner middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const double lean = 1 / std::tan(2 * std::atan(bulge)) / 2;
    const Corner center{middle.x - lean * (b.y - a.y), middle.y + lean * (b.x - a.x)};
    const auto angle = [&](Corner p) { return std::atan2(p.y - center.y, p.x - center.x) * 180 / kPi; };
    pieces.push_back(arcOf({rounded(center.x), rounded(center.y)},
                           rounded(std::hypot(a.x - center.x, a.y - center.y)), angle(bulge > 0 ? a : b),
                           angle(bulge > 0 ? b : a)));
  }
  std::shuffle(pieces.begin(), pieces.end(), random);
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

TEST(DxfShape, ScatteredLinesAndArcsAreTheOutlineThatWasDrawn) {
  std::mt19937 random(40);
  for (int i = 0; i < 400; ++i) {
    const Drawn drawn = drawAtRandom(random);
    const auto shape = chooseShape(readOf(scatter(drawn, random)), {}, true, "lever");
    ASSERT_TRUE(shape) << i << ": " << shape.error().front().what;
    const auto& outline = std::get<DxfChain>(shape->line);
    ASSERT_TRUE(outline.closed);
    ASSERT_EQ(outline.vertices.size(), drawn.vertices.size()) << i;
    EXPECT_NEAR(std::abs(calcArea(outline)), drawn.area * 1e-6, drawn.length * 4e-4 * 1e-6) << i;
    EXPECT_NEAR(calcLength(outline), drawn.length * 1e-3,
                static_cast<double>(drawn.vertices.size()) * 8e-4 * 1e-3)
        << i;
    EXPECT_THAT(shape->notes.front(), HasSubstr("closed, the widest ")) << i;
  }
}

// Flattened it stays within what is promised of it, and so does the area.
TEST(DxfShape, StraightPiecesAreAsNearAsTheySay) {
  std::mt19937 random(41);
  for (int i = 0; i < 200; ++i) {
    const DxfChain chain{"", drawAtRandom(random).vertices, true, 0};
    const FlatChain flat = flattenChain(chain);
    DxfChain straight{"", {}, true, 0};
    for (const Corner& p : flat.points) straight.vertices.push_back({p, 0});
    EXPECT_LE(flat.off, kDxfOff * findBox(chain).diagonal() * (1 + 1e-9));
    EXPECT_NEAR(calcArea(straight), calcArea(chain), flat.off * calcLength(chain));
    EXPECT_NEAR(calcArea(reverseChain(chain)), -calcArea(chain), 1e-9);
    EXPECT_NEAR(calcLength(reverseChain(chain)), calcLength(chain), 1e-9);
  }
}

// Three sides of a rectangle of 40 by 30, and a fourth that ends early.
std::string openBy(double gap) {
  return lineOf({0, 0}, {40, 0}) + lineOf({40, 30}, {40, 0}) + lineOf({40, 30}, {0, 30}) +
         lineOf({0, 30}, {0, gap});
}

TEST(DxfShape, AGapIsClosedWithinTheToleranceAndNamedBeyondIt) {
  const auto closed = chooseShape(readOf(openBy(0.002)), {}, true, "lever");
  ASSERT_TRUE(closed) << closed.error().front().what;
  EXPECT_EQ(closed->notes,
            std::vector<std::string>{
                "1 gap was closed, the widest 0.002 mm; ends less than 0.0025 mm apart are one point"});
  EXPECT_EQ(complaintOf(openBy(0.01)),
            "layer 0: the outline is open between (0, 0) and (0, 0.01), 0.01 mm apart; ends less than 0.0025 "
            "mm apart would "
            "be one point");
  EXPECT_THAT(complaintOf(openBy(8)), HasSubstr("open between (0, 0) and (0, 8), 8 mm apart"));
}

// An outline with a gap never leaves the part with the window that is cut into it.
TEST(DxfShape, AnOpenOutlineAroundAClosedOneIsNamed) {
  EXPECT_THAT(complaintOf(openBy(0.01) + rectangleOf({10, 10}, {20, 20})),
              HasSubstr("0.01 mm apart; ends less"));
  EXPECT_THAT(complaintOf(openBy(0.01) + circleOf({20, 20}, 2)), HasSubstr("0.01 mm apart; ends less"));
  const auto marked =
      chooseShape(readOf(openBy(0) + lineOf({-5, 15}, {45, 15}) + circleOf({20, 20}, 2)), {}, true, "lever");
  ASSERT_TRUE(marked) << marked.error().front().what;
  EXPECT_EQ(marked->notes, std::vector<std::string>{"left out: 1 line that is open"});
}

TEST(DxfShape, ABranchIsNamedWithItsPlace) {
  EXPECT_EQ(complaintOf(openBy(0) + lineOf({40, 30}, {50, 40})),
            "layer 0: three or more lines end at (40, 30); an outline goes from line to line");
  EXPECT_THAT(complaintOf(openBy(0) + lineOf({40.0005, 30}, {50, 40})),
              HasSubstr("three or more lines end at (40"));
}

TEST(DxfShape, AnOutlineThatCrossesItselfIsNamedWithThePlace) {
  EXPECT_EQ(complaintOf(polylineOf({{{0, 0}, 0}, {{40, 30}, 0}, {{40, 0}, 0}, {{0, 30}, 0}}, true)),
            "layer 0: the outline crosses or touches itself at (20, 15)");
  EXPECT_THAT(complaintOf(lineOf({0, 0}, {40, 0}) + lineOf({0, 0}, {0, 5}) + lineOf({40, 0}, {40, 5}) +
                          arcOf({20, 5}, 20, 180, 0)),
              HasSubstr("crosses or touches itself at ("))
      << "the arc goes through the line below";
  EXPECT_THAT(complaintOf(polylineOf({{{0, 0}, 0}, {{9, 9}, 0}, {{9, 0}, 0}, {{0, 9}, 0}}, false), {}, false),
              HasSubstr("the line crosses or touches itself at (4.5, 4.5)"));
}

TEST(DxfShape, LinesDrawnTwiceAreOne) {
  const auto shape =
      chooseShape(readOf(openBy(0) + lineOf({40, 0}, {0, 0}) + lineOf({40, 30}, {40, 0})), {}, true, "lever");
  ASSERT_TRUE(shape) << shape.error().front().what;
  EXPECT_EQ(shape->notes, std::vector<std::string>{"left out: 2 lines drawn twice"});
}

TEST(DxfShape, LayersAreNamedWithWhatTheyHold) {
  const std::string lines = lineOf({0, 0}, {40, 0}, "straight") + lineOf({40, 20}, {0, 20}, "straight"),
                    arcs = arcOf({40, 10}, 10, 270, 90, "round") + arcOf({0, 10}, 10, 90, 270, "round"),
                    holes = circleOf({0, 10}, 4, "holes") + circleOf({40, 10}, 4, "holes");
  EXPECT_EQ(complaintOf(lines + arcs),
            "none of the layers alone has a closed outline or circle for \"lever\": round (2 open lines), "
            "straight (2 open "
            "lines); name all that the shape lies on");
  const auto both = chooseShape(readOf(lines + arcs + holes), {"round", "straight"}, true, "lever");
  ASSERT_TRUE(both) << both.error().front().what;
  EXPECT_NEAR(std::abs(calcArea(std::get<DxfChain>(both->line))), (800 + kPi * 100) * 1e-6, 1e-12);
  EXPECT_EQ(both->notes, std::vector<std::string>{"left out: holes (2 circles)"});
  const auto all = chooseShape(readOf(lines + arcs + holes), {"round", "straight", "holes"}, true, "lever");
  ASSERT_TRUE(all) << all.error().front().what;
  EXPECT_EQ(all->holes.size(), 2U);
  EXPECT_EQ(complaintOf(rectangleOf({0, 0}, {5, 5}, "a") + circleOf({0, 0}, 1, "b")),
            "shapes that may be meant for \"lever\" lie on 2 layers: a (1 closed outline), b (1 circle); "
            "name those that are "
            "meant");
  EXPECT_THAT(complaintOf(rectangleOf({0, 0}, {5, 5}) + circleOf({10, 0}, 1)),
              HasSubstr("layer 0 has 2 shapes, none inside another, that may be meant for \"lever\": an "
                        "outline about (2.5, "
                        "2.5), a circle about (10, 0)"));
}

// What cannot be seen in the drawing is no shape of it, unless its layer is named.
TEST(DxfShape, LayersThatAreOffOrFrozenAreLeftOutUnlessNamed) {
  const auto read = [](const std::string& entities, const std::string& blocks = "") {
    const auto geometry =
        readDxf(dxfOf(entities, blocks, "9\n$INSUNITS\n70\n4\n",
                      layerOf("old", -7, 0) + layerOf("Ice", 3, 1) + layerOf("plain", 3, 4)));
    EXPECT_TRUE(geometry) << geometry.error().front().what;
    return geometry.value_or(DxfGeometry{});
  };
  const std::string plain = rectangleOf({0, 0}, {40, 20}, "plain"),
                    hidden = rectangleOf({0, 0}, {30, 20}, "old") + circleOf({5, 5}, 1, "ice");
  const auto heightOf = [](const ChosenShape& shape) {
    return findBox(std::get<DxfChain>(shape.line)).high.x;
  };
  const auto seen = chooseShape(read(plain + hidden), {}, true, "lever");
  ASSERT_TRUE(seen) << seen.error().front().what;
  EXPECT_NEAR(heightOf(*seen), 0.04, 1e-15);
  EXPECT_EQ(seen->notes, std::vector<std::string>{
                             "left out: ice (1 circle; the layer is frozen), old (1 closed outline; the "
                             "layer is off)"});
  const auto named = chooseShape(read(plain + hidden), {"old"}, true, "lever");
  ASSERT_TRUE(named) << named.error().front().what;
  EXPECT_NEAR(heightOf(*named), 0.03, 1e-15);
  const auto none = chooseShape(read(hidden), {}, true, "lever");
  ASSERT_FALSE(none);
  EXPECT_EQ(
      none.error().front().what,
      "all layers that hold lines are off or frozen: ice (1 circle; the layer is frozen), old (1 closed "
      "outline; the layer is off); name those that \"lever\" is to be read from");
  const std::string block = blockOf("b", rectangleOf({0, 0}, {7, 7}, "plain") + circleOf({3, 3}, 1));
  EXPECT_EQ(describe(listDxfLayers(read(insertOf("b", {}, "", "Ice"), block)).front()),
            "Ice (1 closed outline, 1 circle; the layer is frozen)")
      << "all that a frozen INSERT brings";
  const auto off = listDxfLayers(read(insertOf("b", {}, "", "old"), block));
  ASSERT_EQ(off.size(), 2U);
  EXPECT_EQ(describe(off[0]), "old (1 circle; the layer is off)") << "what is on layer 0 of its block";
  EXPECT_EQ(describe(off[1]), "plain (1 closed outline)") << "and not what has a layer of its own";
}

TEST(DxfShape, CirclesInsideAreHoles) {
  const std::string circle = polylineOf({{{8, 10}, 1}, {{12, 10}, 1}}, true);
  const std::string inner = rectangleOf({20, 5}, {25, 10});
  const auto shape = chooseShape(
      readOf(circle + rectangleOf({0, 0}, {40, 20}) + circleOf({30, 10}, 3) + circleOf({30, 10}, 5) + inner),
      {}, true, "lever");
  ASSERT_TRUE(shape) << shape.error().front().what;
  ASSERT_EQ(shape->holes.size(), 2U) << "one about each center";
  EXPECT_NEAR(shape->holes[0].radius, 3e-3, 1e-15);
  EXPECT_NEAR(shape->holes[1].center.x, 10e-3, 1e-12) << "a polyline of two arcs is a circle";
  EXPECT_NEAR(shape->holes[1].radius, 2e-3, 1e-15);
  EXPECT_EQ(shape->notes,
            std::vector<std::string>{"left out: 1 closed outline inside the shape; a part is solid"});
  EXPECT_THAT(complaintOf(rectangleOf({0, 0}, {40, 20}) + circleOf({40, 10}, 3)), HasSubstr("2 shapes"))
      << "it cuts the outline";
}

// A plate of 60 by 40 whose corners are rounded off by 5, and one of its holes.
std::string roundedPlate(double lastRadius) {
  const double r = 5, q = lastRadius;
  return lineOf({r, 0}, {60 - r, 0}) + arcOf({60 - r, r}, r, 270, 360) + lineOf({60, 40 - r}, {60, r}) +
         arcOf({60 - r, 40 - r}, r, 0, 90) + lineOf({60 - r, 40}, {q, 40}) + arcOf({q, 40 - q}, q, 90, 180) +
         lineOf({0, 40 - q}, {0, r}) + arcOf({r, r}, r, 180, 270);
}

Mechanism makePlate() {
  Mechanism m;
  Body plate;
  plate.id = "plate";
  plate.pose = {0.01, 0, 0, {}};
  plate.points = std::vector<NamedPoint>{{"hole1", {0, 0}, {}}};
  plate.fillet = 0.002;
  m.bodies = {plate};
  return m;
}

TEST(DxfShape, EqualRoundCornersAreTheFillet) {
  const auto placed = placeDxf(makePlate(), readOf(roundedPlate(5)), {"plate", {}, false});
  ASSERT_TRUE(placed) << placed.error().front().what;
  const Body& plate = placed->mechanism.bodies[0];
  EXPECT_EQ(plate.outline.size(), 4U);
  EXPECT_NEAR(plate.fillet.value, 5e-3, 1e-15);
  for (const Point& corner : plate.outline) {
    EXPECT_NEAR(std::abs(corner.x.value + 0.01 - 0.03), 0.03, 1e-15);
    EXPECT_NEAR(std::abs(corner.y.value - 0.02), 0.02, 1e-15);
  }
  EXPECT_EQ(placed->notes, std::vector<std::string>{"its round corners became a fillet of 5 mm"});
}

// Other arcs become straight pieces, and it is said why, and how near they are.
TEST(DxfShape, OtherArcsBecomeStraightPieces) {
  const auto placed = placeDxf(makePlate(), readOf(roundedPlate(8)), {"plate", {}, false});
  ASSERT_TRUE(placed) << placed.error().front().what;
  EXPECT_GT(placed->mechanism.bodies[0].outline.size(), 60U);
  EXPECT_EQ(placed->mechanism.bodies[0].fillet.value, 0);
  EXPECT_THAT(placed->notes.front(),
              HasSubstr("corners rounded with different radii (5 mm to 8 mm) became straight pieces, at most "
                        "0.00"));
  const auto bulging = placeDxf(
      makePlate(), readOf(polylineOf({{{0, 0}, 0}, {{40, 0}, 0.3}, {{40, 20}, 0.3}, {{0, 20}, 0}}, true)),
      {"plate", {}, false});
  ASSERT_TRUE(bulging) << bulging.error().front().what;
  EXPECT_THAT(bulging->notes.front(), HasSubstr("arcs and curves became straight pieces, at most 0.00"));
  EXPECT_FALSE(findRounded({"", {{{0, 0}, 0}, {{0.04, 0}, 1}, {{0.04, 0.02}, 0}, {{0, 0.02}, 1}}, true, 0}))
      << "half circles have no corner";
  const auto slanted = readOf(lineOf({0, 0}, {40, 0}) + arcOf({40, 10}, 10, 300, 60) +
                              lineOf({40, 20}, {0, 20}) + lineOf({0, 0}, {0, 20}));
  EXPECT_FALSE(placeDxf(makePlate(), slanted, {"plate", {}, false})) << "it does not even meet its lines";
}

TEST(DxfShape, HolesBecomePointsOfTheBody) {
  const DxfGeometry geometry = readOf(roundedPlate(5) + circleOf({10, 20}, 3) + circleOf({50, 20}, 4));
  const auto bare = placeDxf(makePlate(), geometry, {"plate", {}, false});
  ASSERT_TRUE(bare) << bare.error().front().what;
  EXPECT_EQ(bare->holes, 2);
  EXPECT_EQ(pointsOf(bare->mechanism.bodies[0]).size(), 1U);
  EXPECT_EQ(bare->notes.back(),
            "the circles inside the outline are left out, since a part is solid: (10, 20) of diameter 6, "
            "(50, 20) of "
            "diameter 8");
  const auto placed = placeDxf(makePlate(), geometry, {"plate", {}, true});
  ASSERT_TRUE(placed);
  const auto& points = pointsOf(placed->mechanism.bodies[0]);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[1].id, "hole2") << "the first name is taken";
  EXPECT_NEAR(points[1].at.x.value, 0, 1e-15);
  EXPECT_NEAR(points[1].at.y.value, 0.02, 1e-15);
  EXPECT_EQ(points[2].id, "hole3");
  const auto again = placeDxf(placed->mechanism, geometry, {"plate", {}, true});
  ASSERT_TRUE(again);
  EXPECT_EQ(pointsOf(again->mechanism.bodies[0]).size(), 3U) << "they are there already";
  for (const Problem& problem : validate(*resolve(placed->mechanism)))
    EXPECT_EQ(problem.what.find("hole"), std::string::npos) << problem.what;
}

}  // namespace
}  // namespace clank
