// SPDX-License-Identifier: GPL-3.0-or-later
// Compliant laws: the force F (N) of parts that have sunk into each other by d > 0 (m) and go on at d' (m/s).
//
// Elastic is K d^n with the energy K d^(n+1)/(n+1); the rest is damping. With v the speed of approach at the
// begin of the contact and the restitution e asked for, most laws are
//   F = K d^n (1 + a d'/v)
//   hertz                 a = 0
//   hunt_crossley         3 (1 - e)/2                       Hunt, Crossley 1975
//   herbert_mcwhannell    6 (1 - e)/((2 e - 1)^2 + 3)       Herbert, McWhannell 1977
//   lee_wang              3 (1 - e)/4                       Lee, Wang 1983
//   lankarani_nikravesh   3 (1 - e^2)/4                     Lankarani, Nikravesh 1990
//   gonthier_approximate  (1 - e^2)/e                       Gonthier et al. 2004
//   gonthier              (1 + a)/(1 - a e) = exp(a (1 + e)), the same without approximation
//   zhiying_qishao        3 (1 - e^2) exp(2 (1 - e))/4      Zhiying, Qishao 2006
//   flores                8 (1 - e)/(5 e)                   Flores et al. 2011
//   hu_guo                3 (1 - e)/(2 e)                   Hu, Guo 2015
// and without other forces m d" = -F gives, with u = d'/v,
//   u du/(1 + a u) = -(K/(m v^2)) d^n dd,
// whose left side has the same integral over approach and parting: the restitution that such a law gives back
// does not depend on K, m, v or n and is the solution e' of a (1 + e') = ln((1 + a)/(1 - a e')). Only
// gonthier is made so that e' = e. The others are
//   kelvin_voigt          F = K d + D d'
//   impact                F = K d^n + D s(d/h) d', s(x) = x^2 (3 - 2 x) up to x = 1, then 1 (Ryan 1990; STEP
//                         of Adams), D the damping, h the damping depth.
// Parts do not stick to each other: where a law would pull there is no force.
#pragma once

#include "core/model/contact_law.h"

namespace clank {

struct NormalForceLaw {
  ContactLaw law = ContactLaw::hertz;
  double stiffness = 0;      // K, N/m^n
  double exponent = 1.5;     // n
  double hysteresis = 0;     // a
  double damping = 0;        // D, N s/m
  double dampingDepth = 0;   // h, m
  double leastApproach = 0;  // m/s
  double fixedApproach = 0;  // m/s; 0: as the contact begins
};

// The speed of approach that a law divides by, from that with which the contact begins, m/s.
double chooseApproach(const NormalForceLaw& law, double begun);

// From a compliance and restitution that validate() has let pass; stiffness in N/m^n.
NormalForceLaw makeNormalForceLaw(ContactLaw law, const Compliance& compliance, double stiffness,
                                  double restitution);

// a of a law for a restitution; 0 of those without it.
double calcHysteresis(ContactLaw law, double restitution);
// The restitution that a law with a gives back in a free blow; 1 for a = 0.
double calcEffectiveRestitution(double hysteresis);

// Two elastic bodies with the sum of their curvatures (1/m), hollow ones negative: N/m^(3/2),
//   K = 4/(3 (h_a + h_b) sqrt(curvature)),  h = (1 - nu^2)/E   (Hertz).
double calcHertzStiffness(const Material& a, const Material& b, double curvature);

// What the law asks for, N; negative where it would pull.
struct NormalForce {
  double elastic = 0, damping = 0;
  double total() const { return elastic + damping; }
};
NormalForce calcNormalForce(const NormalForceLaw& law, double depth, double rate, double approach);
// J.
double calcElasticEnergy(const NormalForceLaw& law, double depth);
// Has the sign of the force, but does not vanish with the depth where the force does not change its sign
// there.
double calcPush(const NormalForceLaw& law, double depth, double rate, double approach);
// No greater than that anywhere where it is as deep and as fast at least, and positive only where it pushes
// everywhere there.
double calcLeastPush(const NormalForceLaw& law, double depth, double rate, double approach);
// Can it pull at all?
bool canPull(const NormalForceLaw& law);

}  // namespace clank
