// SPDX-License-Identifier: GPL-3.0-or-later
// A kept run over the one that is shown: colour is a run, dash is a channel.
#pragma once

#include <QString>

#include "core/record/trajectory.h"

namespace clank {

struct Overlay {
  const Trajectory* trajectory = nullptr;  // must outlive what shows it
  QString name;
  int colour = 0;  // index of Palette::curve
};

}  // namespace clank
