// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/guard.h"

#include <cmath>

namespace clank {
namespace {

bool isWatched(const System& system, const Mode& mode, const SystemUnilateral& u) {
  if (!u.isStop()) return true;
  const auto joint = static_cast<std::size_t>(u.joint);
  return !isHeld(system, mode, joint) &&
         system.joints[joint].limits[static_cast<std::size_t>(u.limit)].from == mode.joints[joint].phase;
}

void addClosedGuards(const System& system, const Mode& mode, std::size_t i, std::vector<Guard>& guards) {
  const SystemUnilateral& u = system.unilaterals[i];
  guards.push_back({Guard::Kind::push, i});
  if (mode.unilaterals[i].settling) guards.push_back({Guard::Kind::settle, i});
  if (u.isStop()) return;
  if (system.contacts[static_cast<std::size_t>(u.contact)].friction > 0)
    guards.push_back({mode.unilaterals[i].slip == 0 ? Guard::Kind::grip : Guard::Kind::slip, i});
  guards.push_back({Guard::Kind::edge, i});
}

ContactKinematics calcContactAt(const System& system, std::size_t unilateral, std::span<const double> y) {
  const auto contact = static_cast<std::size_t>(system.unilaterals[unilateral].contact);
  return calcContactKinematics(system.contacts[contact], y.data(), system.layout.speeds(y).data());
}

}  // namespace

std::vector<Guard> listGuards(const System& system, const Mode& mode) {
  std::vector<Guard> guards;
  for (std::size_t i = 0; i < system.unilaterals.size(); ++i) {
    if (mode.unilaterals[i].closed)
      addClosedGuards(system, mode, i, guards);
    else if (isWatched(system, mode, system.unilaterals[i]))
      guards.push_back({Guard::Kind::gap, i});
  }
  return guards;
}

double calcGuard(const Guard& guard, ForwardDynamics& dynamics, double t, std::span<const double> y) {
  const System& system = dynamics.assembler().system();
  const Mode::UnilateralMode& mode = dynamics.assembler().mode().unilaterals[guard.unilateral];
  switch (guard.kind) {
    case Guard::Kind::gap:
      return calcGap(system, guard.unilateral, y.data(), system.layout.speeds(y).data());
    case Guard::Kind::settle:
      return mode.settlesAt - t;
    case Guard::Kind::slip:
      return mode.slip * calcContactAt(system, guard.unilateral, y).slip;
    case Guard::Kind::edge:
      return -calcContactAt(system, guard.unilateral, y).at.past;
    case Guard::Kind::push:
      dynamics.evaluate(t, y);
      return calcForce(guard.unilateral, dynamics).normal;
    case Guard::Kind::grip:
      break;
  }
  dynamics.evaluate(t, y);
  const ContactForce force = calcForce(guard.unilateral, dynamics);
  const auto contact = static_cast<std::size_t>(system.unilaterals[guard.unilateral].contact);
  return system.contacts[contact].friction * force.normal - std::abs(force.friction);
}

}  // namespace clank
