// SPDX-License-Identifier: GPL-3.0-or-later
// The texts beside what is drawn on the board. They are collected while it is painted and placed together,
// those that matter most first.
#pragma once

#include <QPainter>
#include <vector>

#include "ui/board/board_view.h"
#include "ui/board/drawing.h"
#include "ui/look/label_layout.h"

namespace clank {

// Who chooses its place first.
enum class LabelRank { atHand, limit, point, name, dimension };

struct BoardLabel {
  QString key;  // the same in every picture
  LabelRank rank = LabelRank::point;
  QString text;
  QColor colour;
  std::vector<LabelPlace> places;  // in order of liking
  bool mayGo = false;              // left out where it would lie on a text or a symbol
  QString brief = {};              // its end, which stays whole where the sheet is not wide enough
};

class BoardLabels {
 public:
  BoardLabels(QPainter& painter, const QColor& halo, LabelLayout::Memory& memory);

  LabelLayout& layout() { return layout_; }
  void add(BoardLabel label) { labels_.push_back(std::move(label)); }
  QSizeF sizeOf(const QString& text) const;

  struct Drawn {
    QString key;
    QPolygonF outline;  // px
    QString text;
  };
  void note(Drawn drawn) { drawn_.push_back(std::move(drawn)); }  // by somebody else
  std::vector<Drawn> draw();                                      // all that is drawn

 private:
  void drawLeader(const QLineF& leader, QColor colour);

  QPainter& painter_;
  QColor halo_;
  LabelLayout layout_;
  std::vector<BoardLabel> labels_;
  std::vector<Drawn> drawn_;
};

// What the texts keep off: parts, pins, symbols of the drawing.
void blockDrawing(LabelLayout& layout, const Drawing& drawing, const BoardView& view);

}  // namespace clank
