// SPDX-License-Identifier: GPL-3.0-or-later
// The hand-over between the thread that computes and the thread that shows: a mailbox under one mutex. It
// holds no more than can be shown at once: the computing thread waits when it is full, so that the other one
// answers at every moment and no second copy of a long run lies here. The only object that two threads touch.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <vector>

#include "core/record/receipt.h"
#include "core/record/sample_sink.h"

namespace clank {

class SampleStream final : public SampleSink {
 public:
  // What is taken at once. A row has some ten numbers, or thousands.
  static constexpr std::size_t kMostRows = 1U << 14U, kMostNumbers = 1U << 19U, kMostEvents = 256;

  struct Batch {
    std::vector<double> values;              // rows one after the other
    std::vector<Touch> touches;              // of the first row, then of the next
    std::vector<std::size_t> touchesBefore;  // of each row, and those of the rows before it
    std::vector<Receipt> events;
    std::vector<std::size_t> rowsBefore;  // events[i] comes after this many rows of the batch
    bool isFull = false;                  // more may be waiting behind
    bool empty() const { return values.empty() && events.empty(); }
  };

  // On the computing thread, before it delivers. Once stop is requested it waits no more.
  void setStopToken(std::stop_token stop) { stop_ = std::move(stop); }

  void sample(std::span<const double> row) override;
  bool wantsTouches() const override { return true; }
  void touches(std::span<const Touch> touches) override;
  void event(const Receipt& receipt) override;

  double getWaitedSeconds() const { return waited_; }  // of the computing thread

  // Everything delivered since the last call. rowSize = number of channels, t included.
  Batch drain(std::size_t rowSize);

 private:
  void waitForRoom(std::unique_lock<std::mutex>& lock);
  bool isFull() const;

  std::stop_token stop_;
  double waited_ = 0;           // s; the computing thread alone
  std::vector<Touch> touches_;  // of the next row; the computing thread alone
  std::mutex mutex_;            // of what stands below
  std::condition_variable_any taken_;
  std::size_t rowSize_ = 1;
  Batch pending_;
  std::vector<std::size_t> valuesBefore_;  // of pending_.events
};

}  // namespace clank
