// SPDX-License-Identifier: GPL-3.0-or-later
// What the laws of contact and friction are and use: one row a law. The compiler asks for the row of a new
// one.
#pragma once

#include "core/model/contact_law.h"

namespace clank {

// What a compliant law loses by: a damper, one that grows with the depth, or a part of the elastic force that
// follows from the restitution and the speed of approach.
enum class Damping { none, damper, growingDamper, hysteresis };

struct NormalTraits {
  bool compliant = false;
  bool bounces = false;  // rigid, and gives back a part of the approach
  Damping damping = Damping::none;
  bool dividesByRestitution = false;
  bool linear = false;  // in the depth, whatever the exponent

  bool hasDamper() const { return damping == Damping::damper || damping == Damping::growingDamper; }
  bool usesRestitution() const { return bounces || damping == Damping::hysteresis; }
};

constexpr NormalTraits traitsOf(ContactLaw law) {
  constexpr NormalTraits kBouncing{false, true, Damping::none, false, false};
  constexpr NormalTraits kHysteretic{true, false, Damping::hysteresis, false, false};
  constexpr NormalTraits kDividing{true, false, Damping::hysteresis, true, false};
  switch (law) {
    case ContactLaw::newton:
    case ContactLaw::poisson:
    case ContactLaw::energetic:
      return kBouncing;
    case ContactLaw::constraint:
      return {};
    case ContactLaw::hertz:
      return {true, false, Damping::none, false, false};
    case ContactLaw::kelvinVoigt:
      return {true, false, Damping::damper, false, true};
    case ContactLaw::impact:
      return {true, false, Damping::growingDamper, false, false};
    case ContactLaw::huntCrossley:
    case ContactLaw::herbertMcWhannell:
    case ContactLaw::leeWang:
    case ContactLaw::lankaraniNikravesh:
    case ContactLaw::zhiyingQishao:
      return kHysteretic;
    case ContactLaw::gonthierApproximate:
    case ContactLaw::gonthier:
    case ContactLaw::flores:
    case ContactLaw::huGuo:
      return kDividing;
  }
  return {};
}

constexpr bool isCompliant(ContactLaw law) {
  return traitsOf(law).compliant;
}

struct FrictionTraits {
  bool rubs = true;
  bool ofSpeed = true;     // a curve over the slip alone
  bool stribeck = true;    // the static coefficient is lost with the Stribeck speed
  bool threshold = false;  // none below a slip
  bool decay = false;      // the static coefficient is lost exponentially
  bool steepness = false;
  bool bristles = false;
};

constexpr FrictionTraits traitsOf(FrictionLaw law) {
  switch (law) {
    case FrictionLaw::none:
      return {false, false, false, false, false, false, false};
    case FrictionLaw::coulomb:
    case FrictionLaw::threlfall:
      return {};
    case FrictionLaw::bengisuAkay:
      return {true, true, false, false, true, false, false};
    case FrictionLaw::ambrosio:
      return {true, true, true, true, false, false, false};
    case FrictionLaw::duan:
      return {true, true, true, false, false, true, false};
    case FrictionLaw::lugre:
      return {true, false, true, false, false, false, true};
  }
  return {};
}

}  // namespace clank
