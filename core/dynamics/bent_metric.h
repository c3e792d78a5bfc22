// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinates in which the mass matrices of links that bend are the identity, theory (1b): M = L L', y = L'
// x.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/dynamics/bent_link.h"
#include "core/math/saddle_point.h"

namespace clank {

class BentMetric {
 public:
  bool isEmpty() const { return links_.empty(); }
  // For rows with these blocks; the links have to outlive this object's use. Allocates.
  void analyze(std::span<const BentLink> links, std::span<const SaddlePoint::InverseMass> straight,
               std::span<const BlockRow> rows);
  // 1/M of each block: that of rigid bodies, and one.
  std::span<const SaddlePoint::InverseMass> inverse() const { return inverse_; }

  // Factors the mass matrices at q and returns the rows G L'^-1. No allocation.
  std::span<const BlockRow> reduce(const double* q, std::span<const BlockRow> rows);
  // L^-1 f, with the last factors.
  std::span<const double> reduce(std::span<const double> f);
  // x = L'^-1 y in place.
  void expand(std::span<double> x) const;

 private:
  struct Link {
    const BentLink* link = nullptr;
    Eigen::MatrixXd L;              // lower triangle
    std::vector<std::size_t> rows;  // that touch it
  };
  std::vector<Link> links_;
  std::vector<SaddlePoint::InverseMass> inverse_;
  std::vector<BlockRow> reduced_;
  std::vector<double> load_;
  mutable Eigen::VectorXd scratch_;
};

}  // namespace clank
