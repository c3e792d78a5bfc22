// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/pair_row.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <algorithm>

#include "ui/panels/widget_look.h"

namespace clank {
namespace {

constexpr int kGap = 8;  // px

// px, that what is written in a field takes with its frame; of a choice also its arrow.
int calcNeeded(const QWidget& field) {
  constexpr int kFrame = 24, kArrow = 20;  // px
  int needed = 0;
  const auto take = [&](const QWidget& part, const QString& text, int around) {
    needed = std::max(needed, part.fontMetrics().horizontalAdvance(text) + around);
  };
  for (const auto* line : field.findChildren<QLineEdit*>()) take(*line, line->text(), kFrame);
  for (const auto* box : field.findChildren<QComboBox*>()) take(*box, box->currentText(), kFrame + kArrow);
  return needed;
}

}  // namespace

PairRow::PairRow(const std::array<QWidget*, 2>& fields)
    : fields_(fields), inner_(new QBoxLayout(QBoxLayout::LeftToRight)) {
  auto* outer = new QHBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(kGap);
  outer->addLayout(inner_, 1);
  inner_->setSpacing(kGap);
  for (QWidget* field : fields_) {
    inner_->addWidget(field, 1, Qt::AlignTop);
    for (auto* line : field->findChildren<QLineEdit*>()) {
      connect(line, &QLineEdit::textChanged, this, [this, line] {
        if (!line->hasFocus()) arrange();  // a field does not move under the hands that write in it
      });
      connect(line, &QLineEdit::editingFinished, this, &PairRow::arrange);
    }
    for (auto* box : field->findChildren<QComboBox*>())
      connect(box, &QComboBox::currentTextChanged, this, &PairRow::arrange);
  }
  setFocusProxy(fields_[0]);
}

PairRow::~PairRow() {
  leaveFields(this);
}

void PairRow::addUnit(QWidget* unit) {
  unit_ = unit;
  static_cast<QBoxLayout*>(layout())->addWidget(unit, 0, Qt::AlignTop);
}

int PairRow::calcRoom() const {
  const int beside = unit_ && !unit_->isHidden() ? std::max(unit_->minimumWidth(), unit_->width()) + kGap : 0;
  return (width() - beside - kGap) / 2;
}

void PairRow::arrange() {
  const int room = calcRoom();
  const bool fits = std::all_of(fields_.begin(), fields_.end(),
                                [&](const QWidget* field) { return calcNeeded(*field) <= room; });
  inner_->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void PairRow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

}  // namespace clank

#include "moc_pair_row.cpp"
