// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bending.h"

#include <cmath>
#include <numbers>

#include "ui/document/element.h"
#include "ui/look/words.h"
#include "ui/panels/body_mass.h"
#include "ui/panels/number_words.h"

namespace clank {
namespace {

Body* findBar(Mechanism& drawn, const std::string& pointer) {
  const auto at = findElementAt(drawn, pointer);
  return at ? findById(drawn.bodies, at->id) : nullptr;
}
const Body* findBar(const Mechanism& shown, const std::string& pointer) {
  const auto at = findElementAt(shown, pointer);
  return at ? findById(shown.bodies, at->id) : nullptr;
}

// Two digits: a diameter that somebody could buy.
double calcUsualDiameter(double area) {
  const double diameter = std::sqrt(4 * area / std::numbers::pi);
  // Divided by a power of ten, since a product would have digits of rounding.
  const double scale = std::pow(10, 1 - std::floor(std::log10(diameter)));
  return std::round(diameter * scale) / scale;
}

}  // namespace

bool canBend(const Body& body) {
  return body.outline.empty() && !(body.radius.value > 0);
}

void makeFlexible(Mechanism& drawn, const Mechanism& shown, const std::string& pointer) {
  takeRod(drawn, shown, pointer);
  Body* body = findBar(drawn, pointer);
  const Body* values = findBar(shown, pointer);
  if (!body || !values || body->flexible) return;
  const Quantity usual = body->section.value_or(Quantity{1e-4});
  const double area = values->section ? values->section->value : usual.value;
  RoundSection round;
  round.diameter = calcUsualDiameter(area > 0 ? area : 1e-4);
  body->flexible.emplace().section.kind = round;
  body->section = body->density = body->thickness = body->mass = body->inertia = std::nullopt;
  body->center = {};
}

void makeRigid(Mechanism& drawn, const Mechanism& shown, const std::string& pointer) {
  Body* body = findBar(drawn, pointer);
  const Body* values = findBar(shown, pointer);
  if (!body || !body->flexible || !values || !values->flexible) return;
  body->section = calcSection(values->flexible->section).area;
  body->density = findMaterial(values->flexible->material).density;
  body->flexible.reset();
}

// Of a cantilever of length L with EI and m a length: f_1 = l^2/(2 pi) sqrt(EI/(m L^4)) with l = 1.8751, the
// first root of cos l cosh l = -1, and m g L^4/(8 EI).
QString describeBending(const Body& resolved, double gravity) {
  if (!resolved.flexible || !resolved.length) return {};
  constexpr double kFirstRoot = 1.875104068711961;
  const SectionProperties section = calcSection(resolved.flexible->section);
  const MaterialProperties material = findMaterial(resolved.flexible->material);
  const double stiffness = material.young * section.secondMoment,
               massPerLength = material.density * section.area, length = resolved.length->value;
  if (!(stiffness > 0) || !(massPerLength > 0) || !(length > 0)) return tr("no section yet");
  const double frequency = kFirstRoot * kFirstRoot / (2 * std::numbers::pi) *
                           std::sqrt(stiffness / (massPerLength * std::pow(length, 4)));
  const double sag = massPerLength * gravity * std::pow(length, 4) / (8 * stiffness);
  const QString mass = writeShown(massPerLength * length, "kg"), swings = toPrefixed(frequency, "Hz");
  if (!(sag > 0)) return tr("%1; clamped at its start it swings at %2").arg(mass, swings);
  return tr("%1; clamped at its start it swings at %2 and sags by %3 under its own weight")
      .arg(mass, swings, toPrefixed(sag, "m"));
}

}  // namespace clank
