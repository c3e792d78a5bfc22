// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a palette of ours into Qt's palette and style sheet, and remembers the choice.
#pragma once

#include "ui/look/palette.h"

class QWidget;

namespace clank {

void applyTheme(const Palette& palette);  // to the whole program
// A sheet of its own for a window that is drawn larger, by its lookScale(), or whose rows of buttons, tabs
// and fields are low (isCompact); none for the others.
void fitTheme(QWidget& window, const Palette& palette, bool isCompact);
bool loadDarkChoice();
void saveDarkChoice(bool dark);

}  // namespace clank
