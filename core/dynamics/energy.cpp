// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/energy.h"

namespace clank {

double calcKineticEnergy(const System& system, std::span<const double> v) {
  double energy = 0;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const double* vb = v.data() + 3 * i;
    energy += 0.5 * (system.bodies[i].mass * (vb[0] * vb[0] + vb[1] * vb[1]) +
                     system.bodies[i].inertia * vb[2] * vb[2]);
  }
  return energy;
}

MechanicalEnergy calcEnergy(const System& system, std::span<const double> y) {
  const std::size_t n = 3 * system.bodies.size();
  MechanicalEnergy energy;
  energy.kinetic = calcKineticEnergy(system, y.subspan(n, n));
  for (std::size_t i = 0; i < system.bodies.size(); ++i)
    energy.gravity -=
        system.bodies[i].mass * (system.gravity.x() * y[3 * i] + system.gravity.y() * y[3 * i + 1]);
  const auto angle = [&](int body) {
    return body == kFrameBody ? 0.0 : y[static_cast<std::size_t>(3 * body + 2)];
  };
  for (const SystemForce& force : system.forces) {
    if (force.law) continue;
    const double relative = angle(force.b) - angle(force.a), stretch = relative - force.rest;
    energy.elastic += 0.5 * force.stiffness * stretch * stretch - force.preload * relative;
  }
  return energy;
}

}  // namespace clank
