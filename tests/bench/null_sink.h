// SPDX-License-Identifier: GPL-3.0-or-later
// Takes what a run delivers and keeps nothing.
#pragma once

#include <benchmark/benchmark.h>

#include "core/record/sample_sink.h"

namespace clank {

class NullSink final : public SampleSink {
 public:
  void sample(std::span<const double> row) override { benchmark::DoNotOptimize(row.data()); }
  void event(const Receipt& receipt) override { benchmark::DoNotOptimize(&receipt); }
};

}  // namespace clank
