// SPDX-License-Identifier: GPL-3.0-or-later
// What a docked panel is moved by: a thin strip above it, beside it where panels lie one above the other, or
// nothing at all while it has a tab. A floating panel has the frame of the desktop and stays on the screen.
#pragma once

#include <QDockWidget>
#include <QWidget>

#include "ui/look/palette.h"

namespace clank {

class DockTitle : public QWidget {
  Q_OBJECT
 public:
  // Takes the place of the dock's own title bar.
  static DockTitle* install(QDockWidget* dock);
  void setLook(const Palette& palette);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  explicit DockTitle(QDockWidget* dock);
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool hasTab() const;
  bool stands() const;  // beside the panel
  void stand();         // where it belongs now

  QDockWidget* dock_;
  Palette palette_ = Palette::light();
};

}  // namespace clank
