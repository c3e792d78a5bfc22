// SPDX-License-Identifier: GPL-3.0-or-later
// The head of a docked panel: a thin strip to take hold of, or nothing at all while the panel has a tab. A
// floating panel has the frame of the desktop.
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
  bool hasTab() const;

  QDockWidget* dock_;
  Palette palette_ = Palette::light();
};

}  // namespace clank
