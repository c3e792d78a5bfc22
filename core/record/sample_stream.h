// SPDX-License-Identifier: GPL-3.0-or-later
// The hand-over between the thread that computes and the thread that shows: a mailbox under one mutex, never
// full, so that neither waits for the other. The only object that two threads touch.
#pragma once

#include <mutex>
#include <vector>

#include "core/record/receipt.h"
#include "core/record/sample_sink.h"

namespace clank {

class SampleStream final : public SampleSink {
 public:
  struct Batch {
    std::vector<double> values;  // rows one after the other
    std::vector<Receipt> events;
    std::vector<std::size_t> rowsBefore;  // events[i] comes after this many rows of the batch
    bool empty() const { return values.empty() && events.empty(); }
  };

  void sample(std::span<const double> row) override;
  void event(const Receipt& receipt) override;

  // Everything delivered since the last call. rowSize = number of channels, t included.
  Batch drain(std::size_t rowSize);

 private:
  std::mutex mutex_;
  Batch pending_;
  std::vector<std::size_t> valuesBefore_;  // of pending_.events
};

}  // namespace clank
