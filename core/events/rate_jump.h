// SPDX-License-Identifier: GPL-3.0-or-later
// The jump of velocities to what the rows in force demand, through all joints and closed contacts.
#pragma once

#include <optional>
#include <vector>

#include "core/events/event_context.h"

namespace clank {

// r - G v at the assembler's last update: what the velocities still miss.
std::vector<double> calcRateViolation(const Assembler& assembler, std::span<const double> v);

struct RateJump {
  std::vector<double> impulse;                  // L, one a row: N s, N m s
  std::vector<ContactImpulse> contactImpulses;  // of closed contacts that push
  double carriedWork = 0;                       // J, of what moves their surfaces along themselves
};

// (9b) with every closed contact as one that only pushes. The rows alone give dv_0 and L_0; contacts that
// this presses add their impulses P, through the same rows, so that
//     M dv = G' (L_0 + L_1) + J' P,  G (v + dv) = r,  0 <= P, J (v + dv) >= 0, complementary.
// Changes the velocities of c's state, whose closed contacts have to be open in the mode that is used
// (EventContext::calcOpenMode). Nothing when contacts are pressed together that cannot give way.
std::optional<RateJump> jumpToRates(EventContext& c);

// Work of the drives in a jump that they cause or feel, J: as momentum grows evenly from one end of the jump
// to the other, so do the rates, and each drive does its impulse times the mean of both.
double calcDriveWork(const Assembler& assembler, std::span<const double> impulse,
                     std::span<const double> rateBefore);

}  // namespace clank
