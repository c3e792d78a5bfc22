// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_entities.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace clank {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kFull = 2 * std::numbers::pi;
constexpr double kLevel = 1e-6;  // part of a length that heights may differ by

enum PolylineFlag { kClosed = 1, kInSpace = 8, kMesh = 16, kFaces = 64 };
enum VertexFlag { kControl = 16 };

// Restores the axes of the pen.
class InAxes {
 public:
  InAxes(DxfPen& pen, const DxfFrame& axes) : pen_(pen), before_(pen.frame) { pen.frame = before_ * axes; }
  ~InAxes() { pen_.frame = before_; }
  InAxes(const InAxes&) = delete;
  InAxes& operator=(const InAxes&) = delete;

 private:
  DxfPen& pen_;
  DxfFrame before_;
};

Result<LeftOut> askew(const DxfRecord& record) {
  return asAskew(record.name);
}

Result<LeftOut> finish(const DxfFields& fields) {
  if (fields.failed()) return tl::unexpected(fields.problems());
  return LeftOut();
}

bool isLevel(const std::vector<double>& heights, double size) {
  if (heights.empty()) return true;
  const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
  return *high - *low <= kLevel * size;
}

Result<LeftOut> drawLine(const DxfRecord& record, DxfPen& pen) {
  DxfFields fields(record);
  const Corner a{fields.number(10), fields.number(20)}, b{fields.number(11), fields.number(21)};
  const double rise = fields.number(31, 0) - fields.number(30, 0);
  if (fields.failed()) return finish(fields);
  if (std::abs(rise) > kLevel * std::hypot(b.x - a.x, b.y - a.y)) return askew(record);
  pen.drawChain({{a, 0}, {b, 0}}, false);
  return LeftOut();
}

Result<LeftOut> drawRound(const DxfRecord& record, bool whole, DxfPen& pen) {
  DxfFields fields(record);
  const Corner center{fields.number(10), fields.number(20)};
  const double radius = fields.number(40);
  const double from = whole ? 0 : fields.number(50), to = whole ? 360 : fields.number(51);
  if (!fields.failed() && !(radius > 0)) fields.refuse(fmt::format("has the radius {:.6g}", radius));
  const auto axes = readDxfAxes(fields);
  if (fields.failed()) return finish(fields);
  if (!axes) return askew(record);
  const double turn = std::fmod(to - from, 360);
  const InAxes drawn(pen, *axes);
  pen.drawArc(center, radius, from * kDegree,
              whole || turn == 0 ? kFull : (turn < 0 ? turn + 360 : turn) * kDegree);
  return LeftOut();
}

// Coordinates come again and again.
std::vector<DxfVertex> readVertices(const DxfRecord& record, DxfFields& fields) {
  std::vector<DxfVertex> vertices;
  for (const DxfGroup& group : record.groups) {
    if (group.code != 10 && group.code != 20 && group.code != 42) continue;
    const double value = fields.toNumber(group);
    if (group.code == 10) {
      vertices.push_back({{value, NAN}, 0});
    } else if (vertices.empty()) {
      fields.refuse(fmt::format("has a group {} before a group 10", group.code));
      break;
    } else {
      (group.code == 20 ? vertices.back().at.y : vertices.back().bulge) = value;
    }
  }
  for (const DxfVertex& vertex : vertices)
    if (std::isnan(vertex.at.y)) fields.refuse("has a point without a group 20");
  return vertices;
}

Result<LeftOut> drawLight(const DxfRecord& record, DxfPen& pen) {
  DxfFields fields(record);
  const auto vertices = readVertices(record, fields);
  const int count = fields.whole(90, static_cast<int>(vertices.size()));
  if (vertices.size() < 2) fields.refuse("has fewer than two points");
  if (static_cast<std::size_t>(std::max(count, 0)) != vertices.size())
    fields.refuse(fmt::format("has {} points, but counts {}", vertices.size(), count));
  const bool closed = (fields.whole(70, 0) & kClosed) != 0;
  const auto axes = readDxfAxes(fields);
  if (fields.failed()) return finish(fields);
  if (!axes) return askew(record);
  const InAxes drawn(pen, *axes);
  pen.drawChain(vertices, closed);
  return LeftOut();
}

Result<LeftOut> drawOval(const DxfRecord& record, DxfPen& pen) {
  DxfFields fields(record);
  const Corner center{fields.number(10), fields.number(20)}, u{fields.number(11), fields.number(21)};
  const double rise = fields.number(31, 0), ratio = fields.number(40);
  const double from = fields.number(41, 0), to = fields.number(42, kFull);
  const double size = std::hypot(u.x, u.y);
  if (!fields.failed() && !(size > 0)) fields.refuse("has no length");
  if (!fields.failed() && !(ratio > 0)) fields.refuse(fmt::format("has the ratio {:.6g} of its axes", ratio));
  const auto axes = readDxfAxes(fields);
  if (fields.failed()) return finish(fields);
  if (!axes || std::abs(rise) > kLevel * size) return askew(record);
  const double side = axes->stretch() * ratio;  // its center and axes are those of the drawing
  const double turn = std::fmod(to - from, kFull);
  const bool whole = std::abs(to - from) >= kFull - 1e-6 || turn == 0;
  pen.drawEllipse(center, u, {-side * u.y, side * u.x}, from, whole ? kFull : turn < 0 ? turn + kFull : turn);
  return LeftOut();
}

std::vector<Corner> pairPoints(DxfFields& fields, int code) {
  const auto x = fields.numbers(code), y = fields.numbers(code + 10);
  if (x.size() != y.size()) fields.refuse(fmt::format("has a group {} without a group {}", code, code + 10));
  std::vector<Corner> points;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) points.push_back({x[i], y[i]});
  return points;
}

double calcSpread(const std::vector<Corner>& points) {
  double size = 0;
  for (const Corner& p : points) size = std::max(size, std::hypot(p.x - points[0].x, p.y - points[0].y));
  return size;
}

void checkCount(DxfFields& fields, int code, std::size_t count, const char* what) {
  const int said = fields.whole(code, static_cast<int>(count));
  if (said < 0 || static_cast<std::size_t>(said) != count)
    fields.refuse(fmt::format("has {} {}, but counts {}", count, what, said));
}

std::optional<Corner> readTangent(DxfFields& fields, int code) {
  if (!fields.has(code)) return std::nullopt;
  const Corner way{fields.number(code), fields.number(code + 10)};
  const double length = std::hypot(way.x, way.y);
  if (length == 0) return std::nullopt;
  return Corner{way.x / length, way.y / length};
}

DxfSpline readThrough(DxfFields& fields, std::vector<Corner> points, bool closed) {
  const auto same = [](Corner a, Corner b) { return a.x == b.x && a.y == b.y; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  if (points.size() < 2) fields.refuse("has neither control points nor two points to go through");
  if (closed && points.size() > 2 && !same(points.front(), points.back())) points.push_back(points.front());
  const std::array tangents{readTangent(fields, 12), readTangent(fields, 13)};
  return fields.failed() ? DxfSpline() : makeThrough(points, tangents, closed);
}

Result<LeftOut> drawSplineOf(const DxfRecord& record, DxfPen& pen) {
  DxfFields fields(record);
  const int flags = fields.whole(70, 0), degree = fields.whole(71, 3);
  DxfSpline spline{degree, fields.numbers(40), fields.numbers(41), pairPoints(fields, 10)};
  checkCount(fields, 72, spline.knots.size(), "knots");
  checkCount(fields, 73, spline.points.size(), "control points");
  const std::vector<Corner> through = pairPoints(fields, 11);
  checkCount(fields, 74, through.size(), "points to go through");
  const bool free = spline.points.empty();
  const bool level = isLevel(fields.numbers(free ? 31 : 30), calcSpread(free ? through : spline.points));
  if (fields.failed()) return finish(fields);
  if (free) spline = readThrough(fields, through, (flags & kClosed) != 0);
  if (spline.weights.empty()) spline.weights.assign(spline.points.size(), 1);
  if (!fields.failed())
    if (const std::string what = explainSpline(spline); !what.empty()) fields.refuse(what);
  if (fields.failed()) return finish(fields);
  if (!level) return askew(record);
  pen.drawSpline(std::move(spline));
  return LeftOut();
}

}  // namespace

// By the arbitrary axis algorithm of DXF: with z towards -z, x is turned round and y stays.
std::optional<DxfFrame> readDxfAxes(DxfFields& fields) {
  const double x = fields.number(210, 0), y = fields.number(220, 0), z = fields.number(230, 1);
  if (std::hypot(x, y) > kLevel * std::abs(z) || z == 0) return std::nullopt;
  return z > 0 ? DxfFrame{} : DxfFrame{-1, 0, 0, 1, {}};
}

Result<LeftOut> drawDxfPolyline(const DxfRecord& head, std::span<const DxfRecord> vertices, DxfPen& pen) {
  DxfFields fields(head);
  const int flags = fields.whole(70, 0);
  const auto axes = (flags & kInSpace) != 0 ? DxfFrame{} : readDxfAxes(fields);
  if (fields.failed()) return finish(fields);
  if ((flags & (kMesh | kFaces)) != 0) return head.name + " that is a mesh";
  std::vector<DxfVertex> points;
  std::vector<double> heights;
  for (const DxfRecord& record : vertices) {
    DxfFields its(record);
    if ((its.whole(70, 0) & kControl) != 0) continue;  // of a spline whose points follow
    points.push_back({{its.number(10), its.number(20)}, its.number(42, 0)});
    heights.push_back(its.number(30, 0));
    if (its.failed()) return finish(its);
  }
  if (points.size() < 2) fields.refuse("has fewer than two points");
  if (fields.failed()) return finish(fields);
  std::vector<Corner> places;
  for (const DxfVertex& point : points) places.push_back(point.at);
  if (!axes || ((flags & kInSpace) != 0 && !isLevel(heights, calcSpread(places)))) return askew(head);
  const InAxes drawn(pen, *axes);
  pen.drawChain(points, (flags & kClosed) != 0);
  return LeftOut();
}

Result<LeftOut> drawDxfEntity(const DxfRecord& record, DxfPen& pen) {
  if (record.name == "LINE") return drawLine(record, pen);
  if (record.name == "CIRCLE" || record.name == "ARC") return drawRound(record, record.name == "CIRCLE", pen);
  if (record.name == "LWPOLYLINE") return drawLight(record, pen);
  if (record.name == "ELLIPSE") return drawOval(record, pen);
  if (record.name == "SPLINE") return drawSplineOf(record, pen);
  return record.name;
}

}  // namespace clank
