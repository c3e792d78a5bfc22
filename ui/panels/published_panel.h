// SPDX-License-Identifier: GPL-3.0-or-later
// Published numbers beside ours, with the difference and its reason.
#pragma once

#include <QTableWidget>
#include <vector>

#include "core/record/published.h"

namespace clank {

class PublishedPanel : public QTableWidget {
  Q_OBJECT
 public:
  explicit PublishedPanel(QWidget* parent = nullptr);
  void setRows(std::vector<PublishedComparison> rows);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fillWhenSeen();
  void fill();
  void shareWidth();
  void fillRow(int i, const PublishedComparison& row);
  void write(int row, int column, const QString& text);

  std::vector<PublishedComparison> rows_;
  bool isFilled_ = true;  // rows_ are in the table
};

}  // namespace clank
