// SPDX-License-Identifier: GPL-3.0-or-later
// A field for a quantity that is a yes or a no (0 or 1 in the file): a choice of two, and as the third an
// expression, which a parameter can be.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/panels/remark.h"

class QLineEdit;

namespace clank {

class NoteLabel;
class SegmentedChoice;

class SwitchEdit : public QWidget {
  Q_OBJECT
 public:
  explicit SwitchEdit(QWidget* parent = nullptr);
  ~SwitchEdit() override;

  // value: what a text that is no plain number amounts to.
  void setSwitch(const QString& text, std::optional<double> value);
  void setRemark(const Remark& remark);
  SegmentedChoice* choice() const { return choice_; }
  QLineEdit* field() const { return field_; }

 Q_SIGNALS:
  void edited(const QString& text);  // "0", "1" or an expression

 private:
  void choose(int index);
  void showNote();

  SegmentedChoice* choice_;
  QLineEdit* field_;
  NoteLabel* note_;
  QString text_;
  Remark remark_;
  std::optional<double> value_;
  bool asksExpression_ = false;  // chosen, and none typed yet
};

}  // namespace clank
