// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of channels by name, found without looking at all of them: a mechanism of ten thousand contacts has
// a hundred thousand channels. Names are unique. Whoever reads a run goes through its parts in their order,
// as its channels do: so a name is looked for around the last one found, and a table of all is made only for
// who asks otherwise. It is one block of memory: a node a name took most of the time that a new run of so
// many is made ready to be shown in.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/record/channel.h"

namespace clank {

class ChannelIndex {  // of one thread
 public:
  // The channels must outlive it.
  explicit ChannelIndex(const std::vector<Channel>& channels) : channels_(channels) {}
  int find(std::string_view name) const {  // -1: it is not there
    const int near = findNear(name);
    const int found = near >= 0 ? near : findInTable(name);
    if (found >= 0) last_ = static_cast<std::size_t>(found);
    return found;
  }
  bool hasTable() const { return !slots_.empty(); }

 private:
  struct Slot {
    std::int32_t column = -1;  // none: empty
    std::uint32_t hash = 0;
  };
  static std::size_t calcHash(std::string_view name) { return std::hash<std::string_view>()(name); }
  // Forwards first: a part has so many channels, more or less.
  int findNear(std::string_view name) const {
    constexpr std::size_t kAfter = 24, kBefore = 12;
    const std::size_t from = last_ - std::min(last_, kBefore),
                      to = std::min(channels_.size(), last_ + kAfter);
    for (std::size_t i = last_; i < to; ++i)
      if (channels_[i].name == name) return static_cast<int>(i);
    for (std::size_t i = from; i < last_; ++i)
      if (channels_[i].name == name) return static_cast<int>(i);
    return -1;
  }
  int findInTable(std::string_view name) const {
    if (!hasTable()) fillTable();
    return slots_[locate(name, calcHash(name))].column;
  }
  void fillTable() const {
    slots_.resize(std::bit_ceil(2 * channels_.size() + 1));
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const std::size_t hash = calcHash(channels_[i].name);
      slots_[locate(channels_[i].name, hash)] = {static_cast<std::int32_t>(i),
                                                 static_cast<std::uint32_t>(hash)};
    }
  }
  // Where the name is, or the empty slot where it would be: half of the slots are empty.
  std::size_t locate(std::string_view name, std::size_t hash) const {
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].column >= 0 && (slots_[at].hash != static_cast<std::uint32_t>(hash) ||
                                      channels_[static_cast<std::size_t>(slots_[at].column)].name != name))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  const std::vector<Channel>& channels_;
  mutable std::vector<Slot> slots_;
  mutable std::size_t last_ = 0;
};

}  // namespace clank
