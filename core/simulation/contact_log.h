// SPDX-License-Identifier: GPL-3.0-or-later
// Follows compliant contacts through a run, for their receipts: impulses and losses are integrals of the
// state, peaks are looked for inside the steps, whatever the output interval.
#pragma once

#include <optional>
#include <vector>

#include "core/dynamics/state.h"
#include "core/events/transition.h"
#include "core/record/receipt.h"
#include "core/simulation/event_search.h"

namespace clank {

class ContactLog {
 public:
  // Contacts that are pressed at the start begin there. The system must outlive the log.
  ContactLog(const System& system, const State& start);

  // The last step of a search from its beginning to a time within, while the mode does not change.
  void follow(EventSearch& step, double begin, double end, const Mode& mode);
  // A transition at a state. Gives the report of the contact that it ends.
  std::optional<ContactReport> note(const Transition& transition, const State& state);

  // What has been open up to a state; no restitution yet.
  struct OpenReport {
    std::size_t pair = 0;
    ContactReport report;
  };
  std::vector<OpenReport> listOpen(const State& state) const;

  // The circle that has sunk in deepest, by more than its radius: no law of contact holds there. Rounded
  // corners of an outline do not count.
  struct Sunk {
    std::size_t pair = 0;
    double depth = 0, radius = 0;  // m
  };
  const std::optional<Sunk>& sunk() const { return sunk_; }

 private:
  struct Open {
    std::size_t pair = 0;
    double begin = 0, approach = 0;  // s, m/s
    std::vector<double> sums;        // at the begin
    double peakForce = 0, peakDepth = 0;
    bool isStruck = false;  // a jump has changed how fast its parts part
  };
  void openPressed(const State& state, const Mode& mode);
  void open(std::size_t pair, const State& state, double approach);
  void noteJump(const Transition& transition, const State& state);
  std::optional<ContactReport> notePhase(const Transition& transition, const State& state);
  std::optional<ContactReport> close(std::size_t pair, const State& state, double rate);
  ContactReport makeReport(const Open& contact, const State& state) const;
  std::vector<double> getSums(std::size_t pair, const std::vector<double>& y) const;
  void followPair(Open& contact, EventSearch& step, double begin, double end, const Mode& mode) const;

  void noteSunk(const Open& contact);

  const System& system_;
  std::vector<Open> open_;
  std::optional<Sunk> sunk_;
};

}  // namespace clank
