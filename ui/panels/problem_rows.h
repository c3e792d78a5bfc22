// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the list of problems: what is wrong, and at its right "Learn more" where the manual tells more.
#pragma once

#include <QStyledItemDelegate>

namespace clank {

inline constexpr int kPlaceRole = Qt::UserRole;     // JSON pointer of a problem
inline constexpr int kPageRole = Qt::UserRole + 1;  // "lock.md#stop"; empty: the manual has no more

class ProblemRows : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  static int linkWidth(const QFontMetrics& letters);  // px, with the room before it
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

 Q_SIGNALS:
  void learnMoreAsked(const QString& page);
};

}  // namespace clank
