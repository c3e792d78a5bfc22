// SPDX-License-Identifier: GPL-3.0-or-later
//
// In a mirror left and right change places, so a line that is run through the other way keeps its word for
// the side, also where that word is taken from a parameter. An arc runs counter-clockwise: in the mirror its
// end is its beginning.
#include "ui/document/surface_transform.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

class Mover {
 public:
  explicit Mover(const PlaneMotion& motion) : motion_(motion) {}

  void move(LineSurface& line, const LineSurface& shown) const {
    movePoint(line.from, shown.from, motion_);
    movePoint(line.to, shown.to, motion_);
  }
  void move(PolylineSurface& line, const PolylineSurface& shown) const {
    std::vector<Point>& points = line.points.change();
    for (std::size_t i = 0; i < std::min(points.size(), shown.points.size()); ++i)
      movePoint(points[i], shown.points[i], motion_);
  }
  void move(ArcSurface& arc, const ArcSurface& shown) const {
    movePoint(arc.center, shown.center, motion_);
    turnAngle(arc.from, shown.from, motion_);
    turnAngle(arc.to, shown.to, motion_);
  }
  void move(CircleSurface& circle, const CircleSurface& shown) const {
    movePoint(circle.center, shown.center, motion_);
  }
  void move(CurveSurface& curve, const CurveSurface& shown) const {
    movePoint(curve.center, shown.center, motion_);
    turnAngle(curve.axis, shown.axis, motion_);
  }

 private:
  const PlaneMotion& motion_;
};

class SurfaceMirror {
 public:
  explicit SurfaceMirror(const Mirror& mirror) : mirror_(mirror) {}

  void operator()(LineSurface& line) const {
    std::swap(line.from, line.to);
    mirrorPoint(line.from, mirror_);
    mirrorPoint(line.to, mirror_);
  }
  void operator()(PolylineSurface& line) const {
    std::vector<Point>& points = line.points.change();
    std::reverse(points.begin(), points.end());
    for (Point& point : points) mirrorPoint(point, mirror_);
  }
  void operator()(ArcSurface& arc) const {
    mirrorPoint(arc.center, mirror_);
    std::swap(arc.from, arc.to);
    mirrorAngle(arc.from, mirror_);
    mirrorAngle(arc.to, mirror_);
  }
  void operator()(CircleSurface& circle) const { mirrorPoint(circle.center, mirror_); }
  // All curves but a spline are their own mirror images about the x axis.
  void operator()(CurveSurface& curve) const {
    mirrorPoint(curve.center, mirror_);
    mirrorAngle(curve.axis, mirror_);
    if (auto* spline = std::get_if<SplinePath>(&curve.curve.kind))
      for (Point& point : spline->points) negate(point.y);
  }

 private:
  const Mirror& mirror_;
};

struct CornerVisit {
  const std::function<void(double, double)>& visit;

  void add(const Point& p) const { visit(p.x.value, p.y.value); }
  void addRound(const Point& center, double r) const {
    visit(center.x.value - r, center.y.value - r);
    visit(center.x.value + r, center.y.value + r);
  }
  void operator()(const LineSurface& line) const {
    add(line.from);
    add(line.to);
  }
  void operator()(const PolylineSurface& line) const {
    for (const auto& [x, y] : listPoints(line)) visit(x, y);
  }
  void operator()(const ArcSurface& arc) const { addRound(arc.center, arc.radius.value); }
  void operator()(const CircleSurface& circle) const { addRound(circle.center, circle.radius.value); }
  void operator()(const CurveSurface& surface) const {
    for (const auto& [x, y] : listPoints(surface)) visit(x, y);
  }
};

}  // namespace

void moveSurface(SurfaceKind& surface, const SurfaceKind& shown, const PlaneMotion& motion) {
  const Mover mover(motion);
  std::visit(
      [&](auto& moved) {
        if (const auto* now = std::get_if<std::decay_t<decltype(moved)>>(&shown)) mover.move(moved, *now);
      },
      surface);
}

void visitCorners(const SurfaceKind& shown, const std::function<void(double, double)>& visit) {
  std::visit(CornerVisit{visit}, shown);
}

void mirrorSurface(SurfaceKind& surface, const Mirror& mirror) {
  std::visit(SurfaceMirror(mirror), surface);
}

}  // namespace clank
