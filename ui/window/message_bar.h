// SPDX-License-Identifier: GPL-3.0-or-later
// A status bar whose messages end in dots where the room ends; Qt cuts them within a letter.
#pragma once

#include <QStatusBar>

namespace clank {

class MessageBar : public QStatusBar {
  Q_OBJECT
 public:
  using QStatusBar::QStatusBar;
  QString shownMessage() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRect messageRoom() const;  // left of the permanent widgets
};

}  // namespace clank
