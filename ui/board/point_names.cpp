// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/point_names.h"

#include "ui/board/board_labels.h"
#include "ui/board/board_view.h"
#include "ui/board/plane.h"
#include "ui/board/tolerances.h"
#include "ui/look/words.h"

namespace clank {

std::optional<PointName> findNameAt(const Drawing& drawing, const Handle& handle) {
  for (const int body : handle.bodies) {
    if (body == kFrameIndex) continue;
    const Body& owner = drawing.mechanism().bodies[static_cast<std::size_t>(body)];
    for (const NamedPoint& point : pointsOf(owner))
      if (length(drawing.toWorld(body, toPointF(point.at)) - handle.world) < kSamePlace)
        return PointName{owner.id, point.id};
  }
  return std::nullopt;
}

void drawPointNames(QPainter& painter, const Drawing& drawing, const BoardView& view, BoardLabels& labels) {
  constexpr double kOff = 10, kDot = 2;  // px
  const auto& bodies = drawing.mechanism().bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (const NamedPoint& point : pointsOf(bodies[i])) {
      const QPointF world = drawing.toWorld(static_cast<int>(i), toPointF(point.at));
      const QPointF at = view.toPixel.map(world);
      painter.setPen(Qt::NoPen);
      painter.setBrush(view.palette.ink);
      painter.drawEllipse(at, kDot, kDot);
      if (view.snappedTo && length(world - *view.snappedTo) < kSamePlace) continue;
      labels.add({toText("point " + bodies[i].id + "." + point.id), LabelRank::name, toText(point.id),
                  view.palette.ink, LabelLayout::around(at, {1, 1}, kOff), true});
    }
}

}  // namespace clank
