// SPDX-License-Identifier: GPL-3.0-or-later
// Where the drawing of a window differs from the file that another program or window has written.
#pragma once

#include <QDialog>
#include <vector>

#include "core/io/file_difference.h"

namespace clank {

class DifferenceDialog : public QDialog {
  Q_OBJECT
 public:
  // first is here, second on disk.
  DifferenceDialog(QWidget& window, const QString& file, const std::vector<FileDifference>& differences);
};

}  // namespace clank
