// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/contact_pair.h"

namespace clank {

ContactPair makeClearanceContact(const Joint& joint) {
  const Clearance& clearance = *joint.clearance;
  ContactPair contact;
  contact.id = joint.id;
  contact.a = joint.a;
  contact.b = joint.b;
  contact.atB = joint.atB;
  contact.radius = clearance.journal.value;
  contact.law = clearance.law;
  contact.restitution = clearance.restitution;
  contact.tangentialRestitution = clearance.tangentialRestitution;
  contact.friction = clearance.friction;
  contact.compliance = clearance.compliance;
  contact.frictionLaw = clearance.frictionLaw;
  contact.frictionCurve = clearance.frictionCurve;
  contact.surface = CircleSurface{joint.atA, clearance.bearing.value, RoundSide::inside};
  return contact;
}

}  // namespace clank
