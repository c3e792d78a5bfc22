// SPDX-License-Identifier: GPL-3.0-or-later
// Every body weighs the same, m = 1 and J = r^2 with r the mean distance of its joints from its centre: a
// heavy flywheel is as easy to move as a rod.
#include "core/kinematics/kinematics.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/dynamics/consistency.h"
#include "core/dynamics/extent.h"
#include "core/dynamics/start_turns.h"
#include "core/dynamics/system_compiler.h"
#include "core/dynamics/tolerances.h"
#include "core/kinematics/kinematics_parts.h"
#include "core/math/largest.h"
#include "core/math/name_index.h"

namespace clank {
namespace {

bool hasSoundCurves(const Joint& joint) {
  const auto isSoundIn = [](const JointKind& kind) {
    const PathCurve* curve = findCurve(kind);
    return !curve || isSound(*curve);
  };
  if (!isSoundIn(joint.kind)) return false;
  if (!joint.metamorphic) return true;
  const auto& phases = joint.metamorphic->phases;
  return std::all_of(phases.begin(), phases.end(), [&](const Phase& phase) {
    const auto kind = findJointKind(joint, phase);
    return !kind || isSoundIn(*kind);
  });
}

// The body beside a and b that a joint needs; the frame when it needs none.
struct ThirdBodyOf {
  std::string operator()(const Revolute&) const { return kFrame; }
  std::string operator()(const Prismatic&) const { return kFrame; }
  std::string operator()(const Weld&) const { return kFrame; }
  std::string operator()(const Slot&) const { return kFrame; }
  std::string operator()(const Distance&) const { return kFrame; }
  std::string operator()(const Gear& gear) const { return gear.carrier; }
  std::string operator()(const Belt& belt) const { return belt.carrier; }
  std::string operator()(const Rack&) const { return kFrame; }
  std::string operator()(const PointOnCurve&) const { return kFrame; }
  std::string operator()(const Telescope&) const { return kFrame; }
};

// What the positions depend on, without the rest: of the guards only limits. Names that lead nowhere are the
// user's to mend.
Result<Mechanism> keepJoints(const Mechanism& resolved) {
  Mechanism m;
  m.bodies = resolved.bodies;
  m.joints = resolved.joints;
  for (Joint& joint : m.joints) {  // play is too small to be seen
    joint.clearance.reset();
    if (auto* gear = std::get_if<Gear>(&joint.kind)) gear->backlash = {};
    if (auto* rack = std::get_if<Rack>(&joint.kind)) rack->backlash = {};
    if (!joint.metamorphic) continue;
    for (Phase& phase : joint.metamorphic->phases) phase.clearance.reset();
  }
  for (Joint& joint : m.joints)
    if (joint.metamorphic)
      std::erase_if(joint.metamorphic->changes,
                    [](const PhaseChange& change) { return !std::holds_alternative<Limit>(change.guard); });
  Problems problems;
  NameIndex bodies;
  for (const Body& body : m.bodies) bodies.add(body.id);
  const auto isBody = [&](const std::string& id) { return id == kFrame || bodies.contains(id); };
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const Joint& joint = m.joints[j];
    if (!isBody(joint.a) || !isBody(joint.b) || joint.a == joint.b ||
        !isBody(std::visit(ThirdBodyOf{}, joint.kind)))
      problems.push_back({fmt::format("joint {} does not connect two bodies of the mechanism", joint.id),
                          fmt::format("/joints/{}", j)});
    if (!hasSoundCurves(joint))
      problems.push_back({fmt::format("joint {} has no curve yet", joint.id), fmt::format("/joints/{}", j)});
  }
  if (!problems.empty()) return tl::unexpected(problems);
  return m;
}

bool startsLoose(const Joint& joint) {
  const auto* gear = std::get_if<Gear>(&joint.kind);
  const auto* rack = std::get_if<Rack>(&joint.kind);
  if ((gear && gear->backlash.value > 0) || (rack && rack->backlash.value > 0)) return true;
  const auto plays = listPlay(joint);
  return std::any_of(plays.begin(), plays.end(),
                     [](const Play& play) { return play.phase.value_or(0) == 0; });
}

// m = 1, J = r^2.
void setUniformMetric(System& system, double size) {
  std::vector<double> sums(system.bodies.size(), 0.0);
  std::vector<int> counts(system.bodies.size(), 0);
  for (const SystemJoint& joint : system.joints)
    for (const Marker* end : {&joint.a, &joint.b})
      if (end->body != kFrameBody) {
        sums[static_cast<std::size_t>(end->body)] += end->arm.norm();
        ++counts[static_cast<std::size_t>(end->body)];
      }
  for (std::size_t body = 0; body < system.bodies.size(); ++body) {
    const double sum = sums[body];
    const int count = counts[body];
    const double radius = std::max(count == 0 ? size : sum / count, 1e-3 * size);
    system.metric.set(body, {1, 1, 1 / (radius * radius)});
  }
}

}  // namespace

Kinematics::Kinematics(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Kinematics::Kinematics(Kinematics&&) noexcept = default;
Kinematics& Kinematics::operator=(Kinematics&&) noexcept = default;
Kinematics::~Kinematics() = default;

Result<Kinematics> Kinematics::compile(const Mechanism& resolved) {
  auto kept = keepJoints(resolved);
  if (!kept) return tl::unexpected(kept.error());
  const std::vector<double> angles = listStartAngles(resolved);  // what drives say, which are not kept
  for (std::size_t i = 0; i < angles.size(); ++i)
    if (double& angle = kept->bodies[i].pose.angle.value; angle != angles[i]) angle = angles[i];
  auto system = compileSystem(*kept);
  if (!system) return tl::unexpected(system.error());
  system->holdsBends = true;
  const double size = calcExtent(*system, system->startY.data());
  setUniformMetric(*system, size);
  auto parts = std::make_unique<Parts>(std::move(*system), size);
  if (!parts->close()) return failure("the joints cannot be closed from the drawn position");
  parts->publish();
  for (const Joint& joint : resolved.joints) parts->loose.push_back(startsLoose(joint));
  return Kinematics(std::move(parts));
}

const std::vector<BodyPose>& Kinematics::poses() const {
  return parts_->poses;
}

bool Kinematics::setPoses(std::span<const BodyPose> poses) {
  const std::vector<double> before = parts_->q;
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const Eigen::Vector2d arm = Eigen::Rotation2Dd(poses[b].angle) * parts_->system.bodies[b].center;
    double* q = parts_->q.data() + StateLayout::begin(b);
    q[0] = poses[b].x + arm.x();
    q[1] = poses[b].y + arm.y();
    q[2] = poses[b].angle;
  }
  const bool closed = parts_->close();
  if (!closed) {
    parts_->q = before;
    parts_->update();
  }
  parts_->publish();
  return closed;
}

PullResult Kinematics::pull(const Pull& pull) {
  PullResult result;
  Parts& parts = *parts_;
  const auto rows = [&] { return parts.pullRows(pull.body, {pull.x, pull.y}, {pull.toX, pull.toY}); };
  result.distance = parts.approach(rows, parts.size / 4, parts.size, result.stoppedBy);
  result.reached = parts.isThere(result.distance);
  if (result.reached) result.stoppedBy.clear();
  parts.publish();
  return result;
}

double Kinematics::turn(std::size_t joint, double value) {
  Parts& parts = *parts_;
  const bool isAngle = parts.system.joints[joint].coordinate == CoordinateKind::angle;
  const double unit = isAngle ? 1 : parts.size;
  std::vector<std::size_t> pushed;
  parts.approach([&] { return parts.turnRow(joint, value); }, unit / 4, unit, pushed);
  parts.publish();
  return coordinate(joint);
}

double Kinematics::coordinate(std::size_t joint) const {
  return calcCoordinate(parts_->system.joints[joint], parts_->assembler.calcKinematics(joint));
}

int Kinematics::calcMobility() const {
  return clank::calcMobility(parts_->system, parts_->assembler);
}

int Kinematics::calcMobilityWithPlay() const {
  const Assembler& assembler = parts_->assembler;
  const std::vector<bool>& loose = parts_->loose;
  if (std::find(loose.begin(), loose.end(), true) == loose.end()) return calcMobility();
  std::vector<BlockRow> rows;
  for (std::size_t j = 0; j < loose.size(); ++j) {
    if (loose[j]) continue;
    const auto own = assembler.rows().subspan(static_cast<std::size_t>(assembler.firstRow(j)),
                                              static_cast<std::size_t>(assembler.ownRowCount(j)));
    rows.insert(rows.end(), own.begin(), own.end());
    if (const int held = assembler.heldRow(j); held >= 0)
      rows.push_back(assembler.rows()[static_cast<std::size_t>(held)]);
  }
  const int coordinates = parts_->system.metric.countMovable();
  return rows.empty() ? coordinates : coordinates - calcRowRank(parts_->system, rows).rank;
}

int Kinematics::calcGruebler() const {
  return clank::calcGruebler(parts_->system, parts_->assembler);
}

double Kinematics::calcClosureError() const {
  return findLargest(parts_->assembler.error());
}

long Kinematics::factorisations() const {
  return parts_->factorisations;
}

}  // namespace clank
