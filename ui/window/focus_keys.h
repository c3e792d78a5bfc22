// SPDX-License-Identifier: GPL-3.0-or-later
// Keys go to what has the focus. Who came by Tab or F6 sees where: the card of it is marked, and keys that
// it needs (Space and Enter of a button, Home and End of a slider or a table) are not taken by the commands
// of the window. Who came by the mouse keeps those commands: Space runs also after a click into a panel.
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
  // The panes, in the order in which step() visits those that are in sight.
  FocusKeys(QMainWindow& window, Panes panes);
  void step(int direction);    // to the next pane, or to the one before
  void give(QWidget& widget);  // which is to be used by keys, as if somebody had come to it by Tab

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool isMine(const QObject* watched) const;
  static void pressAfterTyping(QWidget& pressed);
  void letGo(const QObject& hidden);
  void setByKeys(bool byKeys);
  void mark(QWidget* card);

  QMainWindow& window_;
  Panes panes_;
  QPointer<QWidget> marked_;
  bool byKeys_ = false;
};

}  // namespace clank
