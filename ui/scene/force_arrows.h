// SPDX-License-Identifier: GPL-3.0-or-later
// What loose joints bear, as arrows: one scale for all of a run.
#pragma once

#include <vector>

#include "ui/look/palette.h"
#include "ui/scene/actor_list.h"
#include "ui/scene/part_layout.h"

class vtkRenderer;

namespace clank {

struct ForceArrow {
  Vec2 at;     // m, world
  Vec2 force;  // N
};

class ForceArrows {
 public:
  explicit ForceArrows(vtkRenderer* renderer) : renderer_(renderer) {}

  // full: N, whose arrow is as long as calcFullLength(). Around each there is a ring: it touches.
  void show(const std::vector<ForceArrow>& arrows, double full, const MechanismLayout& layout,
            const Palette& palette);
  void hide() { actors_.clear(); }

 private:
  vtkRenderer* renderer_;
  ActorList actors_;
};

double calcFullLength(const MechanismLayout& layout);  // m
// The least of 1, 2, 5 times a power of ten that is not less.
double roundUp(double value);

}  // namespace clank
