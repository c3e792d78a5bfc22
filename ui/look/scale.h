// SPDX-License-Identifier: GPL-3.0-or-later
// How much larger than usual text, lines and controls are drawn: 1, or more for a class room. Of the whole
// program, like its style sheet. Widgets that paint by themselves ask for it in setLook().
#pragma once

namespace clank {

double lookScale();
void setLookScale(double scale);

}  // namespace clank
