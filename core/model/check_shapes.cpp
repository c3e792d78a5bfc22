// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/path_curve.h"
#include "core/model/quantity_text.h"
#include "core/model/touch_checks.h"

namespace clank {
namespace {

bool isPoint(const Point& from, const Point& to) {
  return from.x.value == to.x.value && from.y.value == to.y.value;
}

double calcSide(const Point& a, const Point& b, const Point& p) {
  return (b.x.value - a.x.value) * (p.y.value - a.y.value) -
         (b.y.value - a.y.value) * (p.x.value - a.x.value);
}
bool isBetween(const Point& a, const Point& b, const Point& c) {  // b, of three on one line
  return (b.x.value - a.x.value) * (c.x.value - b.x.value) +
             (b.y.value - a.y.value) * (c.y.value - b.y.value) >
         0;
}
bool overlap(const Point& a, const Point& b, const Point& c, const Point& d) {  // on one line
  const auto apart = [](const Quantity& p, const Quantity& q, const Quantity& r, const Quantity& s) {
    return std::max(p.value, q.value) < std::min(r.value, s.value) ||
           std::max(r.value, s.value) < std::min(p.value, q.value);
  };
  return !apart(a.x, b.x, c.x, d.x) && !apart(a.y, b.y, c.y, d.y);
}
bool meet(const Point& a, const Point& b, const Point& c, const Point& d) {
  return calcSide(a, b, c) * calcSide(a, b, d) <= 0 && calcSide(c, d, a) * calcSide(c, d, b) <= 0 &&
         (calcSide(a, b, c) != 0 || calcSide(a, b, d) != 0 || overlap(a, b, c, d));
}

// common.
bool crossesItself(const Body& body) {
  const std::size_t n = body.outline.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Point &a = body.outline[i], &b = body.outline[(i + 1) % n], &c = body.outline[(i + 2) % n];
    if (a.x.value == b.x.value && a.y.value == b.y.value) return true;
    if (calcSide(a, b, c) == 0 && !isBetween(a, b, c)) return true;
    for (std::size_t k = i + 2; k < n; ++k)
      if ((k + 1) % n != i && meet(a, b, body.outline[k], body.outline[(k + 1) % n])) return true;
  }
  return false;
}

}  // namespace

void TouchCheck::checkShape(const Surface& surface) {
  std::visit([&](const auto& shape) { check(shape); }, surface);
}
void TouchCheck::checkRoom(const Surface& surface, double radius) {
  std::visit([&](const auto& shape) { checkHollow(shape, radius); }, surface);
}

void TouchCheck::checkThickness(const std::optional<Quantity>& thickness) {
  if (thickness && isNotPositive(*thickness))
    problems_.error(pointer_ + "/thickness",
                    fmt::format("{}: the material behind the surface is {} thick, but it must be more "
                                "than nothing",
                                part_, writeLength(thickness->value)));
}

// A body that is there and has a shape.
void TouchCheck::checkOutlineOf(const std::string& id, const std::string& key) {
  if (id == kFrame) {
    problems_.error(
        pointer_ + key,
        fmt::format("{}: the frame has no outline; give it a line, polyline, arc or circle", part_));
    return;
  }
  const int place = problems_.bodies().find(id);
  if (place < 0) {
    if (key != "/a" && key != "/b")
      problems_.error(pointer_ + key, fmt::format("{}: there is no body '{}'{}", part_, id,
                                                  suggestName(id, problems_.bodies().list())));
    return;
  }
  const Body& body = mechanism_.bodies[static_cast<std::size_t>(place)];
  if (!hasOutline(body)) {
    problems_.error(pointer_ + key,
                    fmt::format("{}: body {} has no outline to touch with: give it outline points, a radius "
                                "(disc) or a length (bar)",
                                part_, id));
  } else if (crossesItself(body)) {
    problems_.error(pointer_ + key,
                    fmt::format("{}: the outline of body {} crosses or touches itself", part_, id));
  }
}

// One of its segments has no length, neighbours fold back onto each other, or others have a point in
void TouchCheck::check(const LineSurface& line) {
  checkSegment(line.from, line.to, "/to", "its line");
}

void TouchCheck::check(const PolylineSurface& line) {
  const bool closed = line.closed.value != 0;
  const std::size_t least = closed ? 3 : 2;
  if (line.points.size() < least)
    problems_.error(pointer_ + "/points",
                    fmt::format("{}: {} points make no {} line; it needs {} at least", part_,
                                line.points.size(), closed ? "closed" : "open", least));
  if (line.smooth.value != 0 && line.points.size() >= least) {
    checkCurve(makeSpline(line), part_, pointer_, problems_);
    return;
  }
  const std::vector<Point>& points = line.points;
  for (std::size_t i = 0; i + 1 < points.size() + (closed ? 1 : 0); ++i) {
    const std::size_t next = (i + 1) % points.size();
    if (isPoint(points[i], points[next]))
      checkSegment(points[i], points[next], fmt::format("/points/{}", next),
                   fmt::format("segment {} of its line", i + 1));
  }
}

void TouchCheck::check(const ArcSurface& arc) {
  checkRadius(arc.radius);
  if (std::isfinite(arc.from.value) && std::isfinite(arc.to.value) &&
      std::remainder(arc.to.value - arc.from.value, 2 * std::numbers::pi) == 0)
    problems_.error(pointer_ + "/to",
                    fmt::format("{}: the arc begins and ends at the same angle; for a whole circle use the "
                                "type circle",
                                part_));
}

void TouchCheck::check(const CurveSurface& surface) {
  checkAngle(surface.axis, part_, pointer_ + "/axis", problems_);
  checkCurve(surface.curve, part_, pointer_ + "/curve", problems_);
  if (isSound(surface.curve) && !isClosed(surface.curve))
    problems_.error(pointer_ + "/curve",
                    fmt::format("{}: the curve of a surface must be closed, the rim of a cam", part_));
}

// Whether a circle has room in the hollows.
void TouchCheck::checkHollow(const ArcSurface& arc, double radius) {
  checkInside(arc.radius, arc.side.value, radius);
}
void TouchCheck::checkHollow(const CircleSurface& circle, double radius) {
  checkInside(circle.radius, circle.side.value, radius);
}
// The circle must fit into every hollow: there the centre keeps to a parallel curve, which has a corner
// where it is nearer to the curve than the centre of curvature.
void TouchCheck::checkHollow(const CurveSurface& surface, double radius) {
  if (!isSound(surface.curve) || !isClosed(surface.curve)) return;
  for (const Surface& side : listSides(surface))
    checkHollow(findTightestHollow(surface.curve, findTurn(side) > 0), radius);
}
void TouchCheck::checkHollow(const Hollow& hollow, double radius) {
  if (radius > 0 && hollow.curvature * radius >= 1)
    problems_.error(pointer_ + "/radius_b",
                    fmt::format("{}: a circle of {} does not fit into the hollow of the curve near "
                                "({}, {}), whose radius is {}",
                                part_, writeLength(radius), writeLength(hollow.x), writeLength(hollow.y),
                                writeLength(1 / hollow.curvature)));
}

void TouchCheck::checkRadius(const Quantity& radius) {
  if (isNotPositive(radius))
    problems_.error(pointer_ + "/radius",
                    fmt::format("{}: the radius of the surface is {}, but it must be positive", part_,
                                writeLength(radius.value)));
}
void TouchCheck::checkInside(const Quantity& surface, RoundSide side, double radius) {
  if (side != RoundSide::outside && surface.value > 0 && radius >= surface.value)
    problems_.error(pointer_ + "/radius_b",
                    fmt::format("{}: a circle of {} has no room inside one of {}", part_, writeLength(radius),
                                writeLength(surface.value)));
}

void TouchCheck::checkSegment(const Point& from, const Point& to, const std::string& key,
                              const std::string& what) {
  if (isPoint(from, to)) problems_.error(pointer_ + key, fmt::format("{}: {} has no length", part_, what));
}

}  // namespace clank
