// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/extent.h"

#include <algorithm>
#include <cmath>

#include "ui/board/limit_marks.h"
#include "ui/board/plane.h"
#include "ui/board/surface_shape.h"

namespace clank {
namespace {

constexpr int kSamples = 64;     // of a straight piece of a floor
constexpr double kWhole = 4;     // sizes of the rest, up to which beside it a floor is shown as a whole
constexpr double kBeside = 0.4;  // how much of a longer one is

class Extent {
 public:
  void add(QPointF p, double around = 0) {
    if (!std::isfinite(p.x()) || !std::isfinite(p.y()) || !std::isfinite(around)) return;
    if (!box_) box_ = Drawing::Box{p, p};
    box_->low = {std::min(box_->low.x(), p.x() - around), std::min(box_->low.y(), p.y() - around)};
    box_->high = {std::max(box_->high.x(), p.x() + around), std::max(box_->high.y(), p.y() + around)};
  }
  const std::optional<Drawing::Box>& box() const { return box_; }
  bool contains(const QRectF& box) const {
    return box_ && box.left() >= box_->low.x() && box.right() <= box_->high.x() &&
           box.top() >= box_->low.y() && box.bottom() <= box_->high.y();
  }

 private:
  std::optional<Drawing::Box> box_;
};

bool isStraight(const SurfaceKind& kind) {
  const auto* line = std::get_if<PolylineSurface>(&kind);
  return std::holds_alternative<LineSurface>(kind) || (line && line->smooth.value == 0);
}

using Floors = std::vector<const SurfaceShape*>;

// Straight surfaces of the frame; everything else goes into the extent.
Floors addSurfaces(const Drawing& drawing, Extent& extent) {
  Floors floors;
  const auto& surfaces = drawing.mechanism().surfaces;
  for (std::size_t s = 0; s < surfaces.size(); ++s) {
    const int a = drawing.indexOf(surfaces[s].body);
    const SurfaceShape& shape = drawing.surfaceOf(s);
    if (a == kFrameIndex && isStraight(surfaces[s].kind))
      floors.push_back(&shape);
    else
      for (const QPointF& point : shape.points) extent.add(drawing.toWorld(a, point));
  }
  return floors;
}

// Without the stretches of which the box says that they change nothing.
template <class ChangesNothing, class Use>
void forEachPiece(const Floors& floors, ChangesNothing changesNothing, Use use) {
  for (const SurfaceShape* floor : floors)
    followLine(
        *floor, [&](const QRectF& box) { return changesNothing(box) ? Stretch::unseen : Stretch::near; },
        [&](std::size_t i, bool isSeen) {
          if (isSeen) use(floor->points[i - 1], floor->points[i]);
        });
}

// Of long lines, those that go farthest each way: after them most others change nothing.
template <class Use>
void forEachOuterPiece(const Floors& floors, Use use) {
  for (const SurfaceShape* floor : floors) {
    const auto& boxes = floor->boxes;
    if (boxes.empty()) continue;
    const auto [left, right] =
        std::ranges::minmax_element(boxes, {}, [](const QRectF& b) { return b.center().x(); });
    const auto [low, high] =
        std::ranges::minmax_element(boxes, {}, [](const QRectF& b) { return b.center().y(); });
    for (const auto outer : {left, right, low, high}) {
      const std::size_t first = static_cast<std::size_t>(outer - boxes.begin()) * SurfaceShape::kStretch;
      const std::size_t end = std::min(first + SurfaceShape::kStretch + 1, floor->points.size());
      for (std::size_t i = first + 1; i < end; ++i) use(floor->points[i - 1], floor->points[i]);
    }
  }
}

// Those that lie within the box.
void addShort(const Floors& floors, const Drawing::Box& within, Extent& extent) {
  Extent room;
  room.add(within.low);
  room.add(within.high);
  for (const SurfaceShape* floor : floors) {
    Extent all;
    for (const QRectF& box : floor->boxes) all.add(box.topLeft()), all.add(box.bottomRight());
    if (floor->boxes.empty())
      for (const QPointF& point : floor->points) all.add(point);
    if (!all.box() || !room.contains(QRectF(all.box()->low, all.box()->high))) continue;
    extent.add(all.box()->low);
    extent.add(all.box()->high);
  }
}

Drawing::Box grow(Drawing::Box box, double sizes) {
  const double size = sizes * std::max(box.high.x() - box.low.x(), box.high.y() - box.low.y());
  box.low -= QPointF(size, size);
  box.high += QPointF(size, size);
  return box;
}

// The nearest point of each, then those that are not long beside all that, then what of the others lies near.
void addFloors(const Floors& floors, Extent& extent) {
  const auto isInside = [&](const QRectF& box) { return extent.contains(box); };
  if (!extent.box()) {
    const auto addEnds = [&](QPointF from, QPointF to) { extent.add(from), extent.add(to); };
    forEachOuterPiece(floors, addEnds);
    return forEachPiece(floors, isInside, addEnds);
  }
  const QPointF middle = (extent.box()->low + extent.box()->high) / 2;
  const auto addNearest = [&](QPointF from, QPointF to) { extent.add(nearestOnSegment(middle, from, to)); };
  forEachOuterPiece(floors, addNearest);
  forEachPiece(floors, isInside, addNearest);
  const Drawing::Box near = grow(*extent.box(), kBeside);
  addShort(floors, grow(*extent.box(), kWhole), extent);
  const auto isNear = [&](QPointF p) {
    return p.x() > near.low.x() && p.x() < near.high.x() && p.y() > near.low.y() && p.y() < near.high.y();
  };
  // Of a long line most pieces lie wholly to one side.
  const auto isBeside = [&](QPointF low, QPointF high) {
    return high.x() <= near.low.x() || low.x() >= near.high.x() || high.y() <= near.low.y() ||
           low.y() >= near.high.y();
  };
  const auto addsNothing = [&](const QRectF& box) {
    return extent.contains(box) || isBeside(box.topLeft(), box.bottomRight());
  };
  forEachPiece(floors, addsNothing, [&](QPointF from, QPointF to) {
    if (isBeside({std::min(from.x(), to.x()), std::min(from.y(), to.y())},
                 {std::max(from.x(), to.x()), std::max(from.y(), to.y())}))
      return;
    // What lies between two near points is near, and adds nothing.
    const int step = isNear(from) && isNear(to) ? kSamples : 1;
    for (int i = 0; i <= kSamples; i += step) {
      const QPointF p = from + (to - from) * i / kSamples;
      if (isNear(p)) extent.add(p);
    }
  });
}

// The circles of gears and pulleys; of a ring with teeth its rim.
void addWheels(const Drawing& drawing, Extent& extent) {
  const auto& joints = drawing.mechanism().joints;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (const auto* gear = std::get_if<Gear>(&joints[j].kind)) {
      const double a = gear->radiusA.value, b = gear->radiusB.value, tooth = 2.5 * gear->module.value;
      extent.add(drawing.pointA(j), a + tooth);
      extent.add(drawing.pointB(j), b + tooth);
    } else if (const auto* belt = std::get_if<Belt>(&joints[j].kind)) {
      extent.add(drawing.pointA(j), belt->radiusA.value);
      extent.add(drawing.pointB(j), belt->radiusB.value);
    } else if (const auto* rack = std::get_if<Rack>(&joints[j].kind)) {
      extent.add(drawing.pointB(j), std::abs(rack->radius.value));
    }
  }
}

// Stops of guides that lie no further off than the drawing is large.
void addStops(const Drawing& drawing, Extent& extent) {
  if (!extent.box()) return;
  const Drawing::Box near = *extent.box();
  const QPointF middle = (near.low + near.high) / 2;
  const double size = length(near.high - near.low);
  for (const QPointF stop : listStops(drawing))
    if (length(stop - middle) < 1.5 * size) extent.add(stop);
}

}  // namespace

std::optional<Drawing::Box> findExtent(const Drawing& drawing,
                                       const std::vector<std::vector<QPointF>>& paths) {
  Extent extent;
  for (std::size_t i = 0; i < drawing.mechanism().bodies.size(); ++i) {
    const int body = static_cast<int>(i);
    for (const QPointF p : drawing.pointsOf(body)) extent.add(drawing.toWorld(body, p));
    for (const Drawing::Disc& disc : drawing.discsOf(body))
      extent.add(drawing.toWorld(body, disc.center), disc.radius);
  }
  for (const Handle& handle : drawing.handles()) extent.add(handle.world);
  for (std::size_t j = 0; j < drawing.mechanism().joints.size(); ++j)
    for (const QPointF p : drawing.curveOf(j)) extent.add(p);
  for (const auto& path : paths)
    for (const QPointF p : path) extent.add(p);
  addWheels(drawing, extent);
  addStops(drawing, extent);
  addFloors(addSurfaces(drawing, extent), extent);
  return extent.box();
}

std::optional<Drawing::Box> findMotionExtent(const Drawing& drawing,
                                             const std::vector<std::vector<BodyPose>>& moments) {
  Extent extent;
  for (std::size_t i = 0; i < drawing.mechanism().bodies.size(); ++i) {
    const int body = static_cast<int>(i);
    const std::vector<QPointF>& points = drawing.pointsOf(body);
    const std::vector<Drawing::Disc>& discs = drawing.discsOf(body);
    for (const std::vector<BodyPose>& poses : moments) {
      if (i >= poses.size()) continue;
      const double c = std::cos(poses[i].angle), s = std::sin(poses[i].angle);
      const auto toWorld = [&](QPointF p) {
        return QPointF(poses[i].x + c * p.x() - s * p.y(), poses[i].y + s * p.x() + c * p.y());
      };
      for (const QPointF p : points) extent.add(toWorld(p));
      for (const Drawing::Disc& disc : discs) extent.add(toWorld(disc.center), disc.radius);
    }
  }
  return extent.box();
}

std::optional<Drawing::Box> unite(const std::optional<Drawing::Box>& one,
                                  const std::optional<Drawing::Box>& other) {
  if (!one || !other) return one ? one : other;
  return Drawing::Box{{std::min(one->low.x(), other->low.x()), std::min(one->low.y(), other->low.y())},
                      {std::max(one->high.x(), other->high.x()), std::max(one->high.y(), other->high.y())}};
}

}  // namespace clank
