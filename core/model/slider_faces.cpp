// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/slider_faces.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

// Of a circle about a point given from the joint, along the axis and to its left.
SliderFaces makeRoundFaces(double along, double left, double radius) {
  return {radius + along, radius - along, radius + left, radius - left};
}

}  // namespace

bool isOwnBlock(const Body& body) {
  return body.outline.size() >= 3 || body.radius.value > 0;
}

std::optional<SliderFaces> findSliderFaces(const Mechanism& shown, const Joint& joint, double axisInB) {
  const auto body = std::ranges::find(shown.bodies, joint.b, &Body::id);
  if (body == shown.bodies.end()) return std::nullopt;
  const double c = std::cos(axisInB), s = std::sin(axisInB), x = joint.atB.x.value, y = joint.atB.y.value;
  const auto along = [&](double px, double py) { return c * (px - x) + s * (py - y); };
  const auto left = [&](double px, double py) { return c * (py - y) - s * (px - x); };
  if (body->outline.size() >= 3) {
    const Point& first = body->outline.front();
    const double begin = along(first.x.value, first.y.value), side = left(first.x.value, first.y.value);
    SliderFaces faces{begin, -begin, side, -side};
    for (const Point& p : body->outline) {
      const double u = along(p.x.value, p.y.value), n = left(p.x.value, p.y.value);
      faces.ahead = std::max(faces.ahead, u);
      faces.behind = std::max(faces.behind, -u);
      faces.left = std::max(faces.left, n);
      faces.right = std::max(faces.right, -n);
    }
    return faces;
  }
  if (body->radius.value > 0) return makeRoundFaces(along(0, 0), left(0, 0), body->radius.value);
  constexpr double kSame = 1e-9;  // m
  double radius = 0;
  for (const ContactPair& contact : shown.contacts)
    if (contact.b == body->id && !contact.outlineB &&
        std::hypot(contact.atB.x.value - x, contact.atB.y.value - y) < kSame)
      radius = std::max(radius, contact.radius.value);
  if (radius > 0) return makeSymbolFaces(radius);
  return std::nullopt;
}

}  // namespace clank
