// SPDX-License-Identifier: GPL-3.0-or-later
// The closed loops of a mechanism, and the type of those with four bars.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

// bodies[i] and bodies[i + 1] are connected by joints[i], the last body and the first by the last joint. The
// frame, where it is part of the loop, comes first.
struct Loop {
  std::vector<std::string> bodies;
  std::vector<std::size_t> joints;  // indices into Mechanism::joints
};

// As many as the joints close, each the shortest that its last drawn joint closes. Needs joints whose bodies
// exist.
std::vector<Loop> findLoops(const Mechanism& mechanism);

// "frame - A0 - crank - A - coupler - B - rocker - B0 - frame"
std::string describeLoop(const Mechanism& mechanism, const Loop& loop);

enum class FourBarType { crankRocker, doubleCrank, doubleRocker, changePoint, tripleRocker };
const char* toWords(FourBarType type);

// A loop of four revolute joints.
struct FourBar {
  Loop loop;
  std::array<double, 4> lengths{};               // m, of loop.bodies, between their two joints
  std::size_t shortest = 0;                      // index into loop.bodies; the first of several
  FourBarType type = FourBarType::tripleRocker;  // as seen from loop.bodies[0]
};
// Of a resolved mechanism.
std::vector<FourBar> findFourBars(const Mechanism& resolved);

// The type of each, as notes for people.
Problems describeFourBars(const Mechanism& resolved);

// Length that is missing for a loop of revolute joints to close: the longest link less all others together
// (m); not positive when it can close. Nothing for loops with other joints.
struct LoopGap {
  double missing = 0;       // m
  std::size_t longest = 0;  // index into Loop::bodies
  double length = 0;        // m, of that link
};
std::optional<LoopGap> calcLoopGap(const Mechanism& resolved, const Loop& loop);

}  // namespace clank
