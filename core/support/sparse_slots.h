// SPDX-License-Identifier: GPL-3.0-or-later
// A number for few of many: of millions of pieces that could touch a few dozen do. It is found in two steps,
// and only pages with such a number take memory.
#pragma once

#include <cstdint>
#include <vector>

namespace clank {

class SparseSlots {
 public:
  SparseSlots() = default;
  // All 0.
  explicit SparseSlots(std::size_t count)
      : pages_((count + kPage - 1) / kPage, 0), cells_(kPage, 0), size_(count) {}

  std::size_t size() const { return size_; }
  std::uint32_t operator[](std::size_t i) const { return cells_[pages_[i / kPage] + i % kPage]; }
  // To change it. Valid until the next upd() of another.
  std::uint32_t& upd(std::size_t i) {
    std::uint32_t& page = pages_[i / kPage];
    if (page == 0) {
      page = static_cast<std::uint32_t>(cells_.size());
      cells_.resize(cells_.size() + kPage, 0);
    }
    return cells_[page + i % kPage];
  }

 private:
  static constexpr std::size_t kPage = 256;
  std::vector<std::uint32_t>
      pages_;  // where each begins in cells_; the first holds zeros for all that have none
  std::vector<std::uint32_t> cells_;
  std::size_t size_ = 0;
};

}  // namespace clank
