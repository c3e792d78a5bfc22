// SPDX-License-Identifier: GPL-3.0-or-later
// The complementarity problem of many contacts (contact_problem.h), solved contact after contact.
//
// Lemke's method works on a dense tableau of three columns a contact and is exact; its cost grows with the
// third power and more. Where parts are free a contact feels only those that share a body with it: W is
// sparse, and block Gauss-Seidel costs no more than its entries in a sweep. With the impulses of all others
// held, a contact's own 2 x 2 problem,
//     r = r_0 + [Wnn Wnt; Wtn Wtt] (p_n, p_t),   0 <= p_n, r_n >= 0, one of them zero,   Coulomb between p_t
//     and r_t,
// is solved exactly: open (r_0n >= 0), sticking (p = -W^-1 r_0 inside the cone), or sliding with the sign s
// of the slip (p_t = -s mu p_n, p_n = -r_0n/(Wnn - s mu Wnt)). Sweeps alternate in direction, since stacks
// carry the news up and down. A fixed point of the sweep solves the whole problem; the residual is the
// largest change of a rate that the last sweep still made. From the impulses of the step before few sweeps
// are enough. Source: Jourdan, Alart, Jean, A Gauss-Seidel like algorithm to solve frictional contact
// problems, 1998; in the plane the local problem needs no iteration.
//
// Alone, sweeps close in by the same factor each, and in a large pile it is nearly 1. With x -> G(x) a sweep
// there and back and f = G(x) - x, the next x is G(x) - sum_j c_j dG_j, where dG_j and df_j are the last
// changes and c makes |f - sum_j c_j df_j| least. Once it is settled which contacts stick, slide and open, G
// is affine and f shrinks as with GMRES; where that changes and f grows, the memory is emptied. Source:
// Anderson, Iterative procedures for nonlinear integral equations, J. ACM 12, 1965.
#pragma once

#include <span>

#include "core/coulomb/contact_problem.h"

namespace clank {

struct SweepReport {
  int sweeps = 0;
  double residual = 0;  // of a rate, m/s
  bool settled = true;  // within the tolerance
};

// Improves p (two a contact: along gap and slip) until a sweep changes no rate by more than the tolerance;
// else what a sweep has changed least.
SweepReport sweepContacts(const SparseContactProblem& problem, std::span<double> p, double tolerance,
                          int mostSweeps);

}  // namespace clank
