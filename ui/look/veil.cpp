// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/veil.h"

#include <QEvent>
#include <QPainter>

namespace clank {

constexpr float kOpacity = 0.62F;
constexpr int kAroundWords = 10;  // px

Veil::Veil(QWidget& over) : QWidget(&over) {
  setObjectName("veil");
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
  over.installEventFilter(this);
  resize(over.size());
  hide();
}

void Veil::setColours(const Palette& palette) {
  palette_ = palette;
  update();
}

void Veil::setWords(const QString& words) {
  words_ = words;
  update();
}

// Parts of the widget that came later would lie above.
bool Veil::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) resize(static_cast<QWidget*>(watched)->size());
  if (event->type() == QEvent::ChildPolished) raise();
  return false;
}

void Veil::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QColor ground = palette_.ground;
  ground.setAlphaF(kOpacity);
  painter.fillRect(rect(), ground);
  if (words_.isEmpty()) return;
  const QRect room = rect().adjusted(kAroundWords, kAroundWords, -kAroundWords, -kAroundWords);
  const int flags = Qt::AlignCenter | Qt::TextWordWrap;
  const QRect text = painter.boundingRect(room, flags, words_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette_.line);
  painter.setBrush(palette_.panel);
  painter.drawRoundedRect(text.adjusted(-kAroundWords, -kAroundWords / 2, kAroundWords, kAroundWords / 2), 8,
                          8);
  painter.setPen(palette_.ink);
  painter.drawText(room, flags, words_);
}

}  // namespace clank
