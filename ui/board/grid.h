// SPDX-License-Identifier: GPL-3.0-or-later
// The grid of the board in real units: its step follows the zoom.
#pragma once

#include <QString>

namespace clank {

struct GridStep {
  double minor = 0.01;  // m: what is snapped to
  double major = 0.1;   // m: what is labelled
};

// Steps of 1, 2 or 5 times a power of ten in the unit of lengths, so that minor lines stand at least
// minPixels apart. pixelsPerMetre > 0.
GridStep findGridStep(double pixelsPerMetre, double minPixels = 9);

// "250 mm", in the unit of lengths, as it can be typed again. digits: significant ones.
QString writeLength(double metres, int digits = 6);
QString writeAngle(double radians, int digits = 5);  // "37.5°"
// A mark of a ruler with this step: the number alone, in the unit of lengths.
QString writeRulerMark(double metres, double step);

}  // namespace clank
