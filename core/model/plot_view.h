// SPDX-License-Identifier: GPL-3.0-or-later
// A plot that stands beside the mechanism, so that whoever opens its file sees the same curves.
#pragma once

#include <string>
#include <vector>

#include "core/math/spectrum.h"
#include "core/model/flexible_link.h"
#include "core/support/compiled_once.h"

namespace clank {

// Over time; impulses of the events over time; one channel over another; amplitudes over frequency.
enum class PlotKind { channels, impulses, xy, spectrum };

struct PlotView {
  std::string name;  // empty: from its channels
  Choice<PlotKind> kind = PlotKind::channels;
  std::vector<std::string> channels;  // or expressions of channels
  std::string over;                   // of xy: the channel along the other axis
  bool equalAxes = false;             // of xy: one scale for both
  bool everyTurn = false;             // of xy: a dot a turn of the crank instead of a line
  std::string clearanceOf;            // of xy: the loose joint whose clearance circle is drawn
  Choice<SpectrumWindow> window = SpectrumWindow::hann;
  bool logX = false, logY = false;  // logarithmic axes; x of spectrum alone
  bool hidesZero = false;           // curves that are zero throughout are not listed
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(PlotView);
};

}  // namespace clank
