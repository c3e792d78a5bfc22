// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms of any size whose motion other programs have been measured on. Every rod is uniform, 1 m long
// and 1 kg heavy.
#pragma once

#include <string>

#include "core/model/mechanism.h"

namespace clank::test {

// section x density x length = 1 kg, so that the moment of inertia about the centre is 1/12 kg m2.
inline Body makeRod(const std::string& id, double x, double y) {
  Body rod;
  rod.id = id;
  rod.pose.x = x;
  rod.pose.y = y;
  rod.length = 1.0;
  rod.section = 1e-4;
  rod.density = 1e4;
  return rod;
}

inline Joint makePin(const std::string& id, const std::string& a, double ax, double ay, const std::string& b,
                     double bx) {
  Joint pin;
  pin.id = id;
  pin.a = a;
  pin.b = b;
  pin.atA = {ax, ay};
  pin.atB = {bx, 0.0};
  pin.kind = Revolute{};
  return pin;
}

inline SimulationSettings makeBenchmarkSettings(double duration) {
  SimulationSettings settings;
  settings.duration = duration;
  settings.outputInterval = 0.01;
  settings.relativeTolerance = settings.absoluteTolerance = 1e-8;
  return settings;
}

// n rods in a row from the origin along +x, at rest, under gravity: 5 s.
inline Mechanism makeChainOfRods(int n) {
  Mechanism m;
  m.name = "Chain of " + std::to_string(n) + " rods";
  m.description =
      std::to_string(n) +
      " equal rods hang in a row from a fixed pin, start horizontal and at rest, and fall for 5 s. "
      "chain.md tells where the reference comes from and what is met.";
  for (int i = 1; i <= n; ++i) {
    const std::string id = "rod" + std::to_string(i);
    m.bodies.push_back(makeRod(id, i - 1, 0));
    m.joints.push_back(makePin("O" + std::to_string(i), i == 1 ? kFrame : m.bodies[m.bodies.size() - 2].id,
                               i == 1 ? 0 : 1, 0, id, 0));
  }
  m.simulation = makeBenchmarkSettings(5);
  return m;
}

// N square windows in a row: posts A_i B_i from the ground at x = i, beams B_(i-1) B_i. All B_i start with 1
// m/s along +x: 10 s. Posts turn clockwise; the windows are flat (singular) whenever the posts lie along the
// ground.
inline Mechanism makeFourBars(int windows) {
  Mechanism m;
  m.name = (windows == 1 ? "One four-bar" : "Row of " + std::to_string(windows) + " four-bars");
  m.description =
      "Parallelograms in a row are pushed over by a first speed of 1 m/s. Each time the row lies flat, every "
      "window could fold into another shape. There is one degree of freedom, and the constraints do not say "
      "which shape comes. A02 of the IFToMM library of multibody benchmarks with N = " +
      std::to_string(windows) + ". four-bars.md tells where the reference comes from and what is met.";
  for (int i = 0; i <= windows; ++i) {
    const std::string k = std::to_string(i), post = "post" + k;
    m.bodies.push_back(makeRod(post, i, 0));
    m.bodies.back().pose.angle.text = "pi/2";
    m.bodies.back().velocity.omega = -1;
    m.joints.push_back(makePin("A" + k, kFrame, i, 0, post, 0));
    if (i == 0) continue;
    const std::string beam = "beam" + k, before = "post" + std::to_string(i - 1);
    m.bodies.push_back(makeRod(beam, i - 1, 1));
    m.bodies.back().velocity.vx = 1;
    m.joints.push_back(makePin("L" + k, before, 1, 0, beam, 0));
    m.joints.push_back(makePin("R" + k, post, 1, 0, beam, 1));
  }
  m.simulation = makeBenchmarkSettings(10);
  return m;
}

}  // namespace clank::test
