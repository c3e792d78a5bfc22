// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/cut_texts.h"

#include <QApplication>
#include <QComboBox>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStyleOptionFrame>
#include <QToolTip>

namespace clank {
namespace {

// Qt keeps its options for the classes that draw themselves; these say as much as the room for words needs.
template <class Option>
Option makeOption(const QWidget& widget) {
  Option option;
  option.initFrom(&widget);
  return option;
}

QRect findContents(const QLineEdit& field) {
  auto option = makeOption<QStyleOptionFrame>(field);
  option.lineWidth = field.style()->pixelMetric(QStyle::PM_DefaultFrameWidth, &option, &field);
  const QRect inside = field.style()->subElementRect(QStyle::SE_LineEditContents, &option, &field);
  return inside.marginsRemoved(field.textMargins());
}

int findRoom(const QLineEdit& field) {
  constexpr int kOwn = 4;  // px, that a field keeps free at both ends together
  return findContents(field).width() - kOwn;
}

int findRoom(const QComboBox& box) {
  auto option = makeOption<QStyleOptionComboBox>(box);
  option.editable = box.isEditable();
  const QStyle& style = *box.style();
  return style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box).width();
}

bool isBelow(const QObject& object, const QObject& above) {
  const QObject* at = &object;
  while (at && at != &above) at = at->parent();
  return at;
}

}  // namespace

QString findCutText(const QWidget& widget) {
  const auto tell = [&](const QString& text, int room) {
    return widget.fontMetrics().horizontalAdvance(text) > room ? text : QString();
  };
  if (const auto* field = qobject_cast<const QLineEdit*>(&widget))
    return tell(field->displayText(), findRoom(*field));
  if (const auto* box = qobject_cast<const QComboBox*>(&widget))
    return tell(box->currentText(), findRoom(*box));
  return {};
}

CutTexts::CutTexts(QWidget& window) : window_(window) {
  qApp->installEventFilter(this);
}

bool CutTexts::paintCut(QWidget& widget, QEvent* event) {
  auto* field = qobject_cast<QLineEdit*>(&widget);
  if (!field || field->hasFocus() || findCutText(*field).isEmpty()) return false;
  if (field->cursorPosition() != 0) field->setCursorPosition(0);  // it is painted again
  field->event(event);
  const QString dots = QChar(0x2026);
  QPainter painter(field);
  const QRect room = findContents(*field);
  const int width = field->fontMetrics().horizontalAdvance(dots) + 2;
  const QRect end(room.right() - width + 1, room.top(), width, room.height());
  painter.fillRect(end, field->palette().color(QPalette::Base));
  painter.setPen(field->palette().color(QPalette::Text));
  painter.drawText(end, Qt::AlignRight | Qt::AlignVCenter, dots);
  return true;
}

bool CutTexts::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Paint) {
    auto* painted = qobject_cast<QWidget*>(watched);
    return painted && isBelow(*painted, window_) && paintCut(*painted, event);
  }
  if (event->type() != QEvent::ToolTip) return false;
  auto* widget = qobject_cast<QWidget*>(watched);
  const QString whole = widget && isBelow(*widget, window_) ? findCutText(*widget) : QString();
  if (whole.isEmpty()) return false;
  const QString also = widget->toolTip();
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                     also.isEmpty() ? whole : whole.toHtmlEscaped() + "<br>" + also.toHtmlEscaped(), widget);
  return true;
}

}  // namespace clank
