// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/run_times.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/property_form.h"

namespace clank {

// px: what shows numbers, and what shows expressions such as 2*pi/speed/500
constexpr int kNarrow = 268, kWidth = 352;
constexpr int kLeastHeight = 56;  // px: both fields without their margins; a low window gives no more

bool isRunTime(const std::string& key) {
  return key == "duration" || key == "output_interval";
}

RunTimes::RunTimes(MechanismDocument& document, QWidget* parent)
    : QWidget(parent), form_(new PropertyForm(document)) {
  setAccessibleName(tr("Duration and output interval of the run"));
  setMinimumWidth(kNarrow);
  setMaximumWidth(kWidth);
  setMinimumHeight(kLeastHeight);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 0, 8, 0);
  layout->addWidget(form_);
  layout->addStretch();
  form_->setFilter([](const Property& property) { return isRunTime(property.key); });
  connect(&document, &MechanismDocument::drawnChanged, this, &RunTimes::planRefresh);
  connect(&document, &MechanismDocument::problemsChanged, this, &RunTimes::planRefresh);
}

QSize RunTimes::sizeHint() const {
  return {kWidth, QWidget::sizeHint().height()};
}

// What is wrong with a value stands beneath it, whole.
bool RunTimes::event(QEvent* event) {
  const bool done = QWidget::event(event);
  if (event->type() != QEvent::LayoutRequest) return done;
  const int least = std::max(kLeastHeight, form_->minimumSizeHint().height());
  if (least == minimumHeight()) return done;
  setMinimumHeight(least);
  Q_EMIT heightChanged();
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
        form_->showObject("/simulation", tr("the settings"));
      },
      Qt::QueuedConnection);
}

}  // namespace clank
