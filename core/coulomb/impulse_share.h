// SPDX-License-Identifier: GPL-3.0-or-later
// Impulses of an impact that rigid bodies leave open, as the forces of contact_share.h are.
//
// P + z gives the same speeds where W z = 0, since W is positive semidefinite and z.W z is twice the energy
// of what z does. It obeys the same laws when contacts that take part still push, friction stays in its cone,
// and those that slide keep to its edge, z_t = -mu s z_n with the sign s of -P_t. So z = K y with K
// the kernel of W among these, bounds A (P + K y) >= 0, and the least norm |D P| as in contact_share.h. A box
// that lands flat with friction is stopped by any pair of P_t with the right sum.
//
// Impulses that come blow by blow are left as they are: of each blow alone nothing is open.
#pragma once

#include <vector>

#include "core/coulomb/impact_problem.h"

namespace clank {

struct ImpulseShare {
  Eigen::VectorXd P;
  std::vector<bool> open;  // of each contact: its impulse is one of many; empty: all are unique
  bool asked = true;       // false: too many (kMostShared) to ask
};

// Of impulses P that obey the laws; scale is D, one a row.
ImpulseShare shareImpulses(const ImpactProblem& problem, const Eigen::VectorXd& P,
                           const Eigen::VectorXd& scale);

}  // namespace clank
