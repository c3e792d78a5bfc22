// SPDX-License-Identifier: GPL-3.0-or-later
// The slim head of a docked panel: what it is, and float and close. A floating panel has the frame of the
// desktop.
#pragma once

#include <QDockWidget>
#include <QWidget>

#include "ui/look/palette.h"

class QToolButton;

namespace clank {

class DockTitle : public QWidget {
  Q_OBJECT
 public:
  enum class Kind {
    named,  // name and buttons
    grip,   // a thin strip to take hold of; the panel speaks for itself
    none    // its tab does the job
  };
  // Takes the place of the dock's own title bar.
  static DockTitle* install(QDockWidget* dock, Kind kind);
  void setLook(const Palette& palette);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  DockTitle(QDockWidget* dock, Kind kind);

  QDockWidget* dock_;
  Kind kind_;
  QToolButton *float_ = nullptr, *close_ = nullptr;
  Palette palette_ = Palette::light();
};

}  // namespace clank
