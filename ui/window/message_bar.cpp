// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_bar.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <algorithm>

namespace clank {

constexpr int kBarEdge = 8, kBarGap = 16;  // px

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
