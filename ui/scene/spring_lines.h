// SPDX-License-Identifier: GPL-3.0-or-later
// Linear springs and dampers as they stand between their ends: coils that give way, a piston in its cup.
#pragma once

#include <vector>

#include "ui/scene/part_layout.h"

namespace clank {

class FlatDrawing;

// The coils of a spring between its ends, straight where they are fixed.
std::vector<Vec2> makeCoils(Vec2 from, Vec2 to, double unit);

// from, to: its ends in the world. isPlain: a line alone, for where there are very many.
void drawSpring(const SpringLayout& spring, Vec2 from, Vec2 to, double unit, bool isPlain,
                FlatDrawing& drawing);

}  // namespace clank
