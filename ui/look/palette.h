// SPDX-License-Identifier: GPL-3.0-or-later
// The one visual language: every colour on screen has a role here, in a light and a dark set.
#pragma once

#include <QColor>

namespace clank {

struct Palette {
  QColor ink, dim, line, ground, panel, action;      // neutral roles
  QColor free, locked, contact, impact, clearance;   // states (Okabe-Ito), same meaning everywhere
  QColor partFill, partEdge, sceneTop, sceneBottom;  // parts and background of the scene
  bool dark = false;

  static const Palette& light();
  static const Palette& darkSet();
  // Colour of the i-th curve of a plot: an Okabe-Ito cycle that reads on this ground.
  QColor curve(int i) const;
};

}  // namespace clank
