// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/branch_ghosts.h"

#include <QCoreApplication>

#include "ui/board/board_view.h"
#include "ui/board/plane.h"
#include "ui/document/closed_poses.h"

namespace clank {
namespace {

constexpr std::size_t kMostBodies = 60;  // of more the search would be felt
constexpr double kGhostNameOff = 12;     // px, of a name from the part that it names

struct Farthest {
  QPointF at;  // m, world
  double way = 0;
};

QPolygonF makeLine(const Drawing& drawing, int body) {
  QPolygonF line;
  if (const auto& bar = drawing.barOf(body))
    line << drawing.toWorld(body, bar->from) << drawing.toWorld(body, bar->to);
  else
    for (const QPointF p : drawing.hullOf(body)) line << drawing.toWorld(body, p);
  if (line.size() > 2) line << line.front();
  return line;
}

}  // namespace

QString BranchGhosts::keyOf(std::size_t branch) {
  return QString("start branch %1").arg(branch);
}

void BranchGhosts::update(const Drawing& drawing, bool canBranch) {
  start_ = drawing.poses();
  branches_.clear();
  if (canBranch && start_.size() <= kMostBodies) branches_ = listWaysOut(drawing.mechanism());
}

void BranchGhosts::paint(QPainter& painter, const Drawing& drawing, const BoardView& view,
                         BoardLabels& labels) const {
  if (branches_.empty() || view.isMoment || drawing.poses() != start_) return;
  const double chosen = drawing.mechanism().simulation.startBranch.value;
  painter.setBrush(Qt::NoBrush);
  for (std::size_t i = 0; i < branches_.size(); ++i) {
    const Drawing ghost(drawing.parts(), branches_[i]);
    const bool isChosen = static_cast<double>(i + 1) == chosen;
    const QColor colour = isChosen ? view.palette.action : view.palette.dim;
    painter.setPen(QPen(colour, isChosen ? 2 : 1.4, Qt::DashLine));
    Farthest farthest;
    for (int body = 0; body < static_cast<int>(start_.size()); ++body) {
      const QPolygonF there = makeLine(ghost, body), here = makeLine(drawing, body);
      const QPolygonF line = view.toPixel.map(there);
      painter.drawPolyline(line);
      for (qsizetype k = 1; k < line.size(); ++k)
        labels.layout().blockLine(line[k - 1], line[k], 2, Cover::part);
      for (qsizetype k = 0; k < there.size(); ++k)
        if (const double way = length(there[k] - here[k]); way > farthest.way) farthest = {there[k], way};
    }
    const QString text = isChosen ? QCoreApplication::translate("BranchGhosts", "starts this way")
                                  : QCoreApplication::translate("BranchGhosts", "or this way: click");
    labels.add({keyOf(i + 1), LabelRank::atHand, text, colour,
                LabelLayout::around(view.toPixel.map(farthest.at), {1, -1}, kGhostNameOff), false});
  }
}

}  // namespace clank
