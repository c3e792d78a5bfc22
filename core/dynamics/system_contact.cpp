// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/system_contact.h"

#include <algorithm>
#include <limits>

namespace clank {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// Where one bends each is on its own: its section is another.
bool isOneCircle(const ContactGeometry& one, const ContactGeometry& other) {
  return one.a() == other.a() && one.b().body == other.b().body && one.b().arm == other.b().arm &&
         one.radius() == other.radius() && !one.bends() && !other.bends();
}

ContactCircle makeCircle(std::size_t first, const ContactGeometry& contact) {
  const Marker& b = contact.b();
  ContactCircle circle{first, 0, contact.a(), b.body, b.arm, contact.radius(), 0, contact.bends()};
  const TouchBound bound = calcTouchBound(contact);
  circle.boundArm = bound.arm;
  circle.boundRadius = bound.radius;
  circle.isPart = contact.isPartOfCircle();
  return circle;
}

}  // namespace

double calcPieceReach(const ContactGeometry& contact) {
  return contact.isOnBent() ? kUnbounded : calcReach(contact.piece);
}

double calcCircleReach(const ContactGeometry& contact) {
  const Marker& b = contact.b();
  return b.station.bends() ? kUnbounded : b.arm.norm() + contact.radius();
}

void CircleList::add(std::size_t index, const ContactGeometry& contact) {
  if (circles_.empty() || !isOneCircle(contact, last_)) circles_.push_back(makeCircle(index, contact));
  last_ = contact;
  ContactCircle& circle = circles_.back();
  ++circle.count;
  circle.reach = std::max(circle.reach, contact.bends() ? kUnbounded : calcPieceReach(contact));
}

}  // namespace clank
