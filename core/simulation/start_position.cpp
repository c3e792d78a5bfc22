// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/start_position.h"

#include <algorithm>

#include "core/model/divide_bar.h"
#include "core/simulation/assembly.h"

namespace clank {
namespace {

// Rods that a link is divided into are no bodies of the drawing.
std::vector<BodyPose> pickDrawn(const Mechanism& drawn, const System& system,
                                const std::vector<BodyPose>& poses) {
  std::vector<BodyPose> picked;
  for (const Body& body : drawn.bodies) {
    const auto found = std::find_if(system.bodies.begin(), system.bodies.end(),
                                    [&](const SystemBody& compiled) { return compiled.id == body.id; });
    picked.push_back(poses[static_cast<std::size_t>(found - system.bodies.begin())]);
  }
  return picked;
}

}  // namespace

Result<std::vector<BodyPose>> findStartPoses(const Mechanism& drawn) {
  Problems errors;
  for (const Problem& problem : validate(drawn))
    if (stopsRun(problem)) errors.push_back(problem);
  if (!errors.empty()) return tl::unexpected(errors);
  auto divided = divideFlexible(drawn);
  if (!divided) return tl::unexpected(divided.error());
  Mechanism resolved = *divided ? std::move((*divided)->mechanism) : drawn;
  const auto system = System::compile(resolved, getLinks(*divided));
  if (!system) return tl::unexpected(system.error());
  if (*divided || !system->bends.empty()) resolved.simulation.start.value = StartPosition::drawn;
  const auto poses = placeAtStart(*system, resolved);
  if (!poses) return tl::unexpected(poses.error());
  return pickDrawn(drawn, *system, *poses);
}

}  // namespace clank
