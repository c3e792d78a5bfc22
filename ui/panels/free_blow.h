// SPDX-License-Identifier: GPL-3.0-or-later
// What a compliant law does in a blow without other forces: for its picture beside the fields.
//
//   m d" = -F(d, d'), d(0) = 0, d'(0) = v,  until the parts leave each other (contact/normal_force.h)
//
// with m = 1/(1/m_a + 1/m_b). Restitution that the law gives back is -d'(end)/v; of laws with a hysteresis it
// does not depend on m, v and K.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/contact/normal_force.h"
#include "core/model/mechanism.h"

namespace clank {

struct FreeBlow {
  NormalForceLaw law;
  double mass = 1, approach = 0.1;                // kg, m/s
  std::vector<double> depths, forces;             // m, N
  double effective = 0;                           // restitution, 1
  double peakForce = 0, peakDepth = 0, loss = 0;  // N, m, J
  bool isOfMaterials = false;                     // its stiffness
};

FreeBlow calcFreeBlow(const NormalForceLaw& law, double mass, double approach);

// The laws of the contact, of the play of the joint or of the pair of materials at a pointer of a resolved
// mechanism; nothing of anything else.
std::optional<ContactPair> findTouchLaws(const Mechanism& resolved, const std::string& pointer);
// The blow of that; nothing when its law is rigid or not complete. Materials may be of any parts: of 1 kg.
std::optional<FreeBlow> findFreeBlow(const Mechanism& resolved, const std::string& pointer);

}  // namespace clank
