// SPDX-License-Identifier: GPL-3.0-or-later
// In which of its turns a body is drawn, and in which a drive begins.
//
// A drive that begins at 60 degrees and a crank drawn at 60 degrees and six turns mean the same place.
// Closing the gap between the two numbers would turn the crank six times through, past every branch of the
// rest; the drawn angle is brought to the turn of the drive first, by whole turns. What is counted against
// the crank (model/counted_turns.h) goes along, so that a spring on it is wound as drawn.
#pragma once

#include <vector>

#include "core/model/mechanism.h"

namespace clank {

// The angle of each body as drawn, in the turn in which it starts, rad.
std::vector<double> listStartAngles(const Mechanism& resolved);

// angle plus whole turns, within half a turn of another one.
double findNearestTurn(double angle, double to);

}  // namespace clank
