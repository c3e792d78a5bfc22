// SPDX-License-Identifier: GPL-3.0-or-later
// Materials of what is solid, as far as touching goes. Two of them meet with the square root of the product
// of their numbers, unless a pair of materials says otherwise; restitution and friction belong to a pair, and
// the numbers of one are those of two parts of it. What each loses in rolling adds up.
#pragma once

#include <array>
#include <string>

#include "core/model/contact_pair.h"

namespace clank {

struct SolidMaterial {
  std::string id, name;
  Quantity restitution = 0.5;              // Newton's e of two of it, 0..1
  Quantity friction = 0.3;                 // Coulomb's mu of two of it
  std::optional<Quantity> staticFriction;  // at rest; absent: as in motion
  Quantity rollingResistance;              // m, its part of the arm: those of both parts are added
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(SolidMaterial);
};

// The laws between two materials.
struct MaterialPair {
  std::string a, b;
  Choice<ContactLaw> law = ContactLaw::newton;
  Quantity restitution, tangentialRestitution, friction;  // as of a contact
  std::optional<Quantity> staticFriction;
  Quantity rollingResistance;  // m
  Rare<Compliance> compliance;
  Choice<FrictionLaw> frictionLaw = FrictionLaw::coulomb;
  Rare<FrictionCurve> frictionCurve;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(MaterialPair);
};

// Typical numbers of dry parts in the air of a workshop; what matters is measured and typed.
struct UsualMaterial {
  const char* id;
  double restitution, friction;
};
inline constexpr std::array kSolidMaterials{
    UsualMaterial{"steel", 0.6, 0.2}, UsualMaterial{"rubber", 0.75, 0.9}, UsualMaterial{"wood", 0.45, 0.4},
    UsualMaterial{"ice", 0.3, 0.03}};

}  // namespace clank
