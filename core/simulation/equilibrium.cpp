// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/equilibrium.h"

#include <utility>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include "core/dynamics/system.h"
#include "core/dynamics/system_compiler.h"
#include "core/model/divide_bar.h"
#include "core/simulation/assembly.h"
#include "core/simulation/settling.h"

namespace clank {

Result<Equilibrium> findEquilibrium(const Mechanism& drawn) {
  Problems errors;
  for (const Problem& problem : validate(drawn))
    if (stopsRun(problem)) errors.push_back(problem);
  if (!errors.empty()) return tl::unexpected(errors);
  const auto divided = divideFlexible(drawn);
  if (!divided) return tl::unexpected(divided.error());
  const Mechanism& resolved = *divided ? (*divided)->mechanism : drawn;
  auto system = compileSystem(resolved, getLinks(*divided));
  if (!system) return tl::unexpected(system.error());
  auto state = assembleStart(*system, resolved);
  if (!state) return tl::unexpected(state.error());
  if (const auto settled = settle(*system, *state); !settled) return tl::unexpected(settled.error());
  Equilibrium found;
  for (std::size_t b = 0; b < system->bodies.size(); ++b) {
    const double* q = state->y.data() + StateLayout::begin(b);
    const Eigen::Vector2d origin = calcOriginPosition(system->bodies[b], q);
    found.bodies.push_back({system->bodies[b].id, origin.x(), origin.y(), q[2], 0});
  }
  for (const BentLink& link : system->bends)
    found.bodies[static_cast<std::size_t>(link.body)].deflection = calcTipDeflection(link, state->y.data());
  for (const RodChain& chain : system->chains)
    found.bodies[chain.first].deflection = calcTipDeflection(chain, calcRodBends(chain, state->y.data()));
  return found;
}

}  // namespace clank
