// SPDX-License-Identifier: GPL-3.0-or-later
// An impact once the joints are behind it: rates r = W P + before of the rows of its contacts.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/coulomb/contact_problem.h"
#include "core/coulomb/one_sided.h"

namespace clank {

struct ImpactProblem {
  Eigen::MatrixXd W;               // Delassus matrix
  Eigen::VectorXd before;          // r-, m/s or rad/s
  std::vector<OneSided> contacts;  // slides and base are not used
  LightParts light = {};

  // r+ of impulses P.
  Eigen::VectorXd calcRates(const Eigen::VectorXd& P) const { return clank::calcRates(W, light, P, before); }
};

// The part of an impact in which only some of its contacts take part; their rows are numbered anew.
struct ImpactPart {
  ImpactProblem problem;
  std::vector<Eigen::Index> rows;  // in the whole
};
ImpactPart selectContacts(const ImpactProblem& whole, const Eigen::VectorXd& rates,
                          const std::vector<std::size_t>& contacts);

// The law that governs all contacts of the impact.
RestitutionLaw findGoverningLaw(const ImpactProblem& problem);

// Parts that stay together give nothing back.
void dropReboundOfResting(ImpactProblem& problem);

// Compression: no contact gives anything back.
ContactProblem makeCompression(const ImpactProblem& problem);
// What follows on the impulses of compression, with all e and e_t times factor: by Newton's law the rates
// that are asked for, by Poisson's the least impulses.
ContactProblem makeExpansion(const ImpactProblem& problem, const Eigen::VectorXd& compression,
                             RestitutionLaw law, double factor);

// Twice the energy that impulses make, P.(r+ + r-).
double calcGain(const ImpactProblem& problem, const Eigen::VectorXd& P);

// The contact problem with rows that give way by a part of their mobility more: what redundancy leaves open
// is decided then. Nothing when it has no solution.
inline constexpr double kSoftnesses[] = {0, 1e-12, 1e-10, 1e-8};
std::optional<Eigen::VectorXd> solveSoftly(const ContactProblem& problem, double softness);
// Without softness, or else with 1e-10: the first whose answer obeys the problem to rounding.
std::optional<Eigen::VectorXd> solveRobustly(const ContactProblem& problem);

// P.(r+ + r-)/2 > 0, beyond rounding error.
bool createsEnergy(const ImpactProblem& problem, const Eigen::VectorXd& P);

// Contacts push, friction stays in its cone, and no gap closes any more: what every law demands. Within what
// the solvers leave.
bool isAdmissible(const ImpactProblem& problem, const Eigen::VectorXd& P);

}  // namespace clank
