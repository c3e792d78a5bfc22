// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/impact_problem.h"

#include <algorithm>
#include <cmath>

#include "core/coulomb/solve_contacts.h"

namespace clank {
namespace {

constexpr double kEnergy = 1e-13;      // of the energies exchanged; less is rounding error
constexpr double kThere = 1e-10;       // of the energy that is there
constexpr double kAdmissible = 1e-10;  // of the largest speed or impulse

constexpr double kWedge = 1e6;  // of the impulse that a row would need alone

double calcBaseRate(const ContactProblem& problem) {
  double fastest = 0;
  for (const OneSided& contact : problem.contacts)
    fastest = std::max(fastest, problem.W(contact.normal, contact.normal) * contact.base);
  return fastest;
}

// Contacts push and none closes, but for what isAdmissible() lets pass.
bool isRight(const ContactProblem& problem, const Eigen::VectorXd& p) {
  const Eigen::VectorXd rates = problem.calcRates(p);
  const double fastest = std::max(problem.b.cwiseAbs().maxCoeff(), calcBaseRate(problem)),
               speed = kAdmissible * fastest, push = speed / problem.W.diagonal().maxCoeff();
  const Eigen::VectorXd rounding = calcRounding(problem.W, problem.b, p);
  return std::all_of(problem.contacts.begin(), problem.contacts.end(), [&](const auto& c) {
    return c.pulls || (p(c.normal) >= -push && rates(c.normal) >= -speed - rounding(c.normal));
  });
}

}  // namespace

ImpactPart selectContacts(const ImpactProblem& whole, const Eigen::VectorXd& rates,
                          const std::vector<std::size_t>& contacts) {
  ImpactPart part;
  const auto take = [&](Eigen::Index row) {
    part.rows.push_back(row);
    return static_cast<Eigen::Index>(part.rows.size() - 1);
  };
  for (const std::size_t i : contacts) {
    OneSided contact = whole.contacts[i];
    contact.normal = take(contact.normal);
    if (contact.slip >= 0) contact.slip = take(contact.slip);
    part.problem.contacts.push_back(contact);
  }
  part.problem.W = whole.W(part.rows, part.rows);
  part.problem.light = whole.light.select(part.rows);
  part.problem.before = rates(part.rows);
  return part;
}

RestitutionLaw findGoverningLaw(const ImpactProblem& problem) {
  RestitutionLaw law = RestitutionLaw::newton;
  for (const OneSided& contact : problem.contacts) law = std::max(law, contact.law);
  return law;
}

void dropReboundOfResting(ImpactProblem& problem) {
  for (OneSided& contact : problem.contacts)
    if (contact.rests) contact.restitution = contact.tangential = 0;
}

ContactProblem makeCompression(const ImpactProblem& problem) {
  return {problem.W, problem.before, problem.contacts, problem.light};
}

ContactProblem makeExpansion(const ImpactProblem& problem, const Eigen::VectorXd& compression,
                             RestitutionLaw law, double factor) {
  ContactProblem stage{problem.W, problem.calcRates(compression), problem.contacts, problem.light};
  for (OneSided& contact : stage.contacts) {
    const double e = factor * contact.restitution;
    if (law == RestitutionLaw::newton || contact.pulls)
      stage.b(contact.normal) += e * std::min(0.0, problem.before(contact.normal));
    else
      contact.base = e * compression(contact.normal);
    if (contact.slip >= 0)
      stage.b(contact.slip) += factor * contact.tangential * problem.before(contact.slip);
  }
  return stage;
}

double calcGain(const ImpactProblem& problem, const Eigen::VectorXd& P) {
  return P.dot(problem.before + problem.calcRates(P));
}

std::optional<Eigen::VectorXd> solveSoftly(const ContactProblem& problem, double softness) {
  ContactProblem soft = problem;
  soft.W.diagonal() *= 1 + softness;
  auto p = solveContactProblem(soft);
  if (!p || !p->allFinite()) return std::nullopt;
  // Larger ones are parts that wedge each other by the softness alone.
  const double fastest = std::max(problem.b.cwiseAbs().maxCoeff(), calcBaseRate(problem));
  if ((p->cwiseAbs().cwiseProduct(problem.W.diagonal())).maxCoeff() > kWedge * problem.light.ratio * fastest)
    return std::nullopt;
  return p;
}

std::optional<Eigen::VectorXd> solveRobustly(const ContactProblem& problem) {
  for (const double softness : {kSoftnesses[0], kSoftnesses[2]})
    if (auto p = solveSoftly(problem, softness); p && isRight(problem, *p)) return p;
  return std::nullopt;
}

bool createsEnergy(const ImpactProblem& problem, const Eigen::VectorXd& P) {
  const Eigen::VectorXd sum = problem.before + problem.calcRates(P);
  const double exchanged = P.cwiseAbs().dot(sum.cwiseAbs() + problem.before.cwiseAbs());
  // Of its own, each row could take so much at most.
  const Eigen::VectorXd mobility = problem.W.diagonal();
  const double there = problem.before.cwiseAbs2().cwiseQuotient(mobility).maxCoeff();
  const double rounding = P.cwiseAbs().dot(calcRounding(problem.W, problem.before, P));
  return P.dot(sum) > std::min(kEnergy * exchanged, kThere * there) + rounding;
}

bool isAdmissible(const ImpactProblem& problem, const Eigen::VectorXd& P) {
  if (!P.allFinite()) return false;
  if (P.size() == 0) return true;
  const Eigen::VectorXd after = problem.calcRates(P);
  const double fastest = problem.before.cwiseAbs().maxCoeff(), lightest = problem.W.diagonal().maxCoeff();
  const double speed = kAdmissible * fastest;
  const double impulse = kAdmissible * std::max(P.cwiseAbs().maxCoeff(), fastest / lightest);
  const Eigen::VectorXd rounding = calcRounding(problem.W, problem.before, P);
  for (const OneSided& contact : problem.contacts) {
    if (contact.pulls) continue;
    const double push = P(contact.normal);
    if (push < -impulse || after(contact.normal) < -speed - rounding(contact.normal)) return false;
    if (contact.slip >= 0 && std::abs(P(contact.slip)) > contact.friction * push + impulse) return false;
  }
  return true;
}

}  // namespace clank
