// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/focus_keys.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStyle>
#include <QTimer>
#include <algorithm>

namespace clank {
namespace {

bool isEnter(int key) {
  return key == Qt::Key_Return || key == Qt::Key_Enter;
}

// Keys that mean something to the widget and would start a command of the window.
bool needs(const QWidget& widget, const QKeyEvent& event) {
  if (event.modifiers() & ~Qt::KeypadModifier) return false;
  const bool isEnd = event.key() == Qt::Key_Home || event.key() == Qt::Key_End;
  if (qobject_cast<const QAbstractButton*>(&widget)) return event.key() == Qt::Key_Space;
  if (qobject_cast<const QComboBox*>(&widget)) return isEnd || event.key() == Qt::Key_Space;
  return isEnd &&
         (qobject_cast<const QAbstractSlider*>(&widget) || qobject_cast<const QAbstractItemView*>(&widget));
}

// The card a widget fills and that shows the focus in its place.
QWidget* findCard(QWidget& widget) {
  if (qobject_cast<QAbstractButton*>(&widget) || qobject_cast<QComboBox*>(&widget) ||
      qobject_cast<QLineEdit*>(&widget) || qobject_cast<QAbstractSlider*>(&widget))
    return nullptr;
  for (QWidget* up = &widget; up; up = up->parentWidget())
    if (up->objectName() == "card" || up->objectName() == "problems" || up->objectName() == "itemCard")
      return up;
  return nullptr;
}

bool takesTab(const QWidget& widget) {
  return widget.isVisible() && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) &&
         !widget.focusProxy();
}

QWidget* findFirst(QWidget& pane) {
  if (takesTab(pane)) return &pane;
  for (QWidget* next = pane.nextInFocusChain(); next != &pane; next = next->nextInFocusChain())
    if (pane.isAncestorOf(next) && takesTab(*next)) return next;
  return nullptr;
}

bool holds(const QWidget& pane, const QWidget* focus) {
  return focus && (&pane == focus || pane.isAncestorOf(focus));
}

}  // namespace

FocusKeys::FocusKeys(QMainWindow& window, Panes panes, Sheet sheet)
    : QObject(&window), window_(window), panes_(std::move(panes)), sheet_(std::move(sheet)) {
  qApp->installEventFilter(this);
}

void FocusKeys::step(int direction) {
  std::vector<QWidget*> panes;
  for (QWidget* pane : panes_())
    if (pane->isVisible() && findFirst(*pane)) panes.push_back(pane);
  if (panes.empty()) return;
  const QWidget* focus = QApplication::focusWidget();
  const auto here =
      std::find_if(panes.begin(), panes.end(), [focus](const QWidget* pane) { return holds(*pane, focus); });
  const auto count = static_cast<int>(panes.size());
  const int from = here == panes.end() ? (direction > 0 ? -1 : 0) : static_cast<int>(here - panes.begin());
  QWidget* next = findFirst(*panes[static_cast<std::size_t>((from + direction + count) % count)]);
  next->window()->activateWindow();
  give(*next);
}

void FocusKeys::give(QWidget& widget) {
  setByKeys(true);
  widget.setFocus(Qt::TabFocusReason);
}

bool FocusKeys::eventFilter(QObject* watched, QEvent* event) {
  const auto type = event->type();
  if (type == QEvent::Hide && !event->spontaneous() && !byKeys_) letGo(*watched);
  // The list of a choice was opened by the mouse and is closed: arrow keys would go on choosing.
  if (type == QEvent::Hide && !byKeys_ && qobject_cast<QComboBox*>(watched->parent()) &&
      isMine(watched->parent()))
    returnToSheet();
  const bool matters = type == QEvent::FocusIn || type == QEvent::FocusOut || type == QEvent::KeyPress ||
                       type == QEvent::ShortcutOverride || type == QEvent::MouseButtonPress;
  if (!matters || !watched->isWidgetType() || !isMine(watched)) return false;
  auto& widget = *static_cast<QWidget*>(watched);
  if (type == QEvent::MouseButtonPress) {
    setByKeys(false);
    pressAfterTyping(widget);
  }
  if (type == QEvent::FocusOut) mark(nullptr);
  if (type == QEvent::FocusIn && byKeys_) mark(findCard(widget));
  if (type != QEvent::KeyPress && type != QEvent::ShortcutOverride) return false;
  auto& key = *static_cast<QKeyEvent*>(event);
  const bool isTaken = isEnter(key.key()) && type == QEvent::KeyPress;
  if ((isTaken || key.key() == Qt::Key_Escape) && isField(&widget))
    returnToSheet();  // when it has done its work
  if (key.key() == Qt::Key_Tab || key.key() == Qt::Key_Backtab) setByKeys(true);
  if (!byKeys_ || &widget != QApplication::focusWidget()) return false;
  if (type == QEvent::ShortcutOverride) {
    if (!needs(widget, key)) return false;
    key.accept();
    return true;
  }
  auto* button = qobject_cast<QAbstractButton*>(&widget);
  if (!button || !isEnter(key.key()) || key.isAutoRepeat()) return false;
  button->click();
  return true;
}

// One that is written in or chosen from, of the window or of a panel beside it. The field on the sheet has
// keys of its own.
bool FocusKeys::isField(const QWidget* widget) const {
  const bool isAnswered = qobject_cast<const QLineEdit*>(widget) ||
                          qobject_cast<const QAbstractSpinBox*>(widget) ||
                          qobject_cast<const QComboBox*>(widget);
  if (!isAnswered || sheet_()->isAncestorOf(widget)) return false;
  const QWidget* top = widget->window();
  return top == &window_ || (qobject_cast<const QDockWidget*>(top) && isMine(top));
}

void FocusKeys::returnToSheet() {
  QTimer::singleShot(0, this, [this] {
    QWidget* focus = QApplication::focusWidget();
    if (QApplication::activeModalWidget() || QApplication::activePopupWidget()) return;
    if (focus && !isField(focus)) return;
    QWidget* sheet = sheet_();
    if (sheet->isVisible()) sheet->setFocus();
  });
}

// What stands in a field may be what a button waits for: the right value in the place of a wrong one allows
// Run. The field is left, and the press counts if it does.
void FocusKeys::pressAfterTyping(QWidget& pressed) {
  auto* button = qobject_cast<QAbstractButton*>(&pressed);
  auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  if (!button || button->isEnabled() || !field || !field->isModified()) return;
  field->clearFocus();
  // Fields hand over what was typed when the events at hand are done.
  QTimer::singleShot(0, button, [button] { button->click(); });
}

// What is hidden would hand the focus on to the next in the chain, a field as it may be, and the keys of
// commands would be typed into that. Who works with the mouse has not asked for it.
void FocusKeys::letGo(const QObject& hidden) {
  QWidget* focus = QApplication::focusWidget();
  if (!focus || !isMine(&hidden)) return;
  for (const QObject* up = focus; up; up = up->parent())
    if (up == &hidden) return focus->clearFocus();
}

// Floating panels and dialogs have the window as an ancestor too.
bool FocusKeys::isMine(const QObject* watched) const {
  for (; watched; watched = watched->parent())
    if (watched == &window_) return true;
  return false;
}

// The focus also wanders by itself, when its widget is hidden: that tells nothing of who works by keys.
void FocusKeys::setByKeys(bool byKeys) {
  byKeys_ = byKeys;
  if (!byKeys) mark(nullptr);
}

void FocusKeys::mark(QWidget* card) {
  if (marked_ == card) return;
  for (const bool on : {false, true}) {
    QWidget* changed = on ? card : marked_.data();
    if (!changed) continue;
    changed->setProperty("focused", on);
    changed->style()->unpolish(changed);
    changed->style()->polish(changed);
    changed->update();
  }
  marked_ = card;
}

}  // namespace clank
