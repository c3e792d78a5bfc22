// SPDX-License-Identifier: GPL-3.0-or-later
// A kept run over the one that is shown: colour is a run, dash is a channel.
#pragma once

#include <QString>

#include <optional>
#include <string>
#include <vector>

#include "core/record/curve_difference.h"
#include "core/record/signal.h"
#include "core/record/trajectory.h"

namespace clank {

struct Overlay {
  const Trajectory* trajectory = nullptr;  // must outlive what shows it
  QString name;
  int colour = 0;                         // index of Palette::curve
  std::vector<SignalConstant> constants;  // its parameters
};

// A curve of other origin, over the plots of a channel.
struct ReferenceOverlay {
  std::string channel, file;  // ours, and where theirs stands
  QString label;              // with how far the run is from it
  TimedCurve curve;
  std::optional<double> worst;  // s, where the two are farthest apart
};

}  // namespace clank
