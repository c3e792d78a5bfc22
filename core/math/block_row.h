// SPDX-License-Identifier: GPL-3.0-or-later
// A row of a constraint matrix over blocks of three coordinates.
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <span>

namespace clank {

struct BlockRow {
  struct Entry {
    int block = -1;             // -1: of no coordinates, as the frame's
    std::array<double, 3> g{};  // one a coordinate
  };
  // One a block, at most one for each. Rigid bodies have one block: two bodies need no memory of their own.
  boost::container::small_vector<Entry, 2> entries;
  // What it does to the first two coordinates of its blocks is always the same, as for a pin or an angle:
  // only the third changes from one factorisation to the next.
  bool fixedDirection = false;

  // Gives the row its blocks, all numbers zero.
  void start(std::span<const int> blocks);
  void scale(double factor) {
    for (Entry& entry : entries)
      for (double& g : entry.g) g *= factor;
  }
  void divide(double by) {
    for (Entry& entry : entries)
      for (double& g : entry.g) g /= by;
  }
};

// G x for one row and for several.
double dot(const BlockRow& row, const double* x);
void multiply(std::span<const BlockRow> rows, const double* x, std::span<double> result);
// The transpose: what a unit multiplier of the row gives, all else zero.
void scatter(const BlockRow& row, std::span<double> f);

}  // namespace clank
