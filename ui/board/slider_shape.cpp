// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/slider_shape.h"

#include <algorithm>

#include "core/io/slot_span.h"
#include "ui/board/board_view.h"
#include "ui/board/symbols.h"

namespace clank {

SliderFaces findFaces(const Drawing& drawing, const BoardView& view, std::size_t joint) {
  const Joint& drawn = drawing.mechanism().joints[joint];
  if (!std::holds_alternative<Prismatic>(drawn.kind)) return makeSymbolFaces(symbols::kBlock / view.scale());
  const double axisInB = drawing.axisOf(joint) - drawing.angleOf(drawing.indexOf(drawn.b));
  return findSliderFaces(drawing.mechanism(), drawn, axisInB)
      .value_or(makeSymbolFaces(symbols::kBlock / view.scale()));
}

// Of the frame the floor is below the block, whichever way the axis points.
GuideRails layRails(const Drawing& drawing, const BoardView& view, std::size_t joint) {
  constexpr double kUpright = 0.01;  // of an upright guide neither side is below
  const SliderFaces faces = findFaces(drawing, view, joint);
  const QPointF a = view.toPixel.map(drawing.pointA(joint)), b = view.toPixel.map(drawing.pointB(joint));
  const QPointF along = direction(-drawing.axisOf(joint)), right(-along.y(), along.x());
  const double travel = dot(b - a, along), scale = view.scale();
  const double ahead = std::max(kGuideReach, faces.ahead * scale + kGuideReach / 2),
               behind = std::max(kGuideReach, faces.behind * scale + kGuideReach / 2);
  const QPointF from = a + (std::min(0.0, travel) - behind) * along,
                to = a + (std::max(0.0, travel) + ahead) * along;
  const QPointF onRight = faces.right * scale * right, onLeft = -faces.left * scale * right;
  if (right.y() < -kUpright) return {from + onLeft, to + onLeft, from + onRight, to + onRight};
  return {to + onRight, from + onRight, from + onLeft, to + onLeft};
}

std::pair<QPointF, QPointF> findSlotEnds(const Drawing& drawing, std::size_t joint) {
  const QPointF from = drawing.pointA(joint), along = direction(drawing.axisOf(joint));
  const double travel = dot(drawing.pointB(joint) - from, along);
  const Mechanism& mechanism = drawing.mechanism();
  const GuideRange span = findSlotSpan(mechanism, mechanism.joints[joint], {travel, travel});
  return {from + span.low * along, from + span.high * along};
}

}  // namespace clank
