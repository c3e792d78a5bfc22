// SPDX-License-Identifier: GPL-3.0-or-later
// Forces that do not come from constraints: gravity, laws, springs and dampers.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/dynamics/hand_piece.h"
#include "core/dynamics/marker.h"
#include "core/dynamics/system.h"

namespace clank {

// What a force element reports: moment on b (N m) of torques and torsion springs; tension (N) and length (m)
// of springs; force x and y (N, world axes) of loads and hands.
using ForceOutput = std::array<double, 2>;

// Reused numbers of one evaluation; sized once.
struct ForceWorkspace {
  explicit ForceWorkspace(const System& system)
      : slots(system.lawConstants),
        outputs(system.forces.size(), ForceOutput{}),
        shapes(system.bends.size()) {}
  std::vector<double> slots;         // what laws read
  std::span<const double> branches;  // on which they are (Mode::branches)
  std::span<const HandPiece> hands;  // that pull (Mode::hands)
  std::vector<ForceOutput> outputs;
  std::vector<ForceOutput> handForces;  // N, of each of hands
  std::vector<LinkMass::Shape> shapes;  // of links that bend, at the state of the last evaluation
};

// The line between the ends of a spring. At zero length it has no direction: the force is zero there.
struct SpringMotion {
  MarkerMotion a, b;
  double length = 0, rate = 0;                          // m, m/s
  Eigen::Vector2d direction = Eigen::Vector2d::Zero();  // from a to b, world
};
SpringMotion calcSpringMotion(const SystemSpring& spring, const double* q, const double* v);

// What the preload of a belt does to b, turned round (N, world): from a to b; offset is P_b - P_a. And its
// potential (J), tension times length of the belt but for a constant:
//   2 T (sqrt(l^2 - h^2) + h asin(h/l)), whose derivative is 2 T sqrt(1 - h^2/l^2).
Eigen::Vector2d calcBeltPull(const SystemBelt& belt, const Eigen::Vector2d& offset);
double calcBeltEnergy(const SystemBelt& belt, const Eigen::Vector2d& offset);

// Fills the slots that laws read (as long as System::lawConstants) at a state.
void updLawSlots(const System& system, double t, const double* q, const double* v, std::span<double> slots);

// The same with rates and accelerations, a being those of the coordinates (m/s2, rad/s2). Speeds have no
// second derivative.
void updLawSlots(const System& system, double t, const double* q, const double* v, const double* a,
                 std::span<Jet> slots);

// Generalised forces f (one a coordinate, about the centre of mass) and the powers that feed the energy
// ledger: powers[kWork] [W] put in by laws, powers[kDampingLoss] [W] taken out by dampers, the others zero.
// No allocation.
void updAppliedForces(const System& system, double t, const double* q, const double* v,
                      ForceWorkspace& workspace, std::span<double> f, std::span<double> powers);

}  // namespace clank
