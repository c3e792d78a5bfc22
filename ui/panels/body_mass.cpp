// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/body_mass.h"

#include <algorithm>
#include <charconv>
#include <numbers>

#include "ui/look/words.h"
#include "ui/panels/number_words.h"

namespace clank {
namespace {

constexpr double kSteel = 7850;           // kg/m3
constexpr double kUsualSection = 100e-6;  // m2
constexpr double kUsualLength = 0.1;      // m
constexpr double kUsualThickness = 0.01;  // m

template <class M>
auto findBody(M& mechanism, std::string_view pointer) -> decltype(mechanism.bodies.data()) {
  constexpr std::string_view kHead = "/bodies/";
  std::size_t index = 0;
  if (!pointer.starts_with(kHead)) return nullptr;
  pointer.remove_prefix(kHead.size());
  const auto read = std::from_chars(pointer.data(), pointer.data() + pointer.size(), index);
  return read.ec == std::errc() && index < mechanism.bodies.size() ? &mechanism.bodies[index] : nullptr;
}

}  // namespace

const std::vector<NamedDensity>& listMaterials() {
  static const std::vector<NamedDensity> materials{{tr("steel"), kSteel},   {tr("aluminium"), 2700},
                                                   {tr("brass"), 8500},     {tr("acrylic glass"), 1180},
                                                   {tr("beech wood"), 700}, {tr("cardboard"), 690}};
  return materials;
}

bool isTypedMassKey(std::string_view key) {
  return key == "mass" || key == "inertia" || key == "center";
}

bool isRodKey(std::string_view key) {
  return key == "length" || key == "section" || key == "density";
}

bool isDiscKey(std::string_view key) {
  return key == "thickness" || key == "density";
}

bool isMassKey(std::string_view key) {
  return isTypedMassKey(key) || isRodKey(key) || isDiscKey(key);
}

bool isDisc(const Mechanism& shown, std::string_view pointer) {
  const Body* body = findBody(shown, pointer);
  return body && body->radius.value > 0 && !body->length;
}

bool isMassTyped(const Mechanism& mechanism, std::string_view pointer) {
  const Body* body = findBody(mechanism, pointer);
  return body && (body->mass || body->inertia);
}

double findDensity(const Mechanism& shown, std::string_view pointer) {
  const Body* body = findBody(shown, pointer);
  return body && body->density ? body->density->value : 0;
}

QString describeMass(const Mechanism& shown, std::string_view pointer) {
  const Body* body = findBody(shown, pointer);
  if (!body) return {};
  if (!hasMass(*body)) return tr("no mass yet");
  const MassProperties mass = calcMassProperties(*body);
  if (!(mass.mass > 0) || !(mass.inertia > 0)) return tr("no mass: what it is made of must be positive");
  return tr("%1, %2 about its centre").arg(writeShown(mass.mass, "kg"), writeShown(mass.inertia, "kg m2"));
}

void typeMass(Mechanism& drawn, const Mechanism& shown, std::string_view pointer) {
  Body* body = findBody(drawn, pointer);
  const Body* values = findBody(shown, pointer);
  if (!body || !values || body->mass) return;
  MassProperties mass;
  if (hasMass(*values)) mass = calcMassProperties(*values);
  body->mass = mass.mass > 0 ? mass.mass : 0.1;
  body->inertia = mass.inertia > 0 ? mass.inertia : 1e-4;
  body->center = {mass.centerX, mass.centerY};
  body->length = body->section = body->density = body->thickness = std::nullopt;
}

void takeDisc(Mechanism& drawn, const Mechanism& shown, std::string_view pointer) {
  Body* body = findBody(drawn, pointer);
  const Body* values = findBody(shown, pointer);
  if (!body || !values || body->thickness) return;
  const double mass = values->mass ? values->mass->value : 0, radius = values->radius.value;
  body->thickness = mass > 0 ? mass / (kSteel * std::numbers::pi * radius * radius) : kUsualThickness;
  body->density = kSteel;
  body->mass = body->inertia = std::nullopt;
  body->center = {};
}

void takeRod(Mechanism& drawn, const Mechanism& shown, std::string_view pointer) {
  Body* body = findBody(drawn, pointer);
  const Body* values = findBody(shown, pointer);
  if (!body || !values || body->length) return;
  double length = 0;
  for (const Joint& joint : shown.joints) {
    if (joint.a == body->id) length = std::max(length, joint.atA.x.value);
    if (joint.b == body->id) length = std::max(length, joint.atB.x.value);
  }
  if (length <= 0) length = kUsualLength;
  const double mass = values->mass ? values->mass->value : 0;
  body->length = length;
  body->section = mass > 0 ? mass / (kSteel * length) : kUsualSection;
  body->density = kSteel;
  body->mass = body->inertia = std::nullopt;
  body->center = {};
}

}  // namespace clank
