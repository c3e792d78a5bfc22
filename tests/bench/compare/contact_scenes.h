// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes with contacts and friction that engines with a fixed step solve beside Clank: what the step costs in
// truth.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace clank::compare {

enum class ContactScene {
  ball,   // spins and is thrown onto a rough floor: two bounces, then 1.3 s
  block,  // slides down 30 degrees with mu = 0.5 from rest, 1 s
  pile    // 20 discs with e = 0.5 and mu = 0.3 settle in a box, 3 s
};

struct ContactResult {
  double error = 0;  // ball, block: of position and angle at the end against the exact solution, m or rad
  double made = 0;   // pile: most that kinetic and potential energy stood above their start, J
  double penetration = 0;  // pile: deepest at any sample, m
  double rest = 0;         // pile: kinetic energy at the end, J
};

// One engine with one method and one step; empty when it cannot do the scene.
struct ContactEngine {
  std::string name, method;
  std::function<ContactResult(ContactScene, double step)> solve;
  bool hasPile = true;
};
std::vector<ContactEngine> listClank();
std::vector<ContactEngine> listBox2d();
std::vector<ContactEngine> listSiconosSteps();

// Numbers of the scenes (SI).
inline constexpr double kGravity = 9.81, kBallRadius = 0.05, kBallInertia = 0.001, kBallHeight = 1.05,
                        kBallSpin = 20, kBallRestitution = 0.6, kBallFriction = 0.2, kBallTime = 1.3,
                        kSlopeFriction = 0.5;
struct End {
  double x = 0, y = 0, angle = 0;
};
double calcBallError(const End& end);
// way: along the slope, m.
double calcBlockError(double way);

}  // namespace clank::compare
