// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/closed_poses.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/kinematics/kinematics.h"
#include "core/model/quantity_text.h"
#include "core/simulation/start_position.h"
#include "ui/document/properties.h"

namespace clank {
namespace {

constexpr double kSame = 1e-9;  // m, rad

struct Coordinate {
  std::size_t body = 0;
  Quantity Pose::*quantity = nullptr;
  double BodyPose::*place = nullptr;
};

std::optional<Coordinate> findCoordinateAt(const std::string& pointer) {
  constexpr std::string_view kBodies = "/bodies/", kPose = "/pose/";
  const std::size_t pose = pointer.find(kPose);
  if (!pointer.starts_with(kBodies) || pose == std::string::npos) return {};
  Coordinate found;
  const char* end = pointer.data() + pose;
  const auto read = std::from_chars(pointer.data() + kBodies.size(), end, found.body);
  if (read.ec != std::errc() || read.ptr != end) return {};
  const std::string_view key = std::string_view(pointer).substr(pose + kPose.size());
  if (key == "x") return Coordinate{found.body, &Pose::x, &BodyPose::x};
  if (key == "y") return Coordinate{found.body, &Pose::y, &BodyPose::y};
  if (key == "angle") return Coordinate{found.body, &Pose::angle, &BodyPose::angle};
  return {};
}

// What closes the joints shares a step among all bodies, so that the coordinate lags behind: the next step
// asks for as much more as the last one fell short. A step that leads away was too long for that.
void moveTowards(Kinematics& kinematics, const Coordinate& at, double wanted) {
  constexpr int kSteps = 60;
  constexpr double kLeast = 1e-4, kMostGain = 20, kShorter = 0.25;
  double gain = 1;
  for (int i = 0; i < kSteps && gain > kLeast; ++i) {
    const std::vector<BodyPose> before = kinematics.poses();
    const double left = wanted - before[at.body].*at.place;
    if (std::abs(left) <= 0.1 * kSame) return;
    std::vector<BodyPose> poses = before;
    poses[at.body].*at.place += gain * left;
    const bool closes = kinematics.setPoses(poses);
    const double part = (kinematics.poses()[at.body].*at.place - before[at.body].*at.place) / left;
    if (closes && part > 0 && part < 2) {
      gain = std::min(gain / part, kMostGain);
      if (part < kLeast) return;  // it goes no further
      continue;
    }
    if (closes) kinematics.setPoses(before);
    gain *= kShorter;
  }
}

// A spring without a stiffness yet lets no run start, nor does a wall that a part is deep inside of; the
// parts stand where they would without it.
Mechanism onlyWhatPlaces(const Mechanism& resolved) {
  Mechanism m;
  m.parameters = resolved.parameters;
  m.bodies = resolved.bodies;
  m.joints = resolved.joints;
  m.drives = resolved.drives;
  m.branches = resolved.branches;
  return m;
}

}  // namespace

std::optional<std::vector<BodyPose>> findClosedPoses(const Mechanism& resolved) {
  if (const auto start = findStartPoses(resolved)) return *start;
  if (const auto start = findStartPoses(onlyWhatPlaces(resolved))) return *start;
  const auto kinematics = Kinematics::compile(resolved);
  if (!kinematics) return {};
  return kinematics->poses();
}

void setPoses(Mechanism& m, const Mechanism& resolved, const std::vector<BodyPose>& poses) {
  for (std::size_t i = 0; i < std::min(m.bodies.size(), poses.size()); ++i) {
    const auto put = [](Quantity& quantity, double before, double now) {
      if (std::abs(before - now) > kSame) quantity = now;
    };
    const Pose& before = resolved.bodies[i].pose;
    put(m.bodies[i].pose.x, before.x.value, poses[i].x);
    put(m.bodies[i].pose.y, before.y.value, poses[i].y);
    put(m.bodies[i].pose.angle, before.angle.value, poses[i].angle);
  }
}

void closeJoints(Mechanism& m, const std::string& caseId) {
  Problems problems;
  const Mechanism resolved = resolve(m, caseId, {}, problems);
  if (stopRun(problems)) return;
  if (const auto poses = findClosedPoses(resolved)) setPoses(m, resolved, *poses);
}

bool isPose(const std::string& pointer) {
  return findCoordinateAt(pointer).has_value();
}

void typePose(Mechanism& m, const std::string& caseId, const std::string& pointer, const std::string& text) {
  Problems problems;
  const Mechanism before = resolve(m, caseId, {}, problems);
  if (!setPropertyText(m, pointer, text) || stopRun(problems)) return;
  const Mechanism typed = resolve(m, caseId, {}, problems);
  const auto at = findCoordinateAt(pointer);
  if (stopRun(problems) || !at) return;
  auto kinematics = Kinematics::compile(before);
  if (!kinematics) return;
  if (const auto start = findClosedPoses(before)) kinematics->setPoses(*start);
  moveTowards(*kinematics, *at, (typed.bodies[at->body].pose.*(at->quantity)).value);
  setPoses(m, typed, kinematics->poses());
}

std::optional<double> findStanding(const Mechanism& shown, const std::vector<BodyPose>& closed,
                                   const std::string& pointer) {
  const auto at = findCoordinateAt(pointer);
  if (!at || at->body >= closed.size() || at->body >= shown.bodies.size()) return {};
  const double value = (shown.bodies[at->body].pose.*(at->quantity)).value;
  const double standing = closed[at->body].*at->place;
  if (std::abs(standing - value) <= kSame) return {};
  return standing;
}

bool isOfParameters(const std::string& text, const std::string& unit) {
  return !text.empty() && !evaluateQuantity(text, unit, ParameterScope{});
}

}  // namespace clank
