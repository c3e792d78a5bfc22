// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/followed_body.h"

#include <algorithm>

#include "ui/scene/plane.h"

namespace clank {

Vec2 findMiddle(const MechanismLayout& layout, std::size_t body, const std::vector<Placement>& poses) {
  Box box;
  for (const Vec2 p : layout.parts[body].points) box.add(p);
  return box.empty() || layout.parts[body].radius > 0 ? poses[body].origin
                                                      : poses[body].toWorld(box.center());
}

void FollowedBody::reset() {
  body_ = -1;
  reaches_.assign(layout_.parts.size(), Vec2{});
}

void FollowedBody::choose(int body, bool turning) {
  body_ = body;
  turns_ = turning;
}

// The parts alone: the frame stays behind.
void FollowedBody::see(const std::vector<Placement>& poses) {
  Box box;
  for (std::size_t i = 0; i < layout_.parts.size(); ++i) {
    const PartLayout& part = layout_.parts[i];
    for (const Vec2 p : part.points) box.add(poses[i].toWorld(p), 0.6 * part.width);
    if (part.radius > 0) box.add(poses[i].origin, part.radius);
  }
  if (box.empty()) return;
  for (std::size_t i = 0; i < reaches_.size(); ++i) {
    const Vec2 middle = findMiddle(layout_, i, poses);
    reaches_[i] = {std::max({reaches_[i].x, box.high.x - middle.x, middle.x - box.low.x}),
                   std::max({reaches_[i].y, box.high.y - middle.y, middle.y - box.low.y})};
  }
}

Box FollowedBody::findAround() const {
  const auto body = static_cast<std::size_t>(body_);
  const Vec2 middle = findMiddle(layout_, body, poses_), reach = reaches_[body];
  const double around = length(reach);
  const Vec2 half = turns_ ? Vec2{around, around} : Vec2{reach.x, reach.y};
  Box box;
  box.add(middle - half, layout_.unit);
  box.add(middle + half, layout_.unit);
  return box;
}

double FollowedBody::roll() const {
  if (!turns_ || body_ < 0) return 0;
  const auto body = static_cast<std::size_t>(body_);
  return poses_[body].angle - layout_.start[body].angle;
}

Vec2 FollowedBody::findCenter() const {
  return findMiddle(layout_, static_cast<std::size_t>(body_), poses_) +
         Placement{{}, roll()}.toWorld(beside_);
}

void FollowedBody::keepBeside(Vec2 center) {
  beside_ =
      Placement{{}, roll()}.toBody(center - findMiddle(layout_, static_cast<std::size_t>(body_), poses_));
}

}  // namespace clank
