// SPDX-License-Identifier: GPL-3.0-or-later
// What parts do to each other where they touch: laws along the normal and along the tangent.
#pragma once

#include <optional>

#include "core/model/body.h"
#include "core/model/quantity.h"
#include "core/support/compiled_once.h"

namespace clank {

// The rigid laws jump at an impact, the compliant ones let the parts sink into each other a little and push
// as they do (contact/normal_force.h has the formulas and who they are of).
enum class ContactLaw {
  newton,      // restitution of the normal velocity
  poisson,     // restitution of the normal impulse: expansion gives back e times the impulse of compression
  energetic,   // restitution of the energy: expansion gives back e^2 of the work of compression (Stronge)
  constraint,  // no bounce: from the touch on a closed constraint, until its force turns
  hertz,       // compliant from here on
  kelvinVoigt,
  huntCrossley,
  herbertMcWhannell,
  leeWang,
  lankaraniNikravesh,
  gonthierApproximate,
  gonthier,
  zhiyingQishao,
  flores,
  huGuo,
  impact
};

// Of compliant contacts (contact/friction_force.h); with rigid laws friction is Coulomb's, set-valued.
enum class FrictionLaw { coulomb, none, threlfall, bengisuAkay, ambrosio, duan, lugre };

// Elastic, isotropic.
struct Material {
  Quantity young;          // Pa
  Quantity poisson = 0.3;  // nu, 1
  UnknownKeys unknown;
  friend bool operator==(const Material&, const Material&) = default;
};

// What compliant laws push with, beside the restitution.
struct Compliance {
  std::optional<Quantity> stiffness;      // N/m^n; absent: from the materials and radii (Hertz)
  Quantity exponent = 1.5;                // n; kelvinVoigt is linear whatever it is
  Quantity damping;                       // N s/m, of kelvinVoigt; of impact the most
  Quantity dampingDepth;                  // m, of impact: from there on damping is all of it
  Quantity leastApproach = 1e-3;          // m/s; slower approaches count as this one
  std::optional<Quantity> fixedApproach;  // m/s; given: counts whatever the approach is
  Rare<Material> materialA, materialB;    // of the surface, and of what touches it
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(Compliance);
};

// How friction follows the slip in compliant contacts.
struct FrictionCurve {
  std::optional<Quantity> staticCoefficient;  // mu_s; absent: as in motion
  Quantity fullSpeed = 1e-3;                  // m/s: slip at which it is all there
  Quantity thresholdSpeed;                    // m/s, of ambrosio: below it there is none
  Quantity stribeckSpeed = 1e-3;              // m/s: how fast the static coefficient is lost
  Quantity stribeckExponent = 2;              // 1
  Quantity decay;                             // s/m, of bengisuAkay
  Quantity steepness = 3;                     // 1, of duan
  Quantity viscous;                           // s/m: coefficient per slip
  Quantity bristleStiffness, bristleDamping;  // 1/m, s/m, of lugre
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(FrictionCurve);
};

}  // namespace clank
