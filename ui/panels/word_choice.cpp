// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/word_choice.h"

#include <QAbstractItemView>
#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace clank {

QString WordChoice::shownText() const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  constexpr int kIconGap = 8;  // px, what styles leave around an icon
  const int icon = option.currentIcon.isNull() ? 0 : iconSize().width() + kIconGap;
  const int room =
      style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width() -
      icon;
  const QString whole = currentIndex() < 0 ? placeholderText() : currentText();
  const bool fits = fontMetrics().horizontalAdvance(whole) <= room;
  return fits ? whole : fontMetrics().elidedText(whole.section(": ", 0, 0), Qt::ElideRight, room);
}

void WordChoice::showPopup() {
  constexpr int kMargins = 24;  // px, beside the words
  view()->setMinimumWidth(view()->sizeHintForColumn(0) + kMargins);
  QComboBox::showPopup();
}

void WordChoice::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  option.currentText = shownText();
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace clank

#include "moc_word_choice.cpp"
