// SPDX-License-Identifier: GPL-3.0-or-later
//
// Before a dead centre, or a stop that a drive leads its part against, forces and speeds grow without bound,
// and what gives up first is chance: the size of a step, a blow that finds no way, contacts that go on and
// off. What they have in common is that the drives are at a place soon after which the parts cannot be
// assembled.
#include "core/simulation/drive_jam.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/coulomb/unilateral.h"
#include "core/dynamics/closure.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

// Stops, ropes and the contacts of loose joints, where rigid: what holds wherever the parts are.
bool holdsAnywhere(const System& system, std::size_t u) {
  return u < system.firstContact() || system.getPair(u - system.firstContact()).owner;
}

// The gap of a drawn surface is known near its pieces only: there where it is touched.
std::vector<std::size_t> listTouched(const System& system, const Mode& mode) {
  std::vector<std::size_t> touched = mode.unilaterals.listClosed();
  std::erase_if(touched, [&](std::size_t u) { return holdsAnywhere(system, u); });
  return touched;
}

// The one that is farthest beyond; nothing when none is.
std::optional<std::size_t> findPassed(const System& system, const Mode& mode,
                                      const std::vector<std::size_t>& touched, const double* q,
                                      const double* v) {
  std::optional<std::size_t> passed;
  double deepest = kJam;
  for (std::size_t u = 0; u < system.unilaterals.size(); ++u) {
    if (!isInForce(system, mode, u) || findCompliance(system, u)) continue;
    if (!holdsAnywhere(system, u) && !std::count(touched.begin(), touched.end(), u)) continue;
    const double depth = -calcGap(system, u, q, v) / getTolerances(system, u).unit;
    if (!(depth > deepest)) continue;
    deepest = depth;
    passed = u;
  }
  return passed;
}

}  // namespace

bool hasPosition(const System& system, Mode mode, std::span<const double> q, double t) {
  const std::vector<double> still(q.size(), 0.0);
  const std::vector<std::size_t> touched = listTouched(system, mode);
  for (const std::size_t u : mode.unilaterals.listClosed()) openUnilateral(system, u, mode);
  for (std::size_t count = 0; count <= system.unilaterals.size(); ++count) {
    Assembler assembler(system, mode);
    std::vector<double> closed(q.begin(), q.end());
    if (!(closeNearest(assembler, t, closed, still) <= kOpen)) return false;
    const auto passed = findPassed(system, mode, touched, closed.data(), still.data());
    if (!passed) return true;
    closeUnilateral(system, *passed, mode);
  }
  return false;
}

std::string describeDriveJam(const System& system, const State& state) {
  constexpr double kLittle = 1e-3;  // s
  const auto isOn = [&](const SystemDrive& drive) { return isDriven(system, state.mode, drive.joint); };
  if (std::ranges::none_of(system.drives, isOn)) return {};
  if (hasPosition(system, state.mode, system.layout.positions(state.y), state.t + kLittle)) return {};
  std::string drives;
  for (const SystemDrive& drive : system.drives)
    if (isOn(drive))
      drives += fmt::format("{}drive {} on joint {}", drives.empty() ? "" : " or ", drive.id,
                            system.joints[drive.joint].id);
  return fmt::format(
      "{} soon asks for what no position of joints and stops gives (within {} s): a dead centre or a stop",
      drives, kLittle);
}

}  // namespace clank
