// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/impact_laws.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/events/energetic_impact.h"
#include "core/events/plastic_impact.h"

namespace clank {
namespace {

using Eigen::VectorXd;

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

// Restitution lowered until no energy is made: the energy falls through zero between two factors, of which
// the lower one is always good. By the secant where both have a solution, the end that stays being halved
// (Illinois), by halves otherwise.
class RestitutionSearch {
 public:
  RestitutionSearch(const ImpactProblem& problem, RestitutionLaw law)
      : problem_(problem), law_(law), near_(problem.contacts.size() < kMany ? kExact : kNear) {}

  // From a solution without restitution, and that with all of it where there is one.
  ImpactSolution run(const VectorXd& plastic, const std::optional<VectorXd>& full) {
    ImpactSolution best{plastic, 0, true};
    double low = 0, high = 1, eLow = calcGain(plastic), eHigh = full ? calcGain(*full) : kNone;
    const double whole = std::abs(eLow);
    int lastSide = 0;
    for (int i = 0; i < kMostTries && high - low > near_; ++i) {
      const bool secant = eHigh != kNone && eLow < 0 && eHigh > 0;
      const double factor = secant ? low + (high - low) * eLow / (eLow - eHigh) : (low + high) / 2;
      const auto tried = solveWith(problem_, law_, factor);
      const double e = tried ? calcGain(*tried) : kNone;
      if (tried && !createsEnergy(problem_, *tried)) {
        best = {*tried, factor, true};
        low = factor;
        eLow = e;
        if (lastSide == -1 && secant) eHigh /= 2;
        lastSide = -1;
        if (e > -near_ * whole) break;
      } else {
        high = factor;
        eHigh = e;
        if (lastSide == 1 && secant) eLow /= 2;
        lastSide = 1;
      }
    }
    return best;
  }

 private:
  static constexpr int kMostTries = 60;
  // Of restitution, and of the energy that is lost without it. In a heap no digit of it means anything.
  static constexpr std::size_t kMany = 5;
  static constexpr double kExact = 1e-13, kNear = 1e-4;
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  // Twice the energy that impulses make.
  double calcGain(const VectorXd& P) const { return P.dot(2 * problem_.before + problem_.W * P); }

  const ImpactProblem& problem_;
  const RestitutionLaw law_;
  const double near_;
};

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
  const ImpactLaw& law = problem.laws[0];
  const double v = problem.before(0), W = problem.W(0, 0), e = law.rests ? 0 : law.restitution;
  if (law.kind != RestitutionLaw::newton || !(e <= 1) || !(W > 0) || !(v < 0)) return std::nullopt;
  return -(v + e * v) / W;
}

}  // namespace

ImpactSolution solveSimultaneousImpact(const ImpactProblem& asked) {
  if (const auto alone = solveAlone(asked)) return {VectorXd::Constant(1, *alone), 1, true};
  ImpactProblem problem = asked;
  for (ImpactLaw& one : problem.laws)
    if (one.rests) one.restitution = one.tangential = 0;
  if (isOver(problem)) return {VectorXd::Zero(problem.before.size()), 1, true};
  RestitutionLaw law = RestitutionLaw::newton;
  for (const ImpactLaw& one : problem.laws) law = std::max(law, one.kind);
  const auto full = solveWith(problem, law, 1);
  if (full && !createsEnergy(problem, *full)) return {*full, 1, true};
  const bool rebounds = std::any_of(problem.laws.begin(), problem.laws.end(), [](const ImpactLaw& one) {
    return one.restitution > 0 || one.tangential > 0;
  });
  auto plastic = rebounds ? solveWith(problem, law, 0) : full;
  if (plastic && createsEnergy(problem, *plastic)) plastic.reset();
  PlasticImpact softened{plastic ? *plastic : VectorXd(), true};
  if (!plastic) softened = solvePlasticImpact(problem);
  if (!rebounds) return {softened.P, 1, softened.exact};
  const ImpactSolution best = RestitutionSearch(problem, law).run(softened.P, full);
  return best.restitutionFactor > 0 ? best : ImpactSolution{softened.P, 0, softened.exact};
}

}  // namespace clank
