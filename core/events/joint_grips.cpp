// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/joint_grips.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "core/coulomb/impact.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

// Tells which closed contacts slide or stick otherwise than before. (Joints tell it themselves.) False for
// none.
bool tellSlips(EventContext& c, const Mode& before) {
  bool changed = false;
  for (const std::size_t u : c.mode().unilaterals.listClosed()) {
    const UnilateralMode& after = c.mode().unilaterals[u];
    if (after.slip == before.unilaterals[u].slip) continue;
    c.add(c.describe(after.slip == 0 ? EventKind::stick : EventKind::slip, u));
    changed = true;
  }
  return changed;
}

// All closed contacts and all joints decide anew, together. False when nothing has changed by that.
bool decideAgain(EventContext& c) {
  const Mode before = c.mode();
  if (!c.decideContacts()) return true;
  bool changed = false;
  for (std::size_t j = 0; j < before.joints.size(); ++j)
    changed = changed || c.mode().joints[j].slip != before.joints[j].slip;
  changed = changed || c.mode().unilaterals.listClosed() != before.unilaterals.listClosed();
  return tellSlips(c, before) || changed;
}

// One side of its cone is met: it slides. Both, or its tip: it lets go.
bool slipsAt(const std::set<int>& met) {
  return met.size() == 1 && !met.contains(0);
}

void beginSlip(EventContext& c, bool isJoint, std::size_t index, int slip) {
  if (isJoint) {
    c.mode().joints[index].slip = slip;
    c.mode().joints[index].rests = false;
    c.add(c.describeFriction(EventKind::slip, index));
  } else {
    const std::size_t unilateral = c.system().firstContact() + index;
    c.mode().unilaterals.upd(unilateral).slip = slip;
    c.add(c.describe(EventKind::slip, unilateral));
  }
}

}  // namespace

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

void giveWay(EventContext& c, const ContactShare& share) {
  std::map<std::pair<bool, std::size_t>, std::set<int>> sides;
  if (!share.isEmpty())
    for (const ContactShare::Bound& bound : share.calcMargin().met)
      sides[{bound.isJoint, bound.index}].insert(bound.side);
  if (decideAgain(c)) return;
  const Mode before = c.mode();
  for (const auto& [part, met] : sides)
    if (!part.first && !slipsAt(met)) c.letGo(c.system().firstContact() + part.second);
  // What rests may rest on without those that have let go.
  if (c.mode().unilaterals.listClosed() != before.unilaterals.listClosed()) {
    if (c.decideContacts()) tellSlips(c, before);
    return;
  }
  for (const auto& [part, met] : sides)
    if (slipsAt(met)) beginSlip(c, part.first, part.second, -*met.begin());
}

std::string describeSelfLocking(const System& system, std::size_t joint) {
  const SystemJoint& j = system.joints[joint];
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

}  // namespace clank
