// SPDX-License-Identifier: GPL-3.0-or-later
// A ratchet wheel from a few numbers, with a pawl that a spring presses into its teeth: the wheel turns one
// way only.
#pragma once

#include <string>

#include "core/model/mechanism.h"
#include "ui/document/plane_motion.h"

namespace clank {

struct RatchetPlan {
  int teeth = 12;
  double radius = 0.1;  // m, of the tips
  double depth = 0;     // m, of the teeth; 0: as it fits
  double swing = 2.3;   // pitches that a hand swings the wheel to and fro by; 0: there is no hand
  PlanePoint at;        // the shaft of the wheel
};
inline constexpr int kFewestRatchetTeeth = 6, kMostRatchetTeeth = 120;

double suggestToothDepth(int teeth, double radius);   // m
std::string explainRatchet(const RatchetPlan& plan);  // empty: there is one

// Wheel and pawl on pins of the frame, the spring of the pawl, its contact with the teeth, and a torque that
// swings the wheel. It turns counter-clockwise; clockwise the pawl holds it by the face of a tooth.
Mechanism makeRatchet(const RatchetPlan& plan);

}  // namespace clank
