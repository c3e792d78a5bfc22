// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/impact_laws.h"

#include <algorithm>
#include <optional>

#include "core/events/energetic_impact.h"
#include "core/events/plastic_impact.h"

namespace clank {
namespace {

using Eigen::VectorXd;

constexpr int kBisections = 40;

// Speeds in b that a law asks to be given back at the end.
void addRebound(const ImpactProblem& problem, double factor, bool ofPush, VectorXd& b) {
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const ContactProblem::Contact& c = problem.contacts[i];
    if (ofPush || c.pulls)
      b(c.normal) += factor * problem.laws[i].restitution * std::min(0.0, problem.before(c.normal));
    if (c.slip >= 0) b(c.slip) += factor * problem.laws[i].tangential * problem.before(c.slip);
  }
}

std::optional<VectorXd> solveNewtonImpact(const ImpactProblem& problem, double factor) {
  ContactProblem whole{problem.W, problem.before, problem.contacts};
  addRebound(problem, factor, true, whole.b);
  return solveRobustly(whole);
}

std::optional<VectorXd> solvePoissonImpact(const ImpactProblem& problem, double factor) {
  const auto compression = solveRobustly({problem.W, problem.before, problem.contacts});
  if (!compression) return std::nullopt;
  ContactProblem expansion{problem.W, problem.before + problem.W * *compression, problem.contacts};
  addRebound(problem, factor, false, expansion.b);
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    if (ContactProblem::Contact& contact = expansion.contacts[i]; !contact.pulls)
      contact.base = factor * problem.laws[i].restitution * (*compression)(contact.normal);
  const auto more = solveRobustly(expansion);
  return more ? std::optional<VectorXd>(*compression + *more) : std::nullopt;
}

// Nothing when that much restitution has no solution, or would create energy.
std::optional<VectorXd> solveWith(const ImpactProblem& problem, RestitutionLaw law, double factor) {
  std::optional<VectorXd> P;
  switch (law) {
    case RestitutionLaw::newton:
      P = solveNewtonImpact(problem, factor);
      break;
    case RestitutionLaw::poisson:
      P = solvePoissonImpact(problem, factor);
      break;
    case RestitutionLaw::energetic:
      P = solveEnergeticImpact(problem, factor);
      break;
  }
  if (P && isAdmissible(problem, *P) && !createsEnergy(problem, *P)) return P;
  return std::nullopt;
}

// Nothing approaches.
bool isOver(const ImpactProblem& problem) {
  return std::all_of(problem.contacts.begin(), problem.contacts.end(), [&](const auto& contact) {
    return !contact.pulls && problem.before(contact.normal) >= 0;
  });
}

}  // namespace

ImpactSolution solveSimultaneousImpact(const ImpactProblem& asked) {
  ImpactProblem problem = asked;
  for (ImpactLaw& one : problem.laws)
    if (one.rests) one.restitution = one.tangential = 0;
  if (isOver(problem)) return {VectorXd::Zero(problem.before.size()), 1, true};
  RestitutionLaw law = RestitutionLaw::newton;
  for (const ImpactLaw& one : problem.laws) law = std::max(law, one.kind);
  if (const auto P = solveWith(problem, law, 1)) return {*P, 1, true};
  const bool rebounds = std::any_of(problem.laws.begin(), problem.laws.end(), [](const ImpactLaw& one) {
    return one.restitution > 0 || one.tangential > 0;
  });
  double low = 0, high = 1;
  ImpactSolution best{{}, rebounds ? 0.0 : 1.0, true};
  if (const auto P = solveWith(problem, law, 0)) {
    best.P = *P;
  } else {
    const PlasticImpact plastic = solvePlasticImpact(problem);
    best.P = plastic.P;
    best.exact = plastic.exact;
  }
  for (int i = 0; rebounds && i < kBisections; ++i) {
    const double middle = (low + high) / 2;
    if (const auto tried = solveWith(problem, law, middle)) {
      low = middle;
      best = {*tried, middle, true};
    } else {
      high = middle;
    }
  }
  return best;
}

}  // namespace clank
