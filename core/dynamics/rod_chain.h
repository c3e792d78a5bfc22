// SPDX-License-Identifier: GPL-3.0-or-later
// A link that bends as a chain of rods (core/model/divide_bar.h), and what its springs tell of its bending.
//
// A spring has the bending moment in the middle of its piece, M_k = E J/h bend_k, with bend_k the angle of
// the rod behind it less that of the rod before it. Between springs the moment goes in a straight line, and
// the shear force is its slope. At an end that is free to turn it is zero; at one that is held the line
// through the two springs next to it goes on (one spring: the line to the other end, or a constant).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/dynamics/bent_link.h"
#include "core/model/divide_bar.h"

namespace clank {

struct RodChain {
  std::size_t first = 0;         // body of the first rod; the others follow it
  std::vector<double> cuts;      // m, springs, from the start of the link
  double length = 0, piece = 0;  // m
  bool startHeld = false, endHeld = false;
  double bendingStiffness = 0;  // N m2
  double massPerLength = 0;     // kg/m
  double stressPerMoment = 0;   // Pa/(N m), of the outermost fibre; 0: the height is not known
  double area = 0;              // m2, of the section
  double yield = 0;             // Pa; 0: unknown

  std::size_t rods() const { return cuts.size() + 1; }
};
RodChain makeRodChain(const DividedLink& link, std::size_t first);

// The bends of its springs, rad, of which as many count as it has springs.
using RodBends = std::array<double, kMostRods>;
RodBends calcRodBends(const RodChain& chain, const double* q);

double calcBendingMoment(const RodChain& chain, const RodBends& bends, double x);  // N m, at x (m)
double calcShearForce(const RodChain& chain, const RodBends& bends, double x);     // N
// Pa, the largest at x, with an axial force there (N, axial_force.h).
double calcStress(const RodChain& chain, const RodBends& bends, double x, double axial);
// m, across the first rod: of the end, and the greatest of any pin or the end.
double calcTipDeflection(const RodChain& chain, const RodBends& bends);
double calcGreatestDeflection(const RodChain& chain, const RodBends& bends);
double calcElastic(const RodChain& chain, const RodBends& bends);  // J

}  // namespace clank
