// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/run_times.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "ui/panels/property_form.h"
#include "ui/panels/quantity_edit.h"

namespace clank {

// px: what shows numbers, and what shows expressions such as 2*pi/speed/500
constexpr int kNarrow = 268, kWidth = 352;
constexpr int kTight = 202, kAroundField = 14;          // px: the gaps before and behind a field
constexpr int kLeastField = 22, kApart = 4, kEdge = 8;  // px
constexpr std::array kKeys{"duration", "output_interval"};

bool isRunTime(const std::string& key) {
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

RunTimes::RunTimes(MechanismDocument& document, QWidget* parent) : QWidget(parent) {
  setObjectName("runTimes");
  setAccessibleName(tr("Duration and output interval of the run"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kEdge, 0, kEdge, 0);
  layout->setSpacing(kApart);
  for (const char* key : kKeys) {
    auto* form = new PropertyForm(document);
    form->setFilter([key](const Property& property) { return property.key == key; });
    form->setWidestUnit("s");
    layout->addWidget(form);
    forms_.push_back(form);
  }
  layout->addStretch();
  setMinimumWidth(kNarrow);
  setMaximumWidth(kWidth);
  alignLabels();
  updLeastHeight();
  connect(&document, &MechanismDocument::drawnChanged, this, &RunTimes::planRefresh);
  connect(&document, &MechanismDocument::problemsChanged, this, &RunTimes::planRefresh);
  planRefresh();  // of a document that nothing has been opened in
}

QSize RunTimes::sizeHint() const {
  return {wantedWidth(), QWidget::sizeHint().height()};
}

int RunTimes::wantedWidth() const {
  if (!isTight_) return kWidth;
  int longest = 0;
  for (const auto* field : findChildren<QuantityEdit*>()) longest = std::max(longest, field->wholeWidth());
  return std::clamp(2 * kEdge + labelWidth() + longest + kAroundField, kTight, kWidth);
}

void RunTimes::setTight(bool tight) {
  if (tight == isTight_) return;
  isTight_ = tight;
  setMinimumWidth(tight ? kTight : kNarrow);
  forms_.back()->setLabel(tight ? tr("interval") : QString());
  alignLabels();
  updateGeometry();
}

int RunTimes::labelWidth() const {
  const QString longest = isTight_ ? tr("duration") : tr("output interval");
  return fontMetrics().horizontalAdvance(longest) + 4;
}

// The fields begin in one line.
void RunTimes::alignLabels() {
  ensurePolished();  // the letters of the window
  for (PropertyForm* form : forms_) form->setLeastLabel(labelWidth());
}

void RunTimes::updLeastHeight() {
  int least = 0;
  for (const PropertyForm* form : forms_) {
    const int high = std::max(kLeastField, form->minimumSizeHint().height());
    least += high + (least > 0 ? kApart : 0);
  }
  if (least == minimumHeight()) return;
  setMinimumHeight(least);
  Q_EMIT heightChanged();
}

// What is wrong with a value stands beneath it, whole. With another style its fields have other heights, once
// they have it.
bool RunTimes::event(QEvent* event) {
  const bool done = QWidget::event(event);
  if (event->type() == QEvent::StyleChange)
    QMetaObject::invokeMethod(this, &RunTimes::updLeastHeight, Qt::QueuedConnection);
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
        updateGeometry();  // what they say may be longer
      },
      Qt::QueuedConnection);
}

}  // namespace clank

#include "moc_run_times.cpp"
