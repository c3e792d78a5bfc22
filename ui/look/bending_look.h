// SPDX-License-Identifier: GPL-3.0-or-later
// How bending is drawn on board and scene, and the scale of colours for its stress.
#pragma once

#include <QColor>
#include <QPainter>
#include <QString>

#include "ui/look/palette.h"

namespace clank {

struct BendingLook {
  double factor = 1;      // how many times larger than it is
  double fullStress = 0;  // Pa, that has the last colour of the scale; 0: links are not coloured by it
  QString fullWords;      // the same, to read
  friend bool operator==(const BendingLook&, const BendingLook&) = default;

  // What is not to scale: "bending drawn x 20"; nothing when all is.
  QString note() const;
  QString stressWords() const;  // over the scale of colours
};

// From no stress to the full one, and the last colour beyond; even to the eye, and readable without colours.
QColor colourOfStress(double stress, double full);
inline constexpr double kStressScale = 120;  // px, length of the bar
// A bar of the colours up to the full stress; its lower left corner is at `at`, px.
void paintStressScale(QPainter& painter, QPointF at, const BendingLook& look, const Palette& palette);

}  // namespace clank
