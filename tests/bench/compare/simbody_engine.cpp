// SPDX-License-Identifier: GPL-3.0-or-later
// Simbody: joint coordinates, loops by ball constraints, Runge-Kutta-Merson with projection.
#include <Simbody.h>

#include <memory>

#include "tests/bench/compare/problems.h"

namespace clank::compare {
namespace {

using namespace SimTK;

// The parts must outlive the body handles; nothing here is copied.
struct Model {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  Force::UniformGravity gravity{forces, matter, Vec3(0, -9.81, 0)};
  Body::Rigid rod{MassProperties(1, Vec3(.5, 0, 0), Inertia(Vec3(1e-6, 1. / 3, 1. / 3)))};
  std::vector<MobilizedBody> bodies;  // those whose far ends count come first
  State state;
};

std::shared_ptr<Model> makeChain(int rods) {
  auto model = std::make_shared<Model>();
  MobilizedBody parent = model->matter.Ground();
  for (int i = 0; i < rods; ++i) {
    parent = MobilizedBody::Pin(parent, Transform(Vec3(i == 0 ? 0 : 1, 0, 0)), model->rod, Transform());
    model->bodies.push_back(parent);
  }
  model->state = model->system.realizeTopology();
  return model;
}

std::shared_ptr<Model> makeFourBars(int windows) {
  auto model = std::make_shared<Model>();
  std::vector<MobilizedBody::Pin> posts, beams;
  for (int i = 0; i <= windows; ++i)
    posts.emplace_back(model->matter.Ground(), Transform(Vec3(i, 0, 0)), model->rod, Transform());
  for (int i = 0; i < windows; ++i) {
    beams.emplace_back(posts[i], Transform(Vec3(1, 0, 0)), model->rod, Transform());
    Constraint::Ball(posts[i + 1], Vec3(1, 0, 0), beams.back(), Vec3(1, 0, 0));
  }
  model->state = model->system.realizeTopology();
  for (auto& post : posts) {
    post.setAngle(model->state, Pi / 2);
    post.setRate(model->state, -1);
  }
  for (auto& beam : beams) {
    beam.setAngle(model->state, -Pi / 2);
    beam.setRate(model->state, 1);
  }
  model->bodies.assign(posts.begin(), posts.begin() + 1);
  return model;
}

std::vector<End> solve(Model& model, double duration, double accuracy) {
  try {
    RungeKuttaMersonIntegrator integrator(model.system);
    integrator.setAccuracy(accuracy);
    integrator.setConstraintTolerance(accuracy / 10);
    TimeStepper stepper(model.system, integrator);
    stepper.initialize(model.state);
    stepper.stepTo(duration);
    const State& state = integrator.getState();
    model.system.realize(state, Stage::Position);
    std::vector<End> ends;
    for (const MobilizedBody& body : model.bodies) {
      const Vec3 end = body.findStationLocationInGround(state, Vec3(1, 0, 0));
      ends.push_back({end[0], end[1]});
    }
    return ends;
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

std::vector<Setting> makeSimbody(const Problem& problem) {
  if (problem.kind == Problem::Kind::ball) return {};
  const auto model =
      problem.kind == Problem::Kind::chain ? makeChain(problem.size) : makeFourBars(problem.size);
  std::vector<Setting> settings;
  for (const double accuracy : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10}) {
    char name[40];
    std::snprintf(name, sizeof name, "RKM, accuracy %g", accuracy);
    settings.push_back({name, [=] { return solve(*model, problem.duration, accuracy); }});
  }
  return settings;
}

}  // namespace clank::compare
