// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of channels by name, found without looking at all of them: a mechanism of ten thousand contacts has
// a hundred thousand channels. Of two of the same name the first counts.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/record/channel.h"

namespace clank {

class ChannelIndex {
 public:
  // The channels must outlive it.
  explicit ChannelIndex(const std::vector<Channel>& channels) {
    columns_.reserve(channels.size());
    for (std::size_t i = 0; i < channels.size(); ++i) columns_.emplace(channels[i].name, static_cast<int>(i));
  }
  int find(std::string_view name) const {  // -1: it is not there
    const auto found = columns_.find(name);
    return found == columns_.end() ? -1 : found->second;
  }

 private:
  std::unordered_map<std::string_view, int> columns_;
};

}  // namespace clank
