// SPDX-License-Identifier: GPL-3.0-or-later
// The case in force by name and note, and the buttons that add, copy and delete cases.
#pragma once

#include <QWidget>

#include "ui/document/mechanism_document.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace clank {

class CaseBar : public QWidget {
  Q_OBJECT
 public:
  explicit CaseBar(MechanismDocument& document, QWidget* parent = nullptr);
  ~CaseBar() override;
  void refresh();

 private:
  QPushButton* addButton(const QString& text, const char* name, const QString& tip);
  void focusName();

  MechanismDocument& document_;
  QLabel* none_;
  QLineEdit *name_, *note_;
  QPushButton *duplicate_, *remove_;
};

}  // namespace clank
