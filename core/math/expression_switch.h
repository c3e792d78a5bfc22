// SPDX-License-Identifier: GPL-3.0-or-later
// Where expressions jump or bend, so that a run can stop there and go on with a smooth function.
//
// Every comparison, step, sign, abs, min, max and clamp chooses a side of a difference; floor, ceil and mod
// choose a whole number; atan2 jumps by a turn where y changes its sign and x is negative. Each is a switch:
// an argument, itself an expression, and a branch, which is the side (+1 or -1) or the whole number below the
// argument. The points of a table are the edges of one switch, whose branch is how many of them the argument
// has passed. Between two changes of branches all expressions are smooth. An argument that rests on an edge
// has the branch between: side 0, or the whole number less one half.
//
// Switches with the same argument are one switch, whichever law they come from and whichever way round they
// are written: sign(w), abs(w), w > 0 and 0 > w change together. A switch whose argument never changes is
// none. Inner switches stand before those whose argument they are in. The truth of a number (a && b, !a,
// a ? b : c, ==, !=) is no switch: but for single instants it changes with others alone.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/math/expression.h"

namespace clank {

struct ExpressionSwitch {
  enum class Kind { side, floor, passed };
  Kind kind = Kind::side;
  Expression argument;
  std::optional<Expression> gate{};                    // the switch is there only where this is negative
  std::shared_ptr<const std::vector<double>> edges{};  // of what may be passed, rising; shared with the table
  friend bool operator==(const ExpressionSwitch&, const ExpressionSwitch&) = default;
};

class SwitchList {
 public:
  // firstVarying: the slots before it are constant.
  explicit SwitchList(int firstVarying) : firstVarying_(firstVarying) {}
  bool varies(int slot) const { return slot >= firstVarying_; }
  // Index of a switch, which is added unless it is there already; -1 when its argument is constant.
  int add(ExpressionSwitch candidate);
  const std::vector<ExpressionSwitch>& get() const { return switches_; }

 private:
  int firstVarying_;
  std::vector<ExpressionSwitch> switches_;
  std::unordered_multimap<std::size_t, int> places_;  // in it, by hash
};

}  // namespace clank
