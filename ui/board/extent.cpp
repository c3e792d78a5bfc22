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
constexpr double kBeside = 0.4;  // how much of a floor is shown beside the rest, in sizes of the rest

class Extent {
 public:
  void add(QPointF p, double around = 0) {
    if (!std::isfinite(p.x()) || !std::isfinite(p.y()) || !std::isfinite(around)) return;
    if (!box_) box_ = Drawing::Box{p, p};
    box_->low = {std::min(box_->low.x(), p.x() - around), std::min(box_->low.y(), p.y() - around)};
    box_->high = {std::max(box_->high.x(), p.x() + around), std::max(box_->high.y(), p.y() + around)};
  }
  const std::optional<Drawing::Box>& box() const { return box_; }

 private:
  std::optional<Drawing::Box> box_;
};

struct IsStraight {
  bool operator()(const LineSurface&) const { return true; }
  bool operator()(const PolylineSurface&) const { return true; }
  bool operator()(const ArcSurface&) const { return false; }
  bool operator()(const CircleSurface&) const { return false; }
  bool operator()(const OutlineSurface&) const { return false; }
  bool operator()(const CurveSurface&) const { return false; }
};

using Line = std::vector<QPointF>;

// Straight surfaces of the frame; everything else goes into the extent.
std::vector<Line> addSurfaces(const Drawing& drawing, Extent& extent) {
  std::vector<Line> floors;
  for (const ContactPair& contact : drawing.mechanism().contacts) {
    const int a = drawing.indexOf(contact.a);
    Line points = makeSurfaceShape(contact.surface).points;
    if (a == kFrameIndex && std::visit(IsStraight{}, contact.surface))
      floors.push_back(std::move(points));
    else
      for (const QPointF& point : points) extent.add(drawing.toWorld(a, point));
  }
  return floors;
}

template <class Use>
void forEachPiece(const std::vector<Line>& floors, Use use) {
  for (const Line& floor : floors)
    for (std::size_t i = 1; i < floor.size(); ++i) use(floor[i - 1], floor[i]);
}

// The nearest point of each, then what lies near all that.
void addFloors(const std::vector<Line>& floors, Extent& extent) {
  if (!extent.box())
    return forEachPiece(floors, [&](QPointF from, QPointF to) { extent.add(from), extent.add(to); });
  const QPointF middle = (extent.box()->low + extent.box()->high) / 2;
  forEachPiece(floors, [&](QPointF from, QPointF to) { extent.add(nearestOnSegment(middle, from, to)); });
  Drawing::Box near = *extent.box();
  const double size = kBeside * std::max(near.high.x() - near.low.x(), near.high.y() - near.low.y());
  near.low -= QPointF(size, size);
  near.high += QPointF(size, size);
  const auto isNear = [&](QPointF p) {
    return p.x() > near.low.x() && p.x() < near.high.x() && p.y() > near.low.y() && p.y() < near.high.y();
  };
  // Of a long line most pieces lie wholly to one side.
  const auto isBeside = [&](QPointF a, QPointF b) {
    return std::max(a.x(), b.x()) <= near.low.x() || std::min(a.x(), b.x()) >= near.high.x() ||
           std::max(a.y(), b.y()) <= near.low.y() || std::min(a.y(), b.y()) >= near.high.y();
  };
  forEachPiece(floors, [&](QPointF from, QPointF to) {
    if (isBeside(from, to)) return;
    // What lies between two near points is near, and adds nothing.
    const int step = isNear(from) && isNear(to) ? kSamples : 1;
    for (int i = 0; i <= kSamples; i += step) {
      const QPointF p = from + (to - from) * i / kSamples;
      if (isNear(p)) extent.add(p);
    }
  });
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
