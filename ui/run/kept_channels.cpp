// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/kept_channels.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clank {
namespace {

// Places of parts and points, what state joints and contacts are in, and what the status bar tells.
bool isDrawn(std::string_view name) {
  constexpr std::array<std::string_view, 9> kDrawn{"t",     "x",        "y",     "angle",   "phase",
                                                   "state", "mobility", "drift", "residual"};
  const std::string_view signal = name.substr(name.rfind('.') + 1);
  return std::ranges::find(kDrawn, signal) != kDrawn.end() || signal.starts_with("mode_") ||
         signal.starts_with("axial_mode_");
}

}  // namespace

Columns listSeenChannels(const std::vector<Channel>& channels, const std::vector<std::string>& plotted) {
  Columns columns;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const std::string& name = channels[i].name;
    const auto speaksOfIt = [&](const std::string& text) { return text.find(name) != std::string::npos; };
    if (isDrawn(name) || std::ranges::any_of(plotted, speaksOfIt)) columns.push_back(i);
  }
  return columns;
}

std::vector<Channel> pickChannels(const std::vector<Channel>& channels, const Columns& columns) {
  std::vector<Channel> picked;
  for (const std::size_t column : columns) picked.push_back(channels[column]);
  return picked;
}

void ChannelSieve::sample(std::span<const double> row) {
  row_.clear();
  for (const std::size_t column : columns_) row_.push_back(row[column]);
  target_.sample(row_);
}

// A touch names the column of its body's x, which is always kept.
void ChannelSieve::touches(std::span<const Touch> touches) {
  touches_.assign(touches.begin(), touches.end());
  for (Touch& touch : touches_) {
    const auto kept = std::ranges::lower_bound(columns_, static_cast<std::size_t>(touch.column));
    touch.column = static_cast<std::int32_t>(kept - columns_.begin());
  }
  target_.touches(touches_);
}

}  // namespace clank
