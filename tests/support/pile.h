// SPDX-License-Identifier: GPL-3.0-or-later
// Discs with friction that fall into a box.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/contacts.h"
#include "tests/support/parts.h"

namespace clank::test {

// Radii from 4 to 5 cm in a grid of 12 cm, speeds up to 1 m/s, 1 kg each; e = 0.5, mu = 0.3. duration: s.
inline Mechanism makePile(int discs, double duration) {
  std::mt19937 random(1);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(random()) / static_cast<double>(std::mt19937::max()));
  };
  const auto line = [](Point from, Point to) {
    LineSurface wall;
    wall.from = std::move(from);
    wall.to = std::move(to);
    return wall;
  };
  constexpr double kCell = 0.12, kRestitution = 0.5, kFriction = 0.3;
  const int columns = static_cast<int>(std::sqrt(discs));
  const double width = columns * kCell;
  Mechanism m;
  std::vector<double> radii;
  for (int i = 0; i < discs; ++i) {
    const std::string id = "d" + std::to_string(i);
    const double r = uniform(0.04, 0.05);
    const double x = (i % columns + 0.5) * kCell + uniform(-0.005, 0.005);
    m.bodies.push_back(makeBody(id, 1, r * r / 2, {x, 0.1 + i / columns * kCell, 0.0, {}}));
    m.bodies.back().velocity.vx = uniform(-1, 1);
    m.bodies.back().velocity.vy = uniform(-1, 1);
    const auto add = [&](const std::string& name, const Surface& surface, const std::string& a) {
      m.contacts.push_back(makeContact(name, id, surface, kRestitution, kFriction));
      m.contacts.back().a = a;
      m.contacts.back().radius = r;
    };
    add("floor" + id, line({0.0, 0.0}, {width, 0.0}), kFrame);
    add("left" + id, line({0.0, 50.0}, {0.0, 0.0}), kFrame);
    add("right" + id, line({width, 0.0}, {width, 50.0}), kFrame);
    for (int j = 0; j < i; ++j) {
      CircleSurface circle;
      circle.radius = radii[static_cast<std::size_t>(j)];
      add(id + "_" + std::to_string(j), circle, "d" + std::to_string(j));
    }
    radii.push_back(r);
  }
  m.gravity = {0.0, -kG};
  m.simulation.duration = duration;
  m.simulation.outputInterval = 0.01;
  return m;
}

}  // namespace clank::test
