// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/sample_text.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "core/io/csv.h"

namespace clank {

namespace {

constexpr std::size_t kNumbersInBlock = 1U << 15U;  // about a millisecond of work

}  // namespace

SampleText::SampleText(std::vector<std::size_t> columns, std::function<void(std::string_view text)> write)
    : columns_(std::move(columns)),
      write_(std::move(write)),
      threads_(std::max(1U, std::thread::hardware_concurrency())) {}

void SampleText::add(std::span<const double> row) {
  width_ = columns_.empty() ? row.size() : columns_.size();
  std::vector<double>& rows = filled_.rows;
  if (columns_.empty()) rows.insert(rows.end(), row.begin(), row.end());
  for (const std::size_t column : columns_) rows.push_back(row[column]);
  if (rows.size() >= kNumbersInBlock) beginBlock();
}

void SampleText::flush() {
  if (!filled_.rows.empty()) beginBlock();
  while (!begun_.empty()) writeFirst();
}

void SampleText::beginBlock() {
  if (begun_.size() >= threads_) writeFirst();
  begun_.push_back(std::async(std::launch::async, &SampleText::write, std::move(filled_), width_));
  filled_ = {};
  if (free_.empty()) return;
  filled_ = std::move(free_.back());
  free_.pop_back();
}

SampleText::Block SampleText::write(Block block, std::size_t width) {
  block.text.resize(std::max(block.text.size(), countRoom(block.rows.size())));
  block.size =
      static_cast<std::size_t>(putSampleRows(block.text.data(), block.rows, width) - block.text.data());
  return block;
}

void SampleText::writeFirst() {
  Block block = begun_.front().get();
  begun_.pop_front();
  write_({block.text.data(), block.size});
  block.rows.clear();
  free_.push_back(std::move(block));
}

}  // namespace clank
