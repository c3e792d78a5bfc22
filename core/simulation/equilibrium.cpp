// SPDX-License-Identifier: GPL-3.0-or-later
// Newton's method on N' f = 0 with the tangent stiffness of small_motion.h. In its principal directions each
// step goes with the force whatever the sign of the stiffness, so that it never climbs to an equilibrium that
// is unstable; where it stands on one all the same it is pushed off. A step is taken when the force has not
// turned against it by more than half, which needs no potential: laws and following forces count.
#include "core/simulation/equilibrium.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/dynamics/consistency.h"
#include "core/dynamics/extent.h"
#include "core/dynamics/small_motion.h"
#include "core/model/divide_bar.h"
#include "core/simulation/assembly.h"

namespace clank {
namespace {

constexpr int kMostSettling = 400, kMostShortened = 25, kMostPushOffs = 20;
constexpr double kLongestStep = 0.2;  // of a step, as calcReach() has it
constexpr double kSettled = 1e-11;    // the same
constexpr double kPushOff = 0.02;     // the same
constexpr double kRunAway = 1e3;      // of the extent at first
constexpr double kBalanced = 1e-9;    // of the force there is on anything

class Settling {
 public:
  Settling(const System& system, State& state)
      : system_(system), state_(state), assembler_(system, leaveFrictionOut(state.mode)) {
    std::fill(speeds().begin(), speeds().end(), 0.0);
    extent_ = calcExtent(system, positions().data());
  }

  Result<void> execute() {
    for (int i = 0; i < kMostSettling; ++i) {
      update();
      if (N_.cols() == 0) return {};
      const Eigen::VectorXd step = calcStep();
      const double reach = calcReachOf(step);
      if (reach <= kSettled) {
        if (values_(0) >= -kBalanced * std::abs(values_(values_.size() - 1)) || pushes_++ == kMostPushOffs)
          return {};
        move(vectors_.col(0), kPushOff / calcReachOf(vectors_.col(0)));
        continue;
      }
      if (!advance(step * std::min(1.0, kLongestStep / reach)) && reach > 1e3 * kSettled)
        return failure("no static equilibrium is found: the joints lock on the way to it", "/joints");
      if (!(calcExtent(system_, positions().data()) < kRunAway * extent_)) return fail(N_ * step);
    }
    update();
    return fail(N_ * calcStep());
  }

 private:
  std::span<double> positions() { return system_.layout.positions(state_.y); }
  std::span<double> speeds() { return system_.layout.speeds(state_.y); }

  double calcReachOf(const Eigen::VectorXd& x) {
    const Eigen::VectorXd dq = N_ * x;
    return calcReach(system_, positions().data(), dq.data());
  }

  void update() {
    assembler_.update(state_.t, positions().data(), speeds().data());
    N_ = calcFreeDirections(assembler_, positions().data());
    if (N_.cols() == 0) return;
    tangent_ = calcTangentStiffness(assembler_, state_, N_);
    const Eigen::MatrixXd K = tangent_.ofForces + tangent_.ofReactions;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver((K + K.transpose()) / 2);
    values_ = solver.eigenvalues();
    vectors_ = solver.eigenvectors();
  }

  // Each principal direction by itself; where there is a force and no stiffness, as far as a step goes.
  Eigen::VectorXd calcStep() {
    const Eigen::VectorXd force = vectors_.transpose() * tangent_.drive;
    most_ = std::max(most_, force.cwiseAbs().maxCoeff());
    const double soft = 1e-13 * values_.cwiseAbs().maxCoeff();
    Eigen::VectorXd along = Eigen::VectorXd::Zero(force.size());
    for (Eigen::Index k = 0; k < force.size(); ++k) {
      const double stiffness = std::abs(values_(k));
      if (stiffness > soft)
        along(k) = force(k) / stiffness;
      else if (std::abs(force(k)) > kBalanced * most_)
        along(k) = std::copysign(kLongestStep / calcReachOf(vectors_.col(k)), force(k));
    }
    return vectors_ * along;
  }

  // Along N x, the joints closed again. False, and nothing changed, where they cannot be.
  bool move(const Eigen::VectorXd& x, double factor) {
    constexpr int kIterations = 20;
    const std::vector<double> before = state_.y;
    const Eigen::VectorXd dq = factor * (N_ * x);
    for (std::size_t k = 0; k < positions().size(); ++k) positions()[k] += dq(static_cast<Eigen::Index>(k));
    const double open = projectPosition(assembler_, state_.t, positions(), speeds(), kProjected, kIterations);
    if (open < kOpen) return true;
    state_.y = before;
    assembler_.update(state_.t, positions().data(), speeds().data());
    return false;
  }

  bool advance(const Eigen::VectorXd& x) {
    const std::vector<double> before = state_.y;
    const double work = tangent_.drive.dot(x);
    double part = 1;
    for (int i = 0; i < kMostShortened; ++i, part /= 2) {
      if (!move(x, part)) continue;
      const std::vector<double> f = calcForcesAtRest(system_, state_);
      const Eigen::MatrixXd there = calcFreeDirections(assembler_, positions().data());
      const Eigen::Map<const Eigen::VectorXd> force(f.data(), static_cast<Eigen::Index>(f.size()));
      // Along the way, by what of N x is free there.
      const Eigen::VectorXd way = there * there.colPivHouseholderQr().solve(N_ * x);
      if (force.dot(way) >= -0.5 * work) return true;
      state_.y = before;
      assembler_.update(state_.t, positions().data(), speeds().data());
    }
    return false;
  }

  // The body that goes farthest.
  Result<void> fail(const Eigen::VectorXd& way) const {
    std::size_t body = 0;
    double farthest = -1;
    for (std::size_t b = 0; b < system_.bodies.size(); ++b) {
      const double reach = way.segment<2>(static_cast<Eigen::Index>(StateLayout::begin(b))).norm();
      if (reach > farthest) {
        farthest = reach;
        body = b;
      }
    }
    return failure(fmt::format("no static equilibrium is found: nothing holds body {} against the forces on "
                               "it (contacts, stops and ropes do not count unless they hold at the start)",
                               system_.bodies[body].id),
                   fmt::format("/bodies/{}", body));
  }

  const System& system_;
  State& state_;
  Assembler assembler_;
  Eigen::MatrixXd N_, vectors_;
  Eigen::VectorXd values_;
  TangentStiffness tangent_;
  double extent_ = 1, most_ = 0;
  int pushes_ = 0;
};

}  // namespace

Result<void> settle(const System& system, State& state) {
  return Settling(system, state).execute();
}

Result<Equilibrium> findEquilibrium(const Mechanism& drawn) {
  Problems errors;
  for (const Problem& problem : validate(drawn))
    if (stopsRun(problem)) errors.push_back(problem);
  if (!errors.empty()) return tl::unexpected(errors);
  const auto divided = divideFlexible(drawn);
  if (!divided) return tl::unexpected(divided.error());
  const Mechanism& resolved = *divided ? (*divided)->mechanism : drawn;
  auto system = System::compile(resolved, getLinks(*divided));
  if (!system) return tl::unexpected(system.error());
  auto state = assembleStart(*system, resolved);
  if (!state) return tl::unexpected(state.error());
  if (const auto settled = settle(*system, *state); !settled) return tl::unexpected(settled.error());
  Equilibrium found;
  for (std::size_t b = 0; b < system->bodies.size(); ++b) {
    const double* q = state->y.data() + StateLayout::begin(b);
    const Eigen::Vector2d origin = calcOriginPosition(system->bodies[b], q);
    found.bodies.push_back({system->bodies[b].id, origin.x(), origin.y(), q[2], 0});
  }
  for (const BentLink& link : system->bends)
    found.bodies[static_cast<std::size_t>(link.body)].deflection = calcTipDeflection(link, state->y.data());
  for (const RodChain& chain : system->chains)
    found.bodies[chain.first].deflection = calcTipDeflection(chain, calcRodBends(chain, state->y.data()));
  return found;
}

}  // namespace clank
