// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader is told of labels, drop-downs and sliders.
//
// Qt tells of a label with a name the name alone, never what stands on it; of a drop-down the entry alone,
// never what is chosen with it; and of a slider the number of its step. Here each says both: "Speed: 0.1 x
// real", and a slider counts in the unit of what it sets.
#pragma once

namespace clank {

// For the program, before there is a widget: what a widget tells is settled when it is first asked.
void installSpokenFaces();

}  // namespace clank
