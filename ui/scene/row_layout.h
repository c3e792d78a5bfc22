// SPDX-License-Identifier: GPL-3.0-or-later
// Where in a row of channel values the places of the bodies and the phases of the joints stand.
#pragma once

#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/bend_columns.h"
#include "core/record/channel.h"
#include "ui/look/joint_state.h"
#include "ui/scene/plane.h"

namespace clank {

class RowLayout {
 public:
  RowLayout() = default;
  RowLayout(const Mechanism& resolved, const std::vector<Channel>& channels);

  // Overwrites the places of the bodies that have channels. False, and nothing changed, when the row is
  // shorter than the channels or holds a value among these that is not finite.
  bool readPoses(std::span<const double> row, std::vector<Placement>& poses) const;
  // How each body that bends is bent (BendColumns).
  void readModes(std::span<const double> row, std::vector<std::vector<double>>& modes) const {
    bends_.read(row, modes);
  }
  // For each joint the state of its phase, of a loose one contact or clearance; unknown phases count as free.
  void readStates(std::span<const double> row, std::vector<JointState>& states) const;
  // For each of listShownTouches(): contact while it is closed, else free.
  void readContacts(std::span<const double> row, std::vector<JointState>& states) const;
  const std::vector<std::string>& contactIds() const { return contactIds_; }

 private:
  struct BodyColumns {
    int x = -1, y = -1, angle = -1;
  };
  struct PhaseColumn {
    int column = -1;
    std::vector<JointState> states;  // by index of the phase
    bool loose = false;              // the column tells whether the journal touches
  };
  std::size_t rowSize_ = 0;
  std::vector<BodyColumns> bodies_;
  BendColumns bends_;
  std::vector<PhaseColumn> joints_;
  std::vector<int> contacts_;  // columns of their states
  std::vector<std::string> contactIds_;
};

}  // namespace clank
