// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/switch_edit.h"

#include <QLineEdit>
#include <QVBoxLayout>

#include "core/io/number_text.h"
#include "ui/panels/segmented_choice.h"
#include "ui/panels/typing_taken_back.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

enum Answer { kNo, kYes, kExpression };

}  // namespace

SwitchEdit::SwitchEdit(QWidget* parent)
    : QWidget(parent),
      choice_(new SegmentedChoice({tr("no"), tr("yes"), tr("by an expression")})),
      field_(new QLineEdit),
      note_(new NoteLabel) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  for (QWidget* row :
       {static_cast<QWidget*>(choice_), static_cast<QWidget*>(field_), static_cast<QWidget*>(note_)})
    layout->addWidget(row);
  choice_->shorten(kExpression, tr("varies"));
  field_->hide();
  note_->say(QString());
  setFocusProxy(choice_);
  takeBackOnEscape(field_);
  connect(choice_, &SegmentedChoice::chosenByHand, this, &SwitchEdit::choose);
  connect(field_, &QLineEdit::editingFinished, this, [this] {
    asksExpression_ = false;  // a plain number is one of the other two
    const QString typed = field_->text();
    typed == text_ ? setSwitch(typed, value_) : Q_EMIT edited(typed);
  });
}

SwitchEdit::~SwitchEdit() {
  leaveFields(this);
}

void SwitchEdit::choose(int index) {
  asksExpression_ = index == kExpression;
  field_->setVisible(asksExpression_);
  if (!asksExpression_) return Q_EMIT edited(index == kYes ? "1" : "0");
  field_->setFocus();
  field_->selectAll();
}

void SwitchEdit::setSwitch(const QString& text, std::optional<double> value) {
  const auto number = readNumber(text.trimmed().toStdString());
  if (!number) asksExpression_ = false;
  text_ = text;
  value_ = value;
  if (field_->text() != text) field_->setText(text);
  choice_->setChosen(!number || asksExpression_ ? kExpression : *number == 0 ? kNo : kYes);
  field_->setVisible(choice_->chosen() == kExpression);
  showNote();
}

void SwitchEdit::setRemark(const Remark& remark) {
  if (remark == remark_) return;
  remark_ = remark;
  mark(field_, "wrong", remark.isWrong);
  showNote();
}

void SwitchEdit::showNote() {
  const bool tellsValue = choice_->chosen() == kExpression && !asksExpression_ && value_;
  const QString value = !tellsValue ? QString() : *value_ == 0 ? tr("= no") : tr("= yes");
  note_->say(remark_.text.isEmpty() ? Remark{value} : remark_);
}

}  // namespace clank

#include "moc_switch_edit.cpp"
