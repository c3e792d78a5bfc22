// SPDX-License-Identifier: GPL-3.0-or-later
// A line through points as the pieces that a circle or a point can meet. They are made when asked for: a line
// may have millions, and its points stand in the drawing.
#pragma once

#include <cstdint>
#include <vector>

#include "core/contact/surface_piece.h"
#include "core/model/contact_pair.h"

namespace clank {

class LinePieces {
 public:
  // round: a circle meets it, not a point. origin (m) is subtracted from all points.
  LinePieces(const PolylineSurface& line, bool round, const Eigen::Vector2d& origin);

  std::size_t size() const { return segments_ + (round_ ? corners_.size() + ends() : 0); }
  // The segments in order along the line, then, for a circle, the corners that stand out and the ends.
  SurfacePiece operator[](std::size_t i) const;

 private:
  std::size_t ends() const { return closed_ || segments_ == 0 ? 0 : 2; }
  Eigen::Vector2d at(std::size_t i) const;
  SegmentPiece findSegment(std::size_t i) const;
  SegmentPiece findLapped(std::size_t i) const;
  double calcTurnBefore(std::size_t i) const;

  SharedList<Point> points_;
  std::size_t segments_ = 0;
  std::vector<std::uint32_t> corners_;  // segments that begin at one
  Eigen::Vector2d origin_;
  LineSide side_;
  bool closed_, round_;
};

}  // namespace clank
