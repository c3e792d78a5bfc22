// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/quantity_edit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/io/number_text.h"
#include "core/math/units.h"
#include "core/model/quantity_text.h"
#include "core/model/shown_text.h"
#include "ui/look/shown_units.h"
#include "ui/panels/typing_taken_back.h"
#include "ui/panels/widget_look.h"

namespace clank {

namespace {

constexpr const char* kWidestUnit = "kg/m\u00b3";  // of the common ones
constexpr int kTyped = 8, kComputed = 6;  // significant digits; of the latter where a document has four

// As somebody has typed it; what a computation has left, as of a pose that was dragged, with less digits.
QString writeFieldNumber(double value) {
  const QString typed = QString::number(value, 'g', kTyped + 2);
  const QString figures = typed.section('e', 0, 0).remove('.').remove('-');
  const auto first = std::find_if(figures.begin(), figures.end(), [](QChar c) { return c != '0'; });
  const auto digits = figures.end() - first;
  return digits <= kTyped ? typed : QString::number(value, 'g', countDigits(unitChoice(), kComputed));
}

// "0.5 s" where seconds are shown: its value told again says nothing new. Nor does that of "0.5 ms", as
// nobody chooses another unit for times and masses; of lengths it is told in the unit of the drawing.
bool isInUnit(const QString& text, const std::string& unit, bool isLength) {
  static const QString prefixes = QString::fromUtf8("numkMGc\u00b5\u03bc");
  const QString typed = text.trimmed();
  const auto isNumber = [](const QString& words) {
    return readNumber(words.trimmed().toStdString()).has_value();
  };
  for (const QString& name : {QString::fromStdString(unit), writeUnit(unit)})
    if (!name.isEmpty() && typed.endsWith(name)) {
      const QString before = typed.chopped(name.size());
      if (isNumber(before)) return true;
      if (!isLength && !before.isEmpty() && prefixes.contains(before.back()) && isNumber(before.chopped(1)))
        return true;
    }
  return false;
}

// The number before the unit that stands beside the field anyway.
std::optional<double> readInUnit(const QString& text, const std::string& unit) {
  const QString typed = text.trimmed(), name = QString::fromStdString(unit);
  if (name.isEmpty() || name == "*" || !typed.endsWith(name)) return std::nullopt;
  return readNumber(typed.chopped(name.size()).trimmed().toStdString());
}

// A number and its unit, whatever that is: "80 mm" of a parameter.
bool isWithUnit(const QString& text) {
  const QString typed = text.trimmed();
  const auto blank = typed.indexOf(' ');
  return blank > 0 && readNumber(typed.left(blank).toStdString()) &&
         findUnit(typed.mid(blank + 1).trimmed().toStdString());
}

}  // namespace

QuantityEdit::QuantityEdit(QWidget* parent)
    : QWidget(parent),
      field_(new QLineEdit),
      unit_(makeDim({})),
      note_(new NoteLabel),
      widestUnit_(QString::fromUtf8(kWidestUnit)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  auto* row = new QHBoxLayout;
  row->setSpacing(8);
  row->addWidget(field_, 1);
  row->addWidget(unit_);
  layout->addLayout(row);
  layout->addWidget(note_);
  note_->setObjectName("dim");
  note_->hide();
  field_->setMinimumWidth(56);
  setFocusProxy(field_);
  takeBackOnEscape(field_);
  connect(field_, &QLineEdit::editingFinished, this, [this] {
    isLate_ = false;
    if (field_->text() == text_) return;
    text_ = field_->text();
    Q_EMIT edited(withUnit(toTyped(text_)));
  });
  // What comes back where typing is taken back is what has come since.
  connect(field_, &QLineEdit::textChanged, this, [this] {
    if (isLate_ && !field_->isModified()) showText();
  });
}

void QuantityEdit::shareUnit(QuantityEdit* right) {
  right_ = right;
  right->left_ = this;
}

QuantityEdit::~QuantityEdit() {
  if (left_) left_->right_ = nullptr;
  if (right_) right_->left_ = nullptr;
  leaveFields(this);
}

void QuantityEdit::showText() {
  isLate_ = false;
  if (field_->text() == text_) return;
  field_->setText(text_);
  if (!field_->hasFocus()) field_->setCursorPosition(0);  // its beginning is in sight
}

void QuantityEdit::setQuantity(const QString& text, const QString& unit, std::optional<double> value) {
  const auto number = unitWithValueOnly_ ? std::nullopt : readNumber(text.toStdString());
  si_ = unitWithValueOnly_ ? QString() : unit;
  const ShownUnit shown = shownUnit(si_);
  const auto inShown = unitWithValueOnly_ ? std::nullopt : readInUnit(text, shown.name);
  const bool isBeingTyped = field_->hasFocus() && field_->isModified() && field_->text() != text_;
  text_ = number    ? writeFieldNumber(*number / shown.factor + 0.0)
          : inShown ? writeFieldNumber(*inShown)
                    : raisePowers(text);
  if (isBeingTyped)
    isLate_ = true;
  else
    showText();
  shownUnit_ = unit == "*"
                   ? QString()
                   : writeUnit(unitWithValueOnly_ ? unit.toStdString() : shown.name).replace("|", " or ");
  standing_.clear();
  saysItself_ = !inShown && (unit == "*" ? isWithUnit(text) : isInUnit(text, shown.name, si_ == "m"));
  valueText_ = value && !number && !inShown && !text.isEmpty() && !saysItself_
                   ? "= " + joinUnit(writeNumber(*value / shown.factor, 6), right_ ? QString() : shownUnit_)
                   : QString();
  showNote();
}

void QuantityEdit::setStanding(std::optional<double> value) {
  standing_ =
      value ? tr("stands at %1").arg(joinUnit(writeNumber(*value / shownUnit(si_).factor, 6), shownUnit_))
            : QString();
  if (value) showNote();
}

void QuantityEdit::setDoubt(const QString& words) {
  if (std::exchange(doubt_, words) != words) showNote();
}

// A number without unit, as "1/2", is in the unit that stands beside it.
QString QuantityEdit::withUnit(const QString& typed) const {
  const ShownUnit shown = shownUnit(si_);
  if (shown.factor == 1) return typed;
  const std::string plain = typed.trimmed().toStdString(), whole = withPlainUnit(plain, shown.name);
  return whole == plain ? typed : QString::fromStdString(whole);
}

void QuantityEdit::setRemark(const Remark& remark) {
  if (remark_ == remark) return;
  remark_ = remark;
  mark(field_, "wrong", remark.isWrong);
  showNote();
}

void QuantityEdit::showUnit(bool isBeside) {
  const bool isSaid = unitWithValueOnly_ || saysItself_ || (right_ && !right_->saysItself_);
  unit_->setText(isBeside ? tellValue() : isSaid ? QString() : shownUnit_);
  const bool keepsPlace = !right_ && !unitWithValueOnly_ && !shownUnit_.isEmpty();
  unit_->setVisible(keepsPlace || !unit_->text().isEmpty());
  if (right_) return;
  constexpr int kRounded = 2;  // px
  const int widest = unit_->fontMetrics().horizontalAdvance(widestUnit_) + kRounded;
  unit_->setMinimumWidth(widest);  // fields end in one line
}

void QuantityEdit::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  unit_->setMinimumHeight(field_->height());  // in its line, also where it stands outside
  if (beside_ && !valueText_.isEmpty()) showNote();
}

int QuantityEdit::wholeWidth() const {
  constexpr int kFieldAround = 32;  // px: the frame and margins of the field, and the gap
  return field_->fontMetrics().horizontalAdvance(text_) + kFieldAround +
         unit_->fontMetrics().horizontalAdvance(valueText_);
}

// Of what cannot be evaluated the value is that of what stood there before.
QString QuantityEdit::tellValue() const {
  return remark_.isWrong ? QString() : valueText_;
}

bool QuantityEdit::hasRoomBeside() const {
  return wholeWidth() <= width();
}

void QuantityEdit::showNote() {
  const QString value = tellValue();
  const bool isBeside =
      beside_ && !value.isEmpty() && standing_.isEmpty() && doubt_.isEmpty() && hasRoomBeside();
  showUnit(isBeside);
  if (left_) left_->showNote();
  QStringList told{value, standing_, doubt_};
  told.removeAll(QString());
  note_->say(!remark_.text.isEmpty() ? remark_ : Remark{isBeside ? QString() : told.join("; ")});
}

}  // namespace clank

#include "moc_quantity_edit.cpp"
