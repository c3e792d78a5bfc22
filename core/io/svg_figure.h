// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as SVG, to stand in a page or alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/unit_choice.h"
#include "core/record/curve_difference.h"
#include "core/record/trajectory.h"

namespace clank {

// &, < and " as a page wants them.
std::string escapeMarkup(const std::string& text);

// A curve of other origin over a plot, as open circles with thin lines between; mark: a time (s) to point at.
struct FigureCurve {
  std::string name;
  const TimedCurve* curve = nullptr;
  std::optional<double> mark;
};

// A channel over time in the units of a choice, with a line at each event; title: absent, its name. Between
// neighbouring pixels the greatest and the least value are kept: no peak is lost, however long the run.
std::string writePlot(const Trajectory& trajectory, std::size_t channel,
                      const std::vector<FigureCurve>& curves = {}, const UnitChoice& choice = {},
                      const std::string& title = {});

// Round numbers of the sort 1, 2, 5 within [least, greatest], about count of them.
std::vector<double> chooseTicks(double least, double greatest, int count);

}  // namespace clank
