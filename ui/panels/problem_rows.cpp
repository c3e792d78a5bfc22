// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problem_rows.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace clank {
namespace {

constexpr int kBeforeLink = 16;  // px

QRect findLink(const QStyleOptionViewItem& option) {
  const int width = ProblemRows::linkWidth(option.fontMetrics) - kBeforeLink;
  return {option.rect.right() - width, option.rect.top(), width, option.rect.height()};
}

bool hasLink(const QModelIndex& index) {
  return !index.data(kPageRole).toString().isEmpty();
}

}  // namespace

int ProblemRows::linkWidth(const QFontMetrics& letters) {
  return letters.horizontalAdvance(tr("Learn more")) + kBeforeLink + 2;
}

void ProblemRows::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
  QStyleOptionViewItem words = option;
  words.rect.setRight(option.rect.right() - linkWidth(option.fontMetrics));
  QStyledItemDelegate::paint(painter, hasLink(index) ? words : option, index);
  if (!hasLink(index)) return;
  painter->save();
  painter->setPen(option.palette.color(QPalette::Link));
  painter->drawText(findLink(option), Qt::AlignRight | Qt::AlignVCenter, tr("Learn more"));
  painter->restore();
}

QSize ProblemRows::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem words = option;
  if (hasLink(index)) words.rect.setRight(option.rect.right() - linkWidth(option.fontMetrics));
  return QStyledItemDelegate::sizeHint(words, index);
}

bool ProblemRows::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
  if (event->type() == QEvent::MouseButtonRelease && hasLink(index) &&
      findLink(option).contains(static_cast<QMouseEvent*>(event)->pos())) {
    Q_EMIT learnMoreAsked(index.data(kPageRole).toString());
    return true;
  }
  return QStyledItemDelegate::editorEvent(event, model, option, index);
}

}  // namespace clank

#include "moc_problem_rows.cpp"
