// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/run_times.h"

#include <QBoxLayout>
#include <QEvent>
#include <algorithm>
#include <array>

#include "ui/panels/property_form.h"

namespace clank {

// px: what shows numbers, and what shows expressions such as 2*pi/speed/500
constexpr int kNarrow = 268, kWidth = 352;
constexpr int kLeastField = 26, kApart = 4, kApartInRow = 12;  // px
constexpr std::array kKeys{"duration", "output_interval"};

bool isRunTime(const std::string& key) {
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

RunTimes::RunTimes(MechanismDocument& document, QWidget* parent)
    : QWidget(parent), layout_(new QBoxLayout(QBoxLayout::TopToBottom, this)) {
  setAccessibleName(tr("Duration and output interval of the run"));
  layout_->setContentsMargins(8, 0, 8, 0);
  for (const char* key : kKeys) {
    auto* form = new PropertyForm(document);
    form->setFilter([key](const Property& property) { return property.key == key; });
    layout_->addWidget(form);
    forms_.push_back(form);
  }
  layout_->addStretch();
  arrange();
  connect(&document, &MechanismDocument::drawnChanged, this, &RunTimes::planRefresh);
  connect(&document, &MechanismDocument::problemsChanged, this, &RunTimes::planRefresh);
}

QSize RunTimes::sizeHint() const {
  return {isInRow_ ? QWidget::sizeHint().width() : kWidth, QWidget::sizeHint().height()};
}

void RunTimes::setInRow(bool inRow) {
  if (inRow == isInRow_) return;
  isInRow_ = inRow;
  arrange();
}

void RunTimes::arrange() {
  layout_->setDirection(isInRow_ ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  layout_->setSpacing(isInRow_ ? kApartInRow : kApart);
  for (int i = 0; i < layout_->count(); ++i) layout_->setStretch(i, isInRow_ && i < 2 ? 5 + i : 0);
  setMinimumWidth(isInRow_ ? 0 : kNarrow);
  setMaximumWidth(isInRow_ ? QWIDGETSIZE_MAX : kWidth);
  alignLabels();
  updLeastHeight();
}

// One above the other the fields begin in one line.
void RunTimes::alignLabels() {
  ensurePolished();  // the letters of the window
  const int widest = fontMetrics().horizontalAdvance(tr("output interval")) + 4;
  for (PropertyForm* form : forms_) form->setLeastLabel(isInRow_ ? 0 : widest);
}

void RunTimes::updLeastHeight() {
  int least = 0;
  for (const PropertyForm* form : forms_) {
    const int high = std::max(kLeastField, form->minimumSizeHint().height());
    least = isInRow_ ? std::max(least, high) : least + high + (least > 0 ? kApart : 0);
  }
  if (least == minimumHeight()) return;
  setMinimumHeight(least);
  Q_EMIT heightChanged();
}

// What is wrong with a value stands beneath it, whole.
bool RunTimes::event(QEvent* event) {
  const bool done = QWidget::event(event);
  if (event->type() != QEvent::LayoutRequest) return done;
  updLeastHeight();
  return done;
}

// Many changes in one go are shown once.
void RunTimes::planRefresh() {
  if (planned_) return;
  planned_ = true;
  QMetaObject::invokeMethod(
      this,
      [this] {
        planned_ = false;
        alignLabels();
        for (PropertyForm* form : forms_) form->showObject("/simulation", tr("the settings"));
      },
      Qt::QueuedConnection);
}

}  // namespace clank
