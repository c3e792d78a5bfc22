// SPDX-License-Identifier: GPL-3.0-or-later
// Friction of compliant contacts: the coefficient mu (1) by which the normal force F pulls against the slip
// v (m/s), an odd function of it, smooth or nearly so where it turns.
//
// With x = |v|/v_f, v_f the speed of full friction, and the level m that sliding has,
//   m = mu_k + (mu_s - mu_k) exp(-(|v|/v_s)^gamma)          mu_k where no static coefficient is given:
//   coulomb        m x (3 - x^2)/2 up to x = 1, then m
//   threlfall      m (1 - exp(-3 x))/(1 - exp(-3)) up to x = 1, then m     Threlfall 1978, who has 0.95 below
//   ambrosio       0 up to v_0, m (|v| - v_0)/(v_f - v_0), m from v_f on   Ambrosio 2003
//   duan           m (1 - exp(-alpha x))
//   bengisu_akay   mu_s (1 - (x - 1)^2) up to x = 1, then mu_k + (mu_s - mu_k) exp(-k (|v| - v_f))
// and to each is added viscous |v|. lugre (Canudas de Wit et al. 1995) has bristles of deflection z (m):
//   z' = v - sigma_0 |v| z/m,   mu = sigma_0 z + sigma_1 z' + viscous v.
#pragma once

#include "core/model/contact_law.h"

namespace clank {

struct FrictionForceLaw {
  FrictionLaw law = FrictionLaw::none;
  double kinetic = 0, atRest = 0;                               // mu_k, mu_s
  double fullSpeed = 0, thresholdSpeed = 0, stribeckSpeed = 0;  // m/s
  double stribeckExponent = 2, decay = 0, steepness = 0;        // 1, s/m, 1
  double viscous = 0;                                           // s/m
  double bristleStiffness = 0, bristleDamping = 0;              // 1/m, s/m
  bool hasBristles() const { return law == FrictionLaw::lugre; }
};

// From what validate() has let pass; kinetic is the coefficient of friction.
FrictionForceLaw makeFrictionForceLaw(FrictionLaw law, const FrictionCurve& curve, double kinetic);

// mu at a slip; of bristles with their deflection.
double calcFrictionCoefficient(const FrictionForceLaw& law, double slip, double deflection = 0);
// z', m/s.
double calcBristleRate(const FrictionForceLaw& law, double slip, double deflection);

}  // namespace clank
