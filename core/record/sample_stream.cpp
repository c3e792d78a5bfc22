// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/sample_stream.h"

#include <cassert>
#include <utility>

namespace clank {

void SampleStream::sample(std::span<const double> row) {
  const std::scoped_lock lock(mutex_);
  pending_.values.insert(pending_.values.end(), row.begin(), row.end());
}

void SampleStream::event(const Receipt& receipt) {
  const std::scoped_lock lock(mutex_);
  valuesBefore_.push_back(pending_.values.size());
  pending_.events.push_back(receipt);
}

SampleStream::Batch SampleStream::drain(std::size_t rowSize) {
  assert(rowSize > 0);
  Batch batch;
  std::vector<std::size_t> valuesBefore;
  {
    const std::scoped_lock lock(mutex_);
    std::swap(batch, pending_);
    std::swap(valuesBefore, valuesBefore_);
  }
  for (const std::size_t values : valuesBefore) batch.rowsBefore.push_back(values / rowSize);
  return batch;
}

}  // namespace clank
