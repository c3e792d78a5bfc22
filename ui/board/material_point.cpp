// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/material_point.h"

#include <algorithm>

#include "ui/board/plane.h"
#include "ui/board/tolerances.h"

namespace clank {
namespace {

// Do the two points of a joint lie at a place?
bool holdsAt(const Drawing& drawing, std::size_t joint, QPointF world) {
  return length(drawing.pointA(joint) - world) < kSamePlace &&
         length(drawing.pointB(joint) - world) < kSamePlace;
}

}  // namespace

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
