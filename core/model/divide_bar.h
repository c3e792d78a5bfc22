// SPDX-License-Identifier: GPL-3.0-or-later
// A bar that bends, as rigid rods with torsion springs between them.
//
// A bar of length L with the bending stiffness E J becomes n rods of length h = L/n. The bend phi between two
// of them is that of a length h of the bar, half a rod to either side, with the curvature phi/h; its energy
// E J (phi/h)^2 h/2 is that of a torsion spring with k = E J/h = n E J/L. From an end that is clamped to the
// middle of its rod it is half as far: k = 2 n E J/L. The sums over j rods beyond each spring give for a
// cantilever under a load P at its tip
//   P h^2 (h/(2 E J) n^2 + h/(E J) sum_{j<n} j^2) = P L^3/(3 E J) (1 + 1/(2 n^2)),
// and without the spring at the clamp (n - 1)(2 n - 1)/(2 n^2) of P L^3/(3 E J).
#pragma once

#include "core/model/mechanism.h"

namespace clank {

struct BarDivision {
  int rods = 6;
  Quantity bending;  // E J, N m2
  double beta = 0;   // s, damping of the springs by their stiffness
};

// drawn, with the bar divided along its x axis; shown: drawn with every value evaluated. The first rod keeps
// the id of the bar, with all that refers to it in laws; what is fixed to a point of the bar goes to the rod
// that has it, and a weld at an end becomes a pin with a spring. Fails when the bar has no length along x or
// is no uniform one, or carries guides, curves or surfaces, which would lie on one rod alone.
Result<Mechanism> divideBar(const Mechanism& drawn, const Mechanism& shown, const std::string& bar,
                            const BarDivision& division);

// Every flexible link of a resolved mechanism whose model is rods, divided; its id is that of the first rod,
// id_2 ... follow. The springs take beta of Rayleigh's damping. Nothing where there is none; fails with the
// place of the link.
Result<std::optional<Mechanism>> divideFlexible(const Mechanism& resolved);

}  // namespace clank
