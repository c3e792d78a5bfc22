// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/contact_layout.h"

#include <algorithm>

#include "core/contact/surface_piece.h"

namespace clank {
namespace {

Vec2 toVec(const Eigen::Vector2d& p) {
  return {p.x(), p.y()};
}

// The part of the segment from p to q inside the box; empty when there is none (Liang and Barsky).
std::vector<Vec2> clip(Vec2 p, Vec2 q, const Box& box) {
  double from = 0, to = 1;
  const Vec2 d = q - p;
  const auto cut = [&](double slope, double room) {  // slope t <= room
    if (slope == 0) return room >= 0;
    if (slope > 0)
      to = std::min(to, room / slope);
    else
      from = std::max(from, room / slope);
    return from < to;
  };
  if (!cut(d.x, box.high.x - p.x) || !cut(-d.x, p.x - box.low.x) || !cut(d.y, box.high.y - p.y) ||
      !cut(-d.y, p.y - box.low.y))
    return {};
  return {p + from * d, p + to * d};
}

// Turned so that the free side is on the left: an arc seen from outside runs clockwise.
std::vector<Vec2> makeArc(const SurfacePiece& piece) {
  constexpr double kStep = 0.1;  // rad
  const int steps = std::max(2, static_cast<int>(std::ceil(piece.extent / kStep)));
  const double begin = angleOf(toVec(piece.direction));
  std::vector<Vec2> points;
  for (int i = 0; i <= steps; ++i)
    points.push_back(toVec(piece.origin) + piece.radius * direction(begin + piece.extent * i / steps));
  if (piece.side > 0) std::reverse(points.begin(), points.end());
  return points;
}

}  // namespace

ContactLayout layOutContacts(const Mechanism& resolved, const std::map<std::string, int>& indexOf,
                             const Box& box, double margin) {
  Box near = box;
  if (!box.empty()) {
    near.add(box.low, margin);
    near.add(box.high, margin);
  }
  const auto find = [&](const std::string& id) {
    const auto found = indexOf.find(id);
    return found == indexOf.end() ? -1 : found->second;
  };
  ContactLayout layout;
  for (const ContactPair& contact : resolved.contacts) {
    const int a = find(contact.a), b = find(contact.b);
    if (b >= 0)
      layout.circles.push_back({b, {contact.atB.x.value, contact.atB.y.value}, contact.radius.value});
    for (const SurfacePiece& piece : makePieces(contact.surface, 0, {0, 0})) {
      if (piece.shape == SurfacePiece::Shape::arc) {
        layout.surfaces.push_back({a, makeArc(piece)});
        continue;
      }
      const Vec2 from = toVec(piece.origin), to = from + piece.extent * toVec(piece.direction);
      std::vector<Vec2> points = a < 0 ? clip(from, to, near) : std::vector<Vec2>{from, to};
      if (!points.empty()) layout.surfaces.push_back({a, std::move(points)});
    }
  }
  return layout;
}

}  // namespace clank
