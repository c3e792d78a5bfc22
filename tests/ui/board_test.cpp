// SPDX-License-Identifier: GPL-3.0-or-later
// What the board computes without a window: grid, snapping, what lies under the mouse, and what tools do to a
// drawing.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QImage>
#include <QMouseEvent>
#include <QPicture>
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/io/file_migration.h"
#include "tests/support/parts.h"
#include "ui/board/analysis.h"
#include "ui/board/board.h"
#include "ui/board/board_edits.h"
#include "ui/board/board_painter.h"
#include "ui/board/board_view.h"
#include "ui/board/canvas.h"
#include "ui/board/grid.h"
#include "ui/board/hull.h"
#include "ui/board/joint_painter.h"
#include "ui/board/limit_marks.h"
#include "ui/board/picking.h"
#include "ui/board/plane.h"
#include "ui/board/slider_shape.h"
#include "ui/board/snapping.h"
#include "ui/board/surface_shape.h"
#include "ui/board/symbols.h"
#include "ui/board/typed_quantity.h"
#include "ui/document/element_edits.h"
#include "ui/look/shown_units.h"

namespace clank {
namespace {

constexpr double kPi = std::numbers::pi;

Drawing draw(const Mechanism& m) {
  Problems problems;
  return Drawing(resolve(m, {}, {}, problems));
}

// Bars from place to place, pinned where they meet.
Mechanism drawBars(const std::vector<QPointF>& places) {
  Mechanism m;
  for (std::size_t i = 1; i < places.size(); ++i) {
    const Drawing d = draw(m);
    const Handle* handle = d.handleAt(places[i - 1], 1e-6);
    addBar(m, d, {places[i - 1], handle ? std::optional(handle->point) : std::nullopt},
           {places[i], std::nullopt});
  }
  return m;
}

SnapSettings near(double within, double grid = 0) {
  SnapSettings settings;
  settings.within = within;
  settings.pixel = within / 10;
  settings.grid = grid;
  return settings;
}

// Of what a painter is told to draw.
unsigned countPaintedBytes(const Mechanism& m, double scale) {
  const Drawing drawing = draw(m);
  BoardView view;
  view.toPixel = QTransform::fromScale(scale, -scale);
  QPicture picture;
  QPainter painter(&picture);
  BoardPainter(painter, drawing, view).draw();
  painter.end();
  return picture.size();
}

// Balls in a row, and a chain, at ten a pixel.
TEST(BoardPainter, PartsAtTheSamePixelsAreDrawnOnce) {
  const auto makeRow = [](int n, bool linked) {
    Mechanism m;
    for (int i = 0; i < n; ++i) {
      const std::string id = "b" + std::to_string(i), before = "b" + std::to_string(i - 1);
      m.bodies.push_back(test::makeBody(id, 1, 0.1, {0.01 * i, 0.0, 0.0, {}}));
      if (!linked) m.bodies.back().radius = 0.005;
      if (!linked) continue;
      m.bodies.back().length = Quantity(0.01);
      m.joints.push_back(test::makeJoint("j" + std::to_string(i), Revolute{}, i > 0 ? before : kFrame, id));
      if (i > 0) m.joints.back().atA = {0.01, 0.0};
    }
    return m;
  };
  for (const bool linked : {false, true}) {
    const unsigned few = countPaintedBytes(makeRow(200, linked), 100);
    const unsigned many = countPaintedBytes(makeRow(2000, linked), 10);
    EXPECT_LT(many, 2 * few) << (linked ? "chain" : "balls");
  }
}

// To unite paths takes longer than all else.
TEST(BoardPainter, ADiscThatIsHiddenByItsBodyAddsNothing) {
  Mechanism m;
  m.bodies = {test::makeBody("b", 1, 0.1)};
  const unsigned plain = countPaintedBytes(m, 100);
  m.bodies.front().radius = 0.01;
  EXPECT_LE(countPaintedBytes(m, 100), plain + 200) << "a spoke";
}

TEST(Grid, StepsFollowTheZoom) {
  EXPECT_DOUBLE_EQ(findGridStep(1000, 9).minor, 0.01);
  EXPECT_DOUBLE_EQ(findGridStep(1000, 9).major, 0.05);
  EXPECT_DOUBLE_EQ(findGridStep(500, 9).minor, 0.02);
  EXPECT_DOUBLE_EQ(findGridStep(200, 9).minor, 0.05);
  for (double scale = 3; scale < 1e6; scale *= 1.3) {
    const double pixels = findGridStep(scale, 9).minor * scale;
    EXPECT_GE(pixels, 9 * (1 - 1e-6));
    EXPECT_LT(pixels, 9 * 2.5 + 1e-6) << "the next finer step would do";
    EXPECT_LT(findGridStep(scale, 9).major * scale, 113) << "numbers to be seen in small panes";
    const double lines = findGridStep(scale, 9).major / findGridStep(scale, 9).minor;
    EXPECT_NEAR(lines, std::round(lines), 1e-9) << "numbers stand at lines";
  }
}

TEST(Grid, LengthsInTheUnitsOfTheDocument) {
  EXPECT_EQ(writeLength(0.25), "250\u202fmm");
  EXPECT_EQ(writeLength(1.2), "1200\u202fmm");
  EXPECT_EQ(writeLength(0), "0\u202fmm");
  EXPECT_EQ(writeLength(-4.894e-15), "0\u202fmm") << "the height of a level distance";
  EXPECT_EQ(writeAngle(kPi), "180°");
  EXPECT_EQ(writeRulerMark(0.3, 0.1), "300");
  EXPECT_EQ(writeRulerMark(-0.00002, 1e-5), QString(QChar(0x2212)) + "0.02");
}

TEST(Grid, InchesAndRadians) {
  UnitChoice choice;
  choice.length = LengthUnit::in;
  choice.angle = AngleUnit::rad;
  setUnitChoice(choice);
  EXPECT_EQ(writeLength(0.3048), "12\u202fin");
  EXPECT_EQ(writeAngle(1.5), "1.5\u202frad");
  EXPECT_NEAR(findGridStep(900 / 0.0254).minor, 0.01 * 0.0254, 1e-15) << "round in inches: nine pixels";
  EXPECT_EQ(writeRulerMark(0.0508, 0.0254), "2");
  EXPECT_EQ(writeShown(0.0254, "m/s2"), QString::fromUtf8("1\u202fin/s\u00b2"));
  EXPECT_EQ(writeShown(2.5, "N m"), "2.5\u202fN m");
  setUnitChoice({});
  EXPECT_EQ(writeShown(kPi / 2, "rad"), QString::fromUtf8("90\u00b0"));
  EXPECT_EQ(writeShown(-3e-11, "m"), QString::fromUtf8("\u22123\u00d710\u207b\u2078\u202fmm"));
}

TEST(ShownUnits, MessagesAreInTheUnitsOfTheDocument) {
  EXPECT_EQ(tellQuantities("ball: the radius is -0.02 m, but it must be positive"),
            QString::fromUtf8("ball: the radius is \u221220\u202fmm, but it must be positive"));
  EXPECT_EQ(tellQuantities("a circle of 0.25 m near (0.1, -0.2) m, off by 1.5e-05 m"),
            QString::fromUtf8("a circle of 250\u202fmm near (100, \u2212200)\u202fmm, off by 0.015\u202fmm"));
  EXPECT_EQ(tellQuantities("turns by -0.5 rad at -2 m/s under 5e-07 N m"),
            QString::fromUtf8(
                "turns by \u221228.65\u00b0 at \u22122\u202fm/s under 5\u00d710\u207b\u2077\u202fN m"));
  EXPECT_EQ(tellQuantities("up to 4.7e+04 Hz, 5.6e-05, \"1e+03\""),
            QString::fromUtf8("up to 4.7\u00d710\u2074 Hz, 5.6\u00d710\u207b\u2075, \"1e+03\""));
  EXPECT_EQ(tellQuantities("at t = 0.721584123 s"), "at t = 0.721584123\u202fs") << "to the last digit";
  for (const char* other : {"write \"3 m\"", "3 modes", "link2 m", "7800 kg/m3"})
    EXPECT_EQ(tellQuantities(other), other);
  UnitChoice choice;
  choice.length = LengthUnit::in;
  setUnitChoice(choice);
  EXPECT_EQ(tellQuantities("missing are 25.4 mm."), "missing are 1\u202fin.");
  EXPECT_EQ(tellQuantities("off by 0.0254 m/s"), "off by 1\u202fin/s");
  setUnitChoice({});
}

// What the rulers mark is where the mouse is: nothing when it is elsewhere.
TEST(Canvas, RulersMarkTheMouseWhileItIsThere) {
  Canvas canvas;
  canvas.setLook(Palette::light());
  canvas.resize(400, 300);
  canvas.show();
  const auto countMarks = [&] {
    const QImage picture = canvas.viewport()->grab().toImage();
    int marks = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < 12; ++x) marks += picture.pixelColor(x, y) == Palette::light().action;
    return marks;
  };
  EXPECT_EQ(countMarks(), 0);
  QMouseEvent move(QEvent::MouseMove, QPointF(200, 120), canvas.viewport()->mapToGlobal(QPointF(200, 120)),
                   Qt::NoButton, Qt::NoButton, {});
  QCoreApplication::sendEvent(canvas.viewport(), &move);
  EXPECT_GT(countMarks(), 8);
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(&canvas, &leave);
  EXPECT_EQ(countMarks(), 0);
}

TEST(Snapping, PointsComeBeforeAnglesLinesAndGrid) {
  const Mechanism m = drawBars({{0, 0}, {0.2, 0}, {0.3, 0.1}});
  const Drawing d = draw(m);
  const Snap joint = snap(d, {0.203, 0.004}, near(0.01, 0.01));
  EXPECT_EQ(joint.kind, Snap::Kind::point);
  EXPECT_EQ(joint.world, QPointF(0.2, 0));
  EXPECT_EQ(joint.reason, "joint O1");
  const Snap end = snap(d, {-0.004, 0.003}, near(0.01, 0.01));
  EXPECT_EQ(end.reason, "end of link1");
  EXPECT_EQ(end.point->body, 0);
  const Snap on = snap(d, {0.143, 0.004}, near(0.01, 0.01));
  EXPECT_EQ(on.kind, Snap::Kind::line);
  EXPECT_EQ(on.reason, "on link1");
  EXPECT_NEAR(on.world.y(), 0, 1e-12);
  const Snap grid = snap(d, {0.053, 0.148}, near(0.01, 0.01));
  EXPECT_EQ(grid.kind, Snap::Kind::grid);
  EXPECT_NEAR(grid.world.x(), 0.05, 1e-12);
  EXPECT_NEAR(grid.world.y(), 0.15, 1e-12);
  EXPECT_EQ(grid.reason, "grid 10\u202fmm");
}

TEST(Snapping, RoundAnglesKeepRoundLengths) {
  SnapSettings settings = near(0.01, 0.005);
  settings.from = QPointF(0.1, 0.2);
  const QPointF wanted = QPointF(0.1, 0.2) + 0.12 * direction(kPi / 4);
  const Snap found = snap({}, wanted + QPointF(-0.0006, -0.0004), settings);
  EXPECT_EQ(found.kind, Snap::Kind::angle);
  EXPECT_NEAR(length(found.world - wanted), 0, 1e-9);
  EXPECT_EQ(found.reason, "120\u202fmm at 45°");
  EXPECT_EQ(snap({}, {0.2998, 0.2501}, settings).world, QPointF(0.3, 0.25))
      << "a crossing of the grid that is nearer than 15 degrees";
  const Mechanism m = drawBars({{0.3, 0}, {0.52, 0.44}});
  const Snap meeting = snap(draw(m), {0.403, 0.203}, settings);
  EXPECT_EQ(meeting.reason, "on link1 at 0°") << "a part that is met is not passed by";
  EXPECT_NEAR(length(meeting.world - QPointF(0.4, 0.2)), 0, 1e-9);
  settings.enabled = false;
  EXPECT_EQ(snap({}, {0.123, 0.456}, settings).world, QPointF(0.123, 0.456));
}

// A bar of 200 mm at a slope, a plate, a disc, a wall of the frame: each kind of place by its own mark, the
// stronger one first.
TEST(Snapping, EveryKindOfPlace) {
  Mechanism m = drawBars({{0, 0}, {0.16, 0.12}});
  addBar(m, draw(m), {{0, 0.12}, {}}, {{0.1, 0}, {}});
  addPlate(m, draw(m), {{{0.3, 0}, {}}, {{0.4, 0}, {}}, {{0.4, 0.1}, {}}, {{0.3, 0.1}, {}}});
  addDisc(m, draw(m), {{0.3, 0.3}, {}}, 0.05);
  ContactPair wall;
  wall.id = "wall";
  wall.surface = LineSurface{{-0.2, 0.0}, {-0.2, 0.3}, LineSide::left};
  m.contacts = {wall};
  moveSurfacesOut(m);
  const Drawing d = draw(m);
  using Kind = Snap::Kind;
  SnapSettings settings = near(0.01, 0.005);
  const auto expectSnap = [&](QPointF mouse, Kind kind, QPointF place, const char* reason) {
    const Snap found = snap(d, mouse, settings);
    EXPECT_EQ(found.kind, kind) << reason << ", not " << qPrintable(found.reason);
    EXPECT_NEAR(length(found.world - place), 0, 1e-9) << reason;
    EXPECT_EQ(found.reason, reason);
    return found;
  };
  expectSnap({0.003, 0.002}, Kind::point, {0, 0}, "end of link1");
  expectSnap({0.302, 0.304}, Kind::centre, {0.3, 0.3}, "centre of disc1");
  const Snap middle = expectSnap({0.084, 0.057}, Kind::middle, {0.08, 0.06}, "middle of link1");
  EXPECT_EQ(middle.point->at, QPointF(0.1, 0));
  expectSnap({0.352, 0.003}, Kind::middle, {0.35, 0}, "middle of an edge of plate1");
  // 3x/4 = 0.12 - 1.2x
  const double x = 0.12 / 1.95;
  const Snap crossing =
      expectSnap({x + 0.003, 0.75 * x}, Kind::crossing, {x, 0.75 * x}, "link1 crosses link2");
  EXPECT_EQ(crossing.under.size(), 2U) << "both can be meant";
  EXPECT_EQ(snap(d, {x + 0.02, 0.75 * x + 0.001}, settings).kind, Kind::line) << "off one of them";
  expectSnap({0.397, 0.102}, Kind::corner, {0.4, 0.1}, "corner of plate1");
  const Snap along = snap(d, {0.121, 0.09}, settings);
  EXPECT_EQ(along.kind, Kind::line);
  EXPECT_EQ(along.point->at.y(), 0) << "on the axis";
  const Snap edge = expectSnap({0.303, 0.07}, Kind::edge, {0.3, 0.07}, "on an edge of plate1");
  EXPECT_FALSE(edge.point) << "a part may stand there";
  EXPECT_EQ(findMeant(edge)->body, 2) << "and can be meant";
  const Snap onWall = expectSnap({-0.196, 0.2}, Kind::edge, {-0.2, 0.2}, "on wall");
  EXPECT_EQ(findMeant(onWall)->body, kFrameIndex) << "a surface of the frame is the frame";
  EXPECT_EQ(snap(d, {0.352, 0.053}, settings).kind, Kind::grid);
  EXPECT_EQ(findMeant(snap(d, {0.352, 0.053}, settings))->body, 2) << "inside";
  settings.from = QPointF(0.12, -0.01);
  expectSnap({0.091, 0.069}, Kind::line, snap(d, {0.091, 0.069}, settings).world, "on link1");
  settings.from = QPointF(0.12 + 0.06, 0.09 - 0.08);  // square to link1 at (0.12, 0.09)
  expectSnap({0.123, 0.092}, Kind::perpendicular, {0.12, 0.09}, "square to link1");
  settings.from = QPointF(0.1, 0.25);  // level, below the disc
  expectSnap({0.303, 0.252}, Kind::tangent, {0.3, 0.25}, "touches disc1");
  settings.enabled = false;
  const Snap free = snap(d, {0.0801, 0.0603}, settings);
  EXPECT_EQ(free.world, QPointF(0.0801, 0.0603)) << "as it is";
  EXPECT_EQ(findMeant(free)->body, 0) << "on the bar all the same";
}

// A plate with a notch, a wide bar, a cam.
TEST(Snapping, ABodyIsMeantInsideItsShape) {
  Mechanism m;
  addPlate(m, {}, {{{0, 0}, {}}, {{0.2, 0}, {}}, {{0.2, 0.2}, {}}, {{0.1, 0.05}, {}}, {{0, 0.2}, {}}});
  const Drawing d = draw(m);
  EXPECT_TRUE(listPointsAt(d, {0.1, 0.15}, 1e-4).empty()) << "in the notch";
  EXPECT_EQ(listPointsAt(d, {0.1, 0.03}, 1e-4).size(), 1U);
  EXPECT_TRUE(d.isOn(0, {0.002, 0.002}, 0));
  m.bodies[0].fillet = 0.03;
  EXPECT_FALSE(draw(m).isOn(0, {0.002, 0.002}, 0)) << "cut off by its fillet";
  EXPECT_TRUE(draw(m).isOn(0, {0.012, 0.012}, 0));
  Mechanism wide = drawBars({{0, 0}, {0.2, 0}});
  wide.bodies[0].width = 0.02;
  for (const auto& [y, scale, isOn] : {std::tuple{0.009, 1e-3, true}, std::tuple{0.012, 1e-3, false},
                                       std::tuple{0.009, 1e-4, false}}) {  // drawn 22 pixels wide at most
    EXPECT_EQ(!listPointsAt(draw(wide), {0.1, y}, scale).empty(), isOn) << y << " at " << scale;
  }
  ContactPair cam;
  cam.id = "cam";
  cam.a = "link1";
  CurveSurface rim;
  rim.curve.kind = CirclePath{0.05};
  cam.surface = rim;
  wide.contacts = {cam};
  moveSurfacesOut(wide);
  EXPECT_EQ(listPointsAt(draw(wide), {-0.02, 0.03}, 1e-4).size(), 1U) << "inside the rim";
}

TEST(DrawnParts, APinInsideABarBesideItsAxisIsNoCornerOfIt) {
  Mechanism m = drawBars({{0, 0}, {0.2, 0}});
  m.bodies[0].width = 0.02;
  addAnchor(m, draw(m), {0, {0.1, 0.008}});
  EXPECT_EQ(draw(m).hullOf(0).size(), 2U);
  EXPECT_TRUE(draw(m).partOf(0).hasTrueWidth) << "so that the pin lies on it at any scale";
  m.joints[0].atB.y = 0.03;
  EXPECT_EQ(draw(m).hullOf(0).size(), 3U) << "an arm";
}

TEST(Hull, ShapesAndDistances) {
  const auto square = makeHull({{0, 0}, {1, 0}, {0.5, 0.5}, {1, 1}, {0, 1}, {0.5, 0}});
  EXPECT_EQ(square.size(), 4U);
  EXPECT_EQ(distanceToHull(square, {0.5, 0.2}), 0);
  EXPECT_NEAR(distanceToHull(square, {1.3, 1.4}), 0.5, 1e-12);
  EXPECT_EQ(makeHull({{0, 0}, {1, 1e-7}, {2, 0}}).size(), 2U) << "a bar with a rounded middle";
}

TEST(BoardEdits, BarsAreJoinedWhereTheyMeet) {
  const Mechanism m = drawBars({{0, 0}, {0.1, 0.1}, {0.3, 0.1}});
  ASSERT_EQ(m.bodies.size(), 2U);
  ASSERT_EQ(m.joints.size(), 1U);
  EXPECT_EQ(m.joints[0].a, "link1");
  EXPECT_EQ(m.joints[0].b, "link2");
  EXPECT_NEAR(m.joints[0].atA.x.value, std::hypot(0.1, 0.1), 1e-9);
  EXPECT_NEAR(m.bodies[1].length->value, 0.2, 1e-12);
  EXPECT_TRUE(validate(m).empty() || validate(m).front().severity == Severity::warning);
}

// The end of a link lies off the grid by the rounding of its length: a guide from there along the grid is not
// aslant.
TEST(BoardEdits, AGuideAlongTheGridIsNotAslant) {
  for (const double degrees : {0.0, 30.0})
    for (const double off : {-5.3e-11, 0.0, 5.3e-11}) {
      Mechanism m;
      addSlider(m, draw(m), {{0.15, 0}, {}}, degrees * std::numbers::pi / 180 + off);
      const Quantity& axis = std::get<Prismatic>(m.joints[0].kind).axis;
      EXPECT_EQ(axis.text, degrees == 0 ? "" : "30 deg") << off;
      if (degrees == 0) {
        EXPECT_EQ(axis.value, 0) << off;
        EXPECT_EQ(m.bodies[0].pose.angle.value, 0) << off;
      }
    }
}

TEST(BoardEdits, AnchorsKeepTheirPlace) {
  Mechanism m = drawBars({{0.05, 0.02}, {0.1, 0.1}});
  const Drawing d = draw(m);
  addAnchor(m, d, d.handleAt({0.1, 0.1}, 1e-6)->point);
  EXPECT_EQ(m.joints[0].a, kFrame);
  EXPECT_NEAR(m.joints[0].atA.x.value, 0.1, 1e-9);
  EXPECT_NEAR(m.joints[0].atA.y.value, 0.1, 1e-9);
  EXPECT_NEAR(length(draw(m).pointA(0) - draw(m).pointB(0)), 0, 1e-8);
}

// A right-angled triangle of sides a, b: centre (a/3, b/3), J = m (a^2 + b^2)/18.
TEST(BoardEdits, PlatesHaveTheMassOfTheirArea) {
  Mechanism m;
  addPlate(m, {}, {{{0.1, 0.1}, {}}, {{0.4, 0.1}, {}}, {{0.1, 0.3}, {}}});
  const Body& plate = m.bodies[0];
  const double mass = 7850 * 0.005 * 0.3 * 0.2 / 2;
  EXPECT_NEAR(plate.mass->value, mass, 1e-12);
  EXPECT_NEAR(plate.center.x.value, 0.1, 1e-12);
  EXPECT_NEAR(plate.center.y.value, 0.2 / 3, 1e-12);
  EXPECT_NEAR(plate.inertia->value, mass * (0.09 + 0.04) / 18, 1e-12);
}

TEST(BoardEdits, AnotherLengthTakesWhatSitsOnTheEndAlong) {
  Mechanism m = drawBars({{0, 0}, {0.1, 0}, {0.2, 0.1}});
  Quantity length = 0.25;
  length.text = "250 mm";
  setBarLength(m, draw(m), "link1", length);
  EXPECT_EQ(m.bodies[0].length->text, "250 mm");
  EXPECT_EQ(m.joints[0].atA.x.text, "250 mm");
  EXPECT_EQ(m.bodies[1].length->value, draw(m).mechanism().bodies[1].length->value);
}

TEST(BoardEdits, ReshapingAPinStretchesItsLinks) {
  Mechanism m = drawBars({{0, 0}, {0.1, 0}, {0.2, 0}});
  const Drawing d = draw(m);
  moveHandle(m, d, *d.handleAt({0.1, 0}, 1e-6), {0.1, 0.1});
  const Drawing after = draw(m);
  EXPECT_NEAR(m.bodies[0].length->value, std::sqrt(0.02), 1e-9);
  EXPECT_NEAR(m.bodies[1].length->value, std::sqrt(0.02), 1e-9);
  EXPECT_NEAR(length(after.pointA(0) - QPointF(0.1, 0.1)), 0, 1e-8);
  EXPECT_NEAR(length(after.pointB(0) - QPointF(0.1, 0.1)), 0, 1e-8);
  EXPECT_NEAR(length(after.toWorld(1, {m.bodies[1].length->value, 0}) - QPointF(0.2, 0)), 0, 1e-8);
}

// The bar stays as long as its parameter says; so do others that say so. Where two of them meet in the pin
// neither can.
TEST(BoardEdits, ReshapingChangesTheParameterOfALength) {
  Mechanism m = drawBars({{0, 0}, {0.1, 0}, {0.2, 0}});
  Parameter parameter;
  parameter.id = "L";
  parameter.unit = "mm";
  parameter.value.text = "100 mm";
  m.parameters = {parameter};
  m.bodies[0].length->text = m.joints[0].atA.x.text = "L";
  EXPECT_EQ(findLengthParameter(m, "", "link1"), "L");
  EXPECT_EQ(findLengthParameter(m, "", "link2"), "");
  Mechanism changed = *resolve(m);
  const Drawing d = draw(changed);
  moveHandle(changed, d, *d.handleAt({0.1, 0}, 1e-6), {0.12, 0});
  EXPECT_EQ(changed.parameters[0].value.text, "120 mm");
  EXPECT_EQ(changed.bodies[0].length->text, "L");
  EXPECT_NEAR(resolve(changed)->bodies[0].length->value, 0.12, 1e-12);
  EXPECT_NEAR(changed.bodies[1].length->value, 0.08, 1e-9);
  m.bodies[1].length->text = "L";
  changed = *resolve(m);
  const Drawing both = draw(changed);
  moveHandle(changed, both, *both.handleAt({0.1, 0}, 1e-6), {0.12, 0});
  EXPECT_EQ(changed.parameters[0].value.text, "100 mm");
  EXPECT_NEAR(changed.bodies[0].length->value, 0.12, 1e-9);
  m.parameters[0].value.text = "2*0.05*(1 + 0*L0)";
  EXPECT_EQ(findLengthParameter(m, "", "link1"), "");
}

TEST(BoardEdits, SlidersGearsSpringsAndMotorsAreValid) {
  Mechanism m = drawBars({{0, 0}, {0.1, 0}, {0.3, 0}});
  addAnchor(m, draw(m), {0, {0, 0}});
  addSlider(m, draw(m), {{0.3, 0}, BodyPoint{1, {0.2, 0}}}, 0);
  addMotor(m, 1);
  addSpring(m, draw(m), {{0.05, 0.2}, {}}, {{0.1, 0}, BodyPoint{0, {0.1, 0}}}, 100, 0);
  addTorsionSpring(m, draw(m), 1);
  addLoad(m, draw(m), {0, {0.05, 0}}, {0, -3});
  addTorque(m, 1, draw(m));
  Problems problems;
  const Mechanism resolved = resolve(m, {}, {}, problems);
  EXPECT_TRUE(problems.empty());
  for (const Problem& p : validate(resolved)) EXPECT_NE(p.severity, Severity::error) << p.what;
  EXPECT_EQ(Kinematics::compile(resolved)->calcMobility(), 1);
  EXPECT_TRUE(draw(m).isBlock(2));
  EXPECT_EQ(std::get<Spring>(m.forces[0].kind).a, kFrame);
}

// The mirror image of a guide has its axis the other way.
TEST(BoardPainter, TheFloorOfAGuideIsBelowIt) {
  for (const double axis : {0.0, 30.0, 150.0, 180.0, -30.0}) {
    Mechanism m = drawBars({{0, 0}, {0.1, 0}});
    addSlider(m, draw(m), {{0.1, 0}, BodyPoint{0, {0.1, 0}}}, axis * kPi / 180);
    BoardView view;
    view.toPixel = QTransform::fromScale(1000, -1000);
    const Drawing drawing = draw(m);
    std::size_t guide = 0;
    while (guide < m.joints.size() && !std::holds_alternative<Prismatic>(m.joints[guide].kind)) ++guide;
    const auto floor = findGuideFloor(drawing, view, guide);
    ASSERT_TRUE(floor);
    const QPointF block = view.toPixel.map(QPointF(0.1, 0)), way = floor->to - floor->from;
    const QPointF left(way.y(), -way.x());  // where it is hatched; y is down
    EXPECT_GT(left.y(), 0) << axis;
    EXPECT_GT(QPointF::dotProduct(floor->from - block, left), 0)
        << axis << ": the block is on the other side";
  }
}

// From the sheet to the end of a link: its motor, its end stop on its line, and a click in its middle.
TEST(BoardEdits, ACylinderIsDrivenAndStopped) {
  Mechanism m = drawBars({{0, 0}, {0.1, 0}});
  addAnchor(m, draw(m), {0, {0, 0}});
  const std::string id = addCylinder(m, draw(m), {{0.1, -0.2}, {}}, {{0.1, 0}, BodyPoint{0, {0.1, 0}}});
  ASSERT_EQ(m.joints.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<Telescope>(m.joints[1].kind));
  EXPECT_EQ(m.joints[1].a, kFrame);
  addMotor(m, 1);
  addLimit(m, id, 0.25, 0.2);
  EXPECT_EQ(m.joints[1].metamorphic->changes[0].latched.value, 0) << "an end stop, for it is driven";
  EXPECT_FALSE(m.joints[1].metamorphic->phases[1].locked);
  Mechanism other = m;  // the limit first, then the motor
  other.drives.clear();
  other.joints[1].metamorphic.reset();
  addLimit(other, id, 0.25, 0.2);
  EXPECT_TRUE(other.joints[1].metamorphic->phases[1].locked) << "without a motor it locks";
  addMotor(other, 1);
  EXPECT_EQ(other.joints[1].metamorphic->changes, m.joints[1].metamorphic->changes);
  Problems problems;
  const Mechanism resolved = resolve(m, {}, {}, problems);
  EXPECT_FALSE(stopRun(validate(resolved)));
  EXPECT_EQ(Kinematics::compile(resolved)->calcMobility(), 1);
  BoardView view;
  view.toPixel = QTransform::fromScale(1000, -1000);
  const Drawing d = draw(m);
  EXPECT_NEAR(d.coordinateOf(1), 0.2, 1e-12);
  const auto marks = listLimitMarks(d, view);
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_NEAR(length(marks[0].centre - QPointF(100, -50)), 0, 1e-9) << "0.25 m up from its foot, y down";
  EXPECT_NEAR(findLimitValue(marks[0], d, view, QPointF(100, -30)), 0.23, 1e-12);
  EXPECT_EQ(findElementAt(d, view, QPointF(100, 100)), (ElementId{ElementKind::joint, id}));
  EXPECT_GT(countPaintedBytes(m, 1000), countPaintedBytes(drawBars({{0, 0}, {0.1, 0}}), 1000));
}

// Over a ring, as long as its way; the frame is its end a.
TEST(BoardEdits, RopesGoOverRings) {
  Mechanism m = drawBars({{0, 0}, {0.1, 0}});
  addRope(m, draw(m), {{{0.1, 0}, BodyPoint{0, {0.1, 0}}}, {{0.1, 0.3}, {}}, {{0.5, 0.3}, {}}});
  const auto& rope = std::get<Rope>(m.forces[0].kind);
  EXPECT_EQ(rope.a, kFrame);
  EXPECT_EQ(rope.b, m.bodies[0].id);
  ASSERT_EQ(rope.rings.size(), 1U);
  EXPECT_DOUBLE_EQ(rope.rings[0].at.y.value, 0.3);
  EXPECT_DOUBLE_EQ(rope.length->value, 0.7);
  Problems problems;
  const Mechanism resolved = resolve(m, {}, {}, problems);
  EXPECT_TRUE(problems.empty());
  for (const Problem& p : validate(resolved)) EXPECT_NE(p.severity, Severity::error) << p.what;
  EXPECT_EQ(draw(m).lineOf(rope).size(), 3U) << "taut";
  Rope longer = rope;
  longer.length = 0.8;
  const auto line = draw(m).lineOf(longer);
  EXPECT_GT(line.size(), 3U);
  double reach = 0;
  for (std::size_t i = 1; i < line.size(); ++i) reach += length(line[i] - line[i - 1]);
  EXPECT_NEAR(reach, 0.8, 0.02) << "it hangs as long as it is";
}

// 100, sqrt(0.05) m, 200, ground 200 mm: the crank turns. With a ground of 40 mm both links on it do.
TEST(Analysis, NamesTheTypesOfFourBars) {
  Mechanism m = drawBars({{0, 0}, {0, 0.1}, {0.2, 0.2}, {0.2, 0}});
  EXPECT_EQ(describeTypes(m), "");
  addAnchor(m, draw(m), {0, {0, 0}});
  addAnchor(m, draw(m), {2, {0.2, 0}});
  EXPECT_EQ(describeTypes(draw(m).mechanism()), "crank-rocker");
  Mechanism other = drawBars({{1, 0}, {1, 0.2}, {1.2, 0.3}, {1.04, 0}});
  addAnchor(other, draw(other), {0, {0, 0}});
  addAnchor(other, draw(other), {2, {std::hypot(0.16, 0.3), 0}});
  EXPECT_EQ(describeTypes(draw(other).mechanism()), "double-crank");
  insertElements(m, other);
  EXPECT_EQ(describeTypes(draw(m).mechanism()), "crank-rocker (O3 O1 O2 O4), double-crank (O7 O5 O6 O8)");
}

TEST(SurfaceShape, AnArcGoesThroughItsThreePoints) {
  for (const double bend : {0.03, -0.03, 0.15, -0.15}) {
    const QPointF from(0.1, 0.1), to(0.3, 0.1), through(0.2, 0.1 + bend);
    const auto surface = makeArcSurface(from, to, through, {0.2, 0.1});
    ASSERT_TRUE(surface);
    const auto points = makeSurfaceShape(*surface).points;
    double nearest = 1, farthest = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
      nearest = std::min(nearest, length(nearestOnSegment(through, points[i - 1], points[i]) - through));
    for (const QPointF p : points) farthest = std::max(farthest, std::abs(p.y() - 0.1));
    EXPECT_LT(nearest, 1e-3) << "through the third";
    EXPECT_NEAR(farthest, std::abs(bend), 1e-3) << "and not the other way round the circle";
    EXPECT_LT(std::min(length(points.front() - from), length(points.front() - to)), 1e-8);
  }
  EXPECT_FALSE(makeArcSurface({0, 0}, {1, 0}, {0.5, 0}, {}));
}

TEST(LimitMarks, StandWhereTheLinkWouldStand) {
  Mechanism m = drawBars({{0, 0}, {0.1, 0}});
  addAnchor(m, draw(m), {0, {0, 0}});
  addLimit(m, "O1", kPi / 3, 0);
  BoardView view;
  view.toPixel = QTransform::fromScale(1000, -1000);
  const Drawing d = draw(m);
  const auto marks = listLimitMarks(d, view);
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_NEAR(angleOf(marks[0].tip - marks[0].centre), -kPi / 3, 1e-9) << "60 degrees up, y down";
  EXPECT_EQ(writeLimit(marks[0], d), "locks at 60°");
  EXPECT_NEAR(findLimitValue(marks[0], d, view, QPointF(0, -50)), kPi / 2, 1e-9);
  EXPECT_EQ(std::get<Limit>(m.joints[0].metamorphic->changes[0].guard).direction.value, Direction::rising);
}

// A block of 60 by 20 mm whose pin sits 10 mm behind its middle.
Mechanism makeGuidedBlock() {
  Mechanism m;
  Body block;
  block.id = "block";
  block.mass = 1;
  block.inertia = 1;
  block.outline = {{-0.02, -0.01}, {0.04, -0.01}, {0.04, 0.01}, {-0.02, 0.01}};
  m.bodies = {block};
  Joint guide;
  guide.id = "guide";
  guide.kind = Prismatic{};
  guide.a = kFrame;
  guide.b = "block";
  m.joints = {guide};
  return m;
}

TEST(SliderShape, RailsLieAlongTheFacesAndStopsStandWhereTheyMeet) {
  Mechanism m = makeGuidedBlock();
  addLimit(m, "guide", 0.1, 0);
  addLimit(m, "guide", -0.1, 0);
  BoardView view;
  view.toPixel = QTransform::fromScale(1000, -1000);
  const Drawing d = draw(m);
  const GuideRails rails = layRails(d, view, 0);
  EXPECT_NEAR(rails.floorFrom.y(), 10, 1e-9);  // y is down
  EXPECT_NEAR(rails.from.y(), -10, 1e-9);
  EXPECT_GT(std::max(rails.from.x(), rails.to.x()), 60);
  const auto marks = listLimitMarks(d, view);
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_NEAR(marks[0].centre.x(), 140, 1e-9) << "where its front is when the pin is at 100 mm";
  EXPECT_NEAR(marks[1].centre.x(), -120, 1e-9);
  EXPECT_NEAR(findLimitValue(marks[0], d, view, QPointF(150, 0)), 0.11, 1e-12);
  EXPECT_NEAR(findLimitValue(marks[1], d, view, QPointF(-150, 0)), -0.13, 1e-12);
}

// At any zoom what has no size of its own is a symbol, with its rails along it.
TEST(SliderShape, ASymbolHasRailsToo) {
  Mechanism m = makeGuidedBlock();
  m.bodies[0].outline.clear();
  for (const double scale : {200.0, 1000.0, 5000.0}) {
    BoardView view;
    view.toPixel = QTransform::fromScale(scale, -scale);
    EXPECT_NEAR(layRails(draw(m), view, 0).floorFrom.y(), kBlockShape * symbols::kBlock, 1e-9);
  }
}

TEST(TypedQuantity, KeepsTheTextAndKnowsParameters) {
  Mechanism m;
  Parameter p;
  p.id = "L1";
  p.value = 0.2;
  m.parameters = {p};
  EXPECT_NEAR(evaluateTyped("250 mm", "m", m)->value, 0.25, 1e-15);
  EXPECT_EQ(evaluateTyped("2*L1", "m", m)->text, "2*L1");
  EXPECT_NEAR(evaluateTyped("2*L1", "m", m)->value, 0.4, 1e-15);
  EXPECT_NEAR(evaluateTyped("30", "rad", m)->value, kPi / 6, 1e-15);
  m.units.length = LengthUnit::in;
  EXPECT_NEAR(evaluateTyped("2", "m", m)->value, 0.0508, 1e-15);
  EXPECT_NEAR(evaluateTyped("1/2", "m", m)->value, 0.0127, 1e-15);
  EXPECT_EQ(evaluateTyped("1/2", "m", m)->text, "1/2 in");
  EXPECT_FALSE(evaluateTyped("3 kg", "m", m));
  EXPECT_FALSE(evaluateTyped("L9", "m", m));
}

TEST(Canvas, WhatIsLargerThanTheSheetIsSeenAsAWhole) {
  Canvas canvas;
  canvas.resize(500, 400);
  canvas.show();
  for (const double size : {150.0, 2e3, 5e5}) {
    const QRectF box(-0.1 * size, -1, 1.1 * size, 2);
    canvas.showBox(box.topLeft(), box.bottomRight());
    EXPECT_TRUE(QRectF(QPointF(0, 0), QSizeF(500, 400)).contains(canvas.toPixel().mapRect(box))) << size;
    EXPECT_GT(canvas.toPixel().mapRect(box).width(), 200) << size;
  }
  canvas.showBox({0, 0}, {0.3, 0.2});
  EXPECT_GT(canvas.toPixel().mapRect(QRectF(0, 0, 0.3, 0.2)).width(), 200);
}

// The rulers lie over the sheet to the left and below; the ground of an anchor hangs under its pin.
TEST(Canvas, WhatIsFittedStandsClearOfTheRulers) {
  for (const QSize size : {QSize(210, 165), QSize(270, 250), QSize(500, 400)}) {
    Canvas canvas;
    canvas.resize(size);
    canvas.show();
    canvas.showBox({0, 0}, {0.3, 0.2});
    const QPointF low = canvas.toPixel().map(QPointF(0, 0)), high = canvas.toPixel().map(QPointF(0.3, 0.2));
    EXPECT_GE(low.x(), kRulerWidth + 15) << size.width();
    EXPECT_LE(low.y(), size.height() - kRulerWidth - 29) << size.width();
    EXPECT_LE(high.x(), size.width() - 15) << size.width();
    EXPECT_GE(high.y(), 30) << "what is told above it; " << size.width();
  }
}

// A large drawing is taken over in one turn of the event loop and drawn in another. Who reaches for it before
// that finds it there.
TEST(Board, DrawsALargeFileInATurnOfItsOwn) {
  Mechanism large;
  for (int i = 0; i < 2000; ++i)
    large.bodies.push_back(test::makeBody("b" + std::to_string(i), 1, 0.1, {0.01 * i, 0.0, 0.0, {}}));
  const auto openLarge = [&](MechanismDocument& document) { document.take(makeContent(large, {}, {}, {})); };
  MechanismDocument document;
  Selection selection(document);
  Board board(document, selection);
  openLarge(document);
  EXPECT_TRUE(board.drawing().poses().empty()) << "not in the turn that takes it over";
  EXPECT_TRUE(QTest::qWaitFor([&] { return board.drawing().poses().size() == 2000; }, 60000));

  openLarge(document);
  QTest::mouseClick(board.canvas().viewport(), Qt::LeftButton, {}, {20, 20});
  EXPECT_EQ(board.drawing().poses().size(), 2000U) << "a click does not meet an empty sheet";

  openLarge(document);
  const std::vector<BodyPose> moment(2000, BodyPose{1, 2, 0});
  board.showMoment(moment, {}, {});
  QTest::qWait(20);
  EXPECT_TRUE(board.isMoment()) << "what comes later does not take the place of a moment";
  EXPECT_EQ(board.drawing().poses()[7].x, 1);

  document.take(makeContent(drawBars({{0, 0}, {1, 0}}), {}, {}, {}));
  EXPECT_EQ(board.drawing().poses().size(), 1U) << "a small one at once";
}

}  // namespace
}  // namespace clank
