// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/free_blow.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "core/model/law_traits.h"
#include "core/model/touches.h"
#include "ui/document/element.h"

namespace clank {
namespace {

constexpr double kApproach = 0.1;  // m/s
constexpr int kSteps = 1500;       // in an elastic blow

double calcForce(const NormalForceLaw& law, double depth, double rate, double approach) {
  return std::max(0.0, calcNormalForce(law, depth, rate, approach).total());
}

double findCurvature(const Surface& surface) {
  const auto ofRound = [](const auto& round) {
    return (round.side.value == RoundSide::outside ? 1 : -1) / round.radius.value;
  };
  if (const auto* circle = std::get_if<CircleSurface>(&surface)) return ofRound(*circle);
  if (const auto* arc = std::get_if<ArcSurface>(&surface)) return ofRound(*arc);
  return 0;
}

std::optional<double> findStiffness(const ContactPair& contact) {
  const Compliance& compliance = *contact.compliance;
  if (compliance.stiffness) return compliance.stiffness->value;
  const double curvature = 1 / contact.radius.value + findCurvature(contact.surface);
  if (!compliance.materialA || !compliance.materialB || !(curvature > 0) || !std::isfinite(curvature))
    return {};
  return calcHertzStiffness(*compliance.materialA, *compliance.materialB, curvature);
}

double findMass(const Mechanism& resolved, const ContactPair& contact) {
  double inverse = 0;
  for (const std::string& id : {contact.a, contact.b})
    if (const Body* body = findById(resolved.bodies, id)) inverse += 1 / calcMassProperties(*body).mass;
  return inverse > 0 && std::isfinite(inverse) ? 1 / inverse : 1;
}

}  // namespace

FreeBlow calcFreeBlow(const NormalForceLaw& law, double mass, double approach) {
  FreeBlow blow{law, mass, approach, {0}, {0}};
  const double latched = chooseApproach(law, approach), n = law.exponent;
  // An elastic blow: energy gives its depth, and it lasts about three times as long as that takes.
  const double most = std::pow((n + 1) * mass * approach * approach / (2 * law.stiffness), 1 / (n + 1));
  const double h = 3 * most / approach / kSteps;
  if (!(h > 0) || !std::isfinite(h)) return blow;
  const auto rates = [&](double d, double v) { return std::array{v, -calcForce(law, d, v, latched) / mass}; };
  double d = 0, v = approach;
  for (int i = 0; i < 40 * kSteps; ++i) {  // the method of Runge and Kutta of order 4
    const auto k1 = rates(d, v), k2 = rates(d + h / 2 * k1[0], v + h / 2 * k1[1]),
               k3 = rates(d + h / 2 * k2[0], v + h / 2 * k2[1]), k4 = rates(d + h * k3[0], v + h * k3[1]);
    d += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]);
    v += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1]);
    const double force = calcForce(law, d, v, latched);
    if (d <= 0 || (v < 0 && force <= 0)) break;
    blow.depths.push_back(d);
    blow.forces.push_back(force);
    blow.peakDepth = std::max(blow.peakDepth, d);
    blow.peakForce = std::max(blow.peakForce, force);
  }
  blow.depths.push_back(std::max(0.0, d));
  blow.forces.push_back(0);
  blow.effective = law.hysteresis > 0 ? calcEffectiveRestitution(law.hysteresis * approach / latched)
                                      : std::max(0.0, -v / approach);
  blow.loss = mass * approach * approach * (1 - blow.effective * blow.effective) / 2;
  return blow;
}

std::optional<ContactPair> findTouchLaws(const Mechanism& resolved, const std::string& pointer) {
  const std::string pairs = "/material_pairs/";
  if (pointer.starts_with(pairs)) {
    const std::size_t index = std::strtoul(pointer.c_str() + pairs.size(), nullptr, 10);
    if (index >= resolved.materialPairs.size()) return {};
    ContactPair laws;
    copyLaws(resolved.materialPairs[index], laws);
    return laws;
  }
  const auto element = findElementAt(resolved, pointer);
  if (!element) return {};
  if (const ContactPair* pair =
          element->kind == ElementKind::contact ? findById(resolved.contacts, element->id) : nullptr)
    return SurfaceIndex(resolved).withShape(*pair);
  if (const Joint* joint =
          element->kind == ElementKind::joint ? findById(resolved.joints, element->id) : nullptr;
      joint && joint->clearance)
    return makeClearanceContact(*joint, joint->kind, *joint->clearance);
  return {};
}

std::optional<FreeBlow> findFreeBlow(const Mechanism& resolved, const std::string& pointer) {
  const std::optional<ContactPair> contact = findTouchLaws(resolved, pointer);
  if (!contact || !isCompliant(contact->law.value) || !contact->compliance) return {};
  const auto stiffness = findStiffness(*contact);
  if (!stiffness || !(*stiffness > 0)) return {};
  FreeBlow blow = calcFreeBlow(
      makeNormalForceLaw(contact->law.value, *contact->compliance, *stiffness, contact->restitution.value),
      findMass(resolved, *contact), kApproach);
  blow.isOfMaterials = !contact->compliance->stiffness;
  return blow;
}

}  // namespace clank
