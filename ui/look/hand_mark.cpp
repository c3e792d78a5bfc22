// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/hand_mark.h"

#include <QLineF>
#include <cmath>

namespace clank {

void drawHandMark(QPainter& painter, QPointF from, QPointF to, const QString& text, const QColor& colour,
                  const QColor& ground) {
  constexpr double kDot = 3.5, kHead = 10, kHalf = 4, kOff = 14;  // px
  painter.save();
  painter.setPen(QPen(colour, 2));
  painter.setBrush(colour);
  painter.drawEllipse(from, kDot, kDot);
  const QLineF line(from, to);
  if (line.length() > kHead) {
    const QPointF along = (to - from) / line.length(), aside(-along.y(), along.x());
    painter.drawLine(from, to - kHead * along);
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(
        QPolygonF{to, to - kHead * along + kHalf * aside, to - kHead * along - kHalf * aside});
  }
  if (!text.isEmpty()) {
    const QRectF size = painter.fontMetrics().boundingRect(text);
    const QRectF box(to + QPointF(kOff, -kOff - size.height()), size.size() + QSizeF(6, 2));
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRect(box);
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignCenter, text);
  }
  painter.restore();
}

}  // namespace clank
