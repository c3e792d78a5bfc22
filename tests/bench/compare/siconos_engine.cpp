// SPDX-License-Identifier: GPL-3.0-or-later
// Siconos: the ball with its event-driven scheme (LSODAR between impacts, Newton's law at each). Linkages are
// not asked of it: its kernel has no joints, and equations typed in by hand for one linkage would compare
// them alone.
#include <SiconosKernel.hpp>

#include "tests/bench/compare/problems.h"

namespace clank::compare {
namespace {

std::vector<Pose> solve(double duration, double interval) {
  auto start = std::make_shared<SiconosVector>(1), speed = std::make_shared<SiconosVector>(1),
       weight = std::make_shared<SiconosVector>(1);
  (*start)(0) = 1;
  (*speed)(0) = 0;
  (*weight)(0) = -9.81;
  auto mass = std::make_shared<SimpleMatrix>(1, 1);
  (*mass)(0, 0) = 1;
  auto ball = std::make_shared<LagrangianLinearTIDS>(start, speed, mass);
  ball->setFExtPtr(weight);
  auto row = std::make_shared<SimpleMatrix>(1, 1);
  (*row)(0, 0) = 1;
  auto law = std::make_shared<NewtonImpactNSL>(0.9);
  auto floor = std::make_shared<Interaction>(law, std::make_shared<LagrangianLinearTIR>(row));
  auto system = std::make_shared<NonSmoothDynamicalSystem>(0, duration);
  system->insertDynamicalSystem(ball);
  system->link(floor, ball);
  auto simulation = std::make_shared<EventDriven>(system, std::make_shared<TimeDiscretisation>(0, interval));
  simulation->insertIntegrator(std::make_shared<LsodarOSI>());
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_IMPACT);
  simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
  simulation->setPrintStat(false);
  while (simulation->hasNextEvent()) {
    simulation->advanceToEvent();
    simulation->processEvents();
  }
  return {{0, (*ball->q())(0), 0}};
}

}  // namespace

std::vector<Method> makeSiconos(const Problem& problem) {
  if (problem.kind != Problem::Kind::ball) return {};
  Method method{"height", "event-driven LSODAR", {}};
  for (const int intervals : {1, 10})
    method.settings.push_back({std::to_string(intervals) + " intervals",
                               [=] { return solve(problem.duration, problem.duration / intervals); }});
  return {method};
}

}  // namespace clank::compare
