// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/snap_marks.h"

#include <QPolygonF>

namespace clank {
namespace {

constexpr double kMark = 7;  // px, half of it

void drawLines(QPainter& painter, QPointF at, const std::vector<QLineF>& lines) {
  for (const QLineF& line : lines) painter.drawLine(line.translated(at));
}

void drawShape(QPainter& painter, QPointF at, const QPolygonF& corners) {
  painter.drawPolygon(corners.translated(at));
}

}  // namespace

void drawSnapMark(QPainter& painter, Snap::Kind kind, QPointF at, const QColor& colour) {
  constexpr double m = kMark;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, 1.6));
  switch (kind) {
    case Snap::Kind::none:
      return;
    case Snap::Kind::point:
      return painter.drawEllipse(at, m + 3, m + 3);
    case Snap::Kind::centre:
      painter.drawEllipse(at, m, m);
      return drawLines(painter, at, {{-m - 3, 0, m + 3, 0}, {0, -m - 3, 0, m + 3}});
    case Snap::Kind::middle:
      return drawShape(painter, at, {{0, -m}, {m, m - 1}, {-m, m - 1}});
    case Snap::Kind::crossing:
      return drawLines(painter, at, {{-m, -m, m, m}, {-m, m, m, -m}});
    case Snap::Kind::corner:
      return drawShape(painter, at, {{-m, -m}, {m, -m}, {m, m}, {-m, m}});
    case Snap::Kind::line:
      return drawShape(painter, at, {{0, -m}, {m, 0}, {0, m}, {-m, 0}});
    case Snap::Kind::edge:
      return drawShape(painter, at, {{-m, -m}, {m, -m}, {-m, m}, {m, m}});
    case Snap::Kind::perpendicular:
      return drawLines(painter, at, {{-m, -m, -m, m}, {-m, m, m, m}, {-m, 0, 0, 0}, {0, 0, 0, m}});
    case Snap::Kind::tangent:
      painter.drawEllipse(at, m - 1, m - 1);
      return drawLines(painter, at, {{-m - 2, -m + 1, m + 2, -m + 1}});
    case Snap::Kind::angle:
      return drawLines(painter, at, {{-m, m - 2, m, m - 2}, {-m, m - 2, m - 2, -m}});
    case Snap::Kind::grid:
      return drawLines(painter, at, {{1 - m, 0, m - 1, 0}, {0, 1 - m, 0, m - 1}});
  }
}

}  // namespace clank
