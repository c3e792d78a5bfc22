// SPDX-License-Identifier: GPL-3.0-or-later
// A link that bends, as it is drawn: its straight outline carried along by the sections of the link.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/bent_link.h"
#include "ui/scene/part_shapes.h"

namespace clank {

class BentOutline {
 public:
  // straight: body axes. The link has to have modes.
  BentOutline(const Body& resolved, const Outline& straight);
  // modes: m, bending before stretching, as many as the link has.
  Outline bend(std::span<const double> modes) const;
  // Where what is drawn about a point of the straight link (body axes) is placed, when its link is at pose.
  Placement carry(const Placement& pose, Vec2 point, std::span<const double> modes) const;

 private:
  Placement locate(const Station& station, std::span<const double> modes) const;  // body axes

  BentLink link_;
  Outline straight_;  // with points between its corners
  std::vector<Station> stations_;
};

}  // namespace clank
