// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/joint_grips.h"

#include <fmt/format.h>

#include <vector>

#include "core/coulomb/impact.h"
#include "core/dynamics/tolerances.h"

namespace clank {

// Elimination with the largest pivot: what is left of W_kk is the mobility of coordinate k beside the rows in
// force and those already chosen.
void chooseGrips(EventContext& c) {
  const System& system = c.system();
  std::vector<std::size_t> resting;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    c.mode().joints[j].grips = false;
    if (c.mode().joints[j].rests) resting.push_back(j);
  }
  if (resting.empty()) return;
  c.useMode(c.mode());
  Assembler& assembler = c.dynamics().assembler();
  std::vector<BlockRow> rows;
  double gamma = 0;
  for (const std::size_t joint : resting) rows.push_back(calcRateRow(assembler, joint, gamma));
  Eigen::MatrixXd W = calcUnitResponses(assembler, rows).W;
  const auto calcFreedom = [&](std::size_t i) {
    const auto k = static_cast<Eigen::Index>(i);
    return W(k, k) / system.metric.calcFreeMobility(rows[i]);
  };
  while (true) {
    std::size_t freest = 0;
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (calcFreedom(i) > calcFreedom(freest)) freest = i;
    if (!(calcFreedom(freest) > kHeldAlready)) return;
    c.mode().joints[resting[freest]].grips = true;
    const auto k = static_cast<Eigen::Index>(freest);
    const Eigen::VectorXd column = W.col(k);
    W -= column * column.transpose() / column(k);
    W.row(k).setZero();
    W.col(k).setZero();
  }
}

std::string describeSelfLocking(const System& system, std::size_t joint) {
  const SystemJoint& j = system.joints[joint];
  if (isMesh(j))
    return fmt::format(
        "joint {} locks itself: b drives, what it carries is heavy beside what a carries, and the teeth "
        "brake "
        "a by more than they give, so that both would stop at a blow; take a greater reverse_efficiency, or "
        "more inertia on the shaft of a",
        j.id);
  const bool turns = j.coordinate == CoordinateKind::angle;
  return fmt::format(
      "joint {} locks itself: its friction grows with its own reaction by more than the motion takes from "
      "it, "
      "so that sliding on is impossible; {} is not small beside the lever arms of the load: {}",
      j.id,
      turns ? fmt::format("the coefficient times the radius of the pin ({:.3g} m)", j.friction->coefficient)
            : fmt::format("the coefficient ({:.3g})", j.friction->coefficient),
      turns ? "take a thinner pin or less friction"
            : "take a longer guide, a load nearer to it, or less friction");
}

std::string findPlaceOfFriction(const System& system, std::size_t joint) {
  return fmt::format("/joints/{}/{}", joint, isMesh(system.joints[joint]) ? "efficiency" : "friction");
}

}  // namespace clank
