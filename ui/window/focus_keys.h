// SPDX-License-Identifier: GPL-3.0-or-later
// Keys go to what has the focus. Who came by Tab or F6 sees where: the card of it is marked, and keys that
// it needs (Space and Enter of a button, Home and End of a slider or a table) are not taken by the commands
// of the window. Who came by the mouse keeps those commands: Space runs also after a click into a panel.
//
// A field that is finished has no focus: Enter, Esc, every command and another drawing return the keyboard to
// the sheet, so that the keys named in the status bar work.
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <functional>
#include <vector>

class QKeyEvent;

namespace clank {

class FocusKeys : public QObject {
 public:
  using Panes = std::function<std::vector<QWidget*>()>;
  using Sheet = std::function<QWidget*()>;
  // The panes, in the order in which step() visits those that are in sight; and what is drawn on or watched.
  FocusKeys(QMainWindow& window, Panes panes, Sheet sheet);
  void step(int direction);    // to the next pane, or to the one before
  void give(QWidget& widget);  // which is to be used by keys, as if somebody had come to it by Tab
  // Once the events at hand are done, unless the keyboard is at work elsewhere by then: on a button, in a
  // dialog.
  void returnToSheet();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool isMine(const QObject* watched) const;
  static void pressAfterTyping(QWidget& pressed);
  bool isField(const QWidget* widget) const;
  void letGo(const QObject& hidden);
  void setByKeys(bool byKeys);
  void mark(QWidget* card);

  QMainWindow& window_;
  Panes panes_;
  Sheet sheet_;
  QPointer<QWidget> marked_;
  bool byKeys_ = false;
};

}  // namespace clank
