// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

namespace clank::test {

// A point mass that falls from 1 m onto the ground line and keeps nine tenths of its speed at each impact.
inline Mechanism makeBall(double duration) {
  Mechanism m;
  m.name = "Bouncing ball";
  Body ball;
  ball.id = "ball";
  ball.pose.y = 1;
  ball.mass = 1;
  ball.inertia = 1;
  m.bodies.push_back(ball);
  ContactPair ground;
  ground.id = "ground";
  ground.b = "ball";
  LineSurface line;
  line.from = {-1.0, 0.0};
  line.to = {1.0, 0.0};
  ground.surface = line;
  ground.law = ContactLaw::newton;
  ground.restitution = 0.9;
  m.contacts.push_back(ground);
  m.simulation.duration = duration;
  m.simulation.outputInterval = duration;
  return m;
}

}  // namespace clank::test
