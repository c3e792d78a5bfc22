// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace clank {

// A named signal with a unit: "link1.omega" in "rad/s". header() is its name in CSV files.
struct Channel {
  std::string name, unit;
  std::string header() const { return name + " [" + unit + "]"; }
  friend bool operator==(const Channel&, const Channel&) = default;
};

}  // namespace clank
