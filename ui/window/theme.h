// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a palette of ours into Qt's palette and style sheet, and remembers the choice.
#pragma once

#include "ui/look/palette.h"

namespace clank {

void applyTheme(const Palette& palette);  // to the whole program
bool loadDarkChoice();
void saveDarkChoice(bool dark);

}  // namespace clank
