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
//
// Rolling resistance is a contact without a normal row of its own, whose bound is by that of the contact that
// rolls. Derivation: the ground gives way before the rolling part more than behind it, so that its push N
// acts ahead of the middle, by b at most. About the middle this is a moment M against the turning w of the
// parts against each other,
//   |M| <= b N, and M = -b N sign(w) where w is not zero:
// Coulomb's law with b (a length) for mu and w for the slip. In z stand its own p+, p-, s with b p_n - p+ -
// p- >= 0, and z.A z = p.W p + mu s p_n + b s_w p_n keeps A copositive: all that is said above holds. In an
// impact the integral over the blow obeys the same bound, |int M dt| <= b P_n. Its power M w = -b N |w| only
// takes. A disc (r, m, k^2 = I/m) that rolls on a plane has m a = T, I w' = -T r - b N with a = -r w':
// a = -b g/(r (1 + k^2/r^2)). Source: Johnson, Contact Mechanics, 9.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "core/coulomb/light_parts.h"
#include "core/coulomb/one_sided.h"

namespace clank {

struct ContactProblem {
  Eigen::MatrixXd W;
  Eigen::VectorXd b;  // rates without p
  std::vector<OneSided> contacts;
  LightParts light = {};

  Eigen::VectorXd calcRates(const Eigen::VectorXd& p) const { return clank::calcRates(W, light, p, b); }
};

// The same where a contact feels few others. Rows are 2 i of the gap and 2 i + 1 of the slip of contact i,
// whether it has them or not.
struct SparseContactProblem {
  // How the rates of a contact answer to the impulses of another, or to its own: the first entry of each.
  // Friction of a joint has nothing in its normal row; its p_n is the base.
  struct Entry {
    std::uint32_t other = 0;
    double nn = 0, nt = 0, tn = 0, tt = 0;
  };
  std::vector<OneSided> contacts;
  std::vector<std::size_t> begin;  // of a contact's entries; one more at the end
  std::vector<Entry> entries;
  std::vector<double> b;  // rates of gap and slip without impulses, two a contact
  LightParts light = {};  // two rows a contact
};

// By how much the rates W p may be off by rounding, one a row: what is light beside what presses it has large
// entries and impulses that cancel, and no rate of it is known better. Never more than 1e-7 of the largest of
// the rates b: impulses that need more are no answer.
Eigen::VectorXd calcRounding(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, const Eigen::VectorXd& p);
double calcRounding(const SparseContactProblem& problem, const std::vector<double>& p);  // the greatest

SparseContactProblem makeSparse(const ContactProblem& problem);
// Rows that contacts do not have are left out; places: which of the sparse problem each row is.
ContactProblem makeDense(const SparseContactProblem& problem, std::vector<std::size_t>& places);

// Rates with the impulses p, two a contact.
std::vector<double> calcRates(const SparseContactProblem& problem, const std::vector<double>& p);

}  // namespace clank
