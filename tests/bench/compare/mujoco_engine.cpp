// SPDX-License-Identifier: GPL-3.0-or-later
// MuJoCo: joint coordinates, fixed steps, loops by soft equality constraints made as stiff as the step
// allows.
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstring>
#include <memory>

#include "tests/bench/compare/problems.h"

namespace clank::compare {
namespace {

const std::string kRod =
    "<inertial pos='.5 0 0' mass='1' diaginertia='1e-6 .0833333333333333 .0833333333333333'/>"
    "<joint type='hinge' axis='0 0 1'/><site name='";

std::string openBody(const std::string& id, double x, double y, const std::string& more = "") {
  return "<body name='" + id + "' pos='" + std::to_string(x) + " " + std::to_string(y) + " 0' " + more + ">" +
         kRod + "end_" + id + "' pos='1 0 0'/>";
}

std::string describeChain(int rods) {
  std::string text, close;
  for (int i = 0; i < rods; ++i) {
    text += openBody("rod" + std::to_string(i), i == 0 ? 0 : 1, 0);
    close += "</body>";
  }
  return "<worldbody>" + text + close + "</worldbody>";
}

// Each beam hangs on the post before it; a connect constraint holds its other end on the next post.
std::string describeFourBars(int windows) {
  std::string bodies, loops;
  for (int i = 0; i <= windows; ++i) {
    const std::string k = std::to_string(i);
    bodies += openBody("post" + k, i, 0, "euler='0 0 1.5707963267948966'");
    if (i < windows) {
      bodies += openBody("beam" + k, 1, 0, "euler='0 0 -1.5707963267948966'") + "</body>";
      loops += "<connect body1='beam" + k + "' body2='post" + std::to_string(i + 1) + "' anchor='1 0 0'/>";
    }
    bodies += "</body>";
  }
  return "<worldbody>" + bodies + "</worldbody><equality>" + loops + "</equality>";
}

struct Free {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
  void operator()(mjData* d) const { mj_deleteData(d); }
};

std::shared_ptr<mjModel> load(const Problem& problem, double step) {
  const bool chain = problem.kind == Problem::Kind::chain;
  const std::string text =
      "<mujoco><compiler angle='radian'/><size nstack='4000000'/><option gravity='0 -9.81 0' timestep='" +
      std::to_string(step) + "' integrator='" + (chain ? "RK4" : "Euler") +
      "' tolerance='1e-14' iterations='100'/><default><equality solref='" + std::to_string(2 * step) +
      " 1' solimp='.9999 .9999 .001'/></default>" +
      (chain ? describeChain(problem.size) : describeFourBars(problem.size)) + "</mujoco>";
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

std::vector<End> solve(const mjModel* model, const Problem& problem, double step) {
  const std::unique_ptr<mjData, Free> data(mj_makeData(model));
  if (problem.kind == Problem::Kind::fourBars)
    for (int i = 0; i < model->njnt; ++i) {
      const std::string body = mj_id2name(model, mjOBJ_BODY, model->jnt_bodyid[i]);
      data->qvel[i] = body.compare(0, 4, "post") == 0 ? -1 : 1;
    }
  const auto steps = std::lround(problem.duration / step);
  for (long i = 0; i < steps; ++i) mj_step(model, data.get());
  mj_forward(model, data.get());
  std::vector<End> ends;
  for (int i = 0; i < model->nsite; ++i) ends.push_back({data->site_xpos[3 * i], data->site_xpos[3 * i + 1]});
  return ends;
}

}  // namespace

std::vector<Setting> makeMujoco(const Problem& problem) {
  std::vector<Setting> settings;
  if (problem.kind == Problem::Kind::ball) return settings;
  for (const double step : {1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5}) {
    const auto model = load(problem, step);
    if (!model) return {};
    char name[40];
    std::snprintf(name, sizeof name, "%s, step %g s", problem.kind == Problem::Kind::chain ? "RK4" : "Euler",
                  step);
    settings.push_back({name, [=] { return solve(model.get(), problem, step); }});
  }
  return settings;
}

}  // namespace clank::compare
