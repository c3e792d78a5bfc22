// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to draw of contacts: surfaces as lines, circles that meet them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "ui/scene/plane.h"

namespace clank {

inline constexpr std::size_t kNoContact = static_cast<std::size_t>(-1);

struct SurfaceLayout {
  std::size_t contact = 0;    // index in listShownTouches(), or kNoContact
  int body = -1;              // that carries it; -1: the frame
  std::vector<Vec2> points;   // axes of the body, the free side on the left
  bool isOutline = false;     // of a part: its own edge, without hatching
  bool hasBothSides = false;  // neither is hatched
  double speed = 0;  // m/s, of its material along the points; of a surface in pieces its middle one has it
};

struct ContactCircle {
  std::size_t contact = 0;
  int body = -1;
  Vec2 center;        // axes of the body
  double radius = 0;  // m; 0: a point
};

struct ContactLayout {
  std::vector<SurfaceLayout> surfaces;
  std::vector<ContactCircle> circles;
  Box near;  // of the frame's surfaces what lies nearest to the parts, to be in the picture
};

// size: m, of the box of the parts at the start. Long lines of the frame are drawn as far as a motion is
// likely to be followed.
ContactLayout layOutContacts(const Mechanism& resolved, const std::map<std::string, int>& indexOf,
                             const Box& box, double size);

}  // namespace clank
