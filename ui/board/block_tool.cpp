// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/block_tool.h"

#include <cmath>

#include "ui/board/grid.h"
#include "ui/board/symbols.h"
#include "ui/board/tolerances.h"
#include "ui/look/words.h"

namespace clank {

QString BlockTool::hint() const {
  return from() ? tr("Click the opposite corner of the block")
                : tr("Click a corner of the block: it is solid and stands where it is drawn");
}

void BlockTool::finish(const Place& from, const Place& to) {
  const QPointF size = to.world - from.world;
  if (std::abs(size.x()) < kShortest || std::abs(size.y()) < kShortest)
    return board_.say(tr("The block has no area: click the opposite corner"));
  std::string id;
  board_.edit(tr("draw block"), [&](Mechanism& m) { id = addBlock(m, from.world, to.world); });
  board_.selection().select({ElementKind::body, id});
}

void BlockTool::paintLine(QPainter& painter, QPointF from, QPointF to) {
  const Palette& palette = board_.view().palette;
  QColor fill = palette.action;
  fill.setAlphaF(0.18F);
  painter.setPen(QPen(palette.action, 1.6));
  painter.setBrush(fill);
  const QRectF box = QRectF(from, to).normalized();
  painter.drawRect(box);
  const double scale = board_.view().scale();
  symbols::drawLabel(
      painter, QPointF(box.center().x(), box.top() - 14),
      QString("%1 x %2").arg(writeLength(box.width() / scale, 5), writeLength(box.height() / scale, 5)),
      palette.action, palette.panel);
}

}  // namespace clank
