// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/start_position.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/model/divide_bar.h"
#include "core/simulation/assembly.h"

namespace clank {
namespace {

// Rods that a link is divided into are no bodies of the drawing.
std::vector<BodyPose> pickDrawn(const Mechanism& drawn, const System& system,
                                const std::vector<BodyPose>& poses) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) places.emplace(system.bodies[i].id, i);
  std::vector<BodyPose> picked;
  picked.reserve(drawn.bodies.size());
  for (const Body& body : drawn.bodies) picked.push_back(poses[places.at(body.id)]);
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
  Mechanism resolved;
  if (*divided)
    resolved = std::move((*divided)->mechanism);
  else
    resolved = drawn;
  const auto system = System::compile(resolved, getLinks(*divided));
  if (!system) return tl::unexpected(system.error());
  if (*divided || !system->bends.empty()) resolved.simulation.start.value = StartPosition::drawn;
  const auto poses = placeAtStart(*system, resolved);
  if (!poses) return tl::unexpected(poses.error());
  return pickDrawn(drawn, *system, *poses);
}

}  // namespace clank
