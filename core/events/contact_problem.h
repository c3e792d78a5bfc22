// SPDX-License-Identifier: GPL-3.0-or-later
// The complementarity problem of contacts with Coulomb friction, for impulses and for forces alike.
//
// Rows have rates r = W p + b, with p impulses and speeds after an impact, or forces and accelerations. For a
// contact with normal row n and slip row t:
//   0 <= p_n, r_n >= 0, one of them zero;
//   |p_t| <= mu p_n, and p_t = -mu p_n sign(r_t) where r_t is not zero.
// With p_t = p+ - p- and s the size of the slip, z = (p_n, p+, p-, s) and
//   w = (r_n, r_t + s, -r_t + s, mu p_n - p+ - p-)
// are z, w >= 0 and z.w = 0: a linear complementarity problem (Stewart, Trinkle 1996) whose matrix is
// copositive, z.A z = p.W p + mu s p_n. Lemke's method then ends with a solution whenever b.p >= 0 for all
// impulses that do nothing, W p = 0: of speeds b = J v those have b.p = 0, so an impact without restitution
// always has one. (The smaller form with p_t + mu p_n in place of p+ and p- is not copositive.)
// A contact that is known to slide has p_t = -mu s p_n and its normal row alone. Rows that also
// pull are eliminated first. base is an impulse that the contact has in any case (Poisson's expansion); it
// counts for the bound of friction. Friction of a joint has no normal row: its bound is the base alone, mu
// = 1.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace clank {

struct ContactProblem {
  struct Contact {
    Eigen::Index normal = 0, slip = -1;  // rows; normal -1: a joint; slip -1: no friction
    double friction = 0;                 // mu
    int slides = 0;                      // sign of a slip that is already there; 0: to be decided
    bool pulls = false;                  // the normal row is bilateral; no friction
    double base = 0;
  };
  Eigen::MatrixXd W;
  Eigen::VectorXd b;  // rates without p
  std::vector<Contact> contacts;
};

// Contacts that act on each other, from which on the path of pivots is too long to be gone.
inline constexpr std::size_t kMostPivoted = 60;

}  // namespace clank
