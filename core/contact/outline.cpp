// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/outline.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/contact/curve_arcs.h"
#include "core/contact/cut_surface.h"

namespace clank {
namespace {

using Vector = Eigen::Vector2d;
constexpr double kPi = std::numbers::pi;
constexpr double kSharp = 1e-8, kMostSharp = 1e-7;  // of the size of the body, and m
constexpr double kOverlap = 1e-3;                   // of that, and of the radius of a corner at most
constexpr double kTrifles = 4;                      // two sharp corners are no rounder together
constexpr double kRoom = 0.4;                       // of an edge, for the corner at one of its ends
constexpr double kSlack = 1e-6;                     // rad, beyond the sector of a corner of a surface

double calcCross(const Vector& a, const Vector& b) {
  return a.x() * b.y() - a.y() * b.x();
}

Vector turnBy(const Vector& u, double angle) {
  return std::cos(angle) * u + std::sin(angle) * turnLeft(u);
}

// Clockwise, so that the outside is on the left of every edge.
std::vector<Vector> listClockwise(const Body& body, const Vector& origin) {
  std::vector<Vector> points;
  for (const Point& p : body.outline) points.push_back(Vector(p.x.value, p.y.value) - origin);
  double area = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    area += calcCross(points[i], points[(i + 1) % points.size()]);
  if (area > 0) std::reverse(points.begin(), points.end());
  return points;
}

double calcSize(const std::vector<Vector>& points) {
  double size = 0;
  for (const Vector& p : points) size = std::max(size, (p - points.front()).norm());
  return size;
}

// A corner of a polygon between two edges of unit directions u and w. Its circle of radius r touches both:
// its centre lies r inside, at P - r (n_u + n_w)/(1 + n_u.n_w), and it takes r tan(turn/2) of each edge.
ContactOutline makePolygon(const Body& body, const Vector& origin, double trifle) {
  const std::vector<Vector> points = listClockwise(body, origin);
  const std::size_t n = points.size();
  ContactOutline outline;
  std::vector<double> cut(n, 0.0);  // m, what the corner takes of its edges
  for (std::size_t i = 0; i < n; ++i) {
    const Vector before = points[i] - points[(i + n - 1) % n], after = points[(i + 1) % n] - points[i];
    const Vector u = before.normalized(), w = after.normalized();
    const double turned = -std::atan2(calcCross(u, w), u.dot(w));
    if (turned <= 0) continue;
    const double slope = std::tan(turned / 2);
    const double most = kRoom * std::min(before.norm(), after.norm()) / slope;
    const double r = std::min(std::max(body.fillet.value, trifle), most);
    cut[i] = r * slope;
    const Vector first = turnLeft(w), last = turnLeft(u);
    outline.corners.push_back({points[i] - r / (1 + first.dot(last)) * (first + last), first, turned, r, 1});
  }
  for (std::size_t i = 0; i < n; ++i) {
    const Vector way = points[(i + 1) % n] - points[i];
    const Vector u = way.normalized();
    outline.edges.push_back({points[i] + cut[i] * u, u, way.norm() - cut[i] - cut[(i + 1) % n]});
  }
  return outline;
}

ContactOutline makeBar(double length, double radius, const Vector& origin) {
  const Vector along(1, 0), up(0, 1), from = -origin, to = from + length * along;
  ContactOutline outline;
  outline.edges = {{from + radius * up, along, length}, {to - radius * up, -along, length}};
  outline.corners = {{from, up, kPi, radius, 1}, {to, -up, kPi, radius, 1}};
  return outline;
}

ContactOutline makeRound(const Vector& center, double radius) {
  ContactOutline outline;
  outline.corners = {{center, {1, 0}, 2 * kPi, radius, 1}};
  return outline;
}

bool isWhole(const ArcPiece& arc) {
  return arc.extent >= 2 * kPi;
}

SegmentPiece lengthen(SegmentPiece edge, double by) {
  edge.origin -= by * edge.direction;
  edge.extent += 2 * by;
  return edge;
}

ArcPiece shorten(ArcPiece arc, double by) {
  if (isWhole(arc)) return arc;
  const double angle = std::min(by, arc.extent / 4);
  arc.direction = turnBy(arc.direction, angle);
  arc.extent -= 2 * angle;
  return arc;
}

// By how much edges overlap corners: of the sharpest corner of both, and of the trifle of the larger.
double calcLap(const ContactOutline& a, const ContactOutline& b) {
  double least = std::numeric_limits<double>::infinity(), size = 0;
  for (const ContactOutline* outline : {&a, &b})
    for (const ArcPiece& corner : outline->corners) {
      if (isWhole(corner)) continue;
      if (corner.radius > 0) least = std::min(least, corner.radius);
      size = std::max(size, (corner.origin - outline->corners.front().origin).norm() + corner.radius);
    }
  return std::isfinite(least) ? kOverlap * std::min(least, kSharp * size) : 0;
}

SurfaceContact makeContact(const ArcPiece& corner, bool ofA, const SurfacePiece& piece, bool isSurface) {
  SurfaceContact contact{ofA, corner.origin, corner.radius, piece};
  if (!isSurface || isWhole(corner)) return contact;
  contact.facing = turnBy(corner.direction, corner.extent / 2);
  contact.sector = corner.extent / 2 + (corner.radius > 0 ? 0 : kSlack);
  return contact;
}

}  // namespace

double calcTrifle(const Body& body) {
  double size = 2 * body.radius.value;
  if (body.outline.size() >= 3)
    size = calcSize(listClockwise(body, Vector::Zero()));
  else if (body.radius.value <= 0 && body.length)
    size = body.length->value;
  return std::min(kSharp * size, kMostSharp);
}

ContactOutline makeOutline(const Body& body, const Eigen::Vector2d& origin, double trifle) {
  if (body.outline.size() >= 3) return makePolygon(body, origin, trifle);
  if (body.radius.value > 0) return makeRound(-origin, body.radius.value);
  return makeBar(body.length ? body.length->value : 0, std::max(body.width.value / 2, trifle), origin);
}

ContactOutline makeOutline(const Surface& surface, const Eigen::Vector2d& origin) {
  constexpr double kSmallCircle = 1e-300;  // m: as a circle meets it, with its corners, and has room anywhere
  ContactOutline outline;
  outline.isSurface = true;
  const auto add = [&](const SurfacePiece& piece) {
    if (const auto* edge = std::get_if<SegmentPiece>(&piece))
      outline.edges.push_back(*edge);
    else if (const auto* arc = std::get_if<ArcPiece>(&piece))
      (arc->side > 0 ? outline.corners : outline.hollows).push_back(*arc);
  };
  const auto* curve = std::get_if<CurveSurface>(&surface);
  if (!curve) {
    for (const SurfacePiece& piece : makePieces(surface, kSmallCircle, origin)) add(piece);
  } else if (isSound(curve->curve)) {
    const Vector center(curve->center.x.value, curve->center.y.value),
        axis = turnBy({1, 0}, curve->axis.value);
    for (const Surface& side : listSides(surface))
      for (const SurfacePiece& piece :
           makeCurveArcs(makeShape(curve->curve), findTurn(side), center - origin, axis))
        add(piece);
  }
  return outline;
}

ContactOutline makeOutline(const Eigen::Vector2d& center, double radius) {
  return makeRound(center, radius);
}

std::vector<Eigen::Vector2d> listOutlinePoints(const Body& body, double step) {
  const ContactOutline outline = makeOutline(body, Vector::Zero(), 0);
  std::vector<Vector> points;
  // The arc runs counter-clockwise, the way around clockwise.
  const auto addArc = [&](const ArcPiece& arc) {
    const int count = arc.radius > 0 ? std::max(1, static_cast<int>(std::ceil(arc.extent / step))) : 0;
    for (int i = count - 1; i > 0; --i)
      points.push_back(arc.origin + arc.radius * turnBy(arc.direction, arc.extent * i / count));
    if (outline.edges.empty()) points.push_back(arc.origin + arc.radius * arc.direction);
  };
  if (outline.edges.empty())
    for (const ArcPiece& arc : outline.corners) addArc(arc);
  for (std::size_t i = 0; i < outline.edges.size(); ++i) {
    const SegmentPiece &edge = outline.edges[i], &next = outline.edges[(i + 1) % outline.edges.size()];
    const Vector end = edge.origin + edge.extent * edge.direction;
    points.push_back(edge.origin);
    points.push_back(end);
    const double gap = (next.origin - end).norm();
    for (const ArcPiece& arc : outline.corners)
      if (gap > 0 && std::abs((end - arc.origin).norm() - arc.radius) <= 1e-9 * arc.radius &&
          std::abs((next.origin - arc.origin).norm() - arc.radius) <= 1e-9 * arc.radius)
        addArc(arc);
  }
  return points;
}

std::vector<SurfaceContact> listContacts(const ContactOutline& a, const ContactOutline& b) {
  const double lap = calcLap(a, b);
  std::vector<SurfaceContact> contacts;
  for (const ArcPiece& corner : b.corners) {
    for (const SegmentPiece& edge : a.edges)
      contacts.push_back(makeContact(corner, false, lengthen(edge, lap), b.isSurface));
    for (const ArcPiece& hollow : a.hollows)
      if (hollow.radius > corner.radius) contacts.push_back(makeContact(corner, false, hollow, b.isSurface));
  }
  for (const ArcPiece& corner : a.corners)
    for (const SegmentPiece& edge : b.edges)
      contacts.push_back(
          makeContact(corner, true, lengthen(edge, isWhole(corner) ? lap : -lap), a.isSurface));
  // A whole circle is the circle: the sector is that of the piece.
  for (const ArcPiece& corner : b.corners)
    for (const ArcPiece& other : a.corners) {
      const double reach = corner.radius + other.radius;
      if (!(reach > 0)) continue;
      const bool ofA = isWhole(other) && !isWhole(corner);
      const ArcPiece &round = ofA ? other : corner, &piece = ofA ? corner : other;
      contacts.push_back(
          makeContact(round, ofA, shorten(piece, lap / 2 / reach), ofA ? a.isSurface : b.isSurface));
      contacts.back().isSharp = reach <= kTrifles * kMostSharp && !isWhole(corner) && !isWhole(other);
    }
  return contacts;
}

// In the order of listContacts().
std::size_t countContacts(const ContactOutline& a, const ContactOutline& b) {
  std::size_t count = a.corners.size() * b.edges.size();
  for (const ArcPiece& corner : b.corners) {
    count += a.edges.size();
    for (const ArcPiece& hollow : a.hollows) count += hollow.radius > corner.radius ? 1 : 0;
    for (const ArcPiece& other : a.corners) count += corner.radius + other.radius > 0 ? 1 : 0;
  }
  return count;
}

double calcReach(const ContactOutline& outline) {
  double reach = 0;
  for (const SegmentPiece& edge : outline.edges) reach = std::max(reach, calcReach(SurfacePiece(edge)));
  for (const auto* arcs : {&outline.corners, &outline.hollows})
    for (const ArcPiece& arc : *arcs) reach = std::max(reach, arc.origin.norm() + arc.radius);
  return reach + 2 * kMostSharp;
}

double calcAway(const ContactOutline& outline, const Eigen::Vector2d& p) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const SegmentPiece& edge : outline.edges) nearest = std::min(nearest, calcAway(edge, p));
  for (const auto* arcs : {&outline.corners, &outline.hollows})
    for (const ArcPiece& arc : *arcs) nearest = std::min(nearest, calcAway(arc, p));
  return nearest - 2 * kMostSharp;
}

}  // namespace clank
