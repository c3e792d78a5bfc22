// SPDX-License-Identifier: GPL-3.0-or-later
// The complementarity problem of contacts with Coulomb friction, for impulses and for forces alike.
//
// Rows have rates r = W p + b, with p impulses and speeds after an impact, or forces and accelerations. For a
// contact with normal row n and slip row t:
//   0 <= p_n, r_n >= 0, one of them zero;
//   |p_t| <= mu p_n, and p_t = -mu p_n sign(r_t) where r_t is not zero.
// Split r_t = r+ - r- and let z = (p_n, p_t + mu p_n, r-), w = (r_n, r+, mu p_n - p_t): z, w >= 0, z.w = 0, a
// linear complementarity problem (Glocker, Pfeiffer: Multibody Dynamics with Unilateral Contacts,
// section 8.2). A contact that is known to slide has p_t = -mu s p_n and its normal row alone. Rows that also
// pull are eliminated first. base is an impulse that the contact has in any case (Poisson's expansion); it
// counts for the bound of friction.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace clank {

struct ContactProblem {
  struct Contact {
    Eigen::Index normal = 0, slip = -1;  // rows; slip -1: no friction
    double friction = 0;                 // mu
    int slides = 0;                      // sign of a slip that is already there; 0: to be decided
    bool pulls = false;                  // the normal row is bilateral; no friction
    double base = 0;
  };
  Eigen::MatrixXd W;
  Eigen::VectorXd b;  // rates without p
  std::vector<Contact> contacts;
};

// p, one a row. Nothing when the complementarity problem has no solution.
std::optional<Eigen::VectorXd> solveContactProblem(const ContactProblem& problem);

}  // namespace clank
