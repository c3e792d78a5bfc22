// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_bar.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <algorithm>

namespace clank {

constexpr int kBarEdge = 8, kBarGap = 16;  // px

namespace {

bool takesLetters(const QWidget* focus) {
  return qobject_cast<const QLineEdit*>(focus) || qobject_cast<const QAbstractSpinBox*>(focus);
}

}  // namespace

MessageBar::MessageBar(QWidget* parent) : QStatusBar(parent) {
  constexpr int kRest = 8000;  // ms
  connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
    if (takesLetters(now) && !withKeys_.isEmpty() && currentMessage() == withKeys_)
      showMessage(without_, kRest);
  });
}

void MessageBar::tellKeys(const QString& withKeys, const QString& without, int time) {
  withKeys_ = withKeys;
  without_ = without;
  showMessage(takesLetters(QApplication::focusWidget()) ? without : withKeys, time);
}

QRect MessageBar::messageRoom() const {
  int right = width() - kBarEdge;
  for (const QWidget* widget : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
    if (widget->isVisible()) right = std::min(right, widget->x());
  return {kBarEdge, 0, std::max(0, right - kBarGap - kBarEdge), height()};
}

QString MessageBar::shownMessage() const {
  return fontMetrics().elidedText(currentMessage(), Qt::ElideRight, messageRoom().width());
}

void MessageBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QStyleOption option;
  option.initFrom(this);
  style()->drawPrimitive(QStyle::PE_PanelStatusBar, &option, &painter, this);
  painter.setPen(palette().windowText().color());
  painter.drawText(messageRoom(), Qt::AlignLeading | Qt::AlignVCenter | Qt::TextSingleLine, shownMessage());
}

}  // namespace clank

#include "moc_message_bar.cpp"
