// SPDX-License-Identifier: GPL-3.0-or-later
// What of a DXF drawing goes onto a part: on which layers its shape lies, and whether holes become points.
#pragma once

#include <QDialog>
#include <string>
#include <vector>

#include "core/io/dxf_shape.h"

class QCheckBox;
class QDialogButtonBox;
class QListWidget;

namespace clank {

class DxfDialog : public QDialog {
  Q_OBJECT
 public:
  // part: in words. A surface has no points.
  DxfDialog(QWidget* window, const QString& part, std::vector<DxfLayer> layers, bool ofBody);
  // Is there anything to ask: several layers, or circles that may be holes?
  bool hasQuestion() const;
  std::vector<std::string> chosenLayers() const;
  bool holesAsPoints() const;

 private:
  void check();

  std::vector<DxfLayer> layers_;
  bool mayHaveHoles_;
  QListWidget* list_;
  QCheckBox* points_;
  QDialogButtonBox* buttons_;
};

}  // namespace clank
