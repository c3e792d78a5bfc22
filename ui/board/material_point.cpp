// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/material_point.h"

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

// Do the two points of a joint lie at a place?
bool holdsAt(const Drawing& drawing, std::size_t joint, QPointF world) {
  return length(drawing.pointA(joint) - world) < kSamePlace &&
         length(drawing.pointB(joint) - world) < kSamePlace;
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

std::optional<BodyPoint> findMeantLink(const Snap& snap, const BodyFits& fits) {
  const auto isMeant = [&](const BodyPoint& point) {
    return point.body != kFrameIndex && (!fits || fits(point.body));
  };
  if (snap.point && isMeant(*snap.point)) return snap.point;
  for (const BodyPoint& point : snap.under)
    if (isMeant(point)) return point;
  return std::nullopt;
}

std::optional<BodyPoint> findMeant(const Snap& snap, const BodyFits& fits) {
  if (const auto link = findMeantLink(snap, fits)) return link;
  if (fits && !fits(kFrameIndex)) return std::nullopt;
  if (snap.point && snap.point->body == kFrameIndex) return snap.point;
  const bool isFrame = !snap.under.empty() && snap.under.back().body == kFrameIndex;
  return isFrame ? std::optional(snap.under.back()) : std::nullopt;
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

std::vector<int> Meeting::listBodies() const {
  std::vector<int> bodies;
  for (const auto& group : groups)
    for (const BodyPoint& point : group) bodies.push_back(point.body);
  return bodies;
}

// In the order in which they were drawn. The frame counts where it is joined or has a surface.
Meeting findMeeting(const Drawing& drawing, const Snap& snap) {
  Meeting meeting;
  meeting.world = snap.world;
  std::vector<BodyPoint> points = snap.under;
  if (points.empty() || points.front().body == kFrameIndex) return meeting;
  if (points.back().body == kFrameIndex)
    std::reverse(points.begin(), points.end() - 1);
  else
    std::reverse(points.begin(), points.end());
  for (const BodyPoint& point : points) meeting.groups.push_back({point});
  const auto groupOf = [&](int body) {
    return std::find_if(meeting.groups.begin(), meeting.groups.end(), [body](const auto& group) {
      return std::any_of(group.begin(), group.end(), [body](const BodyPoint& p) { return p.body == body; });
    });
  };
  const Handle* handle = drawing.handleAt(snap.world, kSamePlace);
  for (const std::size_t j : handle ? handle->joints : std::vector<std::size_t>()) {
    const Joint& joint = drawing.mechanism().joints[j];
    const auto a = groupOf(drawing.indexOf(joint.a)), b = groupOf(drawing.indexOf(joint.b));
    if (!holdsAt(drawing, j, snap.world) || a == meeting.groups.end() || b == meeting.groups.end()) continue;
    meeting.joints.push_back(j);
    if (a == b) continue;
    const auto first = std::min(a, b), second = std::max(a, b);
    first->insert(first->end(), second->begin(), second->end());
    meeting.groups.erase(second);
  }
  return meeting;
}

}  // namespace clank
