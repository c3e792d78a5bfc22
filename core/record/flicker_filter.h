// SPDX-License-Identifier: GPL-3.0-or-later
// Leaves out what is no change: where contacts come to rest together, one may let go and be back before it
// has moved by the size of an atom. Of two receipts that undo each other within a time that nobody can see,
// and without an impulse, neither is told. Rows pass as they are; what comes after such a receipt waits until
// that time is over.
#pragma once

#include <deque>
#include <limits>
#include <variant>
#include <vector>

#include "core/record/sample_sink.h"

namespace clank {

class FlickerFilter final : public SampleSink {
 public:
  // duration: s, of the run; shorter runs are looked at more closely. target must outlive this.
  FlickerFilter(SampleSink& target, double duration);

  void sample(std::span<const double> row) override;
  bool wantsTouches() const override { return target_.wantsTouches(); }
  void touches(std::span<const Touch> touches) override;
  void event(const Receipt& receipt) override;

  // Hands on what waits: at the end of the run, or where it stops.
  void flush();
  int leftOut() const { return leftOut_; }  // receipts

 private:
  using Waiting = std::variant<std::vector<double>, std::vector<Touch>, Receipt>;
  bool takeBack(const Receipt& receipt);

  SampleSink& target_;
  const double flicker_;  // s
  std::deque<Waiting> waiting_;
  double until_ = -std::numeric_limits<double>::infinity();  // s, of the newest that waits
  int leftOut_ = 0;
};

}  // namespace clank
