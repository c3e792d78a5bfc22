// SPDX-License-Identifier: GPL-3.0-or-later
// What stands along the time of a plot beside its curves.
#pragma once

#include <QString>

#include "ui/look/joint_state.h"

namespace clank {

enum class PlotAxis { left, right };

struct PlotStem {
  static constexpr int kImpactColour = -1;
  double t = 0, value = 0;
  QString label;
  int colour = 0;  // index of Palette::curve; kImpactColour: the colour of impacts
  PlotAxis axis = PlotAxis::left;
  int curve = -1;  // what it counts as where it is pointed at; the plot has no curves then
};

// A state of the mechanism.
struct PlotBand {
  double from = 0, to = 0;  // s
  JointState state = JointState::free;
};

}  // namespace clank
