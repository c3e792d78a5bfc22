// SPDX-License-Identifier: GPL-3.0-or-later
// All samples and receipts of one run: 8 bytes x channels x samples, in chunks that stay where they are. What
// touches is kept beside them for pictures, at every sample of a short run, and in a long one at as many as a
// twentieth of that memory has room for.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/record/channel.h"
#include "core/record/receipt.h"
#include "core/record/sample_sink.h"

namespace clank {

class Trajectory final : public SampleSink {
 public:
  Trajectory() = default;
  explicit Trajectory(std::vector<Channel> channels) : channels_(std::move(channels)) {}

  // Of another run, in the memory that this one has: it need not be asked for, and filled with zeros, again.
  void restart(const std::vector<Channel>& channels);

  void sample(std::span<const double> row) override;
  void event(const Receipt& receipt) override;
  bool wantsTouches() const override { return true; }
  void touches(std::span<const Touch> touches) override;

  const std::vector<Channel>& channels() const { return channels_; }  // the first is t
  std::size_t sampleCount() const { return count_; }
  std::span<const double> row(std::size_t sample) const;
  double time(std::size_t sample) const { return row(sample)[0]; }
  const std::vector<Receipt>& events() const { return events_; }
  // Index of the first sample after event i (the one before it is the last sample before the event).
  std::size_t sampleAfterEvent(std::size_t i) const { return sampleAfterEvent_[i]; }
  std::size_t countUpTo(double t) const;  // samples, of several at one time all
  // At a sample, or at the last one before it of which it was kept.
  std::span<const Touch> touchesAt(std::size_t sample) const;
  std::optional<std::size_t> findChannel(std::string_view name) const;
  // Row at time t: linear between neighbouring samples, the later of two samples at the same time; clamped to
  // the ends.
  std::vector<double> at(double t) const;

 private:
  std::vector<Channel> channels_;
  std::size_t rowsInChunk() const;

  std::vector<std::vector<double>> chunks_;  // of whole rows; filled in place, those behind are empty
  std::size_t count_ = 0;
  struct Touching {
    std::size_t sample = 0;
    std::vector<Touch> touches;
    std::size_t bytes() const { return sizeof(*this) + touches.size() * sizeof(Touch); }
  };
  std::deque<Touching> touching_;
  std::size_t touchBytes_ = 0;
  std::vector<Receipt> events_;
  std::vector<std::size_t> sampleAfterEvent_;
};

}  // namespace clank
