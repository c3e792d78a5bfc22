// SPDX-License-Identifier: GPL-3.0-or-later
// In the middle of axes whose curves are hidden: that they are, and how they come back.
#pragma once

class QCustomPlot;

namespace clank {

struct Palette;

void showHiddenNote(QCustomPlot& plot, bool hidden, const Palette& palette);

}  // namespace clank
