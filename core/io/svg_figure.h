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

// A channel of a figure over time; title: absent, its name.
struct FigurePanel {
  std::size_t channel = 0;
  std::string title = {};
  std::vector<FigureCurve> curves = {};
};

// A line across all panels at a time (s), with a few letters above the first.
struct FigureMark {
  double t = 0;
  std::string label;
};

inline constexpr double kFigurePanel = 220, kLowPanel = 126;  // px, heights of a panel with its time axis

// Channels above each other over one time axis, in the units of a choice; nothing of a run without rows.
// height: px, of a panel. Between neighbouring pixels the greatest and the least value are kept: no peak is
// lost, however long the run.
std::string writeFigure(const Trajectory& trajectory, const std::vector<FigurePanel>& panels,
                        const std::vector<FigureMark>& marks = {}, const UnitChoice& choice = {},
                        double height = kFigurePanel);

// Round numbers of the sort 1, 2, 5 within [least, greatest], about count of them.
std::vector<double> chooseTicks(double least, double greatest, int count);

}  // namespace clank
