// SPDX-License-Identifier: GPL-3.0-or-later
//
// In a dead centre the parts can move while the drives stand still: rows G of joints and drives together have
// a direction z with G z = 0, and just before it one with |G z| small. z is the eigenvector of the smallest
// eigenvalue of A'A, A = G M^-1/2. The two links that are in line turn against each other in it.
#include "core/simulation/links_in_line.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>
#include <optional>
#include <variant>
#include <vector>

#include "core/dynamics/assembler.h"
#include "core/dynamics/joint_constraints.h"

namespace clank {
namespace {

constexpr double kNearlyInLine = 0.2;  // rad
constexpr double kTurnsStill = 1e-2;   // of the fastest turn
constexpr Eigen::Index kMostNumbers = 300;

std::string nameLink(const System& system, int body) {
  return body == kFrameBody ? std::string(kFrame) : system.bodies[static_cast<std::size_t>(body)].id;
}

// Turns of the bodies (1/s, to a factor) in the motion that the rows hinder least.
std::vector<double> findFreestTurns(const System& system, const State& state) {
  Assembler assembler(system, state.mode);
  assembler.update(state.t, state.y.data(), system.layout.speeds(state.y).data());
  const auto n = static_cast<Eigen::Index>(system.layout.coordinates());
  if (n > kMostNumbers) return {};
  Eigen::VectorXd root(n);
  for (Eigen::Index k = 0; k < n; ++k)
    root(k) = std::sqrt(system.metric.inverse(static_cast<std::size_t>(k)));
  Eigen::MatrixXd square = Eigen::MatrixXd::Zero(n, n);
  std::vector<double> dense(static_cast<std::size_t>(n));
  for (const BlockRow& row : assembler.rows()) {
    std::fill(dense.begin(), dense.end(), 0.0);
    scatter(row, dense);
    const Eigen::VectorXd a = Eigen::Map<const Eigen::VectorXd>(dense.data(), n).cwiseProduct(root);
    square += a * a.transpose() / std::max(a.squaredNorm(), 1e-300);
  }
  const Eigen::VectorXd z =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(square).eigenvectors().col(0).cwiseProduct(root);
  std::vector<double> turns;
  for (std::size_t i = 0; i < system.bodies.size(); ++i)
    turns.push_back(z(static_cast<Eigen::Index>(StateLayout::begin(i) + 2)));
  return turns;
}

struct Pin {
  int body = kFrameBody;  // the other one
  Eigen::Vector2d point;  // m, world
};

struct InLine {
  std::size_t joint = 0;
  double angle = kNearlyInLine;  // rad, off the line
};

class LineSearch {
 public:
  LineSearch(const System& system, const State& state)
      : system_(system), turns_(findFreestTurns(system, state)) {
    for (const SystemJoint& joint : system.joints)
      points_.push_back(
          calcJointKinematics(joint, state.y.data(), system.layout.speeds(state.y).data()).a.position);
  }

  std::optional<InLine> find() const {
    std::optional<InLine> best;
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
      const SystemJoint& joint = system_.joints[j];
      if (!isPin(joint) || joint.driven || !turns(joint)) continue;
      for (const Pin& on : listPins(joint.a.body, j))
        for (const Pin& other : listPins(joint.b.body, j)) {
          if (on.body == joint.b.body || other.body == joint.a.body) continue;
          const double angle = calcAngle(on.point - points_[j], other.point - points_[j]);
          if (angle < (best ? best->angle : kNearlyInLine)) best = InLine{j, angle};
        }
    }
    return best;
  }

 private:
  static bool isPin(const SystemJoint& joint) { return std::holds_alternative<RevoluteShape>(joint.kind); }
  static double calcAngle(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
    const double lengths = a.norm() * b.norm();
    return lengths > 0 ? std::asin(std::min(1.0, std::abs(a.x() * b.y() - a.y() * b.x()) / lengths)) : 1;
  }
  double turnOf(int body) const { return body == kFrameBody ? 0 : turns_[static_cast<std::size_t>(body)]; }
  bool turns(const SystemJoint& joint) const {
    double most = 0;
    for (const double turn : turns_) most = std::max(most, std::abs(turn));
    return !turns_.empty() && std::abs(turnOf(joint.a.body) - turnOf(joint.b.body)) > kTurnsStill * most;
  }
  std::vector<Pin> listPins(int body, std::size_t without) const {
    std::vector<Pin> pins;
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
      const SystemJoint& joint = system_.joints[j];
      if (j == without || !isPin(joint)) continue;
      if (joint.a.body == body) pins.push_back({joint.b.body, points_[j]});
      if (joint.b.body == body) pins.push_back({joint.a.body, points_[j]});
    }
    return pins;
  }

  const System& system_;
  const std::vector<double> turns_;
  std::vector<Eigen::Vector2d> points_;
};

}  // namespace

std::string describeLinksInLine(const System& system, const State& state) {
  if (system.drives.empty()) return {};
  const auto found = LineSearch(system, state).find();
  if (!found) return {};
  const SystemJoint& joint = system.joints[found->joint];
  return fmt::format("; links {} and {} are nearly in line at joint {}", nameLink(system, joint.a.body),
                     nameLink(system, joint.b.body), joint.id);
}

}  // namespace clank
