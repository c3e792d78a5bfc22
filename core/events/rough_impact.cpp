// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/rough_impact.h"

#include <algorithm>
#include <cmath>

#include "core/events/contact_solver.h"

namespace clank {
namespace {

using Eigen::VectorXd;

constexpr int kBoundRounds = 200;        // of bounds
constexpr double kBoundSettled = 1e-13;  // of the largest bound
constexpr double kStopped = 1e-12;       // of the largest speed
constexpr int kBisections = 40;

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
      stage_.contacts.push_back({-1, joint.row, 1, 0, false, 0});
    }
  }

  // With all e and e_t times factor.
  std::optional<VectorXd> solve(double factor) {
    VectorXd b = problem_.before;
    const auto compression = solveStage(b, b);
    if (!compression || factor == 0) return compression;
    const VectorXd middle = problem_.before + problem_.W * *compression;
    b = middle;
    RestitutionLaw law = RestitutionLaw::newton;
    for (const ImpactLaw& one : problem_.laws) law = std::max(law, one.kind);
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      const ContactProblem::Contact& contact = problem_.contacts[i];
      const double e = factor * problem_.laws[i].restitution;
      if (law == RestitutionLaw::newton || contact.pulls)
        b(contact.normal) += e * std::min(0.0, problem_.before(contact.normal));
      else
        stage_.contacts[i].base = e * (*compression)(contact.normal);
      if (contact.slip >= 0)
        b(contact.slip) += factor * problem_.laws[i].tangential * problem_.before(contact.slip);
    }
    const auto expansion = solveStage(b, middle);
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) stage_.contacts[i].base = 0;
    return expansion ? std::optional<VectorXd>(*compression + *expansion) : std::nullopt;
  }

 private:
  ContactProblem::Contact& friction(std::size_t joint) {
    return stage_.contacts[problem_.contacts.size() + joint];
  }

  // From the rates at which a stage begins; b has what restitution asks for.
  std::optional<VectorXd> solveStage(const VectorXd& b, const VectorXd& rates) {
    stage_.b = b;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const double rate = rates(joints_[j].row);
      friction(j).slides = std::abs(rate) <= still_ ? 0 : rate > 0 ? 1 : -1;
      friction(j).base = 0;
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
    for (int round = 0; round < kBoundRounds; ++round) {
      P = solveContactProblem(stage_);
      if (!P || !P->allFinite()) return std::nullopt;
      double change = 0, largest = 0;
      for (std::size_t j = 0; j < joints_.size(); ++j) {
        const double bound = joints_[j].calcBound(*P);
        change = std::max(change, std::abs(bound - friction(j).base));
        largest = std::max(largest, bound);
        friction(j).base = bound;
      }
      if (change <= kBoundSettled * largest) return P;
    }
    return std::nullopt;
  }

  // Joints whose friction would drive them back decide with the slip at the end. True when there are any.
  bool letTurn(const VectorXd& P) {
    bool any = false;
    const VectorXd after = stage_.b + stage_.W * P;
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
  for (ImpactLaw& one : problem.laws)
    if (one.rests) one.restitution = one.tangential = 0;
  RoughImpact impact(problem, joints);
  auto best = impact.solve(1);
  if (best && !createsEnergy(problem, *best)) return ImpactSolution{*best, 1, true};
  best = impact.solve(0);
  if (!best) return std::nullopt;
  double low = 0, high = 1;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = (low + high) / 2;
    const auto tried = impact.solve(middle);
    const bool isGood = tried && !createsEnergy(problem, *tried);
    (isGood ? low : high) = middle;
    if (isGood) best = tried;
  }
  return ImpactSolution{*best, low, true};
}

}  // namespace clank
