// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/contact_pair.h"

#include <cmath>

namespace clank {
namespace {

Surface makeSurface(const Joint& joint, const JointKind& kind, const Clearance& clearance) {
  if (const auto* on = std::get_if<PointOnCurve>(&kind)) return CurveSurface{on->curve, joint.atA, on->axis};
  if (const Quantity* axis = findAxis(kind)) {
    const Point ahead{joint.atA.x.value + std::cos(axis->value), joint.atA.y.value + std::sin(axis->value)};
    return LineSurface{joint.atA, ahead};
  }
  return CircleSurface{joint.atA, clearance.bearing.value, RoundSide::inside};
}

}  // namespace

ContactPair makeClearanceContact(const Joint& joint, const JointKind& kind, const Clearance& clearance) {
  ContactPair contact;
  contact.id = joint.id;
  contact.a = joint.a;
  contact.b = joint.b;
  contact.atB = joint.atB;
  if (!std::holds_alternative<Prismatic>(kind))
    contact.radius = clearance.journal.value;  // a block has corners
  copyLaws(clearance, contact);
  contact.surface = makeSurface(joint, kind, clearance);
  return contact;
}

}  // namespace clank
