// SPDX-License-Identifier: GPL-3.0-or-later
// The switches of laws at a state: where the argument of each stands, and how far it is from the end of its
// branch.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/applied_forces.h"
#include "core/dynamics/system.h"

namespace clank {

// Switches of laws at one state: scratch of one thread.
class LawSwitches {
 public:
  explicit LawSwitches(const System& system)
      : system_(system), slots_(system.lawConstants), jets_(slots_.size()) {}

  // Reads a state; the second also its accelerations (one a coordinate), for rates.
  void read(double t, std::span<const double> y);
  void read(double t, std::span<const double> y, std::span<const double> acceleration);

  // Argument of a switch on the branches of those inside it.
  double calcArgument(std::size_t index, std::span<const double> branches) const;
  // The same with rate and second rate along the motion, those of speeds but for the latter.
  Jet calcMotion(std::size_t index, std::span<const double> branches) const;
  // Is the switch there at all? atan2 has one only where x is negative.
  bool isThere(std::size_t index, std::span<const double> branches) const;
  // Positive while the switch stays on its branch, in the unit of the argument. A switch without a branch
  // stays where it is as long as its argument is zero.
  double calcMargin(std::size_t index, std::span<const double> branches) const;

 private:
  const System& system_;
  std::vector<double> slots_;
  std::vector<Jet> jets_;
};

// An argument of a switch no larger is zero.
inline constexpr double kSwitchZero = 1e-11;

// The branch at a value of the argument that is not on the edge of two: side or whole number.
double findBranchAt(const SystemSwitch& s, double argument);
// The branches on both sides of an edge near a value, and that on the edge itself, between them: there sign
// is 0, step is 1, and floor and ceil are the whole number.
struct BranchPair {
  double above = 1, below = -1, on = 0;
};
BranchPair findBranchesAround(const SystemSwitch& s, double argument);
// A branch on an edge, or none yet.
bool isOnEdge(const SystemSwitch& s, double branch);
// Distance of the argument from the nearest edge.
double calcDistanceFromEdge(const SystemSwitch& s, double argument);

}  // namespace clank
