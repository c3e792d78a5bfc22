// SPDX-License-Identifier: GPL-3.0-or-later
// A link that bends, as it is drawn: its straight outline carried along by the sections of the link.
#pragma once

#include <span>

#include "core/record/bent_shape.h"
#include "ui/scene/part_shapes.h"

namespace clank {

class BentOutline {
 public:
  // straight: body axes.
  BentOutline(BentShape shape, const Outline& straight);
  // From now on. modes: m, bending before stretching, as many as the link has; else it is straight.
  void bend(std::span<const double> modes, double factor);
  // What the last bend() makes of it.
  Outline makeOutline() const;
  // Where what is drawn about a point of the straight link (body axes) is placed, when its link is at pose.
  Placement carry(const Placement& pose, Vec2 point) const;
  // Bent as it is; a null pointer: it is straight.
  const BentLine* line() const { return line_ ? &*line_ : nullptr; }
  // Whether its stress is known.
  bool hasStress() const { return shape_.hasStress(); }

 private:
  BentShape shape_;
  Outline straight_;  // with points between its corners
  std::optional<BentLine> line_;
};

}  // namespace clank
