// SPDX-License-Identifier: GPL-3.0-or-later
// Motion without time: a joint coordinate c with row n (c' = n v, c'' = n a - gamma_c) runs at the rate w.
// With x = W_G n', the answer of the mechanism to a unit force along c,
//     v = x w/(n x),                                G v = 0,   n v = w
//     a = a_0 + x (gamma_c - n a_0)/(n x),          G a = gamma(v),   n a = gamma_c
// where a_0 solves G a_0 = gamma alone. n x = 0: the joint is at a dead point, or held.
#include <algorithm>
#include <cmath>

#include "core/kinematics/kinematics.h"
#include "core/kinematics/kinematics_parts.h"

namespace clank {
namespace {

constexpr double kStuck = 1e-9;  // of the mobility of a free joint
constexpr double kSame = 1e-9;   // of the fastest

std::vector<double> respond(Assembler& assembler, const BlockRow& row, std::size_t size) {
  std::vector<double> f(size), x(size), zero(assembler.rowCount(), 0.0), lambda(assembler.rowCount());
  scatter(row, f);
  assembler.solve(f, zero, x, lambda);
  return x;
}

// From the centre of mass to the origin: the arm s goes the other way; v_O = v + w perp(s), a_O = a + alpha
// perp(s) - w^2 s.
std::vector<BodyRates> toOrigins(const System& system, const std::vector<double>& q,
                                 const std::vector<double>& rates, const std::vector<double>& omegas) {
  std::vector<BodyRates> out;
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const Eigen::Vector2d s = -turn(calcRotation(static_cast<int>(b), q.data()), system.bodies[b].center);
    const double w = omegas.empty() ? 0 : omegas[StateLayout::angle(static_cast<int>(b))];
    const double* rate = rates.data() + StateLayout::begin(b);
    const Eigen::Vector2d at = Eigen::Vector2d(rate[0], rate[1]) + rate[2] * perp(s) - w * w * s;
    out.push_back({at.x(), at.y(), rate[2]});
  }
  return out;
}

}  // namespace

std::optional<RestMotion> Kinematics::calcMotion(std::size_t joint, double rate) {
  Parts& parts = *parts_;
  Assembler& assembler = parts.assembler;
  const SystemJoint& j = parts.system.joints[joint];
  if (j.coordinate == CoordinateKind::none || assembler.heldRow(joint) >= 0) return std::nullopt;
  parts.update();
  BlockRow row;
  double gamma = 0, error = 0;
  updCoordinateRow(j, assembler.calcKinematics(joint), 0, row, gamma, error);
  const std::vector<double> x = respond(assembler, row, parts.q.size());
  const double mobility = dot(row, x.data());
  if (mobility < kStuck * parts.system.metric.calcFreeMobility(row)) return std::nullopt;

  std::vector<double> v = x;
  for (double& value : v) value *= rate / mobility;
  assembler.update(0, parts.q.data(), v.data());
  updCoordinateRow(j, assembler.calcKinematics(joint), 0, row, gamma, error);
  std::vector<double> a(parts.q.size()), none(parts.q.size(), 0.0), lambda(assembler.rowCount());
  assembler.solve(none, assembler.gamma(), a, lambda);
  const double missing = (gamma - dot(row, a.data())) / mobility;
  for (std::size_t k = 0; k < a.size(); ++k) a[k] += missing * x[k];
  parts.update();
  return RestMotion{toOrigins(parts.system, parts.q, v, {}), toOrigins(parts.system, parts.q, a, v)};
}

// The velocity of a body's point at the origin of the world is u = v_O - w perp(p_O). Two bodies have the
// same velocity where du + dw perp(p) = 0, so p = perp(du)/dw.
std::vector<InstantCentre> Kinematics::listInstantCentres(const RestMotion& motion) const {
  struct Twist {
    Eigen::Vector2d u{0, 0};
    double w = 0;
  };
  std::vector<Twist> twists{{}};  // the frame
  double fastest = 0;
  for (std::size_t b = 0; b < motion.velocity.size(); ++b) {
    const BodyRates& v = motion.velocity[b];
    const BodyPose& pose = parts_->poses[b];
    twists.push_back({Eigen::Vector2d(v.x, v.y) - v.angle * perp({pose.x, pose.y}), v.angle});
    fastest = std::max({fastest, std::abs(v.angle), std::hypot(v.x, v.y) / parts_->size});
  }
  std::vector<InstantCentre> centres;
  const int count = static_cast<int>(twists.size());
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count; ++b) {
      const Twist &first = twists[static_cast<std::size_t>(a)], &second = twists[static_cast<std::size_t>(b)];
      const Eigen::Vector2d u = second.u - first.u;
      const double w = second.w - first.w;
      if (std::abs(w) > kSame * fastest) {
        const Eigen::Vector2d p = perp(u) / w;
        centres.push_back({a - 1, b - 1, p.x(), p.y(), false});
      } else if (u.norm() > kSame * fastest * parts_->size) {
        const Eigen::Vector2d across = perp(u).normalized();
        centres.push_back({a - 1, b - 1, across.x(), across.y(), true});
      }
    }
  return centres;
}

std::vector<std::vector<BodyPose>> Kinematics::sweep(std::size_t joint, double range, int steps) {
  const std::vector<double> start = parts_->q;
  const double from = coordinate(joint), by = range / steps;
  const auto walk = [&](double sign, double reach) {
    std::vector<std::vector<BodyPose>> path;
    for (int i = 1; i * by <= reach * (1 + 1e-9); ++i) {
      const double wanted = from + sign * i * by, reached = turn(joint, wanted);
      path.push_back(poses());
      if (std::abs(reached - wanted) > by / 2) break;  // the end of its range
    }
    parts_->q = start;
    parts_->update();
    parts_->publish();
    return path;
  };
  std::vector<std::vector<BodyPose>> path{poses()};
  const auto forward = walk(1, range);
  path.insert(path.end(), forward.begin(), forward.end());
  const bool whole = static_cast<int>(forward.size()) >= steps;
  if (whole) return path;
  const auto back = walk(-1, range - by * static_cast<double>(forward.size()));
  path.insert(path.begin(), back.rbegin(), back.rend());
  return path;
}

}  // namespace clank
