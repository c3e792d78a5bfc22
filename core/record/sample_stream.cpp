// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/sample_stream.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

namespace clank {

void SampleStream::sample(std::span<const double> row) {
  std::unique_lock lock(mutex_);
  waitForRoom(lock);
  rowSize_ = row.size();
  pending_.values.insert(pending_.values.end(), row.begin(), row.end());
  pending_.touches.insert(pending_.touches.end(), touches_.begin(), touches_.end());
  pending_.touchesBefore.push_back(pending_.touches.size());
  touches_.clear();
}

void SampleStream::touches(std::span<const Touch> touches) {
  touches_.assign(touches.begin(), touches.end());
}

void SampleStream::event(const Receipt& receipt) {
  std::unique_lock lock(mutex_);
  waitForRoom(lock);
  valuesBefore_.push_back(pending_.values.size());
  pending_.events.push_back(receipt);
}

void SampleStream::waitForRoom(std::unique_lock<std::mutex>& lock) {
  if (!isFull()) return;
  const auto arrived = std::chrono::steady_clock::now();
  taken_.wait(lock, stop_, [this] { return !isFull(); });
  waited_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - arrived).count();
}

bool SampleStream::isFull() const {
  return pending_.values.size() >= std::min(kMostRows * rowSize_, kMostNumbers) ||
         pending_.events.size() >= kMostEvents;
}

SampleStream::Batch SampleStream::drain(std::size_t rowSize) {
  assert(rowSize > 0);
  Batch batch;
  std::vector<std::size_t> valuesBefore;
  {
    const std::scoped_lock lock(mutex_);
    pending_.isFull = isFull();
    std::swap(batch, pending_);
    std::swap(valuesBefore, valuesBefore_);
  }
  taken_.notify_all();
  for (const std::size_t values : valuesBefore) batch.rowsBefore.push_back(values / rowSize);
  return batch;
}

}  // namespace clank
