// SPDX-License-Identifier: GPL-3.0-or-later
// A bar that bends, as rigid rods with torsion springs between them.
//
// Each spring stands in the middle of a piece of the bar of length h and has all its bend: with the bend phi
// the curvature of the piece is phi/h, and its energy E J (phi/h)^2 h/2 that of a torsion spring k = E J/h.
// Springs are h apart, and rods between two of them h long. At an end that is free to turn the moment is
// zero: the half piece beside it needs no spring, and the rod there is h long as well. At an end that
// something holds or turns (a weld, a drive, a spring) a piece begins, so that the rod there is h/2 long, and
// is what the section at the end is. With n rods and e such ends L = (n - e/2) h; without any k = n E J/L.
// A cantilever under a load P at its tip, h = L/(n - 1/2), has its springs at h, 2 h ... from the tip:
//   sum_{j<n} P (j h)^2 h/(E J) = P L^3/(3 E J) (1 - 1/(2 n - 1)^2).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

struct BarDivision {
  int rods = 6;
  Quantity bending;  // E J, N m2
  double beta = 0;   // s, damping of the springs by their stiffness
};

// Where a bar is divided, along its x axis from its origin.
struct RodCuts {
  double from = 0, to = 0;  // m, its ends
  double piece = 0;         // m, h above
  bool startHeld = false, endHeld = false;
  std::vector<double> at;  // m, the springs
};

// drawn, with the bar divided along its x axis; shown: drawn with every value evaluated. The first rod keeps
// the id of the bar, with all that refers to it in laws; what is fixed to a point of the bar goes to the rod
// that has it. Fails when the bar has no length along x or is no uniform one, or carries guides, curves or
// surfaces, which would lie on one rod alone.
Result<Mechanism> divideBar(const Mechanism& drawn, const Mechanism& shown, const std::string& bar,
                            const BarDivision& division);

// Where a flexible link of rods of a resolved mechanism, which has its length, is divided.
RodCuts findRodCuts(const Mechanism& resolved, const Body& link);

// A link as it was drawn, and where it is divided.
struct DividedLink {
  Body drawn;
  RodCuts cuts;
};
struct DividedMechanism {
  Mechanism mechanism;
  std::vector<DividedLink> links;
};
// Every flexible link of a resolved mechanism whose model is rods, divided; its id is that of the first rod,
// id_2 ... follow, in the list of bodies too. The springs take beta of Rayleigh's damping. Nothing where
// there is none; fails with the place of the link.
Result<std::optional<DividedMechanism>> divideFlexible(const Mechanism& resolved);
inline std::span<const DividedLink> getLinks(const std::optional<DividedMechanism>& divided) {
  return divided ? std::span(divided->links) : std::span<const DividedLink>();
}

}  // namespace clank
