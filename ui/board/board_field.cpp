// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/board_field.h"

#include <QLabel>
#include <QToolTip>
#include <algorithm>

namespace clank {
namespace {

constexpr int kWidth = 120, kMargin = 4;  // px

}  // namespace

BoardField::BoardField(QWidget* sheet) : QLineEdit(sheet), label_(new QLabel(sheet)) {
  setObjectName("boardField");
  setAccessibleName(tr("Value on the board"));
  label_->setObjectName("boardFieldLabel");
  label_->setBuddy(this);
  label_->hide();
  connect(this, &QLineEdit::textChanged, this, &BoardField::grow);
  hide();
}

// What is typed is read whole, as far as the sheet has room.
int BoardField::findWidth() const {
  constexpr int kEdges = 24;  // px, of the field, and the cursor
  const int wanted = fontMetrics().horizontalAdvance(text()) + kEdges;
  return std::clamp(wanted, kWidth, std::max(kWidth, parentWidget()->width() - 2 * kMargin));
}

void BoardField::grow() {
  if (!isVisible()) return;
  resize(findWidth(), height());
  const int most = parentWidget()->width() - kMargin - width();
  if (x() > most) move(std::max(kMargin, most), y());
}

// The label above the field, both inside the sheet.
void BoardField::place(QPointF pixel) {
  label_->adjustSize();
  resize(findWidth(), sizeHint().height());
  const int across = std::max(width(), label_->width()), above = label_->height();
  const QRect room = parentWidget()->rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
  const QPoint wanted = (pixel - QPointF(width(), height()) / 2).toPoint();
  move(std::clamp(wanted.x(), room.left(), std::max(room.left(), room.right() - across)),
       std::clamp(wanted.y(), room.top() + above, std::max(room.top() + above, room.bottom() - height())));
  label_->move(x(), y() - above);
}

QRect BoardField::outline() const {
  return geometry() | label_->geometry();
}

void BoardField::ask(QPointF pixel, const QString& label, const QString& text,
                     std::function<QString(const QString&)> done) {
  done_ = std::move(done);
  setStyleSheet({});
  setText(text);
  label_->setText(label);
  setAccessibleName(label);
  place(pixel);
  for (QWidget* shown : {static_cast<QWidget*>(label_), static_cast<QWidget*>(this)}) {
    shown->show();
    shown->raise();
  }
  setFocus();
  text.size() == 1 ? end(false) : selectAll();
}

void BoardField::commit() {
  const auto done =
      done_;  // what it changes can dismiss the field: a problem is listed, the sheet gets smaller
  const QString wrong = done ? done(text()) : QString();
  if (wrong.isEmpty()) return dismiss();
  setStyleSheet(QString("border-color: %1").arg(error_.name()));
  QToolTip::showText(mapToGlobal(QPoint(0, height())), wrong, this);
  Q_EMIT refused(wrong);
}

void BoardField::dismiss() {
  if (!isVisible()) return;
  done_ = nullptr;
  label_->hide();
  hide();
  Q_EMIT dismissed();
}

}  // namespace clank

#include "moc_board_field.cpp"
