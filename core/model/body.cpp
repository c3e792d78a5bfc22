// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/body.h"

#include <numbers>

namespace clank {

namespace {

bool isDisc(const Body& body) {
  return body.radius.value > 0;
}

MassProperties calcDisc(double mass, double radius) {
  return {mass, mass * radius * radius / 2, 0, 0};
}

}  // namespace

bool hasOutline(const Body& body) {
  return body.outline.size() >= 3 || body.radius.value > 0 || (body.length && body.length->value > 0);
}

bool hasMass(const Body& body) {
  if (body.flexible) return body.length.has_value();
  if (body.mass) return body.inertia || isDisc(body);
  return body.density && ((body.length && body.section) || (isDisc(body) && body.thickness));
}

namespace {

// Uniform rod from the origin along x: m = density section length, centre at length/2, J = m length^2/12
// about it.
MassProperties calcRod(double massPerLength, double length) {
  const double mass = massPerLength * length;
  return {mass, mass * length * length / 12, length / 2, 0};
}

}  // namespace

MassProperties calcMassProperties(const Body& body) {
  const double radius = body.radius.value;
  if (!hasMass(body)) return {};
  if (body.flexible)
    return calcRod(findMaterial(body.flexible->material).density * calcSection(body.flexible->section).area,
                   body.length->value);
  if (body.mass) {
    const double inertia = body.inertia ? body.inertia->value : calcDisc(body.mass->value, radius).inertia;
    return {body.mass->value, inertia, body.center.x.value, body.center.y.value};
  }
  if (!body.length || !body.section)
    return calcDisc(body.density->value * std::numbers::pi * radius * radius * body.thickness->value, radius);
  return calcRod(body.density->value * body.section->value, body.length->value);
}

}  // namespace clank
