// SPDX-License-Identifier: GPL-3.0-or-later
// What one event looks like: a flash where the impulse acts, and the impulses on one body as on its free-body
// diagram: that of the event, and those in the joints of this body.
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

struct SceneArrow {
  Vec2 from, to;  // m, world
};

// What the arrows mean.
struct ImpulseKey {
  double metres = 0;  // m a N s; 0: there are none
  QString body;       // on which they act
};

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

  // view: what is in sight (m); arrows are made shorter to stay in it.
  void show(const Receipt& receipt, const Mechanism& resolved, const MechanismLayout& layout,
            const std::vector<Placement>& poses, const Palette& palette, const Box& view);
  void hide();
  const std::vector<SceneLabel>& labels() const { return labels_; }
  const std::vector<SceneArrow>& arrows() const { return arrows_; }
  const ImpulseKey& key() const { return key_; }

 private:
  vtkRenderer* renderer_;
  ActorList actors_;
  std::vector<SceneLabel> labels_;
  std::vector<SceneArrow> arrows_;
  ImpulseKey key_;
};

}  // namespace clank
