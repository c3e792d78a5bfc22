// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/wheel_guard.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>

namespace clank {
namespace {

// Qt gives it to lists and spin boxes before they hear of the wheel: they would count as chosen.
void refuseFocusByWheel(QWidget& field) {
  const bool isMeant = qobject_cast<QComboBox*>(&field) || qobject_cast<QAbstractSpinBox*>(&field);
  if (isMeant && field.focusPolicy() == Qt::WheelFocus) field.setFocusPolicy(Qt::StrongFocus);
}

}  // namespace

WheelGuard::WheelGuard(QWidget& window) : window_(window) {
  for (QWidget* field : window.findChildren<QWidget*>()) refuseFocusByWheel(*field);  // they may be polished
  qApp->installEventFilter(this);
}

// In it, or in a dialog before it.
bool WheelGuard::isOfWindow(const QWidget* field) const {
  while (field && field != &window_) field = field->parentWidget();
  return field;
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
  auto* field = qobject_cast<QWidget*>(watched);
  if (field && event->type() == QEvent::Polish) refuseFocusByWheel(*field);
  if (event->type() != QEvent::Wheel) return false;
  if (!field || field->hasFocus() || !isOfWindow(field)) return false;
  const bool hasValue = qobject_cast<QComboBox*>(field) || qobject_cast<QAbstractSpinBox*>(field) ||
                        (qobject_cast<QAbstractSlider*>(field) && !qobject_cast<QScrollBar*>(field));
  if (!hasValue) return false;
  event->ignore();  // and on to the panel around it
  return true;
}

}  // namespace clank
