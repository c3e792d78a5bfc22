// SPDX-License-Identifier: GPL-3.0-or-later
// What one plot shows, and the ready-made choices for the channels of a run.
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "core/record/channel.h"

namespace clank {

struct PlotChoice {
  enum class Kind { channels, impulses };
  Kind kind = Kind::channels;
  QString title;  // empty: from the channels
  std::vector<std::string> channels;
  bool hidesZero = false;  // curves that are zero throughout are not listed
  friend bool operator==(const PlotChoice&, const PlotChoice&) = default;
};

PlotChoice energyChoice();
PlotChoice impulseChoice();
PlotChoice angularVelocityChoice(const std::vector<Channel>& channels);
// All of them in the order of a menu.
std::vector<PlotChoice> makeChoices(const std::vector<Channel>& channels);

// Title for channels: the quantity they share ("Angular velocity"), the part they share, or "Signals".
QString makeTitle(const std::vector<std::string>& channels);
// Names for a legend: without the part that all of them share.
std::vector<QString> makeLabels(const std::vector<std::string>& channels);

}  // namespace clank
