// SPDX-License-Identifier: GPL-3.0-or-later
// Simbody: joint angles, loops closed by two rows each, error-controlled integrators with projection.
#include <Simbody.h>
#include <fmt/format.h>

#include <map>
#include <memory>

#include "tests/bench/compare/problems.h"
#include "tests/bench/compare/tree.h"

namespace clank::compare {
namespace {

SimTK::Vec3 toVec(const Place& place) {
  return {place.x, place.y, 0};
}

// The parts must outlive the body handles; nothing here is copied.
struct Model {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  std::map<int, SimTK::MobilizedBody> bodies;  // by number in the mechanism; -1: the frame
  SimTK::State state;
};

void hang(Model& model, const TreeBody& link) {
  using namespace SimTK;
  const Vec3 center = toVec(link.center);
  const double J = link.inertia, thin = 1e-6 * J;
  // A flat body has no moments about its own plane that matter here; they must only not be zero.
  const Inertia about = Inertia(Vec3(J / 2 + thin, J / 2 + thin, J)).shiftFromMassCenter(-center, link.mass);
  const Body::Rigid body(MassProperties(link.mass, center, about));
  MobilizedBody::Pin pin(model.bodies[link.parent], Transform(toVec(link.atParent)), body,
                         Transform(toVec(link.atBody)));
  pin.setDefaultAngle(link.angle);
  model.bodies[link.body] = pin;
}

// A point of b stays on a line of a that stands on the plane: two rows, where a ball joint would have a third
// one that is always met.
void close(Model& model, const Loop& loop) {
  SimTK::Constraint::PointOnLine(model.bodies[loop.a], SimTK::UnitVec3(SimTK::ZAxis), toVec(loop.atA),
                                 model.bodies[loop.b], toVec(loop.atB));
}

void addForces(Model& model, const Tree& tree) {
  SimTK::Force::UniformGravity(model.forces, model.matter, toVec(tree.gravity));
  for (const SteadyTorque& torque : tree.torques)
    SimTK::Force::ConstantTorque(model.forces, model.bodies[torque.body], SimTK::Vec3(0, 0, torque.moment));
  for (const PullingSpring& spring : tree.springs)
    SimTK::Force::TwoPointLinearSpring(model.forces, model.bodies[spring.a], toVec(spring.atA),
                                       model.bodies[spring.b], toVec(spring.atB), spring.stiffness,
                                       spring.freeLength);
}

std::shared_ptr<Model> makeModel(const Tree& tree) {
  auto model = std::make_shared<Model>();
  model->bodies[-1] = model->matter.Ground();
  for (const TreeBody& link : tree.bodies) hang(*model, link);
  for (const Loop& loop : tree.loops) close(*model, loop);
  addForces(*model, tree);
  model->state = model->system.realizeTopology();
  for (const TreeBody& link : tree.bodies)
    SimTK::MobilizedBody::Pin::updDowncast(model->bodies[link.body]).setRate(model->state, link.rate);
  return model;
}

template <class Integrator>
std::vector<Pose> solve(Model& model, double duration, double accuracy) {
  try {
    Integrator integrator(model.system);
    integrator.setAccuracy(accuracy);
    integrator.setConstraintTolerance(accuracy / 10);
    integrator.setFinalTime(duration);
    integrator.setReturnEveryInternalStep(true);
    integrator.initialize(model.state);
    const double begin = readSeconds();
    while (integrator.getTime() < duration) {
      integrator.stepTo(duration);
      if (readSeconds() - begin > kPatience) return {};  // steps without end at a singular position
    }
    const SimTK::State& state = integrator.getState();
    model.system.realize(state, SimTK::Stage::Position);
    std::vector<Pose> ends;
    for (const auto& [number, body] : model.bodies) {
      if (number < 0) continue;
      const SimTK::Transform& X = body.getBodyTransform(state);
      ends.push_back({X.p()[0], X.p()[1], std::atan2(X.R()[1][0], X.R()[0][0])});
    }
    return ends;
  } catch (const std::exception&) {
    return {};
  }
}

template <class Integrator>
Method makeMethod(const std::shared_ptr<Model>& model, const char* name, double duration) {
  Method method{"joint angles", name, {}};
  for (const double accuracy :
       {1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 3e-7, 1e-7, 3e-8, 1e-8, 1e-9, 1e-10})
    method.settings.push_back({fmt::format("accuracy {:g}", accuracy),
                               [=] { return solve<Integrator>(*model, duration, accuracy); }});
  return method;
}

// Orders up to 12, for systems without loops.
struct Adams : SimTK::CPodesIntegrator {
  explicit Adams(const SimTK::System& system) : CPodesIntegrator(system, SimTK::CPodes::Adams) {}
};

}  // namespace

std::vector<Method> makeSimbody(const Problem& problem) {
  if (problem.kind == Problem::Kind::ball) return {};
  const auto model = makeModel(makeTree(problem));
  std::vector<Method> methods{
      makeMethod<SimTK::RungeKuttaMersonIntegrator>(model, "Runge-Kutta-Merson", problem.duration)};
  if (problem.kind == Problem::Kind::chain)
    methods.push_back(makeMethod<Adams>(model, "CPodes Adams", problem.duration));
  else
    methods.push_back(makeMethod<SimTK::CPodesIntegrator>(model, "CPodes BDF", problem.duration));
  return methods;
}

}  // namespace clank::compare
