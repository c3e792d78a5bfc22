// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinates in which the mass matrices of links that bend are the identity, theory (1b): M = U U', y = U'
// x. U is an upper triangle, so that a row that knows the pose of a link alone, as of a pin where clamped
// modes begin, still does so after.
#pragma once

#include <Eigen/Core>
#include <optional>
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

  // Factors the mass matrices at q and returns the rows G U'^-1. No allocation. shapes: of the links at q, or
  // none where nobody has them yet.
  std::span<const BlockRow> reduce(const double* q, std::span<const BlockRow> rows,
                                   std::span<const LinkMass::Shape> shapes);
  // U^-1 f, with the last factors.
  std::span<const double> reduce(std::span<const double> f);
  // x = U'^-1 y in place.
  void expand(std::span<double> x) const;

 private:
  struct Touch {
    std::size_t row = 0, pose = 0;     // slots of the row
    std::optional<std::size_t> modes;  // the first of them
  };
  struct Link {
    const BentLink* link = nullptr;
    Eigen::Index size = 0;    // without what fills up blocks
    Eigen::MatrixXd U;        // upper triangle, its diagonal inverted
    std::vector<Touch> rows;  // that touch it
  };
  std::vector<Link> links_;
  std::vector<SaddlePoint::InverseMass> inverse_;
  std::vector<BlockRow> reduced_;
  std::vector<double> load_;
};

}  // namespace clank
