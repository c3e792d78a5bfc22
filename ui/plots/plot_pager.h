// SPDX-License-Identifier: GPL-3.0-or-later
// Leads through plots where there is no room for all of them at once: "< 2 of 3 >".
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace clank {

class PlotPager : public QWidget {
  Q_OBJECT
 public:
  explicit PlotPager(QWidget* parent = nullptr);
  // Of count plots, `shown` from `first` on are seen. Where all are, it hides.
  void setPage(int first, int shown, int count);

 Q_SIGNALS:
  void turned(int by);  // pages, to the right

 private:
  QToolButton* addButton(const QString& sign, const QString& words, int by);

  QToolButton* back_;
  QLabel* words_;
  QToolButton* on_;
};

}  // namespace clank
