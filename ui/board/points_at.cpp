// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/points_at.h"

#include <algorithm>

#include "ui/board/hull.h"
#include "ui/board/plane.h"
#include "ui/board/surface_shape.h"
#include "ui/board/symbols.h"
#include "ui/board/tolerances.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr double kEdgeReach = 2;  // px beside an edge that is still on it
constexpr double kOnBlock = 14;   // px about the middle of a block

// As far from its axis as a bar is drawn, m.
double findReach(const Drawing& drawing, int body, double pixel) {
  if (drawing.isBlock(body)) return kOnBlock * pixel;
  const Body& b = drawing.mechanism().bodies[static_cast<std::size_t>(body)];
  if (!b.outline.empty()) return kEdgeReach * pixel;
  if (b.radius.value > 0) return kEdgeReach * pixel;
  return std::clamp(b.width.value / 2, kThinnestBar * pixel, kThickestBar * pixel);
}

// On a bar the middle and the axis are meant where they lie beside it by what lengths are rounded to.
QPointF tidyOnBar(const Drawing& drawing, int body, QPointF local) {
  constexpr double kRounded = 2e-9;  // m
  const auto& bar = drawing.barOf(body);
  if (!bar) return local;
  const QPointF middle = (bar->from + bar->to) / 2, on = nearestOnSegment(local, bar->from, bar->to);
  if (length(local - middle) < kRounded) return middle;
  return length(local - on) < kRounded ? on : local;
}

bool hasFrameAt(const Drawing& drawing, QPointF world, double within) {
  const Mechanism& m = drawing.mechanism();
  for (std::size_t s = 0; s < m.surfaces.size(); ++s) {
    if (m.surfaces[s].body != kFrame) continue;
    const SurfaceShape& shape = drawing.surfaceOf(s);
    bool isOn = false;
    const auto look = [&](const QRectF& box) {
      return box.adjusted(-within, -within, within, within).contains(world) ? Stretch::near : Stretch::unseen;
    };
    followLine(shape, look, [&](std::size_t i, bool isNear) {
      if (isNear && !isOn)
        isOn = length(nearestOnSegment(world, shape.points[i - 1], shape.points[i]) - world) <= within;
    });
    if (isOn) return true;
  }
  return false;
}

}  // namespace

std::vector<BodyPoint> listPointsAt(const Drawing& drawing, QPointF world, double pixel) {
  std::vector<BodyPoint> found;
  const Handle* handle = drawing.handleAt(world, kSamePlace);
  const auto isOfHandle = [&](int body) {
    return handle && std::find(handle->bodies.begin(), handle->bodies.end(), body) != handle->bodies.end();
  };
  for (int body = static_cast<int>(drawing.mechanism().bodies.size()) - 1; body >= 0; --body)
    if (isOfHandle(body) || drawing.isOn(body, world, findReach(drawing, body, pixel)))
      found.push_back(handle && handle->point.body == body
                          ? handle->point
                          : BodyPoint{body, tidyOnBar(drawing, body, drawing.toBody(body, world))});
  if (isOfHandle(kFrameIndex) || hasFrameAt(drawing, world, kEdgeReach * pixel))
    found.push_back({kFrameIndex, world});
  return found;
}

QString nameOf(const Drawing& drawing, int body) {
  return body == kFrameIndex ? tr("the frame") : namePart(drawing.idOf(body));
}

QString listNames(const Drawing& drawing, const std::vector<int>& bodies) {
  QStringList names;
  for (const int body : bodies) names << nameOf(drawing, body);
  if (names.size() < 2) return names.join(QString());
  const QString last = names.takeLast();
  return tr("%1 and %2").arg(names.join(", "), last);
}

}  // namespace clank
