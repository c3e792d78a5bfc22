// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/trajectory.h"

#include <algorithm>
#include <cassert>

namespace clank {

void Trajectory::restart(const std::vector<Channel>& channels) {
  if (channels_ != channels) {
    channels_ = channels;
    chunks_.clear();
  }
  for (std::vector<double>& chunk : chunks_) chunk.clear();
  count_ = 0;
  touching_.clear();
  touchBytes_ = 0;
  events_.clear();
  sampleAfterEvent_.clear();
}

void Trajectory::sample(std::span<const double> row) {
  assert(row.size() == channels_.size());
  const std::size_t rows = rowsInChunk(), chunk = count_ / rows;
  if (chunk == chunks_.size()) chunks_.emplace_back().reserve(rows * row.size());
  chunks_[chunk].insert(chunks_[chunk].end(), row.begin(), row.end());
  ++count_;
}

void Trajectory::event(const Receipt& receipt) {
  events_.push_back(receipt);
  sampleAfterEvent_.push_back(sampleCount());
}

void Trajectory::touches(std::span<const Touch> touches) {
  constexpr std::size_t kFree = 4U << 20U, kPart = 20;  // bytes; of the rows
  if (touches.empty() && (touching_.empty() || touching_.back().touches.empty())) return;
  Touching next{count_, {touches.begin(), touches.end()}};
  if (touchBytes_ + next.bytes() > kFree + count_ * channels_.size() * sizeof(double) / kPart) return;
  touchBytes_ += next.bytes();
  touching_.push_back(std::move(next));
}

std::span<const Touch> Trajectory::touchesAt(std::size_t sample) const {
  const auto after = std::upper_bound(touching_.begin(), touching_.end(), sample,
                                      [](std::size_t s, const Touching& t) { return s < t.sample; });
  if (after == touching_.begin()) return {};
  return std::prev(after)->touches;
}

std::span<const double> Trajectory::row(std::size_t sample) const {
  assert(sample < sampleCount());
  const std::size_t rows = rowsInChunk();
  return std::span(chunks_[sample / rows]).subspan(sample % rows * channels_.size(), channels_.size());
}

// A chunk is small against the memory that counts, and large against a page.
std::size_t Trajectory::rowsInChunk() const {
  constexpr std::size_t kNumbers = 1U << 15U;  // 256 kB
  return std::max<std::size_t>(1, kNumbers / channels_.size());
}

std::optional<std::size_t> Trajectory::findChannel(std::string_view name) const {
  const auto it =
      std::find_if(channels_.begin(), channels_.end(), [&](const Channel& c) { return c.name == name; });
  if (it == channels_.end()) return std::nullopt;
  return static_cast<std::size_t>(it - channels_.begin());
}

std::size_t Trajectory::countUpTo(double t) const {
  std::size_t count = 0;
  for (std::size_t end = sampleCount(); count < end;) {
    const std::size_t middle = count + (end - count) / 2;
    if (time(middle) > t)
      end = middle;
    else
      count = middle + 1;
  }
  return count;
}

std::vector<double> Trajectory::at(double t) const {
  if (sampleCount() == 0) return {};
  const std::size_t index = countUpTo(t);
  const auto after = row(std::min(index, sampleCount() - 1));
  std::vector<double> result(after.begin(), after.end());
  if (index == 0 || index == sampleCount()) return result;
  const auto before = row(index - 1);
  const double part = (t - before[0]) / (after[0] - before[0]);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = before[i] + part * (after[i] - before[i]);
  return result;
}

}  // namespace clank
