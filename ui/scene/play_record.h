// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of a run tell of the joints that are loose, all the time or in a phase: where each journal
// was in its bearing, and what it bore.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/channel.h"
#include "ui/scene/plane.h"

namespace clank {

struct PlayMoment {
  double t = 0;       // s
  Vec2 eccentricity;  // m, of the journal's centre from the bearing's, world axes
  Vec2 force;         // N, on the journal
  bool touches = false;
  bool hasPlay = true;  // in the phase of the joint
};

class PlayRecord {
 public:
  struct LooseJoint {
    std::size_t joint = 0;  // index in the mechanism
    std::string id;
    double bearing = 0, journal = 0;  // m, radii
    double clearance() const { return bearing - journal; }
  };

  PlayRecord() = default;
  PlayRecord(const Mechanism& resolved, const std::vector<Channel>& channels);

  const std::vector<LooseJoint>& joints() const { return joints_; }
  int find(std::size_t joint) const;  // index into joints(); -1: it is not loose
  // Nothing where the row does not reach or is not finite.
  PlayMoment read(std::size_t index, std::span<const double> row) const;

  void append(std::span<const double> row);
  void clear();
  const std::vector<PlayMoment>& history(std::size_t index) const { return histories_[index]; }
  double peakForce() const { return peak_; }  // N, of all joints in all rows appended

 private:
  struct Columns {
    int x = -1, y = -1, forceX = -1, forceY = -1, state = -1, phase = -1;
    std::vector<bool> hasPlay;  // in its phases; empty: always
  };
  std::vector<LooseJoint> joints_;
  std::vector<Columns> columns_;
  std::vector<std::vector<PlayMoment>> histories_;
  double peak_ = 0;
};

}  // namespace clank
