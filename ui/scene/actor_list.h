// SPDX-License-Identifier: GPL-3.0-or-later
// The actors of a scene in drawing order. To make an actor and its shaders takes longer than to give it
// another shape, and while a slider moves a scene is built twenty times a second: each build takes over the
// actors of the last one as far as the two go alike.
#pragma once

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <vector>

class vtkRenderer;

namespace clank {

class ActorList {
 public:
  enum class Look {
    lit,     // solid
    flat,    // of one colour
    blended  // flat, its own colours, translucent ones too, blended with what was drawn before
  };

  void begin() { next_ = 0; }
  // The next actor, visible, with this shape, its place not set.
  vtkSmartPointer<vtkActor> add(vtkRenderer* renderer, Look look, const vtkSmartPointer<vtkPolyData>& data);
  // What comes next will be new: other actors can be put in between.
  bool isAtEnd() const { return next_ == slots_.size(); }
  void end() { drop(next_); }
  void clear() { drop(0); }

 private:
  struct Slot {
    vtkSmartPointer<vtkActor> actor;
    vtkRenderer* renderer;
    Look look;
  };
  void drop(std::size_t from);

  std::vector<Slot> slots_;
  std::size_t next_ = 0;
};

}  // namespace clank
