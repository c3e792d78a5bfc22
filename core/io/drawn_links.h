// SPDX-License-Identifier: GPL-3.0-or-later
// Links of other programs, which are points that stay together, as bodies.
#pragma once

#include <string>
#include <vector>

#include "core/io/body_line.h"
#include "core/model/mechanism.h"

namespace clank {

using Spot = Corner;  // m, world

// As people read it: "35 mm". metres: m.
Quantity toMillimetres(double metres);
Point toMillimetres(Spot spot);

// A link as a body: where its axes lie.
struct LinkPlace {
  std::string body;
  Spot origin;       // m
  double angle = 0;  // rad

  Spot toLocal(Spot world) const;
};

struct DrawnLink {
  LinkPlace place;
  Body body;
};

// A link through two points or more: a bar where they lie in line, else a plate around them; of steel rods
// 1 cm2 thick, which other programs that know no masses leave open.
DrawnLink makeDrawnLink(const std::string& id, const std::string& name, std::vector<Spot> spots);

// A joint of kind at a point of the world.
Joint makeDrawnJoint(std::string id, JointKind kind, const LinkPlace& a, const LinkPlace& b, Spot at);

}  // namespace clank
