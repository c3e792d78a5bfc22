// SPDX-License-Identifier: GPL-3.0-or-later
// The ways out of a change point, pale beside the drawing: a click on the name of one makes the run take it.
#pragma once

#include <QPainter>
#include <vector>

#include "ui/board/board_labels.h"
#include "ui/board/board_view.h"

namespace clank {

class BranchGhosts {
 public:
  // Of a drawing in the position where its run starts. canBranch: rows depend on one another there; without
  // it nothing is looked for.
  void update(const Drawing& drawing, bool canBranch);
  // While the drawing is where it was. Names go to the labels.
  void paint(QPainter& painter, const Drawing& drawing, const BoardView& view, BoardLabels& labels) const;
  std::size_t count() const { return branches_.size(); }
  // Of the label of a branch, from 1.
  static QString keyOf(std::size_t branch);

 private:
  std::vector<BodyPose> start_;
  std::vector<std::vector<BodyPose>> branches_;
};

}  // namespace clank
