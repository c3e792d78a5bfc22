// SPDX-License-Identifier: GPL-3.0-or-later
// How many modes does a number of a run need? The same run with more and more of them in every link that
// bends, until the number stays; with rods on request, as a second opinion.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

struct ModesTried {
  BendingModel model = BendingModel::modal;
  int count = 0;       // modes, or rods
  double value = 0;    // SI; NaN: none
  std::string reason;  // of no value
};

struct Convergence {
  std::vector<ModesTried> tried;
  std::optional<int>
      enough;  // modes, from which on the number stays within the tolerance; nothing: not found
};

struct ConvergenceWish {
  std::string quantity;     // an expression over a run: "peak(rod.stress)"
  double tolerance = 0.01;  // of the last value
  bool rods = false;
};

// Problems with their place when the mechanism or the quantity is wrong, or nothing bends in modes. tell:
// each run as it ends.
Result<Convergence> findEnoughModes(const Mechanism& resolved, const ConvergenceWish& wish,
                                    const std::function<void(const ModesTried&)>& tell,
                                    const std::stop_token& stop = {});

}  // namespace clank
