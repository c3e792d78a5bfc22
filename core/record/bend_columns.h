// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a row of channel values the bending of links stands.
#pragma once

#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/channel.h"

namespace clank {

class BendColumns {
 public:
  BendColumns() = default;
  BendColumns(const Mechanism& resolved, const std::vector<Channel>& channels);

  // What BentShape::bend() takes, of each body that bends: modes (m), bending before stretching, or of rods
  // the angles (rad) from the first one to each other. Of other bodies none; of an empty row zeros.
  void read(std::span<const double> row, std::vector<std::vector<double>>& bends) const;

 private:
  struct Body {
    std::vector<int> values;
    int from = -1;  // what is taken from each: the angle of the first rod
  };
  std::size_t rowSize_ = 0;
  std::vector<Body> bodies_;
};

}  // namespace clank
