// SPDX-License-Identifier: GPL-3.0-or-later
// Which configuration (the phases of all metamorphic joints together) a mechanism was in, and when.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"
#include "ui/look/joint_state.h"

namespace clank {

class ConfigurationTrack {
 public:
  struct Segment {
    double from = 0, to = 0;                  // s
    int number = 1;                           // of the configuration, in order of first appearance
    JointState state = JointState::free;      // of the joint that holds most
    int leastMobility = 0, mostMobility = 0;  // contacts and change points come and go within it
    QString words;                            // "O3 locked", "all free", "clearance in B"
  };

  void start(const Mechanism& resolved, const Trajectory& trajectory);
  void advance();  // what the trajectory has grown by
  const std::vector<Segment>& getSegments() const { return segments_; }

 private:
  struct Joint {
    QString name;
    std::size_t channel;  // of its phase
    std::vector<Phase> phases;
    std::vector<JointState> states;  // of the phases
  };
  bool isCurrent(std::size_t sample) const;
  int mobilityAt(std::size_t sample) const;
  std::vector<int> phasesAt(std::size_t sample) const;
  void open(std::size_t sample);
  QString describe(const std::vector<int>& phases, JointState& state) const;

  const Trajectory* trajectory_ = nullptr;
  std::vector<Joint> joints_;
  QStringList loose_;                    // joints with play
  std::vector<std::vector<int>> known_;  // configurations met
  std::vector<int> current_;
  std::vector<Segment> segments_;
  std::optional<std::size_t> mobilityChannel_;
  std::size_t shownSamples_ = 0;
};

}  // namespace clank
