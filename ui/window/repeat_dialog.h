// SPDX-License-Identifier: GPL-3.0-or-later
// How often the selected parts are repeated, and how far apart: in a row or around a point.
#pragma once

#include <QDialog>
#include <optional>

#include "ui/document/mechanism_document.h"
#include "ui/document/repeat.h"

class QCheckBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace clank {

class SegmentedChoice;

class RepeatDialog : public QDialog {
  Q_OBJECT
 public:
  // pivot: what they are repeated around; width: m, of the parts, by which the first step is chosen.
  RepeatDialog(QWidget* window, const MechanismDocument& document, PlanePoint pivot, double width);
  // Nothing while something typed is wrong, which the dialog says.
  std::optional<RepeatPlan> findPlan() const;

 private:
  QLineEdit* addField(const char* name, const QString& text);
  void showKind();
  void check();
  std::optional<double> read(const QLineEdit& field, const char* unit, QString& wrong) const;
  std::optional<RepeatPlan> findPlan(QString& wrong) const;

  const MechanismDocument& document_;
  SegmentedChoice* kind_;
  QSpinBox* copies_;
  QLineEdit *right_, *up_, *turn_, *aboutX_, *aboutY_;
  QWidget *row_, *around_;
  QCheckBox* alike_;
  QLabel* remark_;
  QDialogButtonBox* buttons_;
};

}  // namespace clank
