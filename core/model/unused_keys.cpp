// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/unused_keys.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "core/model/law_keys.h"
#include "core/model/law_traits.h"
#include "core/model/words.h"

namespace clank {

namespace {

bool differs(const Quantity& one, const Quantity& other) {
  return !(one == other);
}

template <class Part>
struct Key {
  const char* name;
  bool (*isTyped)(const Part& part);
};

constexpr std::array kContactKeys{
    Key<ContactPair>{"restitution", [](const ContactPair& c) { return differs(c.restitution, {}); }},
    Key<ContactPair>{"tangential_restitution",
                     [](const ContactPair& c) { return differs(c.tangentialRestitution, {}); }},
    Key<ContactPair>{"friction", [](const ContactPair& c) { return differs(c.friction, {}); }},
    Key<ContactPair>{"static_friction", [](const ContactPair& c) { return c.staticFriction.has_value(); }}};

constexpr std::array kComplianceKeys{
    Key<Compliance>{"stiffness", [](const Compliance& c) { return c.stiffness.has_value(); }},
    Key<Compliance>{"exponent",
                    [](const Compliance& c) { return differs(c.exponent, Compliance().exponent); }},
    Key<Compliance>{"damping", [](const Compliance& c) { return differs(c.damping, {}); }},
    Key<Compliance>{"damping_depth", [](const Compliance& c) { return differs(c.dampingDepth, {}); }},
    Key<Compliance>{"least_approach",
                    [](const Compliance& c) { return differs(c.leastApproach, Compliance().leastApproach); }},
    Key<Compliance>{"fixed_approach", [](const Compliance& c) { return c.fixedApproach.has_value(); }},
    Key<Compliance>{"material_a", [](const Compliance& c) { return bool(c.materialA); }},
    Key<Compliance>{"material_b", [](const Compliance& c) { return bool(c.materialB); }}};

constexpr std::array kCurveKeys{
    Key<FrictionCurve>{"static_coefficient",
                       [](const FrictionCurve& c) { return c.staticCoefficient.has_value(); }},
    Key<FrictionCurve>{
        "full_speed", [](const FrictionCurve& c) { return differs(c.fullSpeed, FrictionCurve().fullSpeed); }},
    Key<FrictionCurve>{"threshold_speed",
                       [](const FrictionCurve& c) { return differs(c.thresholdSpeed, {}); }},
    Key<FrictionCurve>{
        "stribeck_speed",
        [](const FrictionCurve& c) { return differs(c.stribeckSpeed, FrictionCurve().stribeckSpeed); }},
    Key<FrictionCurve>{
        "stribeck_exponent",
        [](const FrictionCurve& c) { return differs(c.stribeckExponent, FrictionCurve().stribeckExponent); }},
    Key<FrictionCurve>{"decay", [](const FrictionCurve& c) { return differs(c.decay, {}); }},
    Key<FrictionCurve>{
        "steepness", [](const FrictionCurve& c) { return differs(c.steepness, FrictionCurve().steepness); }},
    Key<FrictionCurve>{"viscous", [](const FrictionCurve& c) { return differs(c.viscous, {}); }},
    Key<FrictionCurve>{"bristle_stiffness",
                       [](const FrictionCurve& c) { return differs(c.bristleStiffness, {}); }},
    Key<FrictionCurve>{"bristle_damping",
                       [](const FrictionCurve& c) { return differs(c.bristleDamping, {}); }}};

class UnusedKeys {
 public:
  explicit UnusedKeys(const ContactPair& contact) : contact_(contact) {}

  std::vector<UnusedKey> list() {
    look(kContactKeys, contact_, "");
    if (contact_.compliance) look(kComplianceKeys, *contact_.compliance, "compliance/");
    if (contact_.frictionCurve) look(kCurveKeys, *contact_.frictionCurve, "friction_curve/");
    lookAtLaw();
    lookWithin();
    return std::move(unused_);
  }

 private:
  static const char* wordOf(ContactLaw law) {
    return Words<ContactLaw>::names[static_cast<std::size_t>(law)];
  }
  static const char* wordOf(FrictionLaw law) {
    return Words<FrictionLaw>::names[static_cast<std::size_t>(law)];
  }
  bool knowsNormal() const { return contact_.law.reference.empty(); }
  bool knowsFriction() const { return contact_.frictionLaw.reference.empty(); }
  bool isSoft() const { return isCompliant(contact_.law.value); }

  void add(std::string key, std::string why) { unused_.push_back({std::move(key), std::move(why)}); }

  template <class Keys, class Part>
  void look(const Keys& keys, const Part& part, const char* group) {
    for (const auto& key : keys) {
      if (!key.isTyped(part)) continue;
      const std::string name = group + std::string(key.name);
      const KeyUse use =
          findKeyUse(name, knowsNormal() ? std::optional(contact_.law.value) : std::nullopt,
                     knowsFriction() ? std::optional(contact_.frictionLaw.value) : std::nullopt);
      if (use == KeyUse::notByLaw)
        add(name, fmt::format("the law '{}' does not use it", wordOf(contact_.law.value)));
      else if (use == KeyUse::notByFriction && !isOfRolling(name))
        add(name, fmt::format("the friction law '{}' does not use it", wordOf(contact_.frictionLaw.value)));
    }
  }

  // Rolling resistance is smoothed by the same speed, whatever the law of friction.
  bool isOfRolling(const std::string& key) const {
    return key == "friction_curve/full_speed" && differs(contact_.rollingResistance, {});
  }

  void lookAtLaw() {
    if (knowsNormal() && knowsFriction() && !isSoft() && contact_.frictionLaw.value != FrictionLaw::coulomb)
      add("friction_law",
          fmt::format("with the rigid law '{}' friction is Coulomb's", wordOf(contact_.law.value)));
  }

  // The laws of two materials belong to no body yet.
  bool canRoll() const { return contact_.b.empty() || contact_.outlineB || differs(contact_.radius, {}); }

  // Keys that wait for one beside them.
  void lookWithin() {
    if (differs(contact_.rollingResistance, {}) && !canRoll())
      add("rolling_resistance", "a point or a block does not roll");
    if (!knowsNormal()) return;
    const bool hasFriction = contact_.friction.value != 0 || !contact_.friction.text.empty();
    if (!hasFriction && traitsOf(contact_.law.value).bounces && differs(contact_.tangentialRestitution, {}))
      add("tangential_restitution", "without friction nothing gives a slip back");
    if (!hasFriction && !isSoft() && contact_.staticFriction)
      add("static_friction", "without friction in motion it does not stick");
    if (!isSoft()) return;
    const auto& compliance = contact_.compliance;
    if (compliance && compliance->stiffness)
      for (const auto& [key, isThere] : {std::pair("compliance/material_a", bool(compliance->materialA)),
                                         {"compliance/material_b", bool(compliance->materialB)}})
        if (isThere) add(key, "the stiffness is typed, and follows from no materials");
    const auto& curve = contact_.frictionCurve;
    if (!curve || curve->staticCoefficient || !knowsFriction() ||
        !traitsOf(contact_.frictionLaw.value).stribeck)
      return;
    const FrictionCurve plain;
    for (const auto& [key, isTyped] :
         {std::pair("friction_curve/stribeck_speed", differs(curve->stribeckSpeed, plain.stribeckSpeed)),
          {"friction_curve/stribeck_exponent", differs(curve->stribeckExponent, plain.stribeckExponent)}})
      if (isTyped) add(key, "without a static_coefficient friction at rest is that in motion");
  }

  const ContactPair& contact_;
  std::vector<UnusedKey> unused_;
};

}  // namespace

std::vector<UnusedKey> listUnusedKeys(const ContactPair& contact) {
  return UnusedKeys(contact).list();
}

std::vector<UnusedKey> listUnusedKeys(const PhaseChange& change) {
  const TransitionLaw law = change.law.value;
  const bool bounces = law == TransitionLaw::restitution || law == TransitionLaw::restitutionThenLock;
  if (bounces || !change.law.reference.empty() || !differs(change.restitution, {})) return {};
  return {{"restitution", fmt::format("the law '{}' does not use it",
                                      Words<TransitionLaw>::names[static_cast<std::size_t>(law)])}};
}

std::vector<UnusedKey> listUnusedKeys(const SimulationSettings& settings) {
  const SimulationSettings plain;
  std::vector<UnusedKey> unused;
  const auto look = [&](const char* key, const Quantity& value, const Quantity& none,
                        const std::string& why) {
    if (differs(value, none)) unused.push_back({key, why});
  };
  if (settings.integrator.reference.empty()) {
    const std::string why =
        fmt::format("the integrator '{}' does not use it",
                    Words<IntegratorKind>::names[static_cast<std::size_t>(settings.integrator.value)]);
    if (settings.integrator.value == IntegratorKind::moreauJean)
      look("max_step", settings.maxStep, plain.maxStep, why);
    else
      look("time_step", settings.timeStep, plain.timeStep, why);
  }
  if (settings.driftControl.reference.empty() && settings.driftControl.value == DriftControl::projection) {
    const std::string why = "the drift control 'projection' does not use it";
    look("baumgarte_alpha", settings.baumgarteAlpha, plain.baumgarteAlpha, why);
    look("baumgarte_beta", settings.baumgarteBeta, plain.baumgarteBeta, why);
  }
  return unused;
}

}  // namespace clank
