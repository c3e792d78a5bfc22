// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/board_labels.h"

#include <algorithm>
#include <utility>

#include "ui/board/canvas.h"
#include "ui/board/symbols.h"

namespace clank {

constexpr int kEdge = 6;  // px, of the sheet

BoardLabels::BoardLabels(QPainter& painter, const QColor& halo, LabelLayout::Memory& memory)
    : painter_(painter),
      halo_(halo),
      layout_(QRectF(painter.viewport()).adjusted(kRulerWidth + kEdge, kEdge, -kEdge, -kRulerWidth - kEdge),
              memory) {}

QSizeF BoardLabels::sizeOf(const QString& text) const {
  return symbols::findLabelBox(painter_, {}, text).size();
}

void BoardLabels::drawLeader(const QLineF& leader, QColor colour) {
  constexpr float kFaint = 0.55F;
  colour.setAlphaF(kFaint);
  painter_.setPen(QPen(colour, 1));
  painter_.drawLine(leader);
}

std::vector<BoardLabels::Drawn> BoardLabels::draw() {
  std::stable_sort(labels_.begin(), labels_.end(),
                   [](const BoardLabel& a, const BoardLabel& b) { return a.rank < b.rank; });
  std::vector<Drawn> drawn = std::exchange(drawn_, {});
  const QFontMetrics metrics(painter_.font());
  for (const BoardLabel& label : labels_) {
    const double room = layout_.room().width();
    const bool isTooLong = !label.brief.isEmpty() && metrics.horizontalAdvance(label.text) > room;
    const QString text =
        metrics.elidedText(isTooLong ? label.brief : label.text, Qt::ElideMiddle, static_cast<int>(room));
    const auto spot = layout_.place(label.key, sizeOf(text), label.places, label.mayGo);
    if (!spot) continue;
    if (const auto leader = spot->findLeader()) drawLeader(*leader, label.colour);
    symbols::drawLabel(painter_, spot->center, text, label.colour, halo_, spot->angle);
    drawn.push_back({label.key, spot->outline, text});
  }
  labels_.clear();
  return drawn;
}

}  // namespace clank
