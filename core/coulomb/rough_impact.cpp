// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/rough_impact.h"

#include <algorithm>
#include <cmath>

#include "core/coulomb/lowered_restitution.h"
#include "core/coulomb/solve_contacts.h"
#include "core/dynamics/joint_friction.h"

namespace clank {
namespace {

using Eigen::VectorXd;

constexpr int kBoundRounds = 200;        // of bounds
constexpr double kBoundSettled = 1e-13;  // of the largest bound
constexpr double kStopped = 1e-12;       // of the largest speed

class RoughImpact {
 public:
  RoughImpact(const ImpactProblem& problem, const std::vector<RoughJoint>& joints)
      : problem_(problem), joints_(joints), still_(kStopped * problem.before.cwiseAbs().maxCoeff()) {
    stage_.W = problem.W;
    stage_.contacts = problem.contacts;
    for (const RoughJoint& joint : joints) {
      if (joint.isHeld) {
        stage_.W.row(joint.row).setZero();
        stage_.W.col(joint.row).setZero();
      }
      stage_.contacts.push_back({-1, joint.row, joint.arm, 0, false, 0});
      stage_.contacts.back().load = joint.load;
    }
  }

  // With all e and e_t times factor.
  std::optional<VectorXd> solve(double factor) {
    const auto compression = solveStage(problem_.before, problem_.before);
    if (!compression || factor == 0) return compression;
    const ContactProblem stage = makeExpansion(problem_, *compression, findGoverningLaw(problem_), factor);
    for (std::size_t i = 0; i < stage.contacts.size(); ++i) stage_.contacts[i].base = stage.contacts[i].base;
    const auto expansion = solveStage(stage.b, problem_.calcRates(*compression));
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) stage_.contacts[i].base = 0;
    return expansion ? std::optional<VectorXd>(*compression + *expansion) : std::nullopt;
  }

 private:
  OneSided& friction(std::size_t joint) { return stage_.contacts[problem_.contacts.size() + joint]; }

  // Of the contact with a normal row; 0 where there is none.
  double findBase(Eigen::Index normal) const {
    for (std::size_t i = 0; normal >= 0 && i < problem_.contacts.size(); ++i)
      if (problem_.contacts[i].normal == normal) return stage_.contacts[i].base;
    return 0;
  }

  // From the rates at which a stage begins; b has what restitution asks for.
  std::optional<VectorXd> solveStage(const VectorXd& b, const VectorXd& rates) {
    stage_.b = b;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const double rate = rates(joints_[j].row);
      friction(j).slides = std::abs(rate) <= still_ ? 0 : rate > 0 ? 1 : -1;
      friction(j).base = findBase(joints_[j].load);
      // What holds a joint at rest takes no friction of it.
      friction(j).slip = joints_[j].isHeld && friction(j).slides == 0 ? -1 : joints_[j].row;
    }
    for (std::size_t turns = 0; turns <= joints_.size(); ++turns) {
      const auto P = settle();
      if (!P || !letTurn(*P)) return P;
    }
    return std::nullopt;
  }

  // Until the impulses give the bounds with which they were found.
  std::optional<VectorXd> settle() {
    std::optional<VectorXd> P;
    std::vector<BoundSearch> searches(joints_.size());
    for (int round = 0; round < kBoundRounds; ++round) {
      P = solveContactProblem(stage_);
      if (!P || !P->allFinite()) return std::nullopt;
      double change = 0, largest = 0;
      for (std::size_t j = 0; j < joints_.size(); ++j) {
        if (joints_[j].load >= 0) continue;
        const double bound = joints_[j].calcBound(*P);
        change = std::max(change, std::abs(bound - friction(j).base));
        largest = std::max(largest, bound);
        friction(j).base = searches[j].next(friction(j).base, bound);
      }
      if (change <= kBoundSettled * largest) return P;
    }
    return std::nullopt;
  }

  // Joints whose friction would drive them back decide with the slip at the end. True when there are any.
  bool letTurn(const VectorXd& P) {
    bool any = false;
    const VectorXd after = stage_.calcRates(P);
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      if (friction(j).slides * after(joints_[j].row) >= -still_ || joints_[j].isHeld) continue;
      friction(j).slides = 0;
      any = true;
    }
    return any;
  }

  const ImpactProblem& problem_;
  const std::vector<RoughJoint>& joints_;
  const double still_;
  ContactProblem stage_;
};

}  // namespace

std::optional<ImpactSolution> solveRoughImpact(const ImpactProblem& asked,
                                               const std::vector<RoughJoint>& joints) {
  ImpactProblem problem = asked;
  dropReboundOfResting(problem);
  RoughImpact impact(problem, joints);
  const auto best = impact.solve(1);
  if (best && !createsEnergy(problem, *best)) return ImpactSolution{*best, 1, true};
  const auto plastic = impact.solve(0);
  if (!plastic) return std::nullopt;
  RestitutionSearch search{calcGain(problem, *plastic), {}};
  if (best) search.gainWithAll = calcGain(problem, *best);
  ImpactSolution lowered{*plastic, 0, true};
  lowered.restitutionFactor = lowerRestitution(search, [&](double factor) -> std::optional<EnergyMade> {
    const auto tried = impact.solve(factor);
    if (!tried) return std::nullopt;
    const EnergyMade made{calcGain(problem, *tried), !createsEnergy(problem, *tried)};
    if (made.isAllowed) lowered.P = *tried;
    return made;
  });
  return lowered;
}

}  // namespace clank
