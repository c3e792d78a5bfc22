// SPDX-License-Identifier: GPL-3.0-or-later
// Watches what a run does over and over: bounces that never end, laws that switch back and forth. When a run
// has to be given up they are the cause, and not the tolerances.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/dynamics/system.h"
#include "core/model/mechanism.h"
#include "core/record/receipt.h"

namespace clank {

class Repetition {
 public:
  Repetition(const System& system, const SimulationSettings& settings)
      : system_(system), settings_(settings) {}

  void note(const Receipt& receipt);
  // A switch of System::switches has changed at a time. True when it has done nothing else for so long that
  // the run would not end.
  bool noteSwitch(std::size_t index, double t);
  // What the run does over and over at a time, if anything.
  std::optional<Problem> explain(double t) const;

 private:
  Problem describeBounces(double t) const;
  Problem describeSwitching(double t) const;
  Problem describeStickSlip(double t) const;

  const System& system_;
  const SimulationSettings& settings_;
  std::string element_;             // of the last impact
  double impact_ = 0, flight_ = 0;  // s: time of the last impact, flight before it
  double shrink_ = 1;               // of the last flight against the one before
  int rubs_ = 0;                    // sticks and slips without any other event between them
  std::string rubbing_;             // the part of the last
  double rubsSince_ = 0;            // s
  int bounces_ = 0;                 // with ever shorter flights
  std::int64_t switchings_ = 0;
  std::size_t switch_ = 0;
  double since_ = 0, pace_ = 0;  // s: when the last kMany began, and how long they took
  bool chatters_ = false;
};

}  // namespace clank
