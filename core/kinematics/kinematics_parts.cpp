// SPDX-License-Identifier: GPL-3.0-or-later
// How a pull is carried out. The linear step (pull_step.h) is a Gauss-Newton step towards the nearest closed
// position; a radius around the present position keeps it honest: the wanted change is cut to the radius, the
// joints are closed again, and the step counts only when the point came nearer. A step that brought less than
// it promised leaves the radius as it is, one that brought nothing shrinks it. So a target out of reach ends
// at the nearest position instead of swinging around it, and a dead point is passed when a position behind it
// is nearer.
#include "core/kinematics/kinematics_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/dynamics/consistency.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr double kReached = 1e-9;     // of the size of the mechanism
constexpr double kStill = 1e-7;       // of the size: a smaller gain ends the pull
constexpr double kLargestTurn = 0.5;  // rad, of a body in one step
constexpr int kSteps = 40, kClosings = 8, kClosingsAtStart = 50;

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

KinematicsParts::KinematicsParts(System compiled, double extent)
    : system(std::move(compiled)),
      size(extent),
      assembler(system, makeStartMode(system)),
      q(copyStart(system)),
      v(q.size(), 0.0) {}

void KinematicsParts::update() {
  assembler.update(0, q.data(), v.data());
  ++factorisations;
}

bool KinematicsParts::close() {
  const double error = projectPosition(assembler, 0, q, v, kNear, kClosingsAtStart);
  factorisations += 1;
  // A rod without length, drawn while somebody types, has no direction.
  return error < std::max(1e-8, 16 * system.tolerances.closedRow()) &&
         std::all_of(q.begin(), q.end(), [](double x) { return std::isfinite(x); });
}

// gap = sign (value - coordinate), so its row is -sign times that of the coordinate.
std::vector<LimitRow> KinematicsParts::listLimits() const {
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

void KinematicsParts::move(std::vector<double> dq) {
  double largest = 0;
  for (std::size_t b = 0; b < system.bodies.size(); ++b)
    largest = std::max(largest, std::abs(dq[StateLayout::angle(static_cast<int>(b))]));
  const double part = std::min(1.0, kLargestTurn / std::max(largest, 1e-300));
  for (std::size_t k = 0; k < q.size(); ++k) q[k] += part * dq[k];
  update();
}

bool KinematicsParts::isClosed() const {
  if (!(assembler.calcOpen() < std::max(kNear, 4 * system.tolerances.closedRow()))) return false;
  const auto limits = listLimits();
  return std::all_of(limits.begin(), limits.end(), [&](const LimitRow& l) {
    const bool isAngle = system.joints[l.joint].coordinate == CoordinateKind::angle;
    return l.gap > -(isAngle ? kOpen : system.tolerances.open);
  });
}

// One step towards what is wanted, closed again. False: not closed, q is worth nothing.
bool KinematicsParts::step(const std::vector<PulledRow>& pulled, std::vector<std::size_t>& pushed) {
  PullStep first = calcPullStep(assembler, pulled, listLimits());
  pushed = std::move(first.pushed);
  move(std::move(first.dq));
  for (int i = 0; i < kClosings && !isClosed(); ++i) move(calcPullStep(assembler, {}, listLimits()).dq);
  return isClosed();
}

// As near to zero of the pulled rows as it goes; radius in their unit. Returns what is left.
double KinematicsParts::approach(const Pulled& pulled, double radius, double unit,
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

std::vector<PulledRow> KinematicsParts::pullRows(std::size_t body, const Eigen::Vector2d& at,
                                                 const Eigen::Vector2d& to) const {
  const auto index = static_cast<int>(body);
  const MarkerMotion point = calcMarkerMotion({index, at - system.bodies[body].center}, q.data(), v.data());
  std::vector<PulledRow> rows(2);
  for (PulledRow& row : rows) startRow(row.row, index);
  addDirection(rows[0].row, point, Eigen::Vector2d::UnitX());
  addDirection(rows[1].row, point, Eigen::Vector2d::UnitY());
  rows[0].change = to.x() - point.position.x();
  rows[1].change = to.y() - point.position.y();
  return rows;
}

bool KinematicsParts::isThere(double distance) const {
  return distance <= 10 * kStill * size;
}

std::vector<PulledRow> KinematicsParts::turnRow(std::size_t joint, double value) const {
  std::vector<PulledRow> rows(1);
  double gamma = 0, error = 0;
  updCoordinateRow(system.joints[joint], assembler.calcKinematics(joint), value, rows[0].row, gamma, error);
  rows[0].change = -error;
  return rows;
}

void KinematicsParts::publish() {
  poses.resize(system.bodies.size());
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const Eigen::Vector2d origin = calcOriginPosition(system.bodies[b], q.data() + StateLayout::begin(b));
    poses[b] = {origin.x(), origin.y(), q[StateLayout::angle(static_cast<int>(b))]};
  }
}

}  // namespace clank
