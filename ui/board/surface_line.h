// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces as points in line. A line may have a million of them: of each stretch of a long one there
// is its box, so that most of it needs no look.
#pragma once

#include <QPointF>
#include <QRectF>
#include <algorithm>
#include <vector>

#include "core/model/surface.h"

namespace clank {

struct SurfaceShape {
  static constexpr std::size_t kStretch = 64;  // pieces

  std::vector<QPointF> points;  // axes of the body that carries it; arcs in short pieces
  bool materialLeft = true;     // of the way along the points: where it is hatched
  bool hasBothSides = false;    // it is hatched nowhere
  std::vector<QRectF> boxes{};  // of each stretch; none of a line that is not long
};

SurfaceShape makeSurfaceShape(const SurfaceKind& surface);

// What a stretch is to somebody who follows the line: worth a look, as good as a point, or not to be seen.
enum class Stretch { near, trifle, unseen };

// Tells the points from the second on. Of a stretch that look(box) does not find near, only the last point,
// and whether it can be seen.
template <class Look, class Tell>
void followLine(const SurfaceShape& shape, Look look, Tell tell) {
  const std::size_t count = shape.points.size();
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t stretch = (i - 1) / SurfaceShape::kStretch;
    const bool isFirst = (i - 1) % SurfaceShape::kStretch == 0 && stretch < shape.boxes.size();
    const Stretch kind = isFirst ? look(shape.boxes[stretch]) : Stretch::near;
    if (kind != Stretch::near) i = std::min(i - 1 + SurfaceShape::kStretch, count - 1);
    tell(i, kind != Stretch::unseen);
  }
}

}  // namespace clank
