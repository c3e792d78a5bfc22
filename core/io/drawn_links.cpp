// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/drawn_links.h"

#include <algorithm>
#include <cmath>

#include "core/io/number_text.h"

namespace clank {
namespace {

constexpr double kDensity = 7850;   // kg/m3, steel
constexpr double kSection = 1e-4;   // m2
constexpr double kStraight = 1e-9;  // share of its length by which a bar may be bent

double calcDistance(Spot a, Spot b) {
  return std::hypot(b.x - a.x, b.y - a.y);
}

// Of rods along the edges of a closed polygon.
void weigh(Body& body, const std::vector<Spot>& corners) {
  double length = 0;
  Spot center;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Spot a = corners[i], b = corners[(i + 1) % corners.size()];
    const double edge = calcDistance(a, b);
    length += edge;
    center.x += edge * (a.x + b.x) / 2;
    center.y += edge * (a.y + b.y) / 2;
  }
  center = {center.x / length, center.y / length};
  double inertia = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Spot a = corners[i], b = corners[(i + 1) % corners.size()];
    const double edge = calcDistance(a, b);
    const double off = calcDistance(center, {(a.x + b.x) / 2, (a.y + b.y) / 2});
    inertia += edge * (edge * edge / 12 + off * off);
  }
  body.mass = kDensity * kSection * length;
  body.inertia = kDensity * kSection * inertia;
  body.center = {center.x, center.y};
}

}  // namespace

Quantity toMillimetres(double metres) {
  Quantity quantity(metres);
  quantity.text = toShortestText(std::round(metres * 1e12) / 1e9 + 0.0) + " mm";
  return quantity;
}

Point toMillimetres(Spot spot) {
  return {toMillimetres(spot.x), toMillimetres(spot.y)};
}

Spot LinkPlace::toLocal(Spot world) const {
  const Spot d = world - origin;
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * d.x + s * d.y, -s * d.x + c * d.y};
}

DrawnLink makeDrawnLink(const std::string& id, const std::string& name, std::vector<Spot> spots) {
  Spot first = spots[0], last = spots[1];
  for (const Spot a : spots)
    for (const Spot b : spots)
      if (calcDistance(a, b) > calcDistance(first, last)) first = a, last = b;
  const double length = calcDistance(first, last);
  const bool straight = std::all_of(spots.begin(), spots.end(), [&](Spot spot) {
    return std::abs(cross(last - first, spot - first)) <= kStraight * length * length;
  });
  if (!straight) first = spots[0], last = spots[1];

  DrawnLink link;
  link.place = {id, first, std::atan2(last.y - first.y, last.x - first.x)};
  Body& body = link.body;
  body.id = id;
  body.name = name;
  body.pose.x = toMillimetres(first.x);
  body.pose.y = toMillimetres(first.y);
  body.pose.angle = link.place.angle;
  if (straight) {
    body.length = toMillimetres(length);
    body.section = kSection;
    body.density = kDensity;
  } else {
    for (Spot& spot : spots) spot = link.place.toLocal(spot);
    const std::vector<Corner> corners = findHull(spots);
    for (const Corner corner : corners) body.outline.push_back(toMillimetres(corner));
    weigh(body, corners);
  }
  body.width = toMillimetres(std::min(0.02, length / 8));
  return link;
}

Joint makeDrawnJoint(std::string id, JointKind kind, const LinkPlace& a, const LinkPlace& b, Spot at) {
  Joint joint;
  joint.id = std::move(id);
  joint.kind = std::move(kind);
  joint.a = a.body;
  joint.b = b.body;
  joint.atA = toMillimetres(a.toLocal(at));
  joint.atB = toMillimetres(b.toLocal(at));
  return joint;
}

}  // namespace clank
