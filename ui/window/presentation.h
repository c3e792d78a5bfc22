// SPDX-License-Identifier: GPL-3.0-or-later
// Presentation mode: what a class does not need goes, until it ends. Text and lines grow with the window's
// lookScale().
#pragma once

#include <QByteArray>
#include <QMainWindow>
#include <QToolButton>

#include "ui/window/actions.h"
#include "ui/window/views.h"

namespace clank {

// 1.6, and less in a low window: there has to be room left for what is shown.
double presentationScale(const QWidget& window);

class Presentation {
 public:
  Presentation(QMainWindow& window, Views& views, const Actions& actions);
  bool isOn() const { return isOn_; }
  void set(bool on);

 private:
  void begin();
  void end();

  QMainWindow& window_;
  Views& views_;
  const Actions& actions_;
  QToolButton* remarks_;  // how many are held back; the status bar owns it
  bool isOn_ = false;
  QByteArray layout_;  // from before
  double plotsShare_ = 0;
  Command view_ = Command::viewBoth;
};

}  // namespace clank
