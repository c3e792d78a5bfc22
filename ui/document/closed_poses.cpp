// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/closed_poses.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <set>

#include "core/kinematics/kinematics.h"
#include "core/model/counted_turns.h"
#include "core/model/quantity_text.h"
#include "core/simulation/start_position.h"
#include "ui/document/properties.h"

namespace clank {
namespace {

constexpr double kSame = 1e-9;  // m, rad
constexpr double kWhole = 2 * std::numbers::pi;

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

std::vector<BodyPose> subtract(const std::vector<BodyPose>& to, const std::vector<BodyPose>& from) {
  std::vector<BodyPose> step(to.size());
  for (std::size_t i = 0; i < to.size(); ++i)
    step[i] = {to[i].x - from[i].x, to[i].y - from[i].y, to[i].angle - from[i].angle};
  return step;
}

void addPart(std::vector<BodyPose>& poses, const std::vector<BodyPose>& step, double part) {
  for (std::size_t i = 0; i < poses.size(); ++i) {
    poses[i].x += part * step[i].x;
    poses[i].y += part * step[i].y;
    poses[i].angle += part * step[i].angle;
  }
}

// Steps grow from one to the next, but no body turns so far that another branch could be nearer.
double findMostPart(const std::vector<BodyPose>& step) {
  constexpr double kGrowth = 4, kMostTurn = 0.3;  // rad
  double turn = 0;
  for (const BodyPose& pose : step) turn = std::max(turn, std::abs(pose.angle));
  return turn * kGrowth > kMostTurn ? kMostTurn / turn : kGrowth;
}

// What closes the joints shares a step of the coordinate alone among all bodies, and leaves little of it: of
// a body that turns about another point than its origin next to nothing. But the way that all bodies have
// gone by then is one that the joints allow, and the next steps go on along it.
void moveTowards(Kinematics& kinematics, const Coordinate& at, double wanted) {
  constexpr int kSteps = 60;
  constexpr double kLeast = 1e-4, kNothing = 1e-9, kShorter = 0.25;
  std::vector<BodyPose> step;
  double gone = 0, shorter = 1;  // gone: by the coordinate in the last step
  for (int i = 0; i < kSteps && shorter > kLeast; ++i) {
    const std::vector<BodyPose> before = kinematics.poses();
    const double left = wanted - before[at.body].*at.place;
    if (std::abs(left) <= 0.1 * kSame) return;
    std::vector<BodyPose> poses = before;
    if (step.empty()) {
      poses[at.body].*at.place += shorter * left;
    } else {
      const double most = findMostPart(step);
      addPart(poses, step, shorter * std::clamp(left / gone, -most, most));
    }
    const bool closes = kinematics.setPoses(poses);
    const double moved = kinematics.poses()[at.body].*at.place - before[at.body].*at.place;
    if (closes && moved / left > kNothing && moved / left < 2) {
      step = subtract(kinematics.poses(), before);
      gone = moved;
      shorter = 1;
      continue;
    }
    if (closes) kinematics.setPoses(before);
    shorter *= kShorter;
  }
}

// Whose whole turns mean something.
std::set<std::string> listCounted(const Mechanism& resolved) {
  std::set<std::string> counted;
  for (const CountedTurns& turns : listCountedTurns(resolved)) counted.insert({turns.a, turns.b});
  return counted;
}

double dropTurns(double angle) {
  return std::abs(angle) < kWhole ? angle : std::fmod(angle, kWhole);
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

std::vector<std::vector<BodyPose>> listWaysOut(const Mechanism& resolved) {
  return listStartBranches(resolved);
}

void setPoses(Mechanism& m, const Mechanism& resolved, const std::vector<BodyPose>& poses) {
  const std::set<std::string> counted = listCounted(resolved);
  for (std::size_t i = 0; i < std::min(m.bodies.size(), poses.size()); ++i) {
    const auto put = [](Quantity& quantity, double before, double now) {
      if (std::abs(before - now) > kSame) quantity = now;
    };
    const bool counts = counted.contains(resolved.bodies[i].id);
    const Pose& before = resolved.bodies[i].pose;
    put(m.bodies[i].pose.x, before.x.value, poses[i].x);
    put(m.bodies[i].pose.y, before.y.value, poses[i].y);
    if (counts || std::abs(std::remainder(before.angle.value - poses[i].angle, kWhole)) > kSame)
      put(m.bodies[i].pose.angle, before.angle.value, counts ? poses[i].angle : dropTurns(poses[i].angle));
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
  constexpr double kSameAngle = 1e-7;  // rad, of joints that are closed: near a dead centre it is no nearer
  const bool isAngle = at->place == &BodyPose::angle;
  const double same = isAngle ? kSameAngle : kSame;
  if (std::abs(standing - value) <= same) return {};
  const bool isTurn = isAngle && std::abs(std::remainder(standing - value, kWhole)) <= same;
  if (isTurn && !listCounted(shown).contains(shown.bodies[at->body].id)) return {};
  return standing;
}

}  // namespace clank
