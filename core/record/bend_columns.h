// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a row of channel values the bending of links stands.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/channel.h"

namespace clank {

// Behind `axial_force_` in the channels of a link that bends, from its start to its end, evenly.
inline constexpr std::array kAxialPlaces{"start", "quarter", "middle", "three_quarters", "end"};

class BendColumns {
 public:
  BendColumns() = default;
  BendColumns(const Mechanism& resolved, const std::vector<Channel>& channels);

  // What BentShape::bend() takes, of each body that bends: modes (m), bending before stretching, or of rods
  // the angles (rad) from the first one to each other; then the axial forces (N) at its places, if rows have
  // them. Of other bodies none; of an empty row zeros.
  void read(std::span<const double> row, std::vector<std::vector<double>>& bends) const;

 private:
  struct Body {
    std::vector<int> values, forces;
    int from = -1;  // what is taken from each: the angle of the first rod
  };
  std::size_t rowSize_ = 0;
  std::vector<Body> bodies_;
};

}  // namespace clank
