// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/start_position.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/dynamics/closure.h"
#include "core/dynamics/system_compiler.h"
#include "core/model/divide_bar.h"
#include "core/simulation/assembly.h"
#include "core/simulation/start_tangents.h"

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

bool isChoice(const Problem& note) {
  return note.where == kStartBranchPlace && note.severity == Severity::note;
}

// s, in which the fastest turns or moves by what is seen and is still near the start.
double findGlance(const System& system, const State& start) {
  constexpr double kSeenTurn = 0.35;  // rad
  constexpr double kSeenWay = 0.2;    // of the distance of the parts
  const auto q = system.layout.positions(start.y), v = system.layout.speeds(start.y);
  double turn = 0, speed = 0, size = 0;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const std::size_t at = StateLayout::begin(i);
    turn = std::max(turn, std::abs(v[at + 2]));
    speed = std::max(speed, std::hypot(v[at], v[at + 1]));
    size = std::max(size, std::hypot(q[at] - q[0], q[at + 1] - q[1]));
  }
  const double byTurn = turn > 0 ? kSeenTurn / turn : std::numeric_limits<double>::infinity();
  return size > 0 && speed > 0 ? std::min(byTurn, kSeenWay * size / speed) : byTurn;
}

// The closed position a little later, as far as speeds alone tell.
std::vector<BodyPose> goOn(const System& system, const State& start) {
  State later = start;
  const auto q = system.layout.positions(later.y), v = system.layout.speeds(later.y);
  const double glance = findGlance(system, start);
  if (std::isfinite(glance)) {
    for (std::size_t k = 0; k < v.size(); ++k) q[k] += glance * v[k];
    Assembler assembler(system, later.mode);
    closeNearest(assembler, glance, q, v);
  }
  std::vector<BodyPose> poses;
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const double* at = later.y.data() + StateLayout::begin(b);
    const Eigen::Vector2d origin = calcOriginPosition(system.bodies[b], at);
    poses.push_back({origin.x(), origin.y(), at[2]});
  }
  return poses;
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
  const auto system = compileSystem(resolved, getLinks(*divided));
  if (!system) return tl::unexpected(system.error());
  if (*divided || !system->bends.empty()) resolved.simulation.start.value = StartPosition::drawn;
  const auto poses = placeAtStart(*system, resolved);
  if (!poses) return tl::unexpected(poses.error());
  return pickDrawn(drawn, *system, *poses);
}

std::vector<std::vector<BodyPose>> listStartBranches(const Mechanism& drawn) {
  const auto divided = divideFlexible(drawn);
  if (!divided) return {};
  Mechanism resolved = *divided ? (*divided)->mechanism : drawn;
  const auto system = compileSystem(resolved, getLinks(*divided));
  if (!system) return {};
  std::vector<std::vector<BodyPose>> branches;
  for (resolved.simulation.startBranch = 1;; resolved.simulation.startBranch.value += 1) {
    Problems notes;
    const auto start = assembleStart(*system, resolved, &notes);
    if (!start || !std::ranges::any_of(notes, isChoice)) return branches;
    branches.push_back(pickDrawn(drawn, *system, goOn(*system, *start)));
  }
}

}  // namespace clank
