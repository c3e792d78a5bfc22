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
  if (body.mass) return body.inertia || isDisc(body);
  return body.density && ((body.length && body.section) || (isDisc(body) && body.thickness));
}

// Uniform rod from the origin along x: m = density section length, centre at length/2, J = m length^2/12
// about it.
MassProperties calcMassProperties(const Body& body) {
  const double radius = body.radius.value;
  if (!hasMass(body)) return {};
  if (body.mass) {
    const double inertia = body.inertia ? body.inertia->value : calcDisc(body.mass->value, radius).inertia;
    return {body.mass->value, inertia, body.center.x.value, body.center.y.value};
  }
  if (!body.length || !body.section)
    return calcDisc(body.density->value * std::numbers::pi * radius * radius * body.thickness->value, radius);
  const double length = body.length->value;
  const double mass = body.density->value * body.section->value * length;
  return {mass, mass * length * length / 12, length / 2, 0};
}

}  // namespace clank
