// SPDX-License-Identifier: GPL-3.0-or-later
//
// Three joints A, B, C with A and B on a body X and B and C on a body Y: the branch is the side of the line
// A-C on which B lies. To change it, starts are tried that lie on the asked side with X and Y whole: B
// mirrored in A-C, C mirrored in A-B, A mirrored in B-C, C or A turned half round about B. What hangs on A or
// C beyond X and Y is moved along. Each is closed, and of those that end on the asked side the nearest to the
// drawing is taken.
#include "core/simulation/branches.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <optional>

#include "core/dynamics/closure.h"
#include "core/model/words.h"

namespace clank {
namespace {

using Eigen::Vector2d;
using Points = std::array<Vector2d, 3>;  // A, B, C

constexpr double kOnTheLine = 1e-9;  // of the product of the sides: a stretched dyad is on both branches

Vector2d mirror(const Vector2d& p, const Vector2d& from, const Vector2d& to) {
  const Vector2d along = (to - from).normalized(), way = p - from;
  return from + 2 * along.dot(way) * along - way;
}

class BranchChooser {
 public:
  BranchChooser(const Mechanism& resolved, Assembler& assembler, std::span<double> q,
                std::span<const double> v)
      : resolved_(resolved), assembler_(assembler), system_(assembler.system()), q_(q), v_(v) {}

  Problems run() {
    Problems problems;
    for (std::size_t i = 0; i < resolved_.branches.size(); ++i) {
      const Branch& branch = resolved_.branches[i];
      take(branch);
      if (!isMet(q_) && !change())
        problems.push_back(
            {fmt::format("joint {} cannot be brought to the {} of the line from {} to {}: no closed "
                         "position was found there",
                         branch.elbow, Words<Side>::names[sign_ > 0 ? 0 : 1], branch.first, branch.last),
             fmt::format("/branches/{}", i), Severity::error});
    }
    return problems;
  }

 private:
  std::size_t indexOf(const std::string& id) const {
    std::size_t j = 0;
    while (system_.joints[j].id != id) ++j;
    return j;
  }
  void take(const Branch& branch) {
    joints_ = {indexOf(branch.first), indexOf(branch.elbow), indexOf(branch.last)};
    sign_ = branch.side.value == Side::left ? 1 : -1;
  }

  Points findPoints(std::span<const double> q) const {
    Points points;
    for (std::size_t i = 0; i < 3; ++i)
      points[i] = calcJointKinematics(system_.joints[joints_[i]], q.data(), v_.data()).a.position;
    return points;
  }
  bool isMet(std::span<const double> q) const {
    const auto [a, b, c] = findPoints(q);
    const double side = sign_ * cross(c - a, b - a), scale = (c - a).norm() * (b - a).norm();
    return side >= -kOnTheLine * scale;
  }

  std::optional<int> findCommonBody(std::size_t first, std::size_t second) const {
    const SystemJoint &p = system_.joints[joints_[first]], &r = system_.joints[joints_[second]];
    for (const int body : {p.a.body, p.b.body})
      if (body == r.a.body || body == r.b.body) return body;
    return std::nullopt;
  }

  // Turns and moves a body so that p goes to p1, and the direction from p to r to that from p1 to r1.
  static void place(std::span<double> q, int body, const std::array<Vector2d, 2>& from,
                    const std::array<Vector2d, 2>& to) {
    if (body == kFrameBody) return;
    double* qb = q.data() + StateLayout::pose(body);
    const Vector2d before = from[1] - from[0], after = to[1] - to[0];
    const double turn = std::atan2(cross(before, after), before.dot(after));
    const Vector2d center = to[0] + Eigen::Rotation2Dd(turn) * (Vector2d(qb[0], qb[1]) - from[0]);
    qb[0] = center.x();
    qb[1] = center.y();
    qb[2] += turn;
  }
  // The other body of an end joint follows its point.
  void carry(std::span<double> q, std::size_t end, int inner, const Vector2d& way) const {
    const SystemJoint& joint = system_.joints[joints_[end]];
    const int body = joint.a.body == inner ? joint.b.body : joint.a.body;
    if (body == kFrameBody) return;
    q[StateLayout::pose(body)] += way.x();
    q[StateLayout::pose(body) + 1] += way.y();
  }

  bool change() {
    const auto x = findCommonBody(0, 1), y = findCommonBody(1, 2);
    if (!x || !y || *x == *y) return false;
    const std::vector<double> drawn(q_.begin(), q_.end());
    const Points now = findPoints(q_);
    const auto& [a, b, c] = now;
    std::vector<double> best;
    double nearest = 0;
    for (const Points& wanted :
         {Points{a, mirror(b, a, c), c}, Points{a, b, mirror(c, a, b)}, Points{mirror(a, b, c), b, c},
          Points{a, b, 2 * b - c}, Points{2 * b - a, b, c}}) {
      std::vector<double> q = drawn;
      place(q, *x, {a, b}, {wanted[0], wanted[1]});
      place(q, *y, {b, c}, {wanted[1], wanted[2]});
      carry(q, 0, *x, wanted[0] - a);
      carry(q, 2, *y, wanted[2] - c);
      if (!(closeNearest(assembler_, 0, q, v_) <= system_.tolerances.closedRow()) || !isMet(q)) continue;
      const double way = system_.metric.calcSquaredDistance(drawn, q);
      if (best.empty() || way < nearest) {
        best = std::move(q);
        nearest = way;
      }
    }
    if (!best.empty()) std::copy(best.begin(), best.end(), q_.begin());
    assembler_.update(0, q_.data(), v_.data());
    return !best.empty();
  }

  const Mechanism& resolved_;
  Assembler& assembler_;
  const System& system_;
  std::span<double> q_;
  std::span<const double> v_;
  std::array<std::size_t, 3> joints_{};
  int sign_ = 1;
};

}  // namespace

Problems chooseBranches(const Mechanism& resolved, Assembler& assembler, std::span<double> q,
                        std::span<const double> v) {
  return BranchChooser(resolved, assembler, q, v).run();
}

}  // namespace clank
