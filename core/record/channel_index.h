// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of channels by name, found without looking at all of them: a mechanism of ten thousand contacts has
// a hundred thousand channels. Of two of the same name the first counts. The table is one block of memory: a
// node a name took most of the time that a new run of so many is made ready to be shown in.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/record/channel.h"

namespace clank {

class ChannelIndex {
 public:
  // The channels must outlive it.
  explicit ChannelIndex(const std::vector<Channel>& channels)
      : channels_(channels), slots_(std::bit_ceil(2 * channels.size() + 1)) {
    for (std::size_t i = 0; i < channels.size(); ++i) {
      const std::size_t hash = calcHash(channels[i].name);
      Slot& slot = slots_[locate(channels[i].name, hash)];
      if (slot.column < 0) slot = {static_cast<std::int32_t>(i), static_cast<std::uint32_t>(hash)};
    }
  }
  int find(std::string_view name) const {  // -1: it is not there
    return slots_[locate(name, calcHash(name))].column;
  }

 private:
  struct Slot {
    std::int32_t column = -1;  // none: empty
    std::uint32_t hash = 0;
  };
  static std::size_t calcHash(std::string_view name) { return std::hash<std::string_view>()(name); }
  // Where the name is, or the empty slot where it would be: half of the slots are empty.
  std::size_t locate(std::string_view name, std::size_t hash) const {
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].column >= 0 && (slots_[at].hash != static_cast<std::uint32_t>(hash) ||
                                      channels_[static_cast<std::size_t>(slots_[at].column)].name != name))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  const std::vector<Channel>& channels_;
  std::vector<Slot> slots_;
};

}  // namespace clank
