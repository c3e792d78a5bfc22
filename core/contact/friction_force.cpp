// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/friction_force.h"

#include <cmath>

namespace clank {
namespace {

double calcLevel(const FrictionForceLaw& law, double speed) {
  if (law.atRest == law.kinetic) return law.kinetic;
  return law.kinetic +
         (law.atRest - law.kinetic) * std::exp(-std::pow(speed / law.stribeckSpeed, law.stribeckExponent));
}

double calcThrelfall(double x) {
  constexpr double kShape = 3;
  return x < 1 ? std::expm1(-kShape * x) / std::expm1(-kShape) : 1;
}

double calcBengisuAkay(const FrictionForceLaw& law, double speed) {
  const double below = speed / law.fullSpeed - 1;
  if (below < 0) return law.atRest * (1 - below * below);
  return law.kinetic + (law.atRest - law.kinetic) * std::exp(-law.decay * (speed - law.fullSpeed));
}

// At speed >= 0, without the viscous part.
double calcDry(const FrictionForceLaw& law, double speed) {
  const double x = speed / law.fullSpeed;
  switch (law.law) {
    case FrictionLaw::coulomb:
      return calcLevel(law, speed) * (x < 1 ? x * (3 - x * x) / 2 : 1);
    case FrictionLaw::threlfall:
      return calcLevel(law, speed) * calcThrelfall(x);
    case FrictionLaw::bengisuAkay:
      return calcBengisuAkay(law, speed);
    case FrictionLaw::ambrosio:
      if (speed <= law.thresholdSpeed) return 0;
      return calcLevel(law, speed) *
             (x < 1 ? (speed - law.thresholdSpeed) / (law.fullSpeed - law.thresholdSpeed) : 1);
    case FrictionLaw::duan:
      return -calcLevel(law, speed) * std::expm1(-law.steepness * x);
    case FrictionLaw::none:
    case FrictionLaw::lugre:
      return 0;
  }
  return 0;
}

}  // namespace

FrictionForceLaw makeFrictionForceLaw(FrictionLaw law, const FrictionCurve& curve, double kinetic) {
  FrictionForceLaw made;
  made.law = law;
  if (law == FrictionLaw::none) return made;
  made.kinetic = kinetic;
  made.atRest = curve.staticCoefficient ? curve.staticCoefficient->value : kinetic;
  made.fullSpeed = curve.fullSpeed.value;
  made.thresholdSpeed = curve.thresholdSpeed.value;
  made.stribeckSpeed = curve.stribeckSpeed.value;
  made.stribeckExponent = curve.stribeckExponent.value;
  made.decay = curve.decay.value;
  made.steepness = curve.steepness.value;
  made.viscous = curve.viscous.value;
  made.bristleStiffness = curve.bristleStiffness.value;
  made.bristleDamping = curve.bristleDamping.value;
  return made;
}

double calcBristleRate(const FrictionForceLaw& law, double slip, double deflection) {
  const double speed = std::abs(slip);
  return slip - law.bristleStiffness * speed * deflection / calcLevel(law, speed);
}

double calcFrictionCoefficient(const FrictionForceLaw& law, double slip, double deflection) {
  if (law.hasBristles())
    return law.bristleStiffness * deflection + law.bristleDamping * calcBristleRate(law, slip, deflection) +
           law.viscous * slip;
  const double speed = std::abs(slip);
  return std::copysign(calcDry(law, speed) + law.viscous * speed, slip);
}

}  // namespace clank
