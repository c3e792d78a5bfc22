// SPDX-License-Identifier: GPL-3.0-or-later
// Energetic restitution (Stronge): a contact gives back e^2 of the work that its compression took.
//
// The impact runs along a parameter s, with impulses that grow and slips that may stop or turn on the way
// (Routh). Along it Coulomb's law holds at every instant, dP_t = -mu sign(r_t) dP_n while a contact slides,
// and the work of each contact is counted. Directions D = dP/ds are piecewise constant:
//   compression  from the state r, the plastic impact r + W D >= 0, D_n >= 0, one of them zero, over the
//                contacts that approach or touch, with the slips that they have: the straight way on which
//                all that approach come to rest together. W_c = -int r_n dP_n, impulse P_c.
//   expansion    D_n = e P_c of every contact that has energy left of its e^2 W_c; a contact that touches
//                adds what keeps it from closing (Poisson's complementarity, for rates).
// D changes where a slip comes to zero (then r_t = 0 and the cone decide whether it sticks or turns), a gap
// comes to rest, or a contact has given its energy back. In a jam (friction drives a contact in faster than
// it pushes, mu |W_nt| > W_nn) there is no straight way: then the contacts push in the ratio -r_n/W_nn until
// a slip ends. Where that leads nowhere either, as redundant contacts can have it, the rest of compression is
// one plastic impact.
// Energy that other contacts hold in is not given back.
// Every contact alone, this is Stronge's law. With several the ratio of their impulses is an assumption, here
// Poisson's; rigid bodies leave it open. Energy is never created: the change is the sum of the works of
// compression, of what is given back, at most e^2 of it, and of friction, which only takes; rows that pull
// are the exception, and lower e (impact_laws.h).
//
// Tangential restitution e_t: where a slip has come to rest, expansion drives it back with the friction that
// stopped it, as long as the work is at most e_t^2 of what stopping it took; then it is not rubbed any more.
// Rows that pull come to rest in compression, whatever their e.
// Sources: Stronge, Impact Mechanics, chapters 3 and 5; Brogliato, Nonsmooth Mechanics, section 4.3.
#pragma once

#include "core/coulomb/impact_problem.h"

namespace clank {

// With all e and e_t times factor.
Eigen::VectorXd solveEnergeticImpact(const ImpactProblem& problem, double factor);

}  // namespace clank
