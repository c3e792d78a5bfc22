// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn on paper, and that every file has the same of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <sstream>
#include <utility>

#include "core/contact/outline.h"
#include "core/io/body_poses.h"
#include "core/io/draw_sheet.h"
#include "core/io/dxf_drawing.h"
#include "core/io/dxf_reader.h"
#include "core/io/mechanism_file.h"
#include "core/io/place_dxf.h"
#include "core/io/sheet_body.h"
#include "core/io/sheet_layout.h"
#include "core/io/svg_drawing.h"
#include "core/model/mechanism.h"
#include "core/simulation/simulator.h"

namespace clank {
namespace {

constexpr double kPi = std::numbers::pi;

struct Drawn {
  std::string name;
  Mechanism resolved;
  Trajectory start;
};

// Every shipped example, at its start.
std::vector<Drawn> listExamples() {
  std::vector<Drawn> all;
  const std::filesystem::path folder = CLANK_RESOURCES "/examples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".clank") continue;
    const auto file = loadMechanism(entry.path());
    if (!file) continue;
    const auto resolved = resolve(file->mechanism);
    if (!resolved || resolved->bodies.size() > 60) continue;
    const auto simulator = Simulator::create(*resolved);
    if (!simulator) continue;
    Trajectory start((*simulator).channels());
    start.sample((*simulator).startRow());
    all.push_back({entry.path().stem().string(), *resolved, std::move(start)});
  }
  return all;
}

// Its place and shape, in numbers.
Body keepShape(const Body& body) {
  Body kept;
  kept.id = body.id;
  kept.pose = {body.pose.x.value, body.pose.y.value, body.pose.angle.value, {}};
  for (const Point& p : body.outline) kept.outline.push_back({p.x.value, p.y.value});
  kept.fillet = body.fillet.value;
  kept.radius = body.radius.value;
  kept.width = body.width.value;
  if (body.length) kept.length = body.length->value;
  return kept;
}

// Around a body, with its round corners.
std::vector<Corner> listLine(const Body& body) {
  std::vector<Corner> line;
  for (const Eigen::Vector2d& p : listOutlinePoints(body, 0.02)) line.push_back({p.x(), p.y()});
  return line;
}

double calcDistance(Corner a, Corner b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

// m, of the nearest point of all edges on a layer.
double calcDistance(Corner p, const std::vector<SheetEdge>& edges) {
  double least = 1e9;
  for (const SheetEdge& edge : edges) {
    if (edge.bulge != 0) {
      const double angle = std::atan2(p.y - edge.center.y, p.x - edge.center.x);
      const double from = edge.sweep > 0 ? edge.begin : edge.begin + edge.sweep;
      const double on = std::fmod(std::fmod(angle - from, 2 * kPi) + 2 * kPi, 2 * kPi);
      if (on <= std::abs(edge.sweep) + 1e-9)
        least = std::min(least, std::abs(calcDistance(p, edge.center) - edge.radius));
    }
    const Corner way = edge.to - edge.from;
    const double size = way.x * way.x + way.y * way.y;
    const double part =
        size > 0 && edge.bulge == 0
            ? std::clamp(((p.x - edge.from.x) * way.x + (p.y - edge.from.y) * way.y) / size, 0.0, 1.0)
            : 0;
    least = std::min(least, calcDistance(p, {edge.from.x + part * way.x, edge.from.y + part * way.y}));
    least = std::min(least, calcDistance(p, edge.to));
  }
  return least;
}

// Edge by edge, to the six digits of the file; y is downwards there, so that counter-clockwise is the flag 0.
void expectSameWay(const std::string& way, const SheetPath& path) {
  std::istringstream in(way);
  const auto isThere = [&](Corner p) {
    double x = 0, y = 0;
    in >> x >> y;
    const double near = 2e-5 * std::max(0.1, std::hypot(p.x, p.y));
    return calcDistance({x / 1000, -y / 1000}, p) < near;
  };
  char sign = 0;
  bool isFirst = true;
  for (const SheetEdge& edge : listEdges(path)) {
    if (std::exchange(isFirst, false)) {
      ASSERT_TRUE(in >> sign && sign == 'M' && isThere(edge.from)) << way;
    }
    ASSERT_TRUE(in >> sign && sign == (edge.bulge == 0 ? 'L' : 'A')) << way;
    if (edge.bulge != 0) {
      double radius = 0, same = 0, turned = 0;
      int isLong = 0, isClockwise = 0;
      in >> radius >> same >> turned >> isLong >> isClockwise;
      ASSERT_NEAR(radius / 1000, edge.radius, 2e-5 * edge.radius) << way;
      ASSERT_EQ(isLong != 0, std::abs(edge.sweep) > kPi) << way;
      ASSERT_EQ(isClockwise != 0, edge.sweep < 0) << way;
    }
    ASSERT_TRUE(isThere(edge.to)) << way;
  }
}

TEST(Sheet, AnArcHasItsCentreRadiusAndSweep) {
  for (const double sweep : {0.1, 1.0, -2.0, kPi, 1.8 * kPi, -1.95 * kPi}) {
    const SheetPath path = makeArc(SheetLayer::bodies, {1, 2}, 0.5, 0.3, sweep);
    double total = 0;
    for (const SheetEdge& edge : listEdges(path)) {
      EXPECT_NEAR(edge.center.x, 1, 1e-9);
      EXPECT_NEAR(edge.center.y, 2, 1e-9);
      EXPECT_NEAR(edge.radius, 0.5, 1e-9);
      total += edge.sweep;
    }
    EXPECT_NEAR(total, sweep, 1e-12);
  }
}

// A plate with rounded corners, a bar and a disc are drawn as they touch: each point of the contour lies on
// the outline of the contacts (its edges, and the circles about its corners).
TEST(Sheet, ABodyIsDrawnAsItTouches) {
  Mechanism m;
  m.bodies.resize(3);
  m.bodies[0].id = "plate";
  for (const auto& [x, y] : {std::pair(0.0, 0.0), {0.2, 0.0}, {0.25, 0.1}, {0.1, 0.06}, {0.0, 0.1}})
    m.bodies[0].outline.push_back({x, y});
  m.bodies[0].fillet = 0.012;
  m.bodies[1].id = "bar";
  m.bodies[1].length = 0.3;
  m.bodies[1].width = 0.02;
  m.bodies[2].id = "disc";
  m.bodies[2].radius = 0.05;
  Trajectory start({{"t", "s"}, {"plate.x", "m"}});
  start.sample(std::vector<double>{0, 0});
  const Sheet sheet = drawSheet(m, start, 0);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto path = std::find_if(
        sheet.paths.begin(), sheet.paths.end(),
        [&, n = i](const SheetPath& p) mutable { return p.fill == SheetFill::part && n-- == 0; });
    ASSERT_NE(path, sheet.paths.end());
    const ContactOutline outline = makeOutline(m.bodies[i], Eigen::Vector2d(0, 0), 1e-9);
    std::size_t looked = 0;
    for (const SheetEdge& edge : listEdges(*path))
      for (const Corner& p : listPoints(edge, 0.003)) {
        double least = 1e9;
        for (const auto& line : outline.edges) {
          const Eigen::Vector2d d = Eigen::Vector2d(p.x, p.y) - line.origin;
          const double along = std::clamp(d.dot(line.direction), 0.0, line.extent);
          least = std::min(least, (d - along * line.direction).norm());
        }
        for (const auto& arc : outline.corners)
          least = std::min(least, std::abs((Eigen::Vector2d(p.x, p.y) - arc.origin).norm() - arc.radius));
        EXPECT_LT(least, 1e-6) << m.bodies[i].id << " at " << p.x << ' ' << p.y;
        ++looked;
      }
    EXPECT_GT(looked, 20U);
  }
}

// The line of a plate as points, for windows, is the contour on paper: all its corners, and between them
// pieces that leave the arcs by less than a thousandth of the radius.
TEST(Sheet, APlateAsPointsIsItsContour) {
  Mechanism m;
  m.bodies.resize(1);
  m.bodies[0].id = "plate";
  for (const auto& [x, y] : {std::pair(0.0, 0.0), {0.2, 0.0}, {0.25, 0.1}, {0.1, 0.06}, {0.0, 0.1}})
    m.bodies[0].outline.push_back({x, y});
  m.bodies[0].fillet = 0.012;
  const std::vector<SheetEdge> edges = listEdges(drawContour(m, m.bodies[0], BodyPoses(m), 0.01));
  std::size_t corners = 0;
  for (const Corner& p : listPlateLine(m.bodies[0])) {
    const bool isCorner = std::any_of(edges.begin(), edges.end(), [&](const SheetEdge& edge) {
      return std::hypot(p.x - edge.from.x, p.y - edge.from.y) < 1e-15;
    });
    const bool isOnArc = std::any_of(edges.begin(), edges.end(), [&](const SheetEdge& edge) {
      return edge.bulge != 0 &&
             std::abs(std::hypot(p.x - edge.center.x, p.y - edge.center.y) - edge.radius) < 1e-15;
    });
    EXPECT_TRUE(isCorner || isOnArc) << p.x << ' ' << p.y;
    corners += isCorner ? 1 : 0;
  }
  EXPECT_EQ(corners, edges.size());
  EXPECT_GT(listPlateLine(m.bodies[0]).size(), 60U) << "pieces of five degrees";
}

// The rod comes out, and the barrel stays as long as it is.
TEST(Sheet, ABarrelKeepsItsLength) {
  Mechanism m;
  m.bodies.resize(1);
  m.bodies[0].id = "piston";
  m.bodies[0].pose.x = 0.5;
  m.joints.resize(1);
  m.joints[0].kind = Telescope{};
  m.joints[0].a = kFrame;
  m.joints[0].b = "piston";
  Trajectory run({{"t", "s"}, {"piston.x", "m"}, {"piston.y", "m"}, {"piston.angle", "rad"}});
  run.sample(std::vector<double>{0, 0.5, 0, 0});
  run.sample(std::vector<double>{1, 0.7, 0, 0});
  for (const std::size_t row : {std::size_t{0}, std::size_t{1}}) {
    double end = 0;
    for (const SheetPath& path : drawSheet(m, run, row).paths)
      if (path.layer == SheetLayer::joints && path.closed && path.vertices.size() == 4)
        for (const SheetVertex& vertex : path.vertices) end = std::max(end, vertex.at.x);
    EXPECT_NEAR(end, kBarrel * 0.5, 1e-12) << row;
  }
}

// Point by point: what SVG and DXF have is what the sheet has.
TEST(Sheet, EveryFileHasTheSameOutlines) {
  for (const Drawn& example : listExamples()) {
    SCOPED_TRACE(example.name);
    const Sheet sheet = drawSheet(example.resolved, example.start, 0);
    const auto geometry = readDxf(writeDxfDrawing(example.resolved, example.start, 0));
    ASSERT_TRUE(geometry);
    // The edges of a smooth path are chords of its curve, which the DXF has as a spline: a sagitta apart.
    std::vector<SheetEdge> all, chords, read;
    double sagitta = 0;
    for (const SheetPath& path : sheet.paths)
      for (const SheetEdge& edge : listEdges(path)) {
        (path.smooth ? chords : all).push_back(edge);
        if (path.smooth) sagitta = std::max(sagitta, 0.02 * calcDistance(edge.from, edge.to));
      }
    for (const DxfChain& chain : geometry->chains) {
      if (chain.layer == "DIMENSIONS") continue;
      SheetPath path;
      for (const DxfVertex& vertex : chain.vertices) path.vertices.push_back({vertex.at, vertex.bulge});
      path.closed = chain.closed;
      for (const SheetEdge& edge : listEdges(path)) read.push_back(edge);
    }
    for (const DxfCircle& circle : geometry->circles)
      for (const SheetEdge& edge : listEdges(makeCircle(SheetLayer::bodies, circle.center, circle.radius)))
        read.push_back(edge);
    std::size_t step = std::max<std::size_t>(1, all.size() / 300);
    for (std::size_t i = 0; i < all.size(); i += step)
      for (const Corner& p : listPoints(all[i], 0.05, 8))
        ASSERT_LT(calcDistance(p, read), 1e-7) << "of the sheet, not in the DXF: " << p.x << ' ' << p.y;
    step = std::max<std::size_t>(1, chords.size() / 300);
    for (std::size_t i = 0; i < chords.size(); i += step)
      ASSERT_LT(calcDistance(chords[i].from, read), 0.1 * sagitta + 1e-7)
          << "of a curve, not in the DXF: " << chords[i].from.x << ' ' << chords[i].from.y;
    step = std::max<std::size_t>(1, read.size() / 300);
    for (std::size_t i = 0; i < read.size(); i += step)
      for (const Corner& p : listPoints(read[i], 0.05, 8))
        ASSERT_TRUE(calcDistance(p, all) < 1e-7 || calcDistance(p, chords) < sagitta)
            << "of the DXF, not in the sheet: " << p.x << ' ' << p.y;
    std::istringstream in(writeDrawing(example.resolved, example.start, 0, FigureScale::trueToSize));
    boost::property_tree::ptree tree;
    read_xml(in, tree);
    std::size_t paths = 0;
    for (const auto& [kind, shape] : tree.get_child("svg.g")) {
      if (kind != "path" && kind != "circle") continue;
      if (shape.get<std::string>("<xmlattr>.class") == "dimension") continue;
      ASSERT_LT(paths, sheet.paths.size());
      const SheetPath& path = sheet.paths[paths++];
      ASSERT_EQ(kind == "circle", isCircle(path));
      if (kind == "path") expectSameWay(shape.get<std::string>("<xmlattr>.d"), path);
    }
    EXPECT_EQ(paths, sheet.paths.size());
  }
}

// Each body of the examples alone, out as DXF and onto itself again: what it had stays, and a bar becomes a
// plate that covers the same.
TEST(Sheet, EachBodyComesInAgainAsItWentOut) {
  int plates = 0, bars = 0;
  for (const Drawn& example : listExamples())
    for (const Body& body : example.resolved.bodies) {
      if (!hasOutline(body) || body.flexible) continue;
      SCOPED_TRACE(example.name + ": " + body.id);
      Mechanism alone;
      alone.bodies = {keepShape(body)};
      Trajectory start(
          {{"t", "s"}, {body.id + ".x", "m"}, {body.id + ".y", "m"}, {body.id + ".angle", "rad"}});
      start.sample(std::vector<double>{0, body.pose.x.value, body.pose.y.value, body.pose.angle.value});
      auto geometry = readDxf(writeDxfDrawing(alone, start, 0));
      ASSERT_TRUE(geometry);
      std::erase_if(geometry->chains, [](const DxfChain& chain) { return chain.layer != "BODIES"; });
      std::erase_if(geometry->circles, [](const DxfCircle& circle) { return circle.layer != "BODIES"; });
      if (geometry->chains.empty() && geometry->circles.empty()) continue;
      const auto placed = placeDxf(alone, *geometry, {body.id, {}, false});
      ASSERT_TRUE(placed) << placed.error().front().what;
      const Body& again = placed->mechanism.bodies[0];
      if (body.radius.value > 0) {
        EXPECT_NEAR(again.radius.value, body.radius.value, 1e-12);
      } else if (!body.outline.empty()) {
        ++plates;
        double area = 0, before = 0;
        for (const auto& [shape, into] : {std::pair(&again, &area), {&body, &before}})
          for (const SheetEdge& edge : listEdges(makeLine(SheetLayer::bodies, listLine(*shape), true)))
            *into += cross(edge.from, edge.to) / 2;
        EXPECT_NEAR(std::abs(area), std::abs(before), 2e-3 * std::abs(before));
      } else {
        ++bars;
        EXPECT_GT(again.outline.size(), 20U);
      }
    }
  EXPECT_GT(plates, 3);
  EXPECT_GT(bars, 3);
}

// Names cover neither each other nor dimensions, and stay on the page.
TEST(Sheet, NamesStandFree) {
  for (const Drawn& example : listExamples()) {
    if (example.resolved.joints.size() > 12) continue;  // a crowd has no free places
    SCOPED_TRACE(example.name);
    const Sheet sheet = drawSheet(example.resolved, example.start, 0);
    Corner low{1e9, 1e9}, high{-1e9, -1e9};
    for (const SheetPath& path : sheet.paths)
      for (const SheetVertex& v : path.vertices) {
        low = {std::min(low.x, v.at.x), std::min(low.y, v.at.y)};
        high = {std::max(high.x, v.at.x), std::max(high.y, v.at.y)};
      }
    const double size = std::max(high.x - low.x, high.y - low.y), room = 0.12 * size, letter = size / 60;
    const SheetPage page{{low.x - room, low.y - room}, {high.x + room, high.y + room}};
    const SheetLayout layout(sheet, letter, page);
    ASSERT_EQ(layout.names().size(), sheet.names.size());
    const auto half = [&](const PlacedName& name) { return SheetLayout::calcWidth(name.text, letter) / 2; };
    for (std::size_t i = 0; i < layout.names().size(); ++i) {
      const PlacedName& one = layout.names()[i];
      EXPECT_GE(one.at.x - half(one), page.low.x) << one.text;
      EXPECT_LE(one.at.x + half(one), page.high.x) << one.text;
      for (std::size_t k = 0; k < i; ++k) {
        const PlacedName& other = layout.names()[k];
        EXPECT_TRUE(std::abs(one.at.x - other.at.x) >= half(one) + half(other) - 1e-12 ||
                    std::abs(one.at.y - other.at.y) >= 1.2 * letter - 1e-12)
            << one.text << " on " << other.text;
      }
      for (const PlacedSpan& span : layout.spans()) {
        // Three letters and a rest, turned with their line.
        const double c = std::abs(std::cos(span.angle)), s = std::abs(std::sin(span.angle));
        EXPECT_TRUE(std::abs(one.at.x - span.number.x) >= half(one) + (2 * c + 0.8 * s) * letter - 1e-12 ||
                    std::abs(one.at.y - span.number.y) >= (0.6 + 2 * s + 0.8 * c) * letter - 1e-12)
            << one.text << " on a dimension";
      }
    }
  }
}

// Where rods cross closely, a picture leaves numbers out instead of printing them over each other; a drawing
// for a workshop has them all.
TEST(Sheet, NumbersOfAPictureDoNotCoverEachOther) {
  std::size_t leftOut = 0;
  for (const Drawn& example : listExamples()) {
    SCOPED_TRACE(example.name);
    const Sheet sheet = drawSheet(example.resolved, example.start, 0);
    const double letter = sheet.unit;
    const SheetLayout whole(sheet, letter), picture(sheet, letter, {}, CrowdedNumbers::leftOut);
    EXPECT_LE(whole.spans().size(), sheet.spans.size());
    leftOut += whole.spans().size() - picture.spans().size();
    for (std::size_t i = 0; i < picture.spans().size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        const Corner one = picture.spans()[i].number, other = picture.spans()[k].number;
        EXPECT_GT(std::hypot(one.x - other.x, one.y - other.y), 1.6 * letter);
      }
  }
  EXPECT_GT(leftOut, 0U) << "the scissors are among them";
}

// Ground, rails, locks, torques, loads, springs and drives are there.
TEST(Sheet, WhatActsIsDrawn) {
  const auto has = [](const std::vector<Drawn>& all, const std::string& name, SheetLayer layer) {
    for (const Drawn& example : all) {
      if (example.name != name) continue;
      const Sheet sheet = drawSheet(example.resolved, example.start, 0);
      return std::any_of(sheet.paths.begin(), sheet.paths.end(),
                         [&](const SheetPath& p) { return p.layer == layer; });
    }
    return false;
  };
  const std::vector<Drawn> all = listExamples();
  EXPECT_TRUE(has(all, "slider-crank", SheetLayer::ground));
  EXPECT_TRUE(has(all, "slider-crank", SheetLayer::forces));
  EXPECT_TRUE(has(all, "slider-crank", SheetLayer::drives));
  EXPECT_TRUE(has(all, "song-2020-three-bar", SheetLayer::limits));
  EXPECT_TRUE(has(all, "song-2020-three-bar", SheetLayer::forces));
  EXPECT_TRUE(has(all, "marble-run", SheetLayer::surfaces));
}

}  // namespace
}  // namespace clank
