// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/law_keys.h"

#include <algorithm>
#include <array>

#include "core/model/law_traits.h"

namespace clank {
namespace {

struct LawKey {
  std::string_view key;
  bool (*byLaw)(const NormalTraits& law);
  bool (*byFriction)(const FrictionTraits& friction);  // asked of compliant laws only
};

bool always(const NormalTraits&) {
  return true;
}
bool whereRigid(const NormalTraits& law) {
  return !law.compliant;
}
bool whereCompliant(const NormalTraits& law) {
  return law.compliant;
}
bool whereHysteretic(const NormalTraits& law) {
  return law.damping == Damping::hysteresis;
}
bool whatever(const FrictionTraits&) {
  return true;
}
bool whereItRubs(const FrictionTraits& friction) {
  return friction.rubs;
}

constexpr std::array kLawKeys{
    LawKey{"restitution", [](const NormalTraits& law) { return law.usesRestitution(); }, whatever},
    LawKey{"tangential_restitution", [](const NormalTraits& law) { return law.bounces; }, whatever},
    LawKey{"friction", always, whereItRubs},
    LawKey{"static_friction", whereRigid, whatever},
    LawKey{"rolling_resistance", always, whatever},
    LawKey{"compliance", whereCompliant, whatever},
    LawKey{"compliance/stiffness", whereCompliant, whatever},
    LawKey{"compliance/exponent", [](const NormalTraits& law) { return law.compliant && !law.linear; },
           whatever},
    LawKey{"compliance/damping", [](const NormalTraits& law) { return law.hasDamper(); }, whatever},
    LawKey{"compliance/damping_depth",
           [](const NormalTraits& law) { return law.damping == Damping::growingDamper; }, whatever},
    LawKey{"compliance/least_approach", whereHysteretic, whatever},
    LawKey{"compliance/fixed_approach", whereHysteretic, whatever},
    LawKey{"compliance/material_a", whereCompliant, whatever},
    LawKey{"compliance/material_b", whereCompliant, whatever},
    LawKey{"friction_law", whereCompliant, whatever},
    LawKey{"friction_curve", whereCompliant, whereItRubs},
    LawKey{"friction_curve/static_coefficient", whereCompliant, whereItRubs},
    LawKey{"friction_curve/full_speed", whereCompliant,
           [](const FrictionTraits& friction) { return friction.ofSpeed; }},
    LawKey{"friction_curve/threshold_speed", whereCompliant,
           [](const FrictionTraits& friction) { return friction.threshold; }},
    LawKey{"friction_curve/stribeck_speed", whereCompliant,
           [](const FrictionTraits& friction) { return friction.stribeck; }},
    LawKey{"friction_curve/stribeck_exponent", whereCompliant,
           [](const FrictionTraits& friction) { return friction.stribeck; }},
    LawKey{"friction_curve/decay", whereCompliant,
           [](const FrictionTraits& friction) { return friction.decay; }},
    LawKey{"friction_curve/steepness", whereCompliant,
           [](const FrictionTraits& friction) { return friction.steepness; }},
    LawKey{"friction_curve/viscous", whereCompliant, whereItRubs},
    LawKey{"friction_curve/bristle_stiffness", whereCompliant,
           [](const FrictionTraits& friction) { return friction.bristles; }},
    LawKey{"friction_curve/bristle_damping", whereCompliant,
           [](const FrictionTraits& friction) { return friction.bristles; }}};

}  // namespace

KeyUse findKeyUse(std::string_view key, std::optional<ContactLaw> law, std::optional<FrictionLaw> friction) {
  const auto found =
      std::find_if(kLawKeys.begin(), kLawKeys.end(), [&](const LawKey& row) { return row.key == key; });
  if (found == kLawKeys.end()) return KeyUse::used;
  if (law && !found->byLaw(traitsOf(*law))) return KeyUse::notByLaw;
  const bool asksFriction = law && friction && traitsOf(*law).compliant;
  return asksFriction && !found->byFriction(traitsOf(*friction)) ? KeyUse::notByFriction : KeyUse::used;
}

}  // namespace clank
