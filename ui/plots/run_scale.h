// SPDX-License-Identifier: GPL-3.0-or-later
// How large the values of a run are, unit by unit: what lies far below is rounding.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "core/record/trajectory.h"

namespace clank {

class RunScale {
 public:
  void restart(const std::vector<Channel>& channels);
  // What a run has grown by since sample first: of a long part some rows, evenly.
  void add(const Trajectory& trajectory, std::size_t first);
  // No axis is finer than this, and no value below it is told as anything but zero (SI). 0 for what measures
  // an error: of that the rounding is what one wants to see. Also 0 as long as nothing is known.
  double findFloor(const Channel& channel) const;

 private:
  double findMost(const std::string& unit) const;
  double findSize(const std::array<double, 3>& exponent) const;  // of a unit, SI; exponents of m, kg, s

  std::vector<std::size_t> kinds_;  // of each channel, as an index into most_; those of errors have none
  std::map<std::string, std::size_t> units_;
  std::vector<double> most_;  // greatest size of a value in a unit
  double span_ = 0;           // s
};

}  // namespace clank
