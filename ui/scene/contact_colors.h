// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces and points that touch take the colour of that. Those that several contacts share are closed as
// soon as one of these is.
#pragma once

#include <vector>

#include "ui/look/joint_state.h"
#include "ui/scene/joint_marks.h"
#include "ui/scene/shape_batch.h"

namespace clank {

class ContactColors {
 public:
  void begin() { shown_.clear(), spots_.clear(), uses_.clear(); }
  // The mark as it was added to the batch, which must outlive this.
  void add(const JointMark& mark, ShapeBatch& batch, ShapeBatch::Id shape);
  // One a contact pair. Only what has changed is coloured.
  void show(const std::vector<JointState>& contacts, const QColor& open, const QColor& closed);

 private:
  struct Spot {  // points that take one colour
    ShapeBatch* batch = nullptr;
    ShapeBatch::Id shape = 0;
    vtkIdType first = 0, count = 0;
    int closed = 0;  // contacts that it is of
  };
  struct Use {
    std::size_t contact = 0, spot = 0;
  };
  bool wasClosed(std::size_t contact) const {
    return contact < shown_.size() && shown_[contact] == JointState::contact;
  }
  std::vector<Spot> spots_;
  std::vector<Use> uses_;
  std::vector<JointState> shown_;
};

}  // namespace clank
