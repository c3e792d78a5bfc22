// SPDX-License-Identifier: GPL-3.0-or-later
// An impact once the joints are behind it: rates r = W P + before of the rows of its contacts, and their
// laws.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/events/contact_problem.h"

namespace clank {

// In the order in which one law governs an impact that several contacts share: the last that occurs.
enum class RestitutionLaw { newton, poisson, energetic };

struct ImpactLaw {
  RestitutionLaw kind = RestitutionLaw::newton;
  double restitution = 0;  // e, 0..1
  double tangential = 0;   // e_t, 0..1
  bool rests = false;      // the parts stay together afterwards: the last blow has no rebound
};

struct ImpactProblem {
  Eigen::MatrixXd W;                              // Delassus matrix
  Eigen::VectorXd before;                         // r-, m/s or rad/s
  std::vector<ContactProblem::Contact> contacts;  // slides and base are not used
  std::vector<ImpactLaw> laws;                    // one a contact
};

// The part of an impact in which only some of its contacts take part; their rows are numbered anew.
struct ImpactPart {
  ImpactProblem problem;
  std::vector<Eigen::Index> rows;  // in the whole
};
ImpactPart selectContacts(const ImpactProblem& whole, const Eigen::VectorXd& rates,
                          const std::vector<std::size_t>& contacts);

// The contact problem with rows that give way by a part of their mobility more: what redundancy leaves open
// is decided then. Nothing when it has no solution.
inline constexpr double kSoftnesses[] = {0, 1e-12, 1e-10, 1e-8};
std::optional<Eigen::VectorXd> solveSoftly(const ContactProblem& problem, double softness);
// With the first softness whose answer obeys the problem to rounding.
std::optional<Eigen::VectorXd> solveRobustly(const ContactProblem& problem);

// P.(r+ + r-)/2 > 0, beyond rounding error.
bool createsEnergy(const ImpactProblem& problem, const Eigen::VectorXd& P);

// Contacts push, friction stays in its cone, and no gap closes any more: what every law demands. Within what
// the solvers leave.
bool isAdmissible(const ImpactProblem& problem, const Eigen::VectorXd& P);

}  // namespace clank
