// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/contact_modes.h"

#include <algorithm>
#include <cmath>

#include "core/coulomb/contact_problem.h"
#include "core/coulomb/impact.h"
#include "core/coulomb/solve_contacts.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr double kAcceleration = 1e-10;  // relative to the accelerations of the problem
constexpr double kInside = 1e-6;         // of the bound: friction that is further below it holds,
constexpr double kHeld = 100;            // although the solver has left so many tolerances of an acceleration

struct Touching {
  std::vector<BlockRow> rows;
  ContactProblem problem;  // contacts, then those of them that resist rolling, then joints
  std::vector<std::size_t> rolling, joints;
  std::vector<double> kinetic;  // coefficients of the contacts in motion
  UnitResponses responses;
  double tolerance = 0;  // of accelerations, m/s2 or rad/s2
};

int findSlip(double rate) {
  return std::abs(rate) <= kSlip ? 0 : rate > 0 ? 1 : -1;
}

// What joints and drives hold already moves as they say, whatever its friction: it slips as it is
// accelerated, or does not move and takes no friction. What is left of its row in W is rounding error.
void fixHeld(const System& system, OneSided& contact, Touching& touching) {
  ContactProblem& problem = touching.problem;
  const Eigen::Index k = contact.slip;
  const BlockRow& row = touching.rows[static_cast<std::size_t>(k)];
  if (problem.W(k, k) > kHeldAlready * system.metric.calcFreeMobility(row)) return;
  problem.W.row(k).setZero();
  problem.W.col(k).setZero();
  if (problem.light.any()) {
    problem.light.low.row(k).setZero();
    problem.light.low.col(k).setZero();
  }
  if (contact.slides == 0 && std::abs(problem.b(k)) > touching.tolerance)
    contact.slides = problem.b(k) > 0 ? 1 : -1;
  if (contact.slides != 0) return;
  contact.slip = -1;  // takes no part
}

Touching makeProblem(ForwardDynamics& dynamics, double t, std::span<const double> y,
                     std::span<const std::size_t> unilaterals) {
  const Assembler& assembler = dynamics.assembler();
  const System& system = assembler.system();
  const double* v = system.layout.speeds(y).data();
  dynamics.evaluate(t, y);
  const double* a = dynamics.acceleration().data();
  Touching touching;
  std::vector<double> free;
  const auto addRow = [&](const BlockRow& row, double acceleration) {
    touching.rows.push_back(row);
    free.push_back(acceleration);
    return static_cast<Eigen::Index>(touching.rows.size()) - 1;
  };
  for (const std::size_t u : unilaterals) {
    const UnilateralRows rows = calcUnilateralRows(system, u, y.data(), v);
    OneSided contact;
    contact.normal = addRow(rows.push, dot(rows.gap, a) - rows.gapGamma);
    if (rows.friction > 0) {
      contact.slip = addRow(rows.slip, dot(rows.slip, a) - rows.slipGamma);
      contact.slides = findSlip(rows.slipRate);
      contact.friction = contact.slides == 0 ? rows.staticFriction : rows.friction;
    }
    touching.problem.contacts.push_back(contact);
    touching.kinetic.push_back(rows.friction);
  }
  for (std::size_t i = 0; i < unilaterals.size(); ++i) {
    const UnilateralRows rows = calcUnilateralRows(system, unilaterals[i], y.data(), v);
    if (rows.rolling == 0) continue;
    OneSided roll{-1, addRow(rows.roll, dot(rows.roll, a) - rows.rollGamma), rows.rolling,
                  findSlip(rows.rollRate)};
    roll.load = touching.problem.contacts[i].normal;
    touching.problem.contacts.push_back(roll);
    touching.rolling.push_back(i);
  }
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    if (!canGrip(system, assembler.mode(), j)) continue;
    double gamma = 0;
    const BlockRow row = calcRateRow(assembler, j, gamma);
    touching.problem.contacts.push_back(
        {-1, addRow(row, dot(row, a) - gamma), 1, findSlip(calcRate(assembler, j)), false, 0});
    touching.joints.push_back(j);
  }
  touching.problem.b = Eigen::Map<const Eigen::VectorXd>(free.data(), static_cast<Eigen::Index>(free.size()));
  touching.responses = calcUnitResponses(dynamics.assembler(), touching.rows);
  touching.problem.W = touching.responses.W;
  touching.problem.light = touching.responses.light;
  touching.tolerance = free.empty() ? 0 : kAcceleration * (1 + touching.problem.b.cwiseAbs().maxCoeff());
  for (OneSided& contact : touching.problem.contacts)
    if (contact.normal < 0) fixHeld(system, contact, touching);
  return touching;
}

// Bound of the friction of a joint at multipliers.
double calcBound(const Assembler& assembler, std::size_t joint, bool rests,
                 const std::vector<double>& lambda) {
  if (rests) return calcStaticBound(assembler, joint, lambda);
  const JointFrictionLaw& law = *assembler.system().joints[joint].friction;
  return law.constant + law.coefficient * calcPressure(assembler, joint, lambda).value;
}

// Forces whose reactions give the bounds of the joints: nothing in p, and the joint that has moved most,
// where the iteration does not come to rest.
struct Settled {
  Eigen::VectorXd p;  // empty: not found
  std::optional<std::size_t> locked;
};
// More than any joint needs to stay at rest: a bound without end would leave the other numbers no digits.
// What loads a coordinate is its acceleration without friction and the friction of the joints that slip: in
// free fall there is nothing else.
double calcCap(const ContactProblem& problem) {
  constexpr double kEnough = 1e6;
  double largest = 0;
  for (Eigen::Index k = 0; k < problem.b.size(); ++k) {
    double load = std::abs(problem.b(k));
    for (const OneSided& other : problem.contacts)
      if (other.normal < 0 && other.slides != 0) load += std::abs(problem.W(k, other.slip)) * other.base;
    if (problem.W(k, k) > 0) largest = std::max(largest, load / problem.W(k, k));
  }
  return kEnough * largest;
}

// A joint that the forces hold at rest with no more than its bound: what else they might be is no matter.
bool holdsWithin(const Touching& touching, const Eigen::VectorXd& p, const OneSided& joint, double bound) {
  const ContactProblem& problem = touching.problem;
  return joint.slides == 0 && joint.slip >= 0 && std::abs(p(joint.slip)) <= bound &&
         std::abs(problem.W.row(joint.slip).dot(p) + problem.b(joint.slip)) <= touching.tolerance;
}

// Where several hold the same, forces are one share of many and need not come to rest: then it is enough that
// each joint holds with what it has, and that the others know their bounds as well as such forces are known.
// Only modes follow from them.
Settled solveWithBounds(const ForwardDynamics& dynamics, Touching& touching) {
  constexpr int kMostRounds = 500, kEnoughRounds = 100;
  constexpr double kSettledBound = 1e-12, kRoundedBound = 1e-6;
  auto& contacts = touching.problem.contacts;
  const std::size_t first = contacts.size() - touching.joints.size();
  std::vector<double> lambda(dynamics.lambda().begin(), dynamics.lambda().end());
  std::vector<BoundSearch> searches(touching.joints.size());
  Settled settled;
  for (int round = 0; round < kMostRounds; ++round) {
    double largest = 0, most = 0;
    const double cap = calcCap(touching.problem);
    for (std::size_t i = 0; i < touching.joints.size(); ++i) {
      OneSided& contact = contacts[first + i];
      const bool rests = contact.slides == 0;
      const double friction = calcBound(dynamics.assembler(), touching.joints[i], rests, lambda);
      const double bound = rests ? std::min(friction, cap) : friction;
      const bool isDone = settled.p.size() > 0 && holdsWithin(touching, settled.p, contact, bound);
      const double moved = isDone ? 0 : std::abs(bound - contact.base);
      if (moved > most) settled.locked = touching.joints[i];
      most = std::max(most, moved);
      largest = std::max(largest, bound);
      contact.base = searches[i].next(contact.base, bound);
    }
    const double allowed = round < kEnoughRounds ? kSettledBound : kRoundedBound;
    if (settled.p.size() > 0 && most <= allowed * largest) {
      settled.locked.reset();
      return settled;
    }
    auto solved = solveContactProblem(touching.problem);
    if (!solved || !solved->allFinite()) return {};
    settled.p = *std::move(solved);
    for (std::size_t r = 0; r < lambda.size(); ++r)
      lambda[r] = dynamics.lambda()[r] +
                  touching.responses.rowImpulse.row(static_cast<Eigen::Index>(r)).dot(settled.p);
  }
  settled.p.resize(0);
  return settled;
}

// The sign of the slip that begins at forces p with the rates r, or of the slip that is there; 0: it sticks.
int findMotion(const OneSided& contact, const Eigen::VectorXd& p, const Eigen::VectorXd& r,
               const Eigen::VectorXd& rounding, double tolerance) {
  if (contact.slip < 0) return 0;
  const Eigen::Index load = contact.normal >= 0 ? contact.normal : contact.load;
  const double bound = contact.friction * (load >= 0 ? p(load) : contact.base);
  const bool isInside = std::abs(p(contact.slip)) < (1 - kInside) * bound;
  const double nothing = (isInside ? kHeld * tolerance : tolerance) + rounding(contact.slip);
  if (contact.slides != 0 || std::abs(r(contact.slip)) <= nothing) return contact.slides;
  return r(contact.slip) > 0 ? 1 : -1;
}

// What begins to slip although it could hold with the coefficient at rest rubs with that in motion, which is
// less. True when there is any: then the forces are others.
bool beginSliding(Touching& touching, const Eigen::VectorXd& p) {
  const Eigen::VectorXd r = touching.problem.calcRates(p);
  const Eigen::VectorXd rounding = calcRounding(touching.problem.W, touching.problem.b, p);
  bool any = false;
  for (std::size_t i = 0; i < touching.kinetic.size(); ++i) {
    OneSided& contact = touching.problem.contacts[i];
    if (contact.slides != 0 || contact.friction <= touching.kinetic[i]) continue;
    const int slip = findMotion(contact, p, r, rounding, touching.tolerance);
    if (slip == 0) continue;
    contact.slides = slip;
    contact.friction = touching.kinetic[i];
    any = true;
  }
  return any;
}

}  // namespace

std::optional<TouchingParts> calcTouching(ForwardDynamics& dynamics, double t, std::span<const double> y,
                                          std::span<const std::size_t> unilaterals) {
  TouchingParts result;
  Touching parts = makeProblem(dynamics, t, y, unilaterals);
  if (parts.rows.empty()) return result;
  Settled settled = solveWithBounds(dynamics, parts);
  while (!settled.locked && settled.p.size() > 0 && beginSliding(parts, settled.p))
    settled = solveWithBounds(dynamics, parts);
  result.locked = settled.locked;
  if (settled.locked) return result;
  const Eigen::VectorXd& p = settled.p;
  if (p.size() == 0) return std::nullopt;
  const ContactProblem& problem = parts.problem;
  const Eigen::VectorXd r = problem.calcRates(p);
  const Eigen::VectorXd rounding = calcRounding(problem.W, problem.b, p);
  const double tolerance = parts.tolerance;
  for (std::size_t i = 0; i < unilaterals.size(); ++i) {
    const OneSided& contact = problem.contacts[i];
    TouchingContact touching;
    touching.closed = r(contact.normal) <= tolerance + rounding(contact.normal);
    touching.idle =
        touching.closed && problem.W(contact.normal, contact.normal) * p(contact.normal) <= tolerance;
    touching.gapAcceleration =
        r(contact.normal) - problem.W(contact.normal, contact.normal) * p(contact.normal);
    if (contact.slip >= 0) {
      touching.gapAcceleration -= problem.W(contact.normal, contact.slip) * p(contact.slip);
      touching.slip = findMotion(contact, p, r, rounding, tolerance);
      const double own = problem.W(contact.normal, contact.normal) -
                         contact.slides * contact.friction * problem.W(contact.normal, contact.slip);
      touching.hasSeveral = contact.slides != 0 && own < 0 && touching.gapAcceleration > tolerance;
    }
    result.contacts.push_back(touching);
  }
  for (std::size_t i = 0; i < parts.rolling.size(); ++i) {
    const OneSided& roll = problem.contacts[unilaterals.size() + i];
    TouchingContact& touching = result.contacts[parts.rolling[i]];
    touching.roll = findMotion(roll, p, r, rounding, tolerance);
    touching.holdsRoll = roll.slip >= 0 && touching.roll == 0;
    if (roll.slip >= 0) touching.gapAcceleration -= problem.W(roll.load, roll.slip) * p(roll.slip);
  }
  const std::size_t firstJoint = unilaterals.size() + parts.rolling.size();
  for (std::size_t i = 0; i < parts.joints.size(); ++i)
    result.joints.push_back(
        {parts.joints[i], findMotion(problem.contacts[firstJoint + i], p, r, rounding, tolerance)});
  return result;
}

std::vector<std::size_t> listSeveral(ForwardDynamics& dynamics, const State& state) {
  const System& system = dynamics.assembler().system();
  const double *const q = state.y.data(), *const v = system.layout.speeds(state.y).data();
  const LengthTolerances& tolerances = system.tolerances;
  std::vector<std::size_t> touching;
  for (const std::size_t c : dynamics.broadPhase().findWithin(q, tolerances.open)) {
    const std::size_t u = system.firstContact() + c;
    if (findStaticFriction(system, u) <= 0 || findCompliance(system, u) ||
        !isInForce(system, state.mode, u) || state.mode.unilaterals[u].closed)
      continue;
    const bool touches = std::abs(calcGap(system, u, q, v)) <= tolerances.near &&
                         std::abs(calcGapRate(system, u, q, v)) <= tolerances.creep;
    if (touches && std::abs(calcRubbingRates(system, u, q, v).slip) > tolerances.creep) touching.push_back(u);
  }
  std::vector<std::size_t> several;
  if (touching.empty() || !state.mode.unilaterals.listClosed().empty()) return several;
  const auto decided = calcTouching(dynamics, state.t, state.y, touching);
  for (std::size_t i = 0; decided && !decided->locked && i < touching.size(); ++i)
    if (decided->contacts[i].hasSeveral) several.push_back(touching[i]);
  return several;
}

std::vector<JointSlip> listJointSlips(const Assembler& assembler, std::span<const double> y) {
  const System& system = assembler.system();
  std::vector<JointSlip> slips;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    if (!canGrip(system, assembler.mode(), j)) continue;
    const JointKinematics k = calcJointKinematics(system.joints[j], y.data(), system.layout.speeds(y).data());
    slips.push_back({j, findSlip(calcRubbingRate(system.joints[j], k))});
  }
  return slips;
}

}  // namespace clank
