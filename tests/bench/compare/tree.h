// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism of revolute joints as engines with joint coordinates want it: a tree of bodies and the joints
// that close its loops. Every problem is described once, in tests/support, for all engines.
#pragma once

#include <vector>

#include "tests/bench/compare/problems.h"

namespace clank::compare {

struct Place {
  double x = 0, y = 0;  // m
};

// A body behind the joint that holds it. Bodies are numbered as in the mechanism; -1 is the frame. Points are
// in body axes.
struct TreeBody {
  int body = 0, parent = -1;
  Place atParent, atBody;
  double angle = 0, rate = 0;  // relative to the parent, at the start; rad, rad/s
  double mass = 0, inertia = 0;
  Place center;
};
struct Loop {
  int a = -1, b = -1;
  Place atA, atB;
};
struct PullingSpring {
  int a = -1, b = -1;
  Place atA, atB;
  double stiffness = 0, freeLength = 0;  // N/m, m
};
struct SteadyTorque {
  int body = -1;
  double moment = 0;  // N m
};
struct Tree {
  Place gravity;                 // m/s2
  std::vector<TreeBody> bodies;  // parents first
  std::vector<Loop> loops;
  std::vector<PullingSpring> springs;
  std::vector<SteadyTorque> torques;
  // Where the axes of a body of the mechanism are attached to its joint.
  const TreeBody& find(int body) const;
};

// Of a problem with revolute joints only.
Tree makeTree(const Problem& problem);

}  // namespace clank::compare
