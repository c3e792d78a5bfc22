// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a run has ended because its drives ask for what no position of the linkage gives, found out from
// geometry alone, without masses, forces and integration.
//
// A drive leads a coordinate along a law of time. A little later than the end the parts, with the drives
// where they then are, have no position within their stops and bearings and before the surfaces that are
// touched at the end, and a little earlier they have one.
// Both are looked for from a position of the run that is somewhat earlier still: at a dead centre itself the
// rows depend on each other.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/coulomb/unilateral.h"
#include "core/dynamics/system_compiler.h"
#include "core/simulation/assembly.h"
#include "core/simulation/drive_jam.h"
#include "core/simulation/run.h"

namespace clank::test {

class DriveConflict {
 public:
  // The mechanism must be able to start.
  explicit DriveConflict(const Mechanism& mechanism)
      : system_(compileSystem(mechanism).value()), observer_(system_) {
    const State start = assembleStart(system_, mechanism).value();
    const State end = run(mechanism.simulation, start);
    end_ = end.t;
    SimulationSettings settings = mechanism.simulation;
    settings.duration = std::max(end_ - kBefore, end_ / 2);
    if (!(end_ > kLittle)) return;
    before_ = run(settings, start);
    for (const std::size_t u : before_->mode.unilaterals.listClosed())
      openUnilateral(system_, u, before_->mode);
    for (const std::size_t u : end.mode.unilaterals.listClosed())
      if (u >= system_.firstContact()) closeUnilateral(system_, u, before_->mode);
  }

  bool isTrue() const {
    return !system_.drives.empty() && before_ && isFree(end_ - kLittle) && !isFree(end_ + kLittle);
  }

 private:
  static constexpr double kLittle = 1e-3, kBefore = 5e-3;  // s
  class Unseen final : public SampleSink {
    void sample(std::span<const double>) override {}
    void event(const Receipt&) override {}
  };

  State run(const SimulationSettings& settings, const State& start) const {
    Unseen sink;
    State end;
    runSystem(system_, observer_, settings, start, sink, {}, &end);
    return end;
  }

  bool isFree(double t) const {
    return hasPosition(system_, before_->mode, system_.layout.positions(before_->y), t);
  }

  const System system_;
  const Observer observer_;
  double end_ = 0;               // s
  std::optional<State> before_;  // with the contacts of the end
};

}  // namespace clank::test
