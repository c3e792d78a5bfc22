// SPDX-License-Identifier: GPL-3.0-or-later
// Small pieces that panels are made of; the style sheet knows them by object name and property.
#pragma once

#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QStyle>

#include "ui/panels/remark.h"

class QFormLayout;

namespace clank {

inline QLabel* makeDim(const QString& text) {
  auto* label = new QLabel(text);
  label->setObjectName("dim");
  return label;
}

inline void repolish(QWidget* widget) {
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

// Words beneath a field, as high as they are in its width: layouts alone give them the height of another.
class NoteLabel : public QLabel {
 public:
  NoteLabel() { setWordWrap(true); }
  void say(const QString& text) {
    setText(text);
    setVisible(!text.isEmpty());
    setMinimumHeight(text.isEmpty() ? 0 : heightForWidth(width()));
  }
  void say(const Remark& remark) {
    const QString look = remark.isWrong ? "fieldError" : "dim";
    if (objectName() != look) {
      setObjectName(look);
      repolish(this);
    }
    say(remark.text);
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QLabel::resizeEvent(event);
    setMinimumHeight(text().isEmpty() ? 0 : heightForWidth(width()));
  }
};

inline QLabel* makeHeading(const QString& text) {
  auto* label = new QLabel(text);
  label->setObjectName("heading");
  return label;
}

// What a control does. Where it cannot do it, allow() tells why besides.
inline void setTip(QWidget* control, const QString& tip) {
  control->setProperty("tip", tip);
  control->setToolTip(tip);
}
inline void allow(QWidget* control, bool on, const QString& why) {
  control->setEnabled(on);
  const QString tip = control->property("tip").toString();
  control->setToolTip(on ? tip : tip.isEmpty() ? why : tip + '\n' + why);
}

// Style sheets look at such properties ("wrong", "changed").
inline void mark(QWidget* widget, const char* property, bool on) {
  if (widget->property(property).toBool() == on) return;
  widget->setProperty(property, on);
  repolish(widget);
}

inline void markField(QWidget* field, NoteLabel* note, const Remark& remark) {
  mark(field, "wrong", remark.isWrong);
  note->say(remark);
}

// For destructors: a field that has the focus says that it is finished when the panel around it goes, too
// late for the panel to hear it.
inline void leaveFields(const QWidget* panel) {
  for (const auto* field : panel->findChildren<QLineEdit*>())
    QObject::disconnect(field, nullptr, panel, nullptr);
}

// Takes everything out of a layout; widgets go when the events at hand are done.
inline void clearLayout(QLayout* layout) {
  while (layout->count() > 0) {
    QLayoutItem* item = layout->takeAt(0);
    if (item->widget()) {
      item->widget()->hide();
      item->widget()->deleteLater();
    }
    if (item->layout()) clearLayout(item->layout());
    delete item;
  }
}

}  // namespace clank
