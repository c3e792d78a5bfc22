// SPDX-License-Identifier: GPL-3.0-or-later
// A Geneva drive from a few numbers: a pin on a turning crank enters a slot of the wheel, turns it by one
// slot, leaves it, and a disc of the crank holds the wheel until the pin comes again.
#pragma once

#include <string>

#include "core/model/mechanism.h"
#include "ui/document/plane_motion.h"

namespace clank {

struct GenevaPlan {
  int slotCount = 4;
  double distance = 0.07;  // m, of the two shafts
  double pin = 0;          // m, radius of the pin; 0: as it fits
  double speed = 6.2832;   // rad/s, of the crank, which a motor turns
  PlanePoint at;           // the shaft of the crank
};
inline constexpr int kFewestSlots = 3, kMostSlots = 16;

// The radius of the pin that is usual for so many slots (m).
double suggestGenevaPin(int slotCount, double distance);
// Why there is no such drive, in words; empty: there is.
std::string explainGeneva(const GenevaPlan& plan);

// Crank and wheel on pins of the frame, the motor, and the contacts of pin and slots, of disc and hollows.
// At the start the pin is away from the wheel. The wheel turns by -2pi/slots a turn.
Mechanism makeGeneva(const GenevaPlan& plan);

}  // namespace clank
