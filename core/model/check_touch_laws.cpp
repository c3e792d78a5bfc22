// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/law_traits.h"
#include "core/model/material_laws.h"
#include "core/model/quantity_text.h"
#include "core/model/touch_checks.h"
#include "core/model/unused_keys.h"
#include "core/model/words.h"

namespace clank {
namespace {

const char* wordOf(ContactLaw law) {
  return Words<ContactLaw>::names[static_cast<std::size_t>(law)];
}

}  // namespace

void TouchCheck::checkMaterialName(const std::string& id, const char* key) {
  if (isMaterial(mechanism_, id)) return;
  std::vector<std::string> known;
  for (const SolidMaterial& material : mechanism_.materials) known.push_back(material.id);
  for (const UsualMaterial& usual : kSolidMaterials) known.emplace_back(usual.id);
  problems_.error(pointer_ + key, fmt::format("{}: there is no material '{}'{}; materials are {}", part_, id,
                                              suggestName(id, known), fmt::join(known, ", ")));
}

void TouchCheck::checkRestitution(const Quantity& restitution) {
  if (isBelow(restitution, 0) || isAbove(restitution, 1))
    problems_.error(
        pointer_ + "/restitution",
        fmt::format("{}: the restitution is {}, but it must be from 0 to 1", part_, restitution.value));
}
void TouchCheck::checkFriction(const Quantity& friction, const std::optional<Quantity>& atRest) {
  if (isBelow(friction, 0))
    problems_.error(pointer_ + "/friction",
                    fmt::format("{}: the coefficient of friction is {}, but it must not be negative", part_,
                                friction.value));
  if (atRest && isBelow(*atRest, friction.value))
    problems_.error(pointer_ + "/static_friction",
                    fmt::format("{}: the static coefficient of friction is {}, but it must be at least that "
                                "in motion, {}",
                                part_, atRest->value, friction.value));
}

void TouchCheck::checkRollingResistance(const Quantity& arm) {
  if (isBelow(arm, 0))
    problems_.error(
        pointer_ + "/rolling_resistance",
        fmt::format("{}: the rolling resistance is {}, but it must not be negative: it is the arm of the "
                    "normal force against rolling",
                    part_, writeLength(arm.value)));
}

void TouchCheck::checkLaws(const ContactPair& contact) {
  for (const UnusedKey& unused : listUnusedKeys(contact)) warnUnused(unused, part_, pointer_, problems_);
  checkRestitution(contact.restitution);
  checkTangential(contact);
  checkFriction(contact.friction, contact.staticFriction);
  checkRollingResistance(contact.rollingResistance);
  checkCompliance(contact);
  checkFrictionCurve(contact);
}

void TouchCheck::checkTangential(const ContactPair& contact) {
  if (isBelow(contact.tangentialRestitution, 0) || isAbove(contact.tangentialRestitution, 1))
    problems_.error(pointer_ + "/tangential_restitution",
                    fmt::format("{}: the tangential restitution is {}, but it must be from 0 to 1", part_,
                                contact.tangentialRestitution.value));
}

// What the law needs is there, and what is there makes sense; what it does not need may wait for another
// case.
void TouchCheck::checkCompliance(const ContactPair& contact) {
  const ContactLaw law = contact.law.value;
  const std::string pointer = pointer_ + "/compliance";
  if (contact.compliance) checkNumbers(*contact.compliance, pointer);
  if (!isCompliant(law)) return;
  const char* const word = wordOf(law);
  if (!contact.compliance)
    return problems_.error(
        pointer_ + "/law",
        fmt::format("{}: the law '{}' is compliant; give it a compliance with a stiffness, "
                    "or with two materials",
                    part_, word));
  const Compliance& c = *contact.compliance;
  if (!c.stiffness) checkMaterials(contact, word);
  if (traitsOf(law).dividesByRestitution && contact.restitution.value == 0)
    problems_.error(
        pointer_ + "/restitution",
        fmt::format("{}: the law '{}' divides by the restitution, which is 0: it must be more", part_, word));
  if (traitsOf(law).damping == Damping::growingDamper && c.damping.value > 0 && c.dampingDepth.value == 0)
    problems_.error(
        pointer + "/damping_depth",
        fmt::format("{}: the law 'impact' needs the depth at which its damping is all there", part_));
}

void TouchCheck::checkNumbers(const Compliance& c, const std::string& pointer) {
  const auto isNegative = [&](const Quantity& quantity, const char* key, const char* words) {
    if (isBelow(quantity, 0))
      problems_.error(pointer + key, fmt::format("{}: the {} is {}, but it must not be negative", part_,
                                                 words, quantity.value));
  };
  if (c.stiffness && isNotPositive(*c.stiffness))
    problems_.error(pointer + "/stiffness", fmt::format("{}: the stiffness is {}, but it must be positive",
                                                        part_, c.stiffness->value));
  if (isBelow(c.exponent, 1))
    problems_.error(pointer + "/exponent",
                    fmt::format("{}: the exponent is {}, but it must be 1 or more", part_, c.exponent.value));
  isNegative(c.damping, "/damping", "damping");
  isNegative(c.dampingDepth, "/damping_depth", "damping depth");
  if (isNotPositive(c.leastApproach))
    problems_.error(pointer + "/least_approach",
                    fmt::format("{}: the least speed of approach is {:.6g} m/s, but it must be positive",
                                part_, c.leastApproach.value));
  if (c.fixedApproach && isNotPositive(*c.fixedApproach))
    problems_.error(pointer + "/fixed_approach",
                    fmt::format("{}: the fixed speed of approach is {:.6g} m/s, but it must be positive",
                                part_, c.fixedApproach->value));
  if (c.materialA) checkMaterial(*c.materialA, pointer + "/material_a");
  if (c.materialB) checkMaterial(*c.materialB, pointer + "/material_b");
}

void TouchCheck::checkMaterial(const Material& material, const std::string& pointer) {
  if (isNotPositive(material.young))
    problems_.error(pointer + "/young", fmt::format("{}: the modulus E is {} Pa, but it must be positive",
                                                    part_, material.young.value));
  if (isBelow(material.poisson, 0) || isAbove(material.poisson, 0.5))
    problems_.error(pointer + "/poisson",
                    fmt::format("{}: Poisson's ratio is {}, but it must be from 0 to 0.5", part_,
                                material.poisson.value));
}

// Hertz's formula is that of two round bodies whose curvatures do not change along them.
void TouchCheck::checkMaterials(const ContactPair& contact, const char* word) {
  const Compliance& c = *contact.compliance;
  const std::string pointer = pointer_ + "/compliance/stiffness";
  if (!c.materialA || !c.materialB)
    return problems_.error(pointer, fmt::format("{}: the law '{}' needs a stiffness, or material_a and "
                                                "material_b to compute it from",
                                                part_, word));
  const Surface surface = surfaces_.withShape(contact).surface;
  const bool isRound = contact.radius.value > 0 && !contact.outlineB &&
                       !std::holds_alternative<OutlineSurface>(surface) &&
                       !std::holds_alternative<CurveSurface>(surface);
  // A wrong size or exponent has its own message already.
  if (!isRound && !isBelow(contact.radius, 0))
    problems_.error(pointer, fmt::format("{}: a stiffness follows from materials only for a circle "
                                         "(radius_b, journal) on a line, arc or circle; type the stiffness",
                                         part_));
  if ((c.exponent.value != 1.5 && !isBelow(c.exponent, 1)) || traitsOf(contact.law.value).linear)
    problems_.error(pointer, fmt::format("{}: a stiffness that follows from materials belongs to the "
                                         "exponent 3/2; type the stiffness",
                                         part_));
}

void TouchCheck::checkFrictionCurve(const ContactPair& contact) {
  const FrictionLaw law = contact.frictionLaw.value;
  if (contact.frictionCurve) checkNumbers(*contact.frictionCurve, contact.friction.value);
  if (law != FrictionLaw::lugre || !isCompliant(contact.law.value)) return;
  const std::string pointer = pointer_ + "/friction_curve/bristle_stiffness";
  if (!contact.frictionCurve || contact.frictionCurve->bristleStiffness.value == 0)
    problems_.error(pointer,
                    fmt::format("{}: the friction law 'lugre' needs bristles with a stiffness", part_));
  if (contact.friction.value == 0)
    problems_.error(
        pointer_ + "/friction",
        fmt::format("{}: the friction law 'lugre' needs a coefficient of friction above 0", part_));
}

void TouchCheck::checkNumbers(const FrictionCurve& curve, double kinetic) {
  const std::string pointer = pointer_ + "/friction_curve";
  const auto atLeast = [&](const Quantity& quantity, double least, const char* key, const char* words) {
    if (isBelow(quantity, least))
      problems_.error(pointer + key, fmt::format("{}: the {} is {}, but it must be {} or more", part_, words,
                                                 quantity.value, least));
  };
  const auto positive = [&](const Quantity& quantity, const char* key, const char* words) {
    if (isNotPositive(quantity))
      problems_.error(pointer + key,
                      fmt::format("{}: the {} is {}, but it must be positive", part_, words, quantity.value));
  };
  if (curve.staticCoefficient)
    atLeast(*curve.staticCoefficient, kinetic, "/static_coefficient", "static coefficient of friction");
  positive(curve.fullSpeed, "/full_speed", "speed of full friction");
  atLeast(curve.thresholdSpeed, 0, "/threshold_speed", "threshold speed");
  if (curve.thresholdSpeed.value >= curve.fullSpeed.value && curve.fullSpeed.value > 0)
    problems_.error(
        pointer + "/threshold_speed",
        fmt::format("{}: friction begins at {:.6g} m/s of slip, but is to be all there at {:.6g} m/s", part_,
                    curve.thresholdSpeed.value, curve.fullSpeed.value));
  positive(curve.stribeckSpeed, "/stribeck_speed", "Stribeck speed");
  positive(curve.stribeckExponent, "/stribeck_exponent", "exponent of Stribeck's curve");
  atLeast(curve.decay, 0, "/decay", "decay");
  positive(curve.steepness, "/steepness", "steepness");
  atLeast(curve.viscous, 0, "/viscous", "viscous part");
  atLeast(curve.bristleStiffness, 0, "/bristle_stiffness", "stiffness of the bristles");
  atLeast(curve.bristleDamping, 0, "/bristle_damping", "damping of the bristles");
}

}  // namespace clank
