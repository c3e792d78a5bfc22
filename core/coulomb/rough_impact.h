// SPDX-License-Identifier: GPL-3.0-or-later
// Impacts through joints that rub.
//
// A blow loads the pins and guides with impulses L, and these rub: along the coordinate of a joint, whose
// rate is s', with |dQ| <= k |P(dL)| at every instant (joint_friction.h; only the part of the bound that
// grows with the reaction acts in a blow). Coulomb's law goes by the slip of the instant, and that of a joint
// often turns in the middle of the blow: a pendulum that meets a stop comes to rest and goes back. So the
// impact has two stages, with the slip from which each begins:
//     compression  r_c = r- + W P_c, contacts 0 <= P_c, r_c >= 0, one of them zero, joints Q_c = -B_c
//     sign(s'-) expansion    r+ = r_c + W P_e with Newton's r+ + e r- >= 0 or Poisson's P_e >= e P_c, and Q_e
//     by s'_c.
// A joint that is at rest when a stage begins, or would turn in it, has |Q| <= B against the slip with which
// the stage ends. B follows from the L of its stage; each stage is solved until its own impulses give its
// bounds. Rolling resistance obeys the same rule with |dM| <= b dP_n. Coulomb friction of contacts is that of
// impact_laws.h, in each stage against the slip at its end. For a pendulum (I about the pin, mass m with its
// centre at c, hit at d, k = mu r) the bound makes I l = d + k |m c l - 1| of l = dw/dP in compression and I
// l = d - k |m c l - 1| in expansion.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/coulomb/impact_laws.h"

namespace clank {

struct RoughJoint {
  Eigen::Index row = 0;  // of its rate in the problem
  bool isHeld = false;   // its rate cannot change: the drive or joint that holds it takes its friction
  std::function<double(const Eigen::VectorXd&)> calcBound;  // N s or N m s, at impulses of all rows
  // Of rolling resistance, which stands among joints here: the normal row of its contact, and the arm (m).
  // Its bound is solved for with the impulses.
  Eigen::Index load = -1;
  double arm = 1;
};

// The problem has the rows of the joints beside those of its contacts. Nothing when the bounds do not settle
// (joints that lock themselves) or a stage has no solution.
std::optional<ImpactSolution> solveRoughImpact(const ImpactProblem& problem,
                                               const std::vector<RoughJoint>& joints);

}  // namespace clank
