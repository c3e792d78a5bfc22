// SPDX-License-Identifier: GPL-3.0-or-later
// What one event looks like: a flash where the impulse acts, an arrow for it, small arrows for the impulses
// in joints.
#pragma once

#include <QString>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/receipt.h"
#include "ui/look/palette.h"
#include "ui/scene/actor_list.h"
#include "ui/scene/part_layout.h"

class vtkRenderer;

namespace clank {

struct SceneLabel {
  Vec2 at;    // m, world
  Vec2 away;  // direction in which the text stands off that point
  QString text;
  QColor color;
  bool strong = false;
};

class EventGlyphs {
 public:
  explicit EventGlyphs(vtkRenderer* renderer) : renderer_(renderer) {}

  void show(const Receipt& receipt, const Mechanism& resolved, const MechanismLayout& layout,
            const std::vector<Placement>& poses, const Palette& palette);
  void hide();
  const std::vector<SceneLabel>& labels() const { return labels_; }

 private:
  vtkRenderer* renderer_;
  ActorList actors_;
  std::vector<SceneLabel> labels_;
};

}  // namespace clank
