// SPDX-License-Identifier: GPL-3.0-or-later
// How much larger than usual text, lines and controls are drawn: 1, or more for a class room. It belongs to a
// window and holds for all that is in it or that it opened. Widgets that paint by themselves ask for it in
// setLook().
#pragma once

class QObject;

namespace clank {

double lookScale(const QObject* widget);  // of the window it is in
void setLookScale(QObject* window, double scale);

}  // namespace clank
