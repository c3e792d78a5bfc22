// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/board_field.h"

#include <QToolTip>
#include <algorithm>

namespace clank {
namespace {

constexpr int kWidth = 120, kMargin = 4;  // px

}  // namespace

BoardField::BoardField(QWidget* sheet) : QLineEdit(sheet) {
  setObjectName("boardField");
  setAccessibleName(tr("Value on the board"));
  hide();
}

void BoardField::ask(QPointF pixel, const QString& text, std::function<QString(const QString&)> done) {
  done_ = std::move(done);
  setStyleSheet({});
  setText(text);
  resize(kWidth, sizeHint().height());
  const QRect room = parentWidget()->rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
  const QPoint wanted = (pixel - QPointF(width(), height()) / 2).toPoint();
  move(std::clamp(wanted.x(), room.left(), std::max(room.left(), room.right() - width())),
       std::clamp(wanted.y(), room.top(), std::max(room.top(), room.bottom() - height())));
  show();
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
  hide();
  Q_EMIT dismissed();
}

}  // namespace clank
