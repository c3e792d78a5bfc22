// SPDX-License-Identifier: GPL-3.0-or-later
// The slider-crank of Flores with a loose pin between rod and slider.
#pragma once

#include <array>
#include <numbers>

#include "tests/support/parts.h"

namespace clank::test {

inline constexpr double kCrank = 0.05, kRod = 0.12, kBearing = 0.01, kJournal = 0.0095;

// Crank, rod and slider stretched out to the right, at the speed of the drive; without gravity.
inline Mechanism makeSliderCrank(ContactLaw law, double restitution, double rpm, double turns) {
  const double omega = rpm * 2 * std::numbers::pi / 60;
  Mechanism m;
  m.gravity = {0.0, 0.0};
  m.bodies = {makeBody("crank", 0.3, 1e-4),
              makeBody("rod", 0.21, 2.5e-4, {kCrank, 0.0, 0.0, {}}, {0.06, 0.0}),
              makeBody("slider", 0.14, 1e-5, {kCrank + kRod, 0.0, 0.0, {}})};
  m.bodies[0].velocity.omega = omega;
  m.bodies[1].velocity.vy = omega * kCrank;
  m.bodies[1].velocity.omega = -omega * kCrank / kRod;
  m.joints = {makeJoint("O", Revolute{}, kFrame, "crank"),
              makeJoint("A", Revolute{}, "crank", "rod", {kCrank, 0.0}),
              makeJoint("B", Revolute{}, "rod", "slider", {kRod, 0.0}),
              makeJoint("G", Prismatic{}, kFrame, "slider")};
  Clearance play;
  play.bearing = kBearing;
  play.journal = kJournal;
  play.law = law;
  play.restitution = restitution;
  play.compliance = Compliance{};
  play.compliance->materialA = play.compliance->materialB = Material{2.07e11, 0.3, {}};
  play.compliance->leastApproach = 1e-4;
  m.joints[2].clearance = play;
  Drive motor;
  motor.id = "motor";
  motor.joint = "O";
  ConstantSpeed speed;
  speed.speed = omega;
  motor.kind = speed;
  m.drives = {motor};
  m.simulation.duration = turns * 60 / rpm;
  m.simulation.outputInterval = m.simulation.duration.value / 100;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-11;
  return m;
}

// With gravity, K = 1e10 N/m^1.5 and a speed of approach of 0.5 m/s whatever it is: hysteresis 3 (1 - e^2)/4.
inline Mechanism makeSliderCrankWithoutMemory() {
  Mechanism m = makeSliderCrank(ContactLaw::lankaraniNikravesh, 0.9, 5000, 2);
  m.gravity = {0.0, -9.81};
  m.joints[2].clearance->compliance = Compliance{};
  m.joints[2].clearance->compliance->stiffness = 1e10;
  m.joints[2].clearance->compliance->fixedApproach = 0.5;
  return m;
}

// Of rod and slider; the angle between -pi and pi. Long double with error control at 1e-16.
struct SliderCrankReference {
  double t, angle, x, omega, vx;  // s, rad, m, rad/s, m/s
};
inline constexpr std::array<SliderCrankReference, 4> kSliderCrankWithoutMemory{{
    {0.0030, -0.429045076936380728, 0.108604411594286843, -17.088012652596, -27.423161468344},
    {0.0060, -0.002500546136382709, 0.069574100997408376, 221.241505046136, -0.223406296461},
    {0.012, -0.002749606234177448, 0.170420848625095169, -205.501360226031, 1.126938203429},
    {0.024, -0.001937370900626308, 0.170490243996929616, -202.217658793482, 0.943552653998},
}};

}  // namespace clank::test
