// SPDX-License-Identifier: GPL-3.0-or-later
// What stands at the cursor while a tool is in hand: where it snaps to, what a click would do, what could not
// be done, and a choice.
#include <QMenu>
#include <QRegularExpression>

#include "ui/board/board.h"
#include "ui/board/plane.h"

namespace clank {
namespace {

// "Click where the link ends" for "Click where the link ends, or type its length; ...".
QString takeFirstClause(const QString& hint) {
  static const QRegularExpression kEnd("[,:;]");
  return hint.left(hint.indexOf(kEnd));
}

}  // namespace

// A sheet that has moved below the mouse has another place there.
bool Board::isMouseThere() const {
  return mouseInside_ && length(view_.toPixel.map(mouse_.world) - mouse_.pixel) < 2;
}

// What the mouse had snapped to may be gone: the next move tells what is there now.
void Board::forgetSnap() {
  mouse_.snap = {};
  mouse_.snap.world = mouse_.world;
}

void Board::addSnapReason(BoardLabels& labels) const {
  constexpr double kOff = 14;  // px
  labels.add({"snap", LabelRank::atHand, mouse_.snap.reason, view_.palette.action,
              LabelLayout::around(view_.toPixel.map(mouse_.snap.world), {1, 1}, kOff), false});
}

// In the type of a dimension, above the cursor; the reason of a snap stands below it. A tool that has not
// been used yet says what it wants where a click has nothing else to say; later that stands in the status bar
// alone.
void Board::addCursorHint(BoardLabels& labels) const {
  constexpr double kOff = 18;  // px
  if (!isMouseThere()) return;
  const bool isRefused = !refused_.isEmpty();
  if (clickedAt_ && !isRefused) return;
  QString text = isRefused ? refused_ : tool_->cursorHint(mouse_);
  const bool isWish = text.isEmpty() && kind_ != ToolKind::select && !used_.contains(kind_);
  if (isWish) text = takeFirstClause(tool_->hint());
  if (text.isEmpty()) return;
  const QColor colour = isRefused ? view_.palette.impact : isWish ? view_.palette.dim : view_.palette.action;
  labels.add({"cursor", LabelRank::atHand, text, colour,
              LabelLayout::around(view_.toPixel.map(mouse_.snap.world), {1, -1}, kOff), false});
}

void Board::refuse(const QString& text) {
  refused_ = text;
  say(text);
}

// By mouse, arrow keys, or the digit that stands before it. The tool may be another one by the time it is
// answered.
void Board::offerChoice(QPointF pixel, const QStringList& texts, std::function<void(int)> done) {
  constexpr int kDigits = 9;
  auto* menu = new QMenu(this);
  menu->setObjectName("cursorChoice");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (int i = 0; i < texts.size(); ++i) {
    const QString text = QString(texts[i]).replace('&', "&&");
    menu->addAction(i < kDigits ? QString("&%1  %2").arg(i + 1).arg(text) : text, this,
                    [this, i, done, asked = tool_.get()] {
                      if (tool_.get() == asked) done(i);
                    });
  }
  if (!texts.isEmpty()) menu->setActiveAction(menu->actions().front());
  menu->popup(canvas_->viewport()->mapToGlobal(pixel.toPoint()));
}

}  // namespace clank
