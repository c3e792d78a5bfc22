// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/normal_force.h"
#include "core/model/law_traits.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>

namespace clank {
namespace {

// Between two places of different signs.
template <class F>
double findRoot(const F& f, double low, double high) {
  std::uintmax_t iterations = 200;
  const auto [a, b] = boost::math::tools::toms748_solve(
      f, low, high, boost::math::tools::eps_tolerance<double>(52), iterations);
  return a + (b - a) / 2;
}

// Of a free blow: zero where a law with a gives back e.
double calcMisfit(double a, double e) {
  return std::log1p(a) - std::log1p(-a * e) - a * (1 + e);
}

// a of a law that gives back e: near 0 the misfit is a^2 (e^2 - 1)/2, and it grows without bound towards
// a = 1/e.
double solveHysteresis(double e) {
  constexpr double kNearOne = 1e-5;  // there the misfit is lost in rounding
  if (e > 1 - kNearOne) return 3 * (1 - e) / 2;
  const double most = 1 / e;
  double high = most / 2;
  while (calcMisfit(high, e) < 0 && most - high > 1e-15 * most) high += (most - high) / 2;
  if (calcMisfit(high, e) < 0) return most;  // to the last digit
  const double low = std::min(high / 2, 1e-3 * (1 - e));
  return findRoot([&](double a) { return calcMisfit(a, e); }, low, high);
}

// s(x) and its way from 0 to 1.
double calcStep(double x) {
  const double at = std::clamp(x, 0.0, 1.0);
  return at * at * (3 - 2 * at);
}

double calcPower(double depth, double exponent) {
  if (exponent == 1) return depth;
  return exponent == 1.5 ? depth * std::sqrt(depth) : std::pow(depth, exponent);
}

}  // namespace

double calcHysteresis(ContactLaw law, double e) {
  switch (law) {
    case ContactLaw::huntCrossley:
      return 3 * (1 - e) / 2;
    case ContactLaw::herbertMcWhannell:
      return 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3);
    case ContactLaw::leeWang:
      return 3 * (1 - e) / 4;
    case ContactLaw::lankaraniNikravesh:
      return 3 * (1 - e * e) / 4;
    case ContactLaw::gonthierApproximate:
      return (1 - e * e) / e;
    case ContactLaw::gonthier:
      return solveHysteresis(e);
    case ContactLaw::zhiyingQishao:
      return 3 * (1 - e * e) * std::exp(2 * (1 - e)) / 4;
    case ContactLaw::flores:
      return 8 * (1 - e) / (5 * e);
    case ContactLaw::huGuo:
      return 3 * (1 - e) / (2 * e);
    case ContactLaw::hertz:
    case ContactLaw::kelvinVoigt:
    case ContactLaw::impact:
    case ContactLaw::newton:
    case ContactLaw::poisson:
    case ContactLaw::energetic:
    case ContactLaw::constraint:
      return 0;
  }
  return 0;
}

double calcEffectiveRestitution(double a) {
  if (a <= 0) return 1;
  const double most = 1 / a;  // no parting is faster: there the force vanishes
  const double high = std::min(1.0, most) * (1 - 1e-15);
  if (calcMisfit(a, high) < 0) return std::min(1.0, most);
  return findRoot([&](double e) { return calcMisfit(a, e); }, 0.0, high);
}

double calcHertzStiffness(const Material& a, const Material& b, double curvature) {
  const auto softness = [](const Material& m) {
    return (1 - m.poisson.value * m.poisson.value) / m.young.value;
  };
  return 4 / (3 * (softness(a) + softness(b)) * std::sqrt(curvature));
}

NormalForceLaw makeNormalForceLaw(ContactLaw law, const Compliance& compliance, double stiffness,
                                  double restitution) {
  NormalForceLaw made;
  made.law = law;
  made.stiffness = stiffness;
  made.exponent = traitsOf(law).linear ? 1 : compliance.exponent.value;
  made.hysteresis = calcHysteresis(law, restitution);
  made.damping = compliance.damping.value;
  made.dampingDepth = compliance.dampingDepth.value;
  made.leastApproach = compliance.leastApproach.value;
  made.fixedApproach = compliance.fixedApproach ? compliance.fixedApproach->value : 0;
  return made;
}

double chooseApproach(const NormalForceLaw& law, double begun) {
  return law.fixedApproach > 0 ? law.fixedApproach : std::max(begun, law.leastApproach);
}

NormalForce calcNormalForce(const NormalForceLaw& law, double depth, double rate, double approach) {
  // A linear law goes on below zero, where only a step that is tried looks: so it has no kink there.
  if (!(depth > 0) && law.exponent != 1) return {};
  NormalForce force;
  force.elastic = law.stiffness * calcPower(depth, law.exponent);
  if (law.law == ContactLaw::kelvinVoigt)
    force.damping = law.damping * rate;
  else if (law.law == ContactLaw::impact)
    force.damping = law.damping * calcStep(depth / law.dampingDepth) * rate;
  else
    force.damping = force.elastic * law.hysteresis * rate / approach;
  return force;
}

double calcElasticEnergy(const NormalForceLaw& law, double depth) {
  return depth > 0 ? law.stiffness * calcPower(depth, law.exponent) * depth / (law.exponent + 1) : 0;
}

double calcPush(const NormalForceLaw& law, double depth, double rate, double approach) {
  if (law.law == ContactLaw::kelvinVoigt) return law.stiffness * depth + law.damping * rate;
  if (law.law != ContactLaw::impact) return 1 + law.hysteresis * rate / approach;
  if (!(depth > 0)) return law.stiffness;
  return law.stiffness +
         law.damping * calcStep(depth / law.dampingDepth) / calcPower(depth, law.exponent) * rate;
}

// The damping of impact grows with the depth, up to all of it.
double calcLeastPush(const NormalForceLaw& law, double depth, double rate, double approach) {
  if (law.law != ContactLaw::impact) return calcPush(law, depth, rate, approach);
  return law.stiffness * calcPower(depth, law.exponent) + law.damping * std::min(rate, 0.0);
}

bool canPull(const NormalForceLaw& law) {
  return traitsOf(law.law).hasDamper() ? law.damping > 0 : law.hysteresis > 0;
}

}  // namespace clank
