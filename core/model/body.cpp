// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/body.h"

namespace clank {

bool hasOutline(const Body& body) {
  return body.outline.size() >= 3 || body.radius.value > 0 || (body.length && body.length->value > 0);
}

// Uniform rod from the origin along x: m = density section length, centre at length/2, J = m length^2/12
// about it.
MassProperties calcMassProperties(const Body& body) {
  if (body.mass && body.inertia)
    return {body.mass->value, body.inertia->value, body.center.x.value, body.center.y.value};
  if (!body.length || !body.section || !body.density) return {};
  const double length = body.length->value;
  const double mass = body.density->value * body.section->value * length;
  return {mass, mass * length * length / 12, length / 2, 0};
}

}  // namespace clank
