// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the manual in their groups, or those that a search has found.
#pragma once

#include <QTreeWidget>

#include "core/manual/manual_search.h"

namespace clank {

class PageList : public QTreeWidget {
  Q_OBJECT
 public:
  explicit PageList(QWidget* parent = nullptr);
  void showPages(const Manual& manual);
  void showHits(const Manual& manual, const std::vector<ManualHit>& hits);
  void markPage(const QString& id);  // the one that is read; no signal
  QString firstTarget() const;       // of the first page listed; empty: none is

 Q_SIGNALS:
  void picked(const QString& target);  // "lock.md#stop"

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QTreeWidgetItem* addPage(QTreeWidgetItem* group, const QString& title, const QString& target,
                           const QString& tip);
  void pick(const QTreeWidgetItem* item);
};

}  // namespace clank
