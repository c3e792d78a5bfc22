// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing at rest: mobility, types of its four-bars, velocities and accelerations for a unit input,
// instant centres, paths of traced points over one turn.
#pragma once

#include <QPainter>
#include <optional>
#include <string>
#include <vector>

#include "ui/board/board_labels.h"
#include "ui/board/board_view.h"
#include "ui/board/drawing.h"

namespace clank {

class Analysis {
 public:
  bool showsVelocities = false, showsAccelerations = false, showsCentres = false;

  // One a trace of the mechanism, m, world; empty where nothing can be turned.
  const std::vector<std::vector<QPointF>>& paths() const { return paths_; }
  const std::optional<RestMotion>& motion() const { return motion_; }
  const std::vector<InstantCentre>& centres() const { return centres_; }
  const QString& mobility() const { return mobility_; }  // empty: not known
  QString headline() const { return types_.isEmpty() ? mobility_ : mobility_ + ", " + types_; }

  // Everything anew, for another drawing. kinematics: null when it cannot be closed.
  void update(const Drawing& drawing, Kinematics* kinematics);
  // Only what depends on the position.
  void updatePosition(const Drawing& drawing, Kinematics* kinematics);
  // Where a turn of the input leads a mechanism of so many degrees of freedom at most: of one as far as a run
  // can.
  std::optional<Drawing::Box> findTurn(const Drawing& drawing, Kinematics* kinematics, int mobility) const;
  // Texts beside what it draws go to the labels.
  void paint(QPainter& painter, const Drawing& drawing, const BoardView& view, BoardLabels& labels) const;

 private:
  void sweep(const Drawing& drawing, Kinematics& kinematics, std::size_t input);
  void paintArrows(QPainter& painter, const Drawing& drawing, const BoardView& view, BoardLabels& labels,
                   bool accelerations) const;
  void paintCentres(QPainter& painter, const BoardView& view, BoardLabels& labels) const;
  void paintHeading(QPainter& painter, const QString& text, const BoardView& view, BoardLabels& labels) const;
  void paintTraces(QPainter& painter, const Drawing& drawing, const BoardView& view,
                   BoardLabels& labels) const;

  std::vector<std::vector<QPointF>> paths_;
  std::optional<std::size_t> input_;  // joint
  std::optional<RestMotion> motion_;
  std::vector<InstantCentre> centres_;
  QString mobility_, types_;  // "mobility 1 (Gruebler 1)", "crank-rocker"
  QString unit_;
};

// "crank-rocker"; "40 x crank-rocker"; of loops that differ each with its joints; ""
// without four-bars.
QString describeTypes(const Mechanism& mechanism);

// The joint that moves the mechanism: the first driven one, else the first that turns on the frame, else the
// first that can move.
std::optional<std::size_t> findInput(const Mechanism& mechanism);

}  // namespace clank
