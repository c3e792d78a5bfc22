// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/impact_laws.h"

#include <algorithm>
#include <optional>

#include "core/coulomb/energetic_impact.h"
#include "core/coulomb/lowered_restitution.h"
#include "core/coulomb/plastic_impact.h"

namespace clank {
namespace {

using Eigen::VectorXd;

// Newton's law asks for the rates at the end, whatever the way to them.
std::optional<VectorXd> solveNewtonImpact(const ImpactProblem& problem, double factor) {
  const VectorXd nothing = VectorXd::Zero(problem.before.size());
  return solveRobustly(makeExpansion(problem, nothing, RestitutionLaw::newton, factor));
}

std::optional<VectorXd> solvePoissonImpact(const ImpactProblem& problem, double factor) {
  const auto compression = solveRobustly(makeCompression(problem));
  if (!compression) return std::nullopt;
  const auto more = solveRobustly(makeExpansion(problem, *compression, RestitutionLaw::poisson, factor));
  return more ? std::optional<VectorXd>(*compression + *more) : std::nullopt;
}

// Nothing when that much restitution has no solution.
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
  if (P && !isAdmissible(problem, *P)) P.reset();
  return P;
}

// From a solution without restitution, and that with all of it where there is one. In a heap no digit of the
// factor means anything.
ImpactSolution lower(const ImpactProblem& problem, RestitutionLaw law, const VectorXd& plastic,
                     const std::optional<VectorXd>& full) {
  constexpr std::size_t kMany = 5;
  constexpr double kExact = 1e-13, kNear = 1e-4;
  ImpactSolution best{plastic, 0, true};
  RestitutionSearch search{calcGain(problem, plastic), {}, problem.contacts.size() < kMany ? kExact : kNear};
  if (full) search.gainWithAll = calcGain(problem, *full);
  best.restitutionFactor = lowerRestitution(search, [&](double factor) -> std::optional<EnergyMade> {
    const auto tried = solveWith(problem, law, factor);
    if (!tried) return std::nullopt;
    const EnergyMade made{calcGain(problem, *tried), !createsEnergy(problem, *tried)};
    if (made.isAllowed) best.P = *tried;
    return made;
  });
  return best;
}

// Nothing approaches.
bool isOver(const ImpactProblem& problem) {
  return std::all_of(problem.contacts.begin(), problem.contacts.end(), [&](const auto& contact) {
    return !contact.pulls && problem.before(contact.normal) >= 0;
  });
}

// A contact alone that does not rub, by Newton's law: P = -(1 + e) v/W, which makes no energy with e up to
// one.
std::optional<double> solveAlone(const ImpactProblem& problem) {
  if (problem.before.size() != 1 || problem.contacts.size() != 1 || problem.contacts[0].pulls)
    return std::nullopt;
  const OneSided& contact = problem.contacts[0];
  const double v = problem.before(0), W = problem.W(0, 0), e = contact.rests ? 0 : contact.restitution;
  if (contact.law != RestitutionLaw::newton || !(e <= 1) || !(W > 0) || !(v < 0)) return std::nullopt;
  return -(v + e * v) / W;
}

}  // namespace

ImpactSolution solveSimultaneousImpact(const ImpactProblem& asked) {
  if (const auto alone = solveAlone(asked)) return {VectorXd::Constant(1, *alone), 1, true};
  ImpactProblem problem = asked;
  dropReboundOfResting(problem);
  if (isOver(problem)) return {VectorXd::Zero(problem.before.size()), 1, true};
  const RestitutionLaw law = findGoverningLaw(problem);
  const auto full = solveWith(problem, law, 1);
  if (full && !createsEnergy(problem, *full)) return {*full, 1, true};
  const bool rebounds =
      std::any_of(problem.contacts.begin(), problem.contacts.end(),
                  [](const OneSided& one) { return one.restitution > 0 || one.tangential > 0; });
  auto plastic = rebounds ? solveWith(problem, law, 0) : full;
  if (plastic && createsEnergy(problem, *plastic)) plastic.reset();
  PlasticImpact softened{plastic ? *plastic : VectorXd(), true};
  if (!plastic) softened = solvePlasticImpact(problem);
  if (!rebounds) return {softened.P, 1, softened.exact};
  const ImpactSolution best = lower(problem, law, softened.P, full);
  return best.restitutionFactor > 0 ? best : ImpactSolution{softened.P, 0, softened.exact};
}

}  // namespace clank
