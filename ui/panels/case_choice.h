// SPDX-License-Identifier: GPL-3.0-or-later
// The case in force, to choose from those of the file.
#pragma once

#include <QComboBox>
#include <vector>

#include "ui/document/mechanism_document.h"

namespace clank {

class CaseChoice : public QComboBox {
  Q_OBJECT
 public:
  explicit CaseChoice(MechanismDocument& document, QWidget* parent = nullptr);
  QString shownText() const;  // with dots where the room ends

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void refresh();

  MechanismDocument& document_;
  std::vector<Case> shown_;
};

}  // namespace clank
