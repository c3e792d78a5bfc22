// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/body.h"
#include "core/model/contact_law.h"
#include "core/model/joint.h"
#include "core/model/surface.h"
#include "core/support/compiled_once.h"

namespace clank {

// A point, a circle or the whole outline of b against a surface, or against the outline of a: parts that can
// push and rub but not pull. What is solid meets by itself (model/touches.h); a contact says otherwise of one
// pair.
struct ContactPair {
  std::string id, name;
  Quantity active = 1;                // 0 switches the pair off
  std::string a = kFrame, b;          // a carries the surface, but for one that is named
  Point atB;                          // m, the point, or the centre of the circle, in the axes of b
  Quantity radius;                    // m, of the circle; 0: a point
  bool outlineB = false;              // all around b instead
  std::vector<std::string> bodies;    // with outlineB: more that touch the surface, b and each other likewise
  std::optional<Quantity> thickness;  // m, of the material behind the surface; absent: by its shape
  Choice<ContactLaw> law = ContactLaw::newton;
  Quantity restitution;                    // e, 0..1
  Quantity tangentialRestitution;          // e_t, 0..1: the part of a slip that comes back reversed
  Quantity friction;                       // Coulomb's mu
  std::optional<Quantity> staticFriction;  // mu at rest, of a rigid law; absent: as in motion
  Quantity rollingResistance;              // m, arm of the normal force against what rolls (b)
  Rare<Compliance> compliance;             // of a compliant law
  Choice<FrictionLaw> frictionLaw = FrictionLaw::coulomb;
  Rare<FrictionCurve> frictionCurve;
  Surface surface;
  double surfaceSpeed = 0;  // m/s, of the surface that is named (model/touches.h); no key of a file
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(ContactPair);
};

// The laws of a contact, of the play of a joint or of two materials.
template <class From>
void copyLaws(const From& from, ContactPair& to) {
  to.law = from.law;
  to.restitution = from.restitution;
  to.tangentialRestitution = from.tangentialRestitution;
  to.friction = from.friction;
  to.staticFriction = from.staticFriction;
  to.rollingResistance = from.rollingResistance;
  to.compliance = from.compliance;
  to.frictionLaw = from.frictionLaw;
  to.frictionCurve = from.frictionCurve;
}

// The contact that the play of a joint is, with its laws and one of its surfaces; it has the joint's id.
ContactPair makeClearanceContact(const Joint& joint, const JointKind& kind, const Clearance& clearance);

}  // namespace clank
