// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/contact_layout.h"

#include <algorithm>
#include <set>

#include "core/contact/cut_surface.h"
#include "core/contact/outline.h"
#include "core/model/surface.h"
#include "core/model/touches.h"
#include "core/support/overloaded.h"

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
std::vector<Vec2> makeArc(const ArcPiece& piece) {
  constexpr double kStep = 0.1;  // rad
  const int steps = std::max(2, static_cast<int>(std::ceil(piece.extent / kStep)));
  const double begin = angleOf(toVec(piece.direction));
  std::vector<Vec2> points;
  for (int i = 0; i <= steps; ++i)
    points.push_back(toVec(piece.origin) + piece.radius * unitVector(begin + piece.extent * i / steps));
  if (piece.side > 0) std::reverse(points.begin(), points.end());
  return points;
}

std::vector<Vec2> makeCurve(const CurvePiece& piece) {
  std::vector<Vec2> points;
  const Placement axes{toVec(piece.origin), angleOf(toVec(piece.direction))};
  for (const Eigen::Vector2d& p : piece.curve->points()) points.push_back(axes.toWorld(toVec(p)));
  if (piece.turn < 0) std::reverse(points.begin(), points.end());
  return points;
}

Box widen(Box box, double around) {
  if (!box.empty()) {
    box.add(box.low, around);
    box.add(box.high, around);
  }
  return box;
}

Vec2 findNearest(Vec2 from, Vec2 to, Vec2 p) {
  const Vec2 d = to - from;
  return from + std::clamp(dot(p - from, d) / dot(d, d), 0.0, 1.0) * d;
}

class ContactPlan {
 public:
  ContactPlan(const std::map<std::string, int>& indexOf, const Box& box, double size)
      : indexOf_(indexOf), box_(box), size_(size) {}

  void add(const ContactPair& contact, const Mechanism& resolved) {
    const int a = find(contact.a), b = find(contact.b);
    if (std::holds_alternative<OutlineSurface>(contact.surface)) addOutline(resolved, contact.a);
    if (contact.outlineB) {
      addOutline(resolved, contact.b);
      for (const std::string& body : contact.bodies) addOutline(resolved, body);
    } else if (b >= 0)
      layout_.circles.push_back(
          {contact_, b, {contact.atB.x.value, contact.atB.y.value}, contact.radius.value});
    addShape(a, contact.surface, contact.surfaceSpeed);
    ++contact_;
  }
  // Nothing meets it.
  void add(const DrawnSurface& surface) {
    contact_ = kNoContact;
    addShape(find(surface.body), toSurface(surface.kind), surface.speed.value);
  }
  ContactLayout take() { return std::move(layout_); }

 private:
  static constexpr double kFollowed = 25, kMargin = 0.35;  // sizes
  static constexpr std::size_t kMany = 2000;               // segments of a line, that are drawn one by one

  // speed: m/s, of its material in the direction in which it is drawn.
  void addShape(int a, const Surface& drawn, double speed) {
    const std::size_t first = layout_.surfaces.size();
    const bool hasBoth = hasBothSides(drawn);
    const Surface surface = hasBoth ? listSides(drawn).front() : drawn;
    addOneSide(a, surface);
    joinFrom(first);
    for (std::size_t i = first; i < layout_.surfaces.size(); ++i) layout_.surfaces[i].hasBothSides = hasBoth;
    if (speed != 0 && layout_.surfaces.size() > first)
      layout_.surfaces[(first + layout_.surfaces.size()) / 2].speed = findTurn(surface) * speed;
  }
  // Pieces of one shape that go on where the last one ends are one line, so that its hatching runs on.
  void joinFrom(std::size_t first) {
    std::vector<SurfaceLayout>& all = layout_.surfaces;
    const double same = 1e-9 * size_;
    std::size_t last = first;
    for (std::size_t i = first + 1; i < all.size(); ++i) {
      std::vector<Vec2>&line = all[last].points, &next = all[i].points;
      if (length(next.front() - line.back()) <= same)
        line.insert(line.end(), next.begin() + 1, next.end());
      else if (length(next.back() - line.front()) <= same)
        line.insert(line.begin(), next.begin(), next.end() - 1);
      else if (++last != i)
        all[last] = std::move(all[i]);
    }
    if (all.size() > first) all.resize(last + 1);
  }
  void addOneSide(int a, const Surface& surface) {
    const auto* const line = std::get_if<PolylineSurface>(&surface);
    if (line && line->points.size() > kMany)
      addLong(a, *line);
    else
      addPieces(a, surface);
  }
  void addPieces(int a, const Surface& surface) {
    for (const SurfacePiece& piece : makePieces(surface, 0, {0, 0})) {
      const Overloaded add{[&](const ArcPiece& arc) { addArc(a, makeArc(arc)); },
                           [&](const CurvePiece& curve) { addArc(a, makeCurve(curve)); },
                           [&](const SegmentPiece& line) {
                             addSegment(a, toVec(line.origin),
                                        toVec(line.origin) + line.extent * toVec(line.direction));
                           }};
      std::visit(add, piece);
    }
  }

  // Of a million segments as many are drawn as can be told apart: points that lie within a part of the length
  // that is followed from the last are left out.
  void addLong(int body, const PolylineSurface& line) {
    const std::size_t count = line.points.size() + (line.closed.value != 0 ? 1 : 0);
    const auto at = [&](std::size_t i) -> Vec2 {
      const std::size_t along = i % line.points.size();
      const Point& p =
          line.points[line.side.value == LineSide::right ? line.points.size() - 1 - along : along];
      return {p.x.value, p.y.value};
    };
    const Box around = body >= 0 ? Box() : addNearest(at, count);
    const Box followed = widen(around, kFollowed * size_);
    const auto isFollowed = [&](Vec2 from, Vec2 to) {
      return body >= 0 || !clip(from, to, followed).empty();
    };
    double way = 0;
    for (std::size_t i = 0; i + 1 < count; ++i)
      if (isFollowed(at(i), at(i + 1))) way += length(at(i + 1) - at(i));
    const double fine = way / static_cast<double>(kMany);
    Vec2 from = at(0);
    for (std::size_t i = 1; i < count; ++i) {
      const bool isSeen = isFollowed(at(i - 1), at(i));
      if (isSeen && length(at(i) - from) < fine && i + 1 < count) continue;
      if (isSeen) addSegment(body, from, at(i), around);
      from = at(i);
    }
  }
  // The box, and what lies nearest to it of a line.
  template <class At>
  Box addNearest(const At& at, std::size_t count) const {
    Vec2 nearest = at(0);
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const Vec2 p = findNearest(at(i), at(i + 1), box_.center());
      if (length(p - box_.center()) < length(nearest - box_.center())) nearest = p;
    }
    Box around = box_;
    around.add(nearest);
    return around;
  }

  int find(const std::string& id) const {
    const auto found = indexOf_.find(id);
    return found == indexOf_.end() ? -1 : found->second;
  }
  void addOutline(const Mechanism& resolved, const std::string& id) {
    const int index = find(id);
    if (index < 0 || !hasOutline(resolved.bodies[static_cast<std::size_t>(index)])) return;
    SurfaceLayout outline{contact_, index, {}, true};
    for (const Eigen::Vector2d& p : listOutlinePoints(resolved.bodies[static_cast<std::size_t>(index)], 0.1))
      outline.points.push_back(toVec(p));
    outline.points.push_back(outline.points.front());
    layout_.surfaces.push_back(std::move(outline));
  }
  void addArc(int body, std::vector<Vec2> points) {
    for (const Vec2 p : points)
      if (body < 0) layout_.near.add(p);
    layout_.surfaces.push_back({contact_, body, std::move(points)});
  }
  void addSegment(int body, Vec2 from, Vec2 to) {
    Box around = box_;
    around.add(findNearest(from, to, box_.center()));
    addSegment(body, from, to, around);
  }
  // around: what is drawn of it lies about that.
  void addSegment(int body, Vec2 from, Vec2 to, const Box& around) {
    if (body >= 0) return layout_.surfaces.push_back({contact_, body, {from, to}});
    for (const Vec2 p : clip(from, to, widen(around, kMargin * size_))) layout_.near.add(p);
    std::vector<Vec2> points = clip(from, to, widen(around, kFollowed * size_));
    if (!points.empty()) layout_.surfaces.push_back({contact_, body, std::move(points)});
  }

  const std::map<std::string, int>& indexOf_;
  const Box box_;
  const double size_;
  std::size_t contact_ = 0;  // that is being added
  ContactLayout layout_;
};

}  // namespace

ContactLayout layOutContacts(const Mechanism& resolved, const std::map<std::string, int>& indexOf,
                             const Box& box, double size) {
  ContactPlan plan(indexOf, box, size);
  std::set<const DrawnSurface*> met;
  for (const ShownTouch& touch : listShownTouches(resolved)) {
    plan.add(touch.contact, resolved);
    met.insert(touch.group.surface);
  }
  for (const DrawnSurface& surface : resolved.surfaces)
    if (met.count(&surface) == 0) plan.add(surface);
  return plan.take();
}

}  // namespace clank
