// SPDX-License-Identifier: GPL-3.0-or-later
// How a pull is carried out. The linear step (pull_step.h) is a Gauss-Newton step towards the nearest closed
// position; a radius around the present position keeps it honest: the wanted change is cut to the radius, the
// joints are closed again, and the step counts only when the point came nearer. A step that brought less than
// it promised leaves the radius as it is, one that brought nothing shrinks it. So a target out of reach ends
// at the nearest position instead of swinging around it, and a dead point is passed when a position behind it
// is nearer. Every body weighs the same, m = 1 and J = r^2 with r the mean distance of its joints from its
// centre: a heavy flywheel is as easy to move as a rod.
#include "core/kinematics/kinematics.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/dynamics/extent.h"
#include "core/dynamics/start_turns.h"
#include "core/dynamics/tolerances.h"
#include "core/kinematics/kinematics_parts.h"
#include "core/math/largest.h"
#include "core/math/name_index.h"

namespace clank {
namespace {

constexpr double kReached = 1e-9;     // of the size of the mechanism
constexpr double kStill = 1e-7;       // of the size: a smaller gain ends the pull
constexpr double kLargestTurn = 0.5;  // rad, of a body in one step
constexpr int kSteps = 40, kClosings = 8, kClosingsAtStart = 50;

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

std::vector<double> copyStart(const System& system) {
  const auto q = system.layout.positions(system.startY);
  return {q.begin(), q.end()};
}

double findNorm(const std::vector<PulledRow>& rows) {
  double sum = 0;
  for (const PulledRow& row : rows) sum += row.change * row.change;
  return std::sqrt(sum);
}

}  // namespace

Kinematics::Parts::Parts(System compiled, double extent)
    : system(std::move(compiled)),
      size(extent),
      assembler(system, makeStartMode(system)),
      q(copyStart(system)),
      v(q.size(), 0.0) {}

void Kinematics::Parts::update() {
  assembler.update(0, q.data(), v.data());
  ++factorisations;
}

bool Kinematics::Parts::close() {
  const double error = projectPosition(assembler, 0, q, v, kNear, kClosingsAtStart);
  factorisations += 1;
  // A rod without length, drawn while somebody types, has no direction.
  return error < std::max(1e-8, 16 * system.tolerances.closedRow()) &&
         std::all_of(q.begin(), q.end(), [](double x) { return std::isfinite(x); });
}

// gap = sign (value - coordinate), so its row is -sign times that of the coordinate.
std::vector<LimitRow> Kinematics::Parts::listLimits() const {
  std::vector<LimitRow> limits;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    if (assembler.heldRow(j) >= 0) continue;
    const SystemJoint& joint = system.joints[j];
    for (const SystemLimit& limit : joint.limits) {
      if (limit.from != assembler.mode().joints[j].phase) continue;
      LimitRow row;
      row.joint = j;
      double gamma = 0, error = 0;
      updCoordinateRow(joint, assembler.calcKinematics(j), limit.value, row.row, gamma, error);
      row.row.scale(-limit.sign);
      row.gap = -limit.sign * error;
      limits.push_back(row);
    }
  }
  return limits;
}

void Kinematics::Parts::move(std::vector<double> dq) {
  double largest = 0;
  for (std::size_t b = 0; b < system.bodies.size(); ++b)
    largest = std::max(largest, std::abs(dq[StateLayout::angle(static_cast<int>(b))]));
  const double part = std::min(1.0, kLargestTurn / std::max(largest, 1e-300));
  for (std::size_t k = 0; k < q.size(); ++k) q[k] += part * dq[k];
  update();
}

bool Kinematics::Parts::isClosed() const {
  if (!(assembler.calcOpen() < std::max(kNear, 4 * system.tolerances.closedRow()))) return false;
  const auto limits = listLimits();
  return std::all_of(limits.begin(), limits.end(), [&](const LimitRow& l) {
    const bool isAngle = system.joints[l.joint].coordinate == CoordinateKind::angle;
    return l.gap > -(isAngle ? kOpen : system.tolerances.open);
  });
}

// One step towards what is wanted, closed again. False: not closed, q is worth nothing.
bool Kinematics::Parts::step(const std::vector<PulledRow>& pulled, std::vector<std::size_t>& pushed) {
  PullStep first = calcPullStep(assembler, pulled, listLimits());
  pushed = std::move(first.pushed);
  move(std::move(first.dq));
  for (int i = 0; i < kClosings && !isClosed(); ++i) move(calcPullStep(assembler, {}, listLimits()).dq);
  return isClosed();
}

// As near to zero of the pulled rows as it goes; radius in their unit. Returns what is left.
double Kinematics::Parts::approach(const Pulled& pulled, double radius, double unit,
                                   std::vector<std::size_t>& pushed) {
  update();
  double distance = findNorm(pulled());
  for (int i = 0; i < kSteps && distance > kReached * unit && radius > kStill * unit; ++i) {
    std::vector<PulledRow> rows = pulled();
    const double wanted = std::min(distance, radius);
    for (PulledRow& row : rows) row.change *= wanted / distance;
    const std::vector<double> before = q;
    const bool closed = step(rows, pushed);
    const double left = closed ? findNorm(pulled()) : distance, gain = distance - left;
    if (!(gain > 0)) {
      q = before;
      update();
      radius = wanted / 4;
      continue;
    }
    distance = left;
    if (gain < kStill * unit) break;
    if (gain > wanted / 2) radius = 2 * wanted;
  }
  return distance;
}

std::vector<PulledRow> Kinematics::Parts::pullRows(const Pull& pull) const {
  const auto body = static_cast<int>(pull.body);
  const Eigen::Vector2d arm = Eigen::Vector2d(pull.x, pull.y) - system.bodies[pull.body].center;
  const MarkerMotion point = calcMarkerMotion({body, arm}, q.data(), v.data());
  std::vector<PulledRow> rows(2);
  for (PulledRow& row : rows) startRow(row.row, body);
  addDirection(rows[0].row, point, Eigen::Vector2d::UnitX());
  addDirection(rows[1].row, point, Eigen::Vector2d::UnitY());
  rows[0].change = pull.toX - point.position.x();
  rows[1].change = pull.toY - point.position.y();
  return rows;
}

std::vector<PulledRow> Kinematics::Parts::turnRow(std::size_t joint, double value) const {
  std::vector<PulledRow> rows(1);
  double gamma = 0, error = 0;
  updCoordinateRow(system.joints[joint], assembler.calcKinematics(joint), value, rows[0].row, gamma, error);
  rows[0].change = -error;
  return rows;
}

void Kinematics::Parts::publish() {
  poses.resize(system.bodies.size());
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const Eigen::Vector2d origin = calcOriginPosition(system.bodies[b], q.data() + StateLayout::begin(b));
    poses[b] = {origin.x(), origin.y(), q[StateLayout::angle(static_cast<int>(b))]};
  }
}

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
  auto system = System::compile(*kept);
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
  result.distance =
      parts.approach([&] { return parts.pullRows(pull); }, parts.size / 4, parts.size, result.stoppedBy);
  result.reached = result.distance <= 10 * kStill * parts.size;
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
