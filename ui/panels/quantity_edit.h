// SPDX-License-Identifier: GPL-3.0-or-later
// A field for a quantity or a law: takes numbers, units and expressions ("120 mm", "2*L1", "45 deg"), shows
// the value that follows from them, and says in words what is wrong.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/panels/remark.h"

class QLabel;
class QLineEdit;

namespace clank {

class NoteLabel;

class QuantityEdit : public QWidget {
  Q_OBJECT
 public:
  explicit QuantityEdit(QWidget* parent = nullptr);
  ~QuantityEdit() override;

  // unit: the SI unit of the quantity. Plain numbers, in text in SI, are shown and typed in the unit that the
  // document has for it. value: shown beneath a text that is not a plain number. What is being typed stays.
  void setQuantity(const QString& text, const QString& unit, std::optional<double> value);
  // Of a place that is worked out otherwise than where the part is: told with the value.
  void setStanding(std::optional<double> value);
  void setDoubt(const QString& words);  // about how the text is read; told with the value
  // In place of the unit, not beneath, as long as the text is whole beside it.
  void showValueBeside() { beside_ = true; }
  // Of those that stand in one column, whose fields end in one line.
  void setWidestUnit(const QString& unit) { widestUnit_ = unit; }
  void shareUnit(QuantityEdit* right);  // that of the right one, when it shows one, stands for both
  void showUnitWithValueOnly() { unitWithValueOnly_ = true; }  // the text has its own
  void setRemark(const Remark& remark);
  int wholeWidth() const;  // px, with its value beside
  QLineEdit* field() const { return field_; }
  QLabel* unitLabel() const { return unit_; }

 Q_SIGNALS:
  void edited(const QString& text);  // finished, and different from what was there

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  bool hasRoomBeside() const;
  QString tellValue() const;
  void showText();
  void showNote();
  void showUnit(bool isBeside);
  QString withUnit(const QString& typed) const;

  QLineEdit* field_;
  QLabel* unit_;
  QuantityEdit *left_ = nullptr, *right_ = nullptr;  // of two that share a unit
  NoteLabel* note_;
  QString text_, valueText_, standing_, doubt_, shownUnit_, si_;
  Remark remark_;
  QString widestUnit_;
  bool beside_ = false, unitWithValueOnly_ = false;
  bool isLate_ = false;      // text_ has come while another was being typed
  bool saysItself_ = false;  // the text is a number with the unit that is shown
};

}  // namespace clank
