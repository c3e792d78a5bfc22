// SPDX-License-Identifier: GPL-3.0-or-later
// Splines, ellipses and blocks of DXF drawings, against what they enclose.
#include <gtest/gtest.h>

#include <cmath>

#include "core/io/dxf_join.h"
#include "core/io/dxf_reader.h"
#include "tests/unit/io/dxf_text.h"

namespace clank {
namespace {

using namespace test;
constexpr double kMm2 = 1e-6;

// The one outline that all chains make.
DxfChain onlyOutline(const std::string& text) {
  const auto geometry = readDxf(text);
  if (!geometry) {
    ADD_FAILURE() << geometry.error().front().where << ": " << geometry.error().front().what;
    return {};
  }
  const JoinedChains joined = joinChains(geometry->chains);
  EXPECT_EQ(joined.chains.size(), 1U);
  EXPECT_TRUE(joined.branches.empty());
  if (joined.chains.size() != 1) return {};
  EXPECT_TRUE(joined.chains[0].closed);
  return joined.chains[0];
}

std::string ellipseOf(Corner center, Corner major, double ratio, double from, double to) {
  return entity("ELLIPSE") + point(0, center) + point(1, major) + group(40, ratio) + group(41, from) +
         group(42, to);
}

std::string splineOf(int degree, const std::vector<double>& knots, const std::vector<Corner>& points,
                     const std::vector<double>& weights = {}) {
  std::string text = entity("SPLINE") + group(70, 8) + group(71, degree);
  text += group(72, static_cast<double>(knots.size())) + group(73, static_cast<double>(points.size()));
  for (const double knot : knots) text += group(40, knot);
  for (const double weight : weights) text += group(41, weight);
  for (const Corner& p : points) text += point(0, p) + group(30, 0);
  return text;
}

TEST(DxfCurve, AnEllipseEnclosesItsArea) {
  const DxfChain whole = onlyOutline(dxfOf(ellipseOf({3, -2}, {20, 15}, 0.4, 0, 2 * kPi)));
  EXPECT_NEAR(calcArea(whole), kPi * 25 * 10 * kMm2, whole.off * calcLength(whole));
  EXPECT_GT(whole.off, 0);
  EXPECT_LE(whole.off, kDxfOff * 50e-3);
  const auto round = readDxf(dxfOf(ellipseOf({3, -2}, {0, 5}, 1, 0, 2 * kPi)));
  ASSERT_TRUE(round);
  ASSERT_EQ(round->circles.size(), 1U) << "of equal axes it is a circle";
  EXPECT_NEAR(round->circles[0].radius, 5e-3, 1e-15);
}

// Half of one, from the end of its long axis counter-clockwise, and the long axis; seen from behind the other
// half.
TEST(DxfCurve, AnArcOfAnEllipseIsOnItsSide) {
  const std::string chord = lineOf({-10, 0}, {10, 0}), half = ellipseOf({0, 0}, {10, 0}, 0.3, 0, kPi);
  const double area = kPi * 30 / 2 * kMm2;
  const DxfChain upper = onlyOutline(dxfOf(chord + half));
  EXPECT_NEAR(std::abs(calcArea(upper)), area, upper.off * calcLength(upper));
  EXPECT_GT(findBox(upper).high.y, 2.99e-3);
  EXPECT_LT(findBox(onlyOutline(dxfOf(chord + half + "230\n-1\n"))).low.y, -2.99e-3);
}

// Quadratic with weights 1 and sqrt(1/2): a circle, exactly.
TEST(DxfCurve, WeightsMakeACircleOfASpline) {
  const double w = std::sqrt(0.5);
  const DxfChain circle = onlyOutline(
      dxfOf(splineOf(2, {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4},
                     {{5, 0}, {5, 5}, {0, 5}, {-5, 5}, {-5, 0}, {-5, -5}, {0, -5}, {5, -5}, {5, 0}},
                     {1, w, 1, w, 1, w, 1, w, 1})));
  for (const DxfVertex& vertex : circle.vertices)
    EXPECT_NEAR(std::hypot(vertex.at.x, vertex.at.y), 5e-3, 1e-14);
  EXPECT_NEAR(calcArea(circle), kPi * 25 * kMm2, 2e-3 * kPi * 25 * kMm2);
}

// y = x2 between -1 and 1 is a quadratic one of three points; with its chord it encloses 4/3.
TEST(DxfCurve, AParabolaEnclosesItsArea) {
  const DxfChain area = onlyOutline(
      dxfOf(splineOf(2, {0, 0, 0, 1, 1, 1}, {{-30, 30}, {0, -30}, {30, 30}}) + lineOf({-30, 30}, {30, 30})));
  EXPECT_NEAR(std::abs(calcArea(area)), 30 * 30 * 4 / 3 * kMm2, 0.3 * kMm2);
}

// Cubic and not clamped, closed as AutoCAD writes it: the last three points are the first. Its area is known
// by the integral of each stretch, here against a fine sum of the basis.
TEST(DxfCurve, AClosedSplineCloses) {
  const std::vector<Corner> corners{{0, 0}, {40, 0}, {40, 40}, {0, 40}};
  std::vector<Corner> points(corners);
  points.insert(points.end(), corners.begin(), corners.begin() + 3);
  std::vector<double> knots;
  for (int i = 0; i < 11; ++i) knots.push_back(i);
  const DxfChain line = onlyOutline(dxfOf(splineOf(3, knots, points)));
  double twice = 0;
  Corner before{};
  for (int i = 0; i <= 40000; ++i) {
    const double u = 4.0 * i / 40000, t = u - std::floor(u);
    const auto k = static_cast<std::size_t>(std::floor(u)) % 4;
    const double b[4] = {std::pow(1 - t, 3) / 6, (3 * t * t * t - 6 * t * t + 4) / 6,
                         (-3 * t * t * t + 3 * t * t + 3 * t + 1) / 6, t * t * t / 6};
    Corner p{};
    for (std::size_t j = 0; j < 4; ++j) {
      p.x += b[j] * corners[(k + j) % 4].x;
      p.y += b[j] * corners[(k + j) % 4].y;
    }
    if (i > 0) twice += cross(before, p);
    before = p;
  }
  EXPECT_NEAR(calcArea(line), twice / 2 * kMm2, 1e-3 * twice * kMm2);
}

// Fit points without control points: around a circle the smooth curve is nearly it; with tangents, half of
// one.
TEST(DxfCurve, ASplineGoesThroughItsPoints) {
  std::string text = entity("SPLINE") + group(70, 1) + group(71, 3) + group(74, 13);
  for (int i = 0; i <= 12; ++i) {
    const double angle = i % 12 * kPi / 6;
    text += point(1, {10 * std::cos(angle), 10 * std::sin(angle)});
  }
  EXPECT_NEAR(calcArea(onlyOutline(dxfOf(text))), kPi * 100 * kMm2, 0.2 * kMm2);
  std::string half = entity("SPLINE") + group(70, 8) + group(71, 3) + point(2, {0, 3}) + point(3, {0, -0.5});
  for (int i = 0; i <= 6; ++i) half += point(1, {10 * std::cos(i * kPi / 6), 10 * std::sin(i * kPi / 6)});
  EXPECT_NEAR(calcArea(onlyOutline(dxfOf(half + lineOf({-10, 0}, {10, 0})))), kPi * 50 * kMm2, 0.1 * kMm2);
}

TEST(DxfCurve, ASplineThatIsNoneIsRefused) {
  const std::vector<Corner> three{{0, 0}, {1, 1}, {2, 0}};
  EXPECT_EQ(dxfComplaint(dxfOf(splineOf(2, {0, 0, 0, 1, 1}, three))),
            "line 16: SPLINE of degree 2 with 3 control points has 5 knots, not 6");
  EXPECT_EQ(dxfComplaint(dxfOf(splineOf(2, {0, 0, 0, 1, 0, 1}, three))),
            "line 16: SPLINE has knots that do not rise");
  EXPECT_EQ(dxfComplaint(dxfOf(splineOf(2, {0, 0, 0, 1, 1, 1}, three, {1, 0, 1}))),
            "line 16: SPLINE has the weight 0");
  EXPECT_EQ(dxfComplaint(dxfOf(splineOf(2, {0, 0, 0, 1, 1, 1}, three, {1, 1}))),
            "line 16: SPLINE has 3 control points and 2 weights");
  EXPECT_EQ(dxfComplaint(dxfOf(splineOf(99, {0, 0, 0, 1, 1, 1}, three))),
            "line 16: SPLINE has the degree 99; 1 to 15 can be read");
  EXPECT_EQ(dxfComplaint(dxfOf(entity("SPLINE") + group(72, 0) + group(73, 3) + point(0, {0, 0}))),
            "line 16: SPLINE has 1 control points, but counts 3");
}

// A D: a line up, and half a circle on the right of it.
const std::string kHalfDisc = lineOf({0, -10}, {0, 10}) + arcOf({0, 0}, 10, 270, 90);

TEST(DxfCurve, AnInsertMovesTurnsAndScales) {
  const DxfChain placed =
      onlyOutline(dxfOf(insertOf("d", {100, 50}, group(41, 2) + group(42, 2) + group(50, 90)),
                        blockOf("D", kHalfDisc, {0, 10})));
  EXPECT_NEAR(calcArea(placed) * calcArea(placed), std::pow(kPi * 200 * kMm2, 2), 1e-18);
  EXPECT_NEAR(calcLength(placed), (40 + 20 * kPi) * 1e-3, 1e-14);
  const DxfBox box = findBox(placed);  // the top of the line comes to the place, and the bow above
  EXPECT_NEAR(box.low.x, 0.1, 1e-14);
  EXPECT_NEAR(box.high.x, 0.14, 1e-14);
  EXPECT_NEAR(box.low.y, 0.05, 1e-14);
  EXPECT_NEAR(box.high.y, 0.07, 1e-5);
}

// Mirrored by a scale, or seen from behind: the bow is on the left, and still an arc.
TEST(DxfCurve, AMirroredInsertTurnsItsArcs) {
  for (const std::string& mirrored : {group(41, -1), group(210, 0) + group(230, -1)})
    for (const std::string& shape : {kHalfDisc, polylineOf({{{0, -10}, 1}, {{0, 10}, 0}}, true)}) {
      const DxfChain d = onlyOutline(dxfOf(insertOf("d", {0, 0}, mirrored), blockOf("d", shape)));
      EXPECT_EQ(d.off, 0);
      EXPECT_NEAR(std::abs(calcArea(d)), kPi * 50 * kMm2, 1e-15);
      EXPECT_NEAR(findBox(d).low.x, -0.01, 1e-5);
      EXPECT_NEAR(findBox(d).high.x, 0, 1e-14);
    }
  const DxfChain arc =
      onlyOutline(dxfOf(lineOf({0, -10}, {0, 10}) + arcOf({0, 0}, 10, 270, 90) + group(230, -1)));
  EXPECT_NEAR(findBox(arc).low.x, -0.01, 1e-5) << "an ARC seen from behind";
}

// Stretched in one direction the bow is half an ellipse, from an ARC as from a bulge.
TEST(DxfCurve, AStretchedArcIsAnEllipse) {
  for (const std::string& shape : {kHalfDisc, polylineOf({{{0, -10}, 1}, {{0, 10}, 0}}, true)}) {
    const DxfChain d = onlyOutline(dxfOf(insertOf("d", {0, 0}, group(41, 3)), blockOf("d", shape)));
    EXPECT_NEAR(std::abs(calcArea(d)), kPi * 150 * kMm2, d.off * calcLength(d));
    EXPECT_GT(d.off, 0);
    EXPECT_NEAR(findBox(d).high.x, 0.03, 1e-5);
  }
}

TEST(DxfCurve, BlocksInBlocksAndRows) {
  const std::string blocks = blockOf("hole", circleOf({0, 0}, 1)) +
                             blockOf("pair", insertOf("HOLE", {-5, 0}) + insertOf("Hole", {5, 0}, "", "own"));
  const auto geometry = readDxf(
      dxfOf(insertOf("pair", {10, 0},
                     group(50, 90) + group(70, 2) + group(71, 3) + group(44, 20) + group(45, 4), "plate"),
            blocks));
  ASSERT_TRUE(geometry) << geometry.error().front().what;
  ASSERT_EQ(geometry->circles.size(), 12U);
  EXPECT_NEAR(geometry->circles[0].center.x, 0.01, 1e-15);
  EXPECT_NEAR(geometry->circles[0].center.y, -0.005, 1e-15);
  EXPECT_EQ(geometry->circles[0].layer, "plate") << "what lies on layer 0 lies where the INSERT does";
  EXPECT_EQ(geometry->circles[1].layer, "own");
  EXPECT_NEAR(geometry->circles[11].center.x, 0.01 - 0.008, 1e-15) << "the third row";
  EXPECT_NEAR(geometry->circles[11].center.y, 0.025, 1e-15) << "and the second column";
}

TEST(DxfCurve, BlocksThatCannotBeInsertedAreRefused) {
  EXPECT_EQ(dxfComplaint(dxfOf(insertOf("a", {0, 0}),
                               blockOf("a", insertOf("b", {1, 0})) + blockOf("b", insertOf("A", {1, 0})))),
            "line 54: block A holds an INSERT of itself");
  EXPECT_EQ(dxfComplaint(dxfOf(insertOf("nothing", {0, 0}))),
            "line 16: INSERT names the block \"NOTHING\", which the file does not have");
  EXPECT_NE(
      dxfComplaint(dxfOf(insertOf("a", {0, 0}, group(41, 0)), blockOf("a", ""))).find("has the scale 0"),
      std::string::npos);
  std::string laughs = blockOf("b0", lineOf({0, 0}, {1, 1}));
  for (int i = 1; i < 40; ++i) {
    const std::string inner = insertOf(fmt::format("b{}", i - 1), {0, 0});
    laughs += blockOf(fmt::format("b{}", i), inner + inner);
  }
  EXPECT_NE(dxfComplaint(dxfOf(insertOf("b39", {0, 0}), laughs)).find("more than 500000 entities"),
            std::string::npos);
  std::string deep = blockOf("b0", lineOf({0, 0}, {1, 1}));
  for (int i = 1; i < 400; ++i)
    deep += blockOf(fmt::format("b{}", i), insertOf(fmt::format("b{}", i - 1), {0, 0}));
  EXPECT_NE(dxfComplaint(dxfOf(insertOf("b399", {0, 0}), deep)).find("50 deep"), std::string::npos);
  const auto elsewhere =
      readDxf(dxfOf(insertOf("x", {0, 0}), "0\nBLOCK\n2\nx\n70\n4\n10\n0\n20\n0\n0\nENDBLK\n"));
  ASSERT_TRUE(elsewhere);
  EXPECT_EQ(elsewhere->notes, std::vector<std::string>{"left out: 1 INSERT of another file"});
}

}  // namespace
}  // namespace clank
