// SPDX-License-Identifier: GPL-3.0-or-later
// Newton's method on N' f = 0 with the tangent stiffness of small_motion.h. In its principal directions each
// step goes with the force whatever the sign of the stiffness, so that it never climbs to an equilibrium that
// is unstable; where it stands on one all the same it is pushed off. A step is taken when the force has not
// turned against it by more than half, which needs no potential: laws and following forces count.
//
// Stops, ropes and rigid contacts bound the way: a step ends where the first of them is met, and from there
// its row is one more constraint, which is given up where the forces in balance would pull on it. Compliant
// contacts push wherever they are pressed.
#include "core/simulation/settling.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/coulomb/unilateral.h"
#include "core/dynamics/consistency.h"
#include "core/dynamics/extent.h"
#include "core/dynamics/small_motion.h"
#include "core/dynamics/tolerances.h"
#include "core/events/compliant_contact.h"

namespace clank {
namespace {

constexpr int kMostSettling = 400, kMostShortened = 25, kMostPushOffs = 20;
constexpr double kLongestStep = 0.2;  // of a step, as calcReach() has it
constexpr double kSettled = 1e-11;    // the same
constexpr double kPushOff = 0.02;     // the same
constexpr double kRunAway = 1e3;      // of the extent at first
constexpr double kBalanced = 1e-9;    // of the force there is on anything
constexpr double kBetween = 0.05;     // of a step where something may be in the way
constexpr int kMostReleases = 100, kBisections = 60;

class Settling {
 public:
  Settling(const System& system, State& state)
      : system_(system), state_(state), assembler_(system, leaveFrictionOut(state.mode)) {
    std::fill(speeds().begin(), speeds().end(), 0.0);
    extent_ = calcExtent(system, positions().data());
    hasCompliant_ = std::any_of(system.contactPairs.begin(), system.contactPairs.end(),
                                [](const SystemContactPair& pair) { return pair.compliance.has_value(); });
    press();
    longest_ = system.unilaterals.size() == 0 ? kLongestStep : kBetween;
  }

  Result<void> execute() {
    for (int i = 0; i < kMostSettling; ++i) {
      update();
      if (N_.cols() == 0) {
        if (release()) continue;
        return {};
      }
      const Eigen::VectorXd step = calcStep();
      const double reach = calcReachOf(step);
      if (reach <= kSettled) {
        if (release()) continue;
        if (values_(0) >= -kBalanced * std::abs(values_(values_.size() - 1)) || pushes_++ == kMostPushOffs)
          return {};
        go(vectors_.col(0), kPushOff / calcReachOf(vectors_.col(0)));
        continue;
      }
      if (!advance(step * std::min(1.0, longest_ / reach)) && reach > 1e3 * kSettled)
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
    leaveEnds();
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
        along(k) = std::copysign(longest_ / calcReachOf(vectors_.col(k)), force(k));
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
    if (open < kOpen) {
      press();
      return true;
    }
    restore(before);
    return false;
  }
  void restore(const std::vector<double>& y) {
    state_.y = y;
    press();
    assembler_.update(state_.t, positions().data(), speeds().data());
  }

  // Compliant contacts as deep as they are.
  void press() {
    if (!hasCompliant_) return;
    std::vector<std::size_t> pressed;
    for (const auto& [u, mode] : state_.mode.unilaterals.entries())
      if (mode.pressed) pressed.push_back(u);
    for (const std::size_t u : pressed) state_.mode.unilaterals.reset(u);
    pressAtStart(system_, state_);
  }

  // Which rigid ones are free to be met, with their gaps (m or rad).
  std::vector<std::pair<std::size_t, double>> listGaps() {
    std::vector<std::pair<std::size_t, double>> gaps;
    for (std::size_t u = 0; u < system_.unilaterals.size(); ++u)
      if (!state_.mode.unilaterals[u].closed && !findCompliance(system_, u) &&
          isInForce(system_, state_.mode, u))
        if (const double gap = calcGap(system_, u, positions().data(), speeds().data());
            gap >= -getTolerances(system_, u).open)
          gaps.emplace_back(u, gap);
    return gaps;
  }
  std::vector<std::size_t> listPassed(const std::vector<std::pair<std::size_t, double>>& before) {
    std::vector<std::size_t> passed;
    for (const auto& [u, gap] : before)
      if (calcGap(system_, u, positions().data(), speeds().data()) < -getTolerances(system_, u).open)
        passed.push_back(u);
    return passed;
  }

  // The move, up to where the first of what is in the way is met.
  bool go(const Eigen::VectorXd& x, double factor) {
    const std::vector<double> before = state_.y;
    const auto gaps = listGaps();
    if (!move(x, factor)) return false;
    std::vector<std::size_t> passed = listPassed(gaps);
    if (passed.empty()) return true;
    const std::vector<double> through = state_.y;
    double free = 0, over = 1;
    for (int i = 0; i < kBisections && over - free > 1e-15; ++i) {
      const double middle = (free + over) / 2;
      restore(before);
      if (!move(x, middle * factor)) return restore(before), false;
      const std::vector<std::size_t> here = listPassed(gaps);
      (here.empty() ? free : over) = middle;
      if (!here.empty()) passed = here;
    }
    restore(before);
    if (free > 0) move(x, free * factor);
    if (!close(passed)) restore(through);
    return true;
  }

  // What is passed behind the end of a piece is not met there.
  bool close(const std::vector<std::size_t>& passed) {
    bool any = false;
    for (const std::size_t u : passed) {
      const Gap gap = calcGapAndPlane(system_, u, positions().data(), speeds().data());
      if (std::abs(gap.plane) > 1e-6 * extent_) continue;
      closeUnilateral(system_, u, state_.mode);
      if (u >= system_.firstContact()) state_.mode.unilaterals.upd(u).slip = 1;  // friction is left out
      met_.push_back(u);
      any = true;
    }
    if (any) useMode();
    return any;
  }
  void useMode() {
    assembler_.setMode(leaveFrictionOut(state_.mode));
    projectPosition(assembler_, state_.t, positions(), speeds(), kProjected, 20);
    assembler_.update(state_.t, positions().data(), speeds().data());
  }

  // N (N m), with which one that is met pushes.
  double calcPushOf(std::size_t u, std::span<const double> lambda) const {
    const SystemUnilateral part = system_.unilaterals[u];
    const auto at = [&](int row) { return lambda[static_cast<std::size_t>(row)]; };
    if (const auto* contact = std::get_if<ContactIndex>(&part))
      return at(assembler_.gapRow(contact->contact));
    if (const auto* rope = std::get_if<RopeIndex>(&part)) return at(assembler_.ropeRow(rope->rope));
    const StopIndex& stop = std::get<StopIndex>(part);
    return -system_.getLimit(stop).sign * at(assembler_.heldRow(stop.joint));
  }

  // Gives up the one that pulls most, or that has come to the end of its piece. False when there is none.
  bool release() {
    if (met_.empty() || releases_ == kMostReleases) return false;
    const std::vector<double> f = calcForcesAtRest(system_, state_), none(assembler_.rowCount(), 0.0);
    std::vector<double> acceleration(system_.layout.coordinates()), lambda(assembler_.rowCount());
    assembler_.solve(f, none, acceleration, lambda);
    double largest = 0, least = 0;
    std::size_t pulls = met_.size();
    for (std::size_t i = 0; i < met_.size(); ++i) {
      const double push = calcPushOf(met_[i], lambda);
      largest = std::max(largest, std::abs(push));
      if (push < least) {
        least = push;
        pulls = i;
      }
    }
    if (pulls == met_.size() || !(-least > kBalanced * largest)) return false;
    open(pulls);
    return true;
  }
  void open(std::size_t i) {
    ++releases_;
    openUnilateral(system_, met_[i], state_.mode);
    met_.erase(met_.begin() + static_cast<std::ptrdiff_t>(i));
    useMode();
  }
  void leaveEnds() {
    for (std::size_t i = met_.size(); i-- > 0;)
      if (calcWayToEdge(system_, met_[i], positions().data(), speeds().data()) < -system_.tolerances.open &&
          releases_ < kMostReleases)
        open(i);
  }

  bool advance(const Eigen::VectorXd& x) {
    const std::vector<double> before = state_.y;
    const std::size_t held = met_.size();
    const double work = tangent_.drive.dot(x);
    double part = 1;
    for (int i = 0; i < kMostShortened; ++i, part /= 2) {
      if (!go(x, part)) continue;
      if (met_.size() != held) return true;
      const std::vector<double> f = calcForcesAtRest(system_, state_);
      const Eigen::MatrixXd there = calcFreeDirections(assembler_, positions().data());
      const Eigen::Map<const Eigen::VectorXd> force(f.data(), static_cast<Eigen::Index>(f.size()));
      // Along the way, by what of N x is free there.
      const Eigen::VectorXd way = there * there.colPivHouseholderQr().solve(N_ * x);
      if (force.dot(way) >= -0.5 * work) return true;
      restore(before);
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
                               "it",
                               system_.bodies[body].id),
                   fmt::format("/bodies/{}", body));
  }

  const System& system_;
  State& state_;
  Assembler assembler_;
  Eigen::MatrixXd N_, vectors_;
  Eigen::VectorXd values_;
  TangentStiffness tangent_;
  std::vector<std::size_t> met_;  // of the unilaterals, those that are closed on the way
  double extent_ = 1, most_ = 0, longest_ = kLongestStep;
  int pushes_ = 0, releases_ = 0;
  bool hasCompliant_ = false;
};

}  // namespace

Result<void> settle(const System& system, State& state) {
  return Settling(system, state).execute();
}

}  // namespace clank
