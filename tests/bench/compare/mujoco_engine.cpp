// SPDX-License-Identifier: GPL-3.0-or-later
// MuJoCo: joint angles, fixed steps, loops by soft equality constraints made as stiff as the step allows.
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstring>
#include <memory>

#include "tests/bench/compare/problems.h"
#include "tests/bench/compare/tree.h"

namespace clank::compare {
namespace {

// MuJoCo's axes of a body stand in the joint that holds it.
class Describer {
 public:
  explicit Describer(const Tree& tree) : tree_(tree) {}

  std::string describe(const std::string& options) const {
    return "<mujoco><compiler angle='radian'/><size nstack='8000000'/>" + options + "<worldbody>" +
           describeSites(-1) + describeChildren(-1) + "</worldbody><equality>" + describeLoops() +
           "</equality><tendon>" + describeSprings() + "</tendon></mujoco>";
  }

 private:
  Place fromJoint(int body, const Place& p) const {
    if (body < 0) return p;
    const Place& origin = tree_.find(body).atBody;
    return {p.x - origin.x, p.y - origin.y};
  }
  static std::string write(const Place& p) { return fmt::format("{:.17g} {:.17g} 0", p.x, p.y); }

  std::string describeChildren(int parent) const {
    std::string text;
    for (const TreeBody& link : tree_.bodies) {
      if (link.parent != parent) continue;
      const double J = link.inertia;
      text += fmt::format(
          "<body name='b{0}' pos='{1}' euler='0 0 {2:.17g}'><inertial pos='{3}' mass='{4:.17g}' "
          "diaginertia='{5:.17g} {5:.17g} {6:.17g}'/><joint name='j{0}' type='hinge' axis='0 0 1'/>",
          link.body, write(fromJoint(parent, link.atParent)), link.angle,
          write(fromJoint(link.body, link.center)), link.mass, 0.6 * J, J);
      text += describeSites(link.body) + describeChildren(link.body) + "</body>";
    }
    return text;
  }

  std::string describeLoops() const {
    std::string text;
    for (const Loop& loop : tree_.loops) {
      const bool onFrame = loop.a < 0;
      text += fmt::format("<connect body1='b{}' anchor='{}'", onFrame ? loop.b : loop.a,
                          write(onFrame ? fromJoint(loop.b, loop.atB) : fromJoint(loop.a, loop.atA)));
      text += onFrame ? "/>" : fmt::format(" body2='b{}'/>", loop.b);
    }
    return text;
  }

  std::string describeSites(int body) const {
    std::string text;
    for (std::size_t i = 0; i < tree_.springs.size(); ++i) {
      const PullingSpring& spring = tree_.springs[i];
      const auto add = [&](char end, const Place& at) {
        text += fmt::format("<site name='s{}{}' pos='{}'/>", i, end, write(fromJoint(body, at)));
      };
      if (spring.a == body) add('a', spring.atA);
      if (spring.b == body) add('b', spring.atB);
    }
    return text;
  }

  std::string describeSprings() const {
    std::string text;
    for (std::size_t i = 0; i < tree_.springs.size(); ++i)
      text += fmt::format(
          "<spatial stiffness='{1:.17g}' springlength='{2:.17g}'><site site='s{0}a'/><site site='s{0}b'/>"
          "</spatial>",
          i, tree_.springs[i].stiffness, tree_.springs[i].freeLength);
    return text;
  }

  const Tree& tree_;
};

struct Free {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
  void operator()(mjData* d) const { mj_deleteData(d); }
};

std::shared_ptr<mjModel> load(const std::string& text) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "model.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[0], text.data(), text.size());
  char error[1000] = "";
  std::shared_ptr<mjModel> model(mj_loadXML("model.xml", files.get(), error, sizeof error), Free{});
  mj_deleteVFS(files.get());
  if (!model) std::fprintf(stderr, "MuJoCo: %s\n", error);
  return model;
}

struct Experiment {
  Tree tree;
  double duration = 0;
};

// The equality constraints may be no faster than two steps.
std::shared_ptr<mjModel> makeModel(const Experiment& x, const char* integrator, double step) {
  const std::string options = fmt::format(
      "<option gravity='{:.17g} {:.17g} 0' timestep='{:.17g}' integrator='{}' tolerance='1e-14' "
      "iterations='100'/>"
      "<default><equality solref='{:.17g} 1' solimp='.9999 .9999 .001'/></default>",
      x.tree.gravity.x, x.tree.gravity.y, step, integrator, 2 * step);
  return load(Describer(x.tree).describe(options));
}

void start(const Experiment& x, const mjModel* model, mjData* data) {
  const auto find = [&](int object, const std::string& name) {
    return mj_name2id(model, object, name.c_str());
  };
  for (const TreeBody& link : x.tree.bodies)
    data->qvel[model->jnt_dofadr[find(mjOBJ_JOINT, "j" + std::to_string(link.body))]] = link.rate;
  for (const SteadyTorque& torque : x.tree.torques)
    data->xfrc_applied[6 * find(mjOBJ_BODY, "b" + std::to_string(torque.body)) + 5] = torque.moment;
}

std::vector<Pose> solve(const Experiment& x, const mjModel* model, long steps) {
  const std::unique_ptr<mjData, Free> data(mj_makeData(model));
  start(x, model, data.get());
  for (long i = 0; i < steps; ++i) mj_step(model, data.get());
  mj_forward(model, data.get());
  std::vector<Pose> ends;
  for (std::size_t i = 0; i < x.tree.bodies.size(); ++i) {
    const int body = mj_name2id(model, mjOBJ_BODY, ("b" + std::to_string(i)).c_str());
    const double *p = data->xpos + 3 * body, *R = data->xmat + 9 * body;
    const Place& at = x.tree.find(static_cast<int>(i)).atBody;
    ends.push_back(
        {p[0] - R[0] * at.x - R[1] * at.y, p[1] - R[3] * at.x - R[4] * at.y, std::atan2(R[3], R[0])});
  }
  return ends;
}

Method makeMethod(const std::shared_ptr<Experiment>& x, const char* integrator, const char* name) {
  constexpr double kCoarsest = 250, kFiner = 1.41, kFinest = 2e6;  // steps a run
  Method method{x->tree.loops.empty() ? "joint angles" : "joint angles; soft loops", name, {}};
  for (double count = kCoarsest; count < kFinest; count *= kFiner) {
    const long steps = std::lround(count);
    const double step = x->duration / static_cast<double>(steps);
    if (step < 1e-9) break;
    const auto model = makeModel(*x, integrator, step);
    if (!model) return method;
    method.settings.push_back(
        {fmt::format("step {:.3g} s", step), [=] { return solve(*x, model.get(), steps); }});
  }
  return method;
}

}  // namespace

std::vector<Method> makeMujoco(const Problem& problem) {
  if (problem.kind == Problem::Kind::ball) return {};
  const auto x = std::make_shared<Experiment>();
  x->tree = makeTree(problem);
  x->duration = problem.duration;
  std::vector<Method> methods{makeMethod(x, "RK4", "Runge-Kutta 4")};
  if (problem.kind != Problem::Kind::chain) methods.push_back(makeMethod(x, "Euler", "semi-implicit Euler"));
  return methods;
}

}  // namespace clank::compare
