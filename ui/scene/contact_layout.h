// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to draw of contacts: surfaces as lines, circles that meet them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "ui/scene/plane.h"

namespace clank {

struct SurfaceLayout {
  int body = -1;             // that carries it; -1: the frame
  std::vector<Vec2> points;  // axes of the body, the free side on the left
};

struct ContactCircle {
  int body = -1;
  Vec2 center;        // axes of the body
  double radius = 0;  // m; 0: a point
};

struct ContactLayout {
  std::vector<SurfaceLayout> surfaces;
  std::vector<ContactCircle> circles;
};

// Long lines of the frame are drawn only within the margin (m) around the box of the parts.
ContactLayout layOutContacts(const Mechanism& resolved, const std::map<std::string, int>& indexOf,
                             const Box& box, double margin);

}  // namespace clank
