// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/notice_bar.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/look/icon.h"
#include "ui/look/scale.h"
#include "ui/panels/widget_look.h"

namespace clank {

NoticeBar::NoticeBar(QWidget* parent)
    : HeadBar(parent), icon_(new QLabel), sentence_(new QLabel), answers_(new QHBoxLayout) {
  setObjectName("notice");
  setAccessibleName(tr("Notice"));
  sentence_->setWordWrap(true);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(16, 8, 8, 8);
  layout->setSpacing(8);
  layout->addWidget(icon_);
  layout->addWidget(sentence_, 1);
  layout->addLayout(answers_);
  hide();
}

void NoticeBar::ask(const QString& sentence, const std::vector<Answer>& answers) {
  Q_EMIT roomChanging();  // it may be there already, with another sentence
  sentence_->setText(sentence);
  clearLayout(answers_);
  for (const Answer& answer : answers) {
    auto* button = new QPushButton(answer.text);
    button->setAccessibleName(answer.text);
    mark(button, "narrow", property("narrow").toBool());
    answers_->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, action = answer.action] {
      hide();
      if (action) action();
    });
  }
  show();
  Q_EMIT roomChanged();
}

// In a narrow window its words would take many short lines: they get the room of all that says nothing.
void NoticeBar::resizeEvent(QResizeEvent* event) {
  constexpr int kNarrow = 600;  // px
  HeadBar::resizeEvent(event);
  const bool isNarrow = width() < kNarrow * lookScale(this);
  if (isNarrow == property("narrow").toBool()) return;
  mark(this, "narrow", isNarrow);
  icon_->setVisible(!isNarrow);
  layout()->setContentsMargins(isNarrow ? QMargins(8, 3, 4, 3) : QMargins(16, 8, 8, 8));
  layout()->setSpacing(isNarrow ? 4 : 8);
  answers_->setSpacing(isNarrow ? 4 : 8);
  for (auto* button : findChildren<QPushButton*>()) {
    mark(button, "narrow", isNarrow);
    QEvent changed(QEvent::StyleChange);  // else it keeps the size that it had with other edges
    QCoreApplication::sendEvent(button, &changed);
    button->updateGeometry();
  }
}

void NoticeBar::setLook(const Palette& palette) {
  icon_->setPixmap(makeIcon("about", palette.action).pixmap(20, 20));
}

}  // namespace clank

#include "moc_notice_bar.cpp"
