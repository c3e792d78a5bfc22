// SPDX-License-Identifier: GPL-3.0-or-later
// Published numbers beside ours, with the difference and its reason.
#pragma once

#include <QTableWidget>

#include "core/record/published.h"

namespace clank {

class PublishedPanel : public QTableWidget {
  Q_OBJECT
 public:
  explicit PublishedPanel(QWidget* parent = nullptr);
  void setRows(const std::vector<PublishedComparison>& rows);
};

}  // namespace clank
