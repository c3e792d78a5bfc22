// SPDX-License-Identifier: GPL-3.0-or-later
// A field over the sheet in which a value is typed: a length, the angle of a limit.
#pragma once

#include <QLineEdit>
#include <functional>

class QLabel;

namespace clank {

class BoardField : public QLineEdit {
  Q_OBJECT
 public:
  explicit BoardField(QWidget* sheet);

  // Shows it about a pixel of the sheet, with a label above it that says what is asked for. done is called
  // with the text and returns what is wrong with it, or nothing.
  void ask(QPointF pixel, const QString& label, const QString& text,
           std::function<QString(const QString&)> done);
  // Takes the text over; a wrong one stays, with the reason.
  void commit();
  QRect outline() const;  // with its label, in the sheet
  void dismiss();
  void setErrorColour(const QColor& colour) { error_ = colour; }

 Q_SIGNALS:
  void refused(const QString& why);
  void dismissed();

 private:
  void place(QPointF pixel);
  int findWidth() const;  // px
  void grow();

  QLabel* label_;
  std::function<QString(const QString&)> done_;
  QColor error_;
};

}  // namespace clank
