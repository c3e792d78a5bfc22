// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a row of channel values the places of the bodies and the phases of the joints stand.
#pragma once

#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/channel.h"
#include "ui/scene/plane.h"

namespace clank {

class RowLayout {
 public:
  RowLayout() = default;
  RowLayout(const Mechanism& resolved, const std::vector<Channel>& channels);

  // Overwrites the places of the bodies that have channels. False, and nothing changed, when the row is
  // shorter than the channels or holds a value among these that is not finite.
  bool readPoses(std::span<const double> row, std::vector<Placement>& poses) const;
  // For each joint whether its phase holds it; unknown phases count as free.
  void readLocked(std::span<const double> row, std::vector<bool>& locked) const;

 private:
  struct BodyColumns {
    int x = -1, y = -1, angle = -1;
  };
  struct PhaseColumn {
    int column = -1;
    std::vector<bool> locked;  // by index of the phase
  };
  std::size_t rowSize_ = 0;
  std::vector<BodyColumns> bodies_;
  std::vector<PhaseColumn> joints_;
};

}  // namespace clank
