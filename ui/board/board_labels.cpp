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

namespace {

// Where the sheet is not wide enough (px) the name gives way, not what is said of it.
QString fitText(const BoardLabel& label, const QFontMetrics& metrics, int room) {
  constexpr int kLeastName = 40;  // px
  const bool fits = metrics.horizontalAdvance(label.text) <= room;
  if (fits || label.brief.isEmpty()) return metrics.elidedText(label.text, Qt::ElideMiddle, room);
  const QString brief = metrics.elidedText(label.brief, Qt::ElideMiddle, room);
  const int left = room - metrics.horizontalAdvance(' ' + brief);
  if (left < kLeastName) return brief;
  const QString name = label.text.chopped(label.brief.size()).trimmed();
  return metrics.elidedText(name, Qt::ElideMiddle, left) + ' ' + brief;
}

}  // namespace

std::vector<BoardLabels::Drawn> BoardLabels::draw() {
  std::stable_sort(labels_.begin(), labels_.end(),
                   [](const BoardLabel& a, const BoardLabel& b) { return a.rank < b.rank; });
  std::vector<Drawn> drawn = std::exchange(drawn_, {});
  const QFontMetrics metrics(painter_.font());
  for (const BoardLabel& label : labels_) {
    const QString text = fitText(label, metrics, static_cast<int>(layout_.room().width()));
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
