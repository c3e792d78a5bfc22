// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/record/receipt.h"
#include "core/record/touch.h"

namespace clank {

// Where a run delivers what it finds, in order of time. Called on the thread that runs the simulator.
class SampleSink {
 public:
  virtual ~SampleSink() = default;
  // One row: t [s] first, then the values of Simulator::channels() without t. Samples just before and just
  // after an event have the same t.
  virtual void sample(std::span<const double> row) = 0;
  // What touches at the next sample; called before it, and only where it is wanted.
  virtual bool wantsTouches() const { return false; }
  virtual void touches(std::span<const Touch>) {}
  // Comes between the samples just before and just after it.
  virtual void event(const Receipt& receipt) = 0;
};

}  // namespace clank
