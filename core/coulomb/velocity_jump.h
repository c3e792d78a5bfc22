// SPDX-License-Identifier: GPL-3.0-or-later
// What goes into an impact (impact.h), and what comes out.
#pragma once

#include <optional>
#include <vector>

#include "core/coulomb/one_sided.h"
#include "core/dynamics/shared_reactions.h"
#include "core/math/block_row.h"
#include "core/model/mechanism.h"

namespace clank {

struct ImpactContact {
  BlockRow row;                    // rate of the gap
  std::optional<BlockRow> slip;    // with friction
  OneSided how;                    // friction and restitution; its places follow from the island
  std::optional<BlockRow> roll{};  // with rolling resistance
  double rolling = 0;              // m, its arm
  double bias = 0, slipBias = 0;   // m/s, of the rates of gap and slip besides those of the rows
  double rollBias = 0;             // rad/s, the same of the turning
  bool rubs() const { return slip && !how.pulls && how.friction > 0; }
  bool resistsRolling() const { return roll && !how.pulls; }
};

// How contacts that take part together do so.
struct ImpactRules {
  ImpactOrder order = ImpactOrder::simultaneous;
  double restSpeed = 0;  // m/s or rad/s; sequential impacts slower than this end together, without rebound
  bool shares = true;    // say how contacts share what rigid bodies leave open; else it is as it came
};

struct VelocityJump {
  std::vector<double> dv;           // one a coordinate
  std::vector<double> rowImpulse;   // L, N s or N m s, one a row of the assembler
  std::vector<double> impulse;      // P along the gap, one a contact
  std::vector<double> slipImpulse;  // P along the slip
  // Where rigid bodies leave open how contacts share (impulse_share.h): the share that is reported, in place
  // of P, and whose impulses are so. L goes with it.
  std::vector<double> sharedImpulse, sharedSlipImpulse;
  std::vector<bool> isOpen;           // one a contact; empty: none
  bool sharesAsked = true;            // false: too many contacts to ask which are so
  SharedReactions openRows;           // of L
  double restitutionFactor = 1;       // by which all e were lowered
  bool exact = true;                  // false: by relaxation, see plastic_impact.h
  int blows = 0;                      // of sequential impacts; 0: all at once
  bool cutShort = false;              // there would have been more
  std::vector<double> jointFriction;  // N s or N m s along the coordinates, one a joint; empty: none rubs
  enum class Rubs { no, yes, leftOut, rollingLeftOut } rubs = Rubs::no;
};

}  // namespace clank
