// SPDX-License-Identifier: GPL-3.0-or-later
// A hand that pulls, as board and scene show it: a line from what it pulls to where it is, with its force.
#pragma once

#include <QColor>
#include <QPainter>
#include <QPointF>
#include <QString>

namespace clank {

struct HandMark {
  QPointF from, to;  // m, world
  QString text;      // "12.5 N"; empty: not known
  friend bool operator==(const HandMark&, const HandMark&) = default;
};

// from, to: px.
void drawHandMark(QPainter& painter, QPointF from, QPointF to, const QString& text, const QColor& colour,
                  const QColor& ground);

}  // namespace clank
