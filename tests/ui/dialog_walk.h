// SPDX-License-Identifier: GPL-3.0-or-later
// A walk through the controls of a dialog, or of a window, by wheel and keys.
#pragma once

#include <gtest/gtest.h>

#include <QtTest/qtestspontaneevent.h>
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAccessible>
#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QRadioButton>
#include <QScrollBar>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <set>
#include <vector>

namespace clank::test {

// What somebody sees of it, so that two moments can be compared.
inline QString valueOf(const QWidget* widget) {
  if (auto* box = qobject_cast<const QComboBox*>(widget)) return box->currentText();
  if (auto* slider = qobject_cast<const QAbstractSlider*>(widget)) return QString::number(slider->value());
  if (auto* field = qobject_cast<const QLineEdit*>(widget)) return field->text();
  if (auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->isChecked() ? "on" : "off";
  return {};
}

inline QString tell(const QWidget* widget) {
  return QString("%1 '%2' in '%3'")
      .arg(widget->metaObject()->className(), widget->objectName(),
           widget->parentWidget() ? widget->parentWidget()->objectName() : QString());
}

inline std::vector<QWidget*> listControls(const QWidget& of) {
  std::vector<QWidget*> controls;
  for (QWidget* widget : of.findChildren<QWidget*>())
    if (widget->isVisible() && widget->isEnabled() && widget->focusPolicy() != Qt::NoFocus &&
        !qobject_cast<QMenu*>(widget))
      controls.push_back(widget);
  return controls;
}

// As a hand does it: what comes from outside of the program may take the focus along.
inline void turnWheel(QWidget* widget, int by) {
  const QPointF at = QRectF(widget->rect()).center();
  QWheelEvent turn(at, widget->mapToGlobal(at), {}, {0, by}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
  QSpontaneKeyEvent::setSpontaneous(&turn);
  qApp->notify(widget, &turn);
}

inline void closePopups() {
  while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
}

// Space and Enter in all that is no button: these are commands. Enter may carry out what the dialog is for.
inline void pressInEach(QDialog& dialog) {
  std::vector<QPointer<QWidget>> controls;
  for (QWidget* widget : listControls(dialog))
    if (!qobject_cast<QAbstractButton*>(widget) && !widget->focusProxy()) controls.emplace_back(widget);
  const QPointer<QDialog> open(&dialog);  // it may delete itself
  for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return})
    for (const QPointer<QWidget>& control : controls) {
      if (!open || !open->isVisible()) return;
      if (!control || !control->isVisible()) continue;
      control->setFocus(Qt::TabFocusReason);
      QTest::keyClick(dialog.focusWidget() ? dialog.focusWidget() : &dialog, key);
      QCoreApplication::processEvents();
      closePopups();
    }
}

// Names are told, the wheel changes nothing that has not the focus, Tab comes to every control that it
// should, Space and Enter do no harm, and Esc closes.
inline void walkDialog(QDialog& dialog, const QString& command) {
  std::set<QWidget*> wanted;
  for (QWidget* widget : listControls(dialog)) {
    if (widget->focusProxy() || qobject_cast<QScrollBar*>(widget)) continue;
    const QAccessibleInterface* told = QAccessible::queryAccessibleInterface(widget);
    EXPECT_TRUE(told && !told->text(QAccessible::Name).trimmed().isEmpty())
        << qPrintable(command + ": " + tell(widget));
    if (widget->focusPolicy() & Qt::TabFocus) wanted.insert(widget);
  }
  for (QWidget* widget : listControls(dialog)) {
    if (widget->hasFocus() || valueOf(widget).isNull() || qobject_cast<QScrollBar*>(widget)) continue;
    const QString value = valueOf(widget);
    for (const int by : {120, -240}) turnWheel(widget, by);
    EXPECT_EQ(valueOf(widget), value) << qPrintable(command + ": " + tell(widget));
  }
  const std::size_t most = 3 * wanted.size() + 3;
  for (std::size_t i = 0; i < most; ++i) {
    QWidget* focus = dialog.focusWidget();
    wanted.erase(focus);
    QTest::keyClick(focus ? focus : &dialog, Qt::Key_Tab);
  }
  for (const QWidget* missed : wanted) {
    // Of buttons of which one is down that one stands for all: arrows go on from it.
    const auto* button = qobject_cast<const QAbstractButton*>(missed);
    const bool isOne = button && (qobject_cast<const QRadioButton*>(button) ||
                                  (button->group() && button->group()->exclusive()));
    if (!isOne || button->isChecked()) ADD_FAILURE() << qPrintable(command + ": Tab misses " + tell(missed));
  }
  const QPointer<QDialog> open(&dialog);
  if (!qobject_cast<QMessageBox*>(&dialog)) pressInEach(dialog);  // Enter answers it
  for (int i = 0; i < 2 && open && open->isVisible(); ++i)        // the first may end what moves
    QTest::keyClick(dialog.focusWidget() ? dialog.focusWidget() : &dialog, Qt::Key_Escape);
}

}  // namespace clank::test
