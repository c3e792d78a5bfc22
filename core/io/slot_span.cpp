// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/slot_span.h"

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include "core/io/body_line.h"
#include "core/model/joint.h"

namespace clank {
namespace {

constexpr double kWidestRim = 0.125;  // of the length of the link

GuideRange findReach(const Mechanism& resolved, const Body& body, const Joint& joint) {
  const double angle = findAxis(joint.kind)->value, c = std::cos(angle), s = std::sin(angle);
  std::vector<double> along;
  for (const Corner& corner : makeBodyLine(resolved, body))
    along.push_back(c * (corner.x - joint.atA.x.value) + s * (corner.y - joint.atA.y.value));
  const auto [low, high] = std::minmax_element(along.begin(), along.end());
  return {*low, *high};
}

void takeLimits(const Joint& joint, GuideRange& span) {
  if (!joint.metamorphic) return;
  for (const PhaseChange& change : joint.metamorphic->changes)
    if (const auto* limit = std::get_if<Limit>(&change.guard)) {
      span.low = std::min(span.low, limit->value.value);
      span.high = std::max(span.high, limit->value.value);
    }
}

}  // namespace

bool isInLink(const Joint& joint) {
  return std::holds_alternative<Slot>(joint.kind) && joint.a != kFrame;
}

GuideRange findSlotSpan(const Mechanism& resolved, const Joint& joint, GuideRange been) {
  GuideRange span = been;
  takeLimits(joint, span);
  const auto body = std::ranges::find(resolved.bodies, joint.a, &Body::id);
  if (body == resolved.bodies.end()) return span;
  const GuideRange reach = findReach(resolved, *body, joint);
  const double rim = std::min(body->width.value, kWidestRim * (reach.high - reach.low));
  return {std::min(span.low, reach.low + rim), std::max(span.high, reach.high - rim)};
}

}  // namespace clank
