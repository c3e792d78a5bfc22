// SPDX-License-Identifier: GPL-3.0-or-later
// A row of a constraint matrix over blocks of three coordinates.
//
// Nearly all rows touch two blocks, the poses of two rigid bodies, and a factorisation reads a few numbers
// out of many rows: those two lie in the row itself, further ones, which are rare, elsewhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/support/rare.h"

namespace clank {

class BlockRow {
 public:
  static constexpr std::size_t kBlock = 3, kNear = 2;

  // What it does to the first two coordinates of its blocks is always the same, as for a pin or an angle:
  // only the third changes from one factorisation to the next.
  bool fixedDirection = false;

  // Gives the row its blocks, each at most once, all numbers zero. Block -1 has no coordinates: the frame's.
  void start(std::span<const int> blocks);

  std::size_t size() const { return size_; }  // blocks
  int block(std::size_t slot) const { return slot < kNear ? nearBlock_[slot] : far_[slot - kNear].block; }
  // The three numbers of a block.
  double* at(std::size_t slot) {
    return slot < kNear ? near_.data() + kBlock * slot : far_[slot - kNear].g.data();
  }
  const double* at(std::size_t slot) const {
    return slot < kNear ? near_.data() + kBlock * slot : far_[slot - kNear].g.data();
  }
  // Those of the first two blocks, one behind the other.
  const double* near() const { return near_.data(); }
  bool touches(int block) const {
    std::size_t slot = 0;
    while (slot < size_ && this->block(slot) != block) ++slot;
    return slot < size_;
  }
  // The slot of a block that the row has.
  std::size_t find(int block) const {
    std::size_t slot = 0;
    while (this->block(slot) != block) ++slot;
    return slot;
  }

  void scale(double factor);
  void divide(double by);

 private:
  struct Far {
    int block = -1;
    std::array<double, kBlock> g{};
  };
  std::uint32_t size_ = 0;
  std::array<int, kNear> nearBlock_{-1, -1};
  std::array<double, kBlock * kNear> near_{};
  RareList<Far> far_;
};

// G x for one row and for several.
double dot(const BlockRow& row, const double* x);
void multiply(std::span<const BlockRow> rows, const double* x, std::span<double> result);
// The transpose: what a unit multiplier of the row gives, all else zero.
void scatter(const BlockRow& row, std::span<double> f);
// Adds what a multiplier of the row gives.
void addScattered(const BlockRow& row, double multiplier, std::span<double> f);

}  // namespace clank
