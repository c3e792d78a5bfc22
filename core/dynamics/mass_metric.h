// SPDX-License-Identifier: GPL-3.0-or-later
// The metric of the masses, |x|^2 = x' M x: in it a position is the nearest one, and rows of metres and of
// radians can be compared. Links are straight in it: what bends them has no part, 1/M = 0.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/math/saddle_point.h"

namespace clank {

class MassMetric {
 public:
  void add(const SaddlePoint::InverseMass& block) { inverse_.push_back(block); }
  void reserve(std::size_t blocks) { inverse_.reserve(blocks); }
  void set(std::size_t block, const SaddlePoint::InverseMass& inverse) { inverse_[block] = inverse; }

  std::span<const SaddlePoint::InverseMass> inverse() const { return inverse_; }  // 1/M of each block
  double inverse(std::size_t coordinate) const;

  int countMovable() const;  // coordinates that are not held
  // (b - a)' M (b - a).
  double calcSquaredDistance(std::span<const double> a, std::span<const double> b) const;
  // M (b - a).
  void weighDifference(std::span<const double> a, std::span<const double> b, std::span<double> result) const;
  // G W G': how a row would give way without any joint (1/kg, 1/(kg m2)).
  double calcFreeMobility(const BlockRow& row) const;
  // G sqrt(W), brought to length one: coordinates and numbers, zeros left out. Empty where nothing can move.
  std::vector<std::pair<int, double>> calcUnitRow(const BlockRow& row) const;

 private:
  std::vector<SaddlePoint::InverseMass> inverse_;
};

}  // namespace clank
