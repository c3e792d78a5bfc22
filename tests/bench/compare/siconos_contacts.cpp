// SPDX-License-Identifier: GPL-3.0-or-later
// Siconos: Moreau-Jean with theta = 1/2 and its Gauss-Seidel solver of frictional contact. Its kernel has no
// discs, so the pile is not asked of it; ball and block are linear in their coordinates.
#include <SiconosKernel.hpp>
#include <cmath>

#include "tests/bench/compare/contact_scenes.h"

namespace clank::compare {
namespace {

// Coordinates (along, across, angle) over a line, with the arms of its contacts: gap = across + x angle - up,
// slip = along rate
// + up times the turn.
struct Arm {
  double x, up;
};

std::vector<double> run(const std::vector<double>& start, const std::vector<double>& speed, double inertia,
                        const std::vector<double>& weight, const std::vector<Arm>& arms, double restitution,
                        double friction, double duration, double step) {
  auto q = std::make_shared<SiconosVector>(3), v = std::make_shared<SiconosVector>(3),
       force = std::make_shared<SiconosVector>(3);
  auto mass = std::make_shared<SimpleMatrix>(3, 3);
  for (unsigned i = 0; i < 3; ++i) {
    (*q)(i) = start[i];
    (*v)(i) = speed[i];
    (*force)(i) = weight[i];
    (*mass)(i, i) = i == 2 ? inertia : 1;
  }
  auto body = std::make_shared<LagrangianLinearTIDS>(q, v, mass);
  body->setFExtPtr(force);
  auto system = std::make_shared<NonSmoothDynamicalSystem>(0, duration);
  system->insertDynamicalSystem(body);
  auto law = std::make_shared<NewtonImpactFrictionNSL>(restitution, 0, friction, 2);
  for (const Arm& arm : arms) {
    auto rows = std::make_shared<SimpleMatrix>(2, 3);
    (*rows)(0, 1) = 1;
    (*rows)(0, 2) = arm.x;
    (*rows)(1, 0) = 1;
    (*rows)(1, 2) = arm.up;
    auto shift = std::make_shared<SiconosVector>(2);
    (*shift)(0) = -arm.up;
    system->link(std::make_shared<Interaction>(law, std::make_shared<LagrangianLinearTIR>(rows, shift)),
                 body);
  }
  auto simulation = std::make_shared<TimeStepping>(system, std::make_shared<TimeDiscretisation>(0, step),
                                                   std::make_shared<MoreauJeanOSI>(0.5),
                                                   std::make_shared<FrictionContact>(2));
  while (simulation->hasNextEvent()) {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  return {(*body->q())(0), (*body->q())(1), (*body->q())(2)};
}

ContactResult solve(ContactScene scene, double step) {
  if (scene == ContactScene::ball) {
    const auto end = run({0, kBallHeight, 0}, {1, 0, kBallSpin}, kBallInertia, {0, -kGravity, 0},
                         {{0, kBallRadius}}, kBallRestitution, kBallFriction, kBallTime, step);
    return {calcBallError({end[0], end[1], end[2]})};
  }
  const auto end = run({0, 0.1, 0}, {0, 0, 0}, 0.05 / 12, {kGravity / 2, -kGravity * std::sqrt(0.75), 0},
                       {{-0.2, 0.1}, {0.2, 0.1}}, 0, kSlopeFriction, 1, step);
  return {calcBlockError(end[0])};
}

}  // namespace

std::vector<ContactEngine> listSiconosSteps() {
  return {{"Siconos", "Moreau-Jean", solve, false}};
}

}  // namespace clank::compare
