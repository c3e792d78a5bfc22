// SPDX-License-Identifier: GPL-3.0-or-later
// Where lines cross, and what lies within them.
#pragma once

#include <optional>
#include <vector>

#include "core/io/dxf_chain.h"

namespace clank {

// Where straight pieces that do not follow each other meet, or one turns back on the one before it; nothing:
// nowhere.
std::optional<Corner> findCrossing(const std::vector<Corner>& points, bool closed);

// A closed line, or a circle, that can have others inside.
class DxfRegion {
 public:
  explicit DxfRegion(const DxfChain& closed);
  explicit DxfRegion(const DxfCircle& circle);
  // With all of its line. Not: it lies on it, or crosses it, or is the same.
  bool holds(const DxfRegion& other) const;
  bool holds(Corner p) const;
  double area() const { return area_; }  // m2
  Corner middle() const { return middle_; }
  double size() const { return box_.diagonal(); }

 private:
  double calcAway(Corner p) const;  // m, from its line

  std::vector<Corner> points_;
  std::optional<DxfCircle> circle_;
  DxfBox box_;
  Corner middle_;
  double area_ = 0;
};

}  // namespace clank
