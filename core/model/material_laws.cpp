// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/material_laws.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace clank {
namespace {

struct Surfacing {
  double restitution = 0, friction = 0;
  std::optional<double> staticFriction;
  double rollingResistance = 0;  // m

  double frictionAtRest() const { return staticFriction.value_or(friction); }
};

// A material of the mechanism comes before one of the same name that is usual.
std::optional<Surfacing> findSurfacing(const Mechanism& mechanism, const std::string& id) {
  for (const SolidMaterial& material : mechanism.materials)
    if (material.id == id) {
      Surfacing surfacing{
          material.restitution.value, material.friction.value, {}, material.rollingResistance.value};
      if (material.staticFriction) surfacing.staticFriction = material.staticFriction->value;
      return surfacing;
    }
  for (const UsualMaterial& usual : kSolidMaterials)
    if (usual.id == id) return Surfacing{usual.restitution, usual.friction, {}, 0};
  return std::nullopt;
}

bool joins(const MaterialPair& pair, const std::string& a, const std::string& b) {
  return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
}

}  // namespace

bool isMaterial(const Mechanism& mechanism, const std::string& id) {
  return findSurfacing(mechanism, id).has_value();
}

void setLaws(const Mechanism& mechanism, const std::string& a, const std::string& b, ContactPair& contact) {
  const auto typed = std::find_if(mechanism.materialPairs.begin(), mechanism.materialPairs.end(),
                                  [&](const MaterialPair& pair) { return joins(pair, a, b); });
  if (typed != mechanism.materialPairs.end()) return copyLaws(*typed, contact);
  const auto one = findSurfacing(mechanism, a), other = findSurfacing(mechanism, b);
  if (!one || !other) return;  // which validate() refuses
  contact.restitution = std::sqrt(one->restitution * other->restitution);
  contact.friction = std::sqrt(one->friction * other->friction);
  contact.rollingResistance = one->rollingResistance + other->rollingResistance;
  if (one->staticFriction || other->staticFriction)
    contact.staticFriction = Quantity(std::sqrt(one->frictionAtRest() * other->frictionAtRest()));
}

}  // namespace clank
