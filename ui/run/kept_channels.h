// SPDX-License-Identifier: GPL-3.0-or-later
// A run that keeps some of its channels: what the views draw, and what plots show.
#pragma once

#include <string>
#include <vector>

#include "core/record/channel.h"
#include "core/record/sample_sink.h"

namespace clank {

using Columns = std::vector<std::size_t>;  // ascending; the first is that of t

// Without plotted (channels, or expressions of them) nobody would see them: forces, velocities, energies.
Columns listSeenChannels(const std::vector<Channel>& channels, const std::vector<std::string>& plotted);
std::vector<Channel> pickChannels(const std::vector<Channel>& channels, const Columns& columns);

// Lets these columns pass.
class ChannelSieve final : public SampleSink {
 public:
  ChannelSieve(SampleSink& target, const Columns& columns) : target_(target), columns_(columns) {}

  void sample(std::span<const double> row) override;
  bool wantsTouches() const override { return target_.wantsTouches(); }
  void touches(std::span<const Touch> touches) override;
  void event(const Receipt& receipt) override { target_.event(receipt); }

 private:
  SampleSink& target_;
  const Columns& columns_;
  std::vector<double> row_;
  std::vector<Touch> touches_;
};

}  // namespace clank
