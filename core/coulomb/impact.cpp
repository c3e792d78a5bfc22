// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/impact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <algorithm>

#include "core/coulomb/impact_islands.h"
#include "core/coulomb/impulse_share.h"
#include "core/coulomb/lone_impact.h"
#include "core/coulomb/rough_impact.h"
#include "core/coulomb/sequential_impact.h"
#include "core/dynamics/dependent_rows.h"
#include "core/dynamics/joint_friction.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

// An island of an impact, and the problem that its rows make.
class Impact {
 public:
  Impact(const Assembler& assembler, std::span<const double> v, std::span<const ImpactContact> contacts,
         const ImpactIsland& island)
      : assembler_(assembler), island_(island) {
    Eigen::Index row = 0;
    for (const std::size_t c : island.contacts) {
      const ImpactContact& contact = contacts[c];
      problem_.contacts.push_back(contact.how);
      problem_.contacts.back().normal = row++;
      problem_.contacts.back().slip = contact.rubs() ? row++ : -1;
    }
    for (const std::size_t joint : island.joints) rubbing_.push_back({joint, row++});
    for (const std::size_t c : island.rolling)
      rolling_.push_back({findContact(c), row++, contacts[c].rolling});
    problem_.W = island.W;
    problem_.light = island.light;
    problem_.before.resize(row);
    for (Eigen::Index r = 0; r < row; ++r) problem_.before(r) = dot(getRow(r), v.data());
    for (std::size_t i = 0; i < island.contacts.size(); ++i) {
      const ImpactContact& contact = contacts[island.contacts[i]];
      problem_.before(problem_.contacts[i].normal) += contact.bias;
      if (contact.rubs()) problem_.before(problem_.contacts[i].slip) += contact.slipBias;
    }
    for (std::size_t i = 0; i < rolling_.size(); ++i)
      problem_.before(rolling_[i].row) += contacts[island.rolling[i]].rollBias;
  }

  // Splits the contacts into those that can give way and those that the joints hold. False when one of these
  // approaches.
  bool findMobile(const System& system) {
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      const Eigen::Index n = problem_.contacts[i].normal;
      const double free = system.metric.calcFreeMobility(getRow(n));
      if (problem_.W(n, n) >= kDependent * free)
        mobile_.push_back(i);
      else if (problem_.before(n) < -kRest)
        return false;
    }
    return true;
  }

  // Adds what happens in the island; false where numbers are lost.
  bool solve(const ImpactRules& rules, VelocityJump& jump) const {
    const ImpactPart part = selectContacts(problem_, problem_.before, mobile_);
    if (!part.problem.before.allFinite() || !part.problem.W.allFinite()) return false;
    SequentialImpact impact;
    const bool inTurn = rules.order == ImpactOrder::sequential && mobile_.size() > 1;
    const bool isRough = !rubbing_.empty() || !rolling_.empty();
    if (isRough && solveRough(part, inTurn ? &rules : nullptr, jump)) return true;
    if (inTurn)
      impact = solveSequentialImpact(part.problem, rules.restSpeed);
    else
      impact.solution = solveSimultaneousImpact(part.problem);
    Eigen::VectorXd P = Eigen::VectorXd::Zero(problem_.before.size());
    P(part.rows) = impact.solution.P;
    if (isRough)
      jump.rubs = rubbing_.empty() ? VelocityJump::Rubs::rollingLeftOut : VelocityJump::Rubs::leftOut;
    addOutcome(impact, jump);
    storeImpulses(P, jump.impulse, jump.slipImpulse);
    addTo(jump.dv, island_.coordinates, island_.dv, P);
    if (rules.shares && mobile_.size() > 1 && impact.blows == 0 && impact.solution.exact)
      share(part, P, jump);
    storeImpulses(P, jump.sharedImpulse, jump.sharedSlipImpulse);
    addTo(jump.rowImpulse, island_.constraints, island_.rowImpulse, P);
    return true;
  }

 private:
  const BlockRow& getRow(Eigen::Index row) const { return island_.rows[static_cast<std::size_t>(row)]; }

  // Blow by blow where there are rules for it.
  bool solveRough(const ImpactPart& smooth, const ImpactRules* inTurn, VelocityJump& jump) const {
    const System& system = assembler_.system();
    std::vector<Eigen::Index> rows = smooth.rows;
    std::vector<RoughJoint> joints;
    for (const Rubbing& rubs : rubbing_) {
      RoughJoint rough = makeRough(rubs.row, rows);
      rough.calcBound = [&, joint = rubs.joint](const Eigen::VectorXd& P) {
        Eigen::VectorXd all = Eigen::VectorXd::Zero(problem_.before.size());
        all(rows) = P;
        std::vector<double> L(assembler_.rowCount(), 0.0);
        addTo(L, island_.constraints, island_.rowImpulse, all);
        return system.joints[joint].friction->coefficient * calcPressure(assembler_, joint, L).value;
      };
      joints.push_back(std::move(rough));
    }
    for (const Rolling& roll : rolling_) {
      const auto load =
          std::find(smooth.rows.begin(), smooth.rows.end(), problem_.contacts[roll.contact].normal);
      if (load == smooth.rows.end()) continue;
      RoughJoint joint = makeRough(roll.row, rows);
      joint.load = load - smooth.rows.begin();
      joint.arm = roll.arm;
      joints.push_back(std::move(joint));
    }
    const ImpactProblem rough{problem_.W(rows, rows), problem_.before(rows), smooth.problem.contacts,
                              problem_.light.select(rows)};
    SequentialImpact impact;
    if (inTurn) {
      impact = solveSequentialImpact(rough, inTurn->restSpeed, joints);
      if (impact.jammed) return false;
    } else {
      const auto solution = solveRoughImpact(rough, joints);
      if (!solution) return false;
      impact.solution = *solution;
    }
    Eigen::VectorXd P = Eigen::VectorXd::Zero(problem_.before.size());
    P(rows) = impact.solution.P;
    addOutcome(impact, jump);
    storeImpulses(P, jump.impulse, jump.slipImpulse);
    storeImpulses(P, jump.sharedImpulse, jump.sharedSlipImpulse);
    addTo(jump.dv, island_.coordinates, island_.dv, P);
    addTo(jump.rowImpulse, island_.constraints, island_.rowImpulse, P);
    if (rubbing_.empty()) return true;
    jump.jointFriction.resize(system.joints.size(), 0.0);
    for (const Rubbing& rubs : rubbing_) {
      jump.jointFriction[rubs.joint] = P(rubs.row);
      if (P(rubs.row) != 0 && jump.rubs == VelocityJump::Rubs::no) jump.rubs = VelocityJump::Rubs::yes;
    }
    return true;
  }

  // Without its bound; its row comes behind the others.
  RoughJoint makeRough(Eigen::Index row, std::vector<Eigen::Index>& rows) const {
    const double free = assembler_.system().metric.calcFreeMobility(getRow(row));
    RoughJoint rough;
    rough.row = static_cast<Eigen::Index>(rows.size());
    rough.isHeld = problem_.W(row, row) <= kHeldAlready * free;
    rows.push_back(row);
    return rough;
  }
  // The place of a contact of the impact in the island.
  std::size_t findContact(std::size_t contact) const {
    const auto& all = island_.contacts;
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), contact) - all.begin());
  }

  // Replaces P by the share that is reported.
  void share(const ImpactPart& part, Eigen::VectorXd& P, VelocityJump& jump) const {
    std::vector<BlockRow> rows;
    for (const Eigen::Index row : part.rows) rows.push_back(getRow(row));
    const ImpulseShare shared = shareImpulses(part.problem, P(part.rows), calcShareScale(rows));
    jump.sharesAsked = jump.sharesAsked && shared.asked;
    if (shared.open.empty()) return;
    P(part.rows) = shared.P;
    jump.isOpen.resize(jump.impulse.size(), false);
    for (std::size_t i = 0; i < mobile_.size(); ++i)
      jump.isOpen[island_.contacts[mobile_[i]]] = shared.open[i];
  }

  static void addOutcome(const SequentialImpact& impact, VelocityJump& jump) {
    jump.restitutionFactor = std::min(jump.restitutionFactor, impact.solution.restitutionFactor);
    jump.exact = jump.exact && impact.solution.exact;
    jump.blows += impact.blows;
    jump.cutShort = jump.cutShort || impact.cutShort;
  }
  void storeImpulses(const Eigen::VectorXd& P, std::vector<double>& along, std::vector<double>& slip) const {
    for (std::size_t i = 0; i < island_.contacts.size(); ++i) {
      const OneSided& contact = problem_.contacts[i];
      along[island_.contacts[i]] = P(contact.normal);
      slip[island_.contacts[i]] = contact.slip >= 0 ? P(contact.slip) : 0.0;
    }
  }
  // Of the whole, at places, what P does by columns.
  static void addTo(std::vector<double>& whole, std::span<const std::size_t> places,
                    const Eigen::MatrixXd& columns, const Eigen::VectorXd& P) {
    for (Eigen::Index r = 0; r < P.size(); ++r)
      for (std::size_t k = 0; k < places.size(); ++k)
        whole[places[k]] += P(r) * columns(static_cast<Eigen::Index>(k), r);
  }

  struct Rubbing {
    std::size_t joint = 0;
    Eigen::Index row = 0;
  };
  const Assembler& assembler_;
  const ImpactIsland& island_;
  struct Rolling {
    std::size_t contact = 0;  // of the island
    Eigen::Index row = 0;
    double arm = 0;  // m
  };
  std::vector<Rubbing> rubbing_;
  std::vector<Rolling> rolling_;
  ImpactProblem problem_;
  std::vector<std::size_t> mobile_;  // of the island's contacts
};

}  // namespace

ImpactContact makeImpactContact(const UnilateralRows& rows) {
  ImpactContact contact;
  contact.row = rows.push;
  contact.how.friction = rows.friction;
  if (rows.friction > 0) contact.slip = rows.slip;
  contact.slipBias = -rows.speed;
  contact.rolling = rows.rolling;
  if (rows.rolling > 0) contact.roll = rows.roll;
  return contact;
}

UnitResponses calcUnitResponses(Assembler& assembler, std::span<const BlockRow> rows) {
  const std::size_t variables = assembler.system().layout.coordinates();
  const std::vector<double> noJump(assembler.rowCount(), 0.0);
  std::vector<double> unit(variables);
  const auto n = static_cast<Eigen::Index>(rows.size());
  UnitResponses responses;
  responses.dv.resize(static_cast<Eigen::Index>(variables), n);
  responses.rowImpulse.resize(static_cast<Eigen::Index>(assembler.rowCount()), n);
  responses.W.resize(n, n);
  responses.light = startLightParts(assembler.system().metric, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    double* const dv = responses.dv.col(column).data();
    scatter(rows[i], unit);
    assembler.solve(unit, noJump, {dv, variables},
                    {responses.rowImpulse.col(column).data(), assembler.rowCount()});
    for (std::size_t j = 0; j < rows.size(); ++j)
      setEntry(rows[j], {dv, variables}, static_cast<Eigen::Index>(j), column, responses.W, responses.light);
  }
  return responses;
}

std::optional<VelocityJump> calcJump(Assembler& assembler, std::span<const double> v,
                                     std::span<const ImpactContact> contacts, const ImpactRules& rules) {
  if (isLone(assembler, contacts)) return calcLoneJump(assembler, v, contacts.front());
  VelocityJump jump;
  jump.dv.assign(assembler.system().layout.coordinates(), 0.0);
  jump.rowImpulse.assign(assembler.rowCount(), 0.0);
  for (std::vector<double>* one :
       {&jump.impulse, &jump.slipImpulse, &jump.sharedImpulse, &jump.sharedSlipImpulse})
    one->assign(contacts.size(), 0.0);
  for (const ImpactIsland& island : makeIslands(assembler, contacts)) {
    Impact impact(assembler, v, contacts, island);
    if (!impact.findMobile(assembler.system()) || !impact.solve(rules, jump)) return std::nullopt;
  }
  jump.openRows = shareEvenly(assembler, jump.rowImpulse);
  return jump;
}

std::string describeJump(const VelocityJump& jump) {
  const auto pushes =
      std::count_if(jump.impulse.begin(), jump.impulse.end(), [](double p) { return p != 0; });
  std::vector<std::string> parts;
  if (jump.blows > 1)
    parts.push_back(fmt::format("sequential impacts: {} blows", jump.blows));
  else if (pushes > 1 && jump.blows == 0)
    parts.push_back(fmt::format("simultaneous impact of {} contacts", pushes));
  if (jump.rubs == VelocityJump::Rubs::yes) parts.emplace_back("joints rub in the blow");
  if (jump.rubs == VelocityJump::Rubs::leftOut)
    parts.emplace_back("friction in joints is left out of this blow");
  if (jump.rubs == VelocityJump::Rubs::rollingLeftOut)
    parts.emplace_back("rolling resistance is left out of this blow");
  if (jump.cutShort) parts.emplace_back("more blows would follow: they end together, without rebound");
  if (!jump.sharesAsked)
    parts.emplace_back("with so many contacts it is not asked which impulses rigid bodies leave open");
  if (!jump.exact)
    parts.emplace_back("no impulses obey every law of contact here: these come near, without rebound");
  else if (jump.restitutionFactor < 1)
    parts.push_back(fmt::format("restitution lowered to {:.3g} of what it is, or energy would be made",
                                jump.restitutionFactor));
  return parts.empty() ? std::string() : fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<double> calcSwitchedVelocity(const System& system, const Assembler& assembler,
                                         std::span<const double> v, std::size_t joint,
                                         std::span<const BlockRow> stopped) {
  const auto columns = static_cast<Eigen::Index>(v.size());
  const auto addRow = [&](Eigen::MatrixXd& matrix, const BlockRow& source) {
    matrix.conservativeResize(matrix.rows() + 1, columns);
    std::vector<double> dense(v.size());
    scatter(source, dense);
    matrix.row(matrix.rows() - 1) = Eigen::Map<const Eigen::RowVectorXd>(dense.data(), columns);
  };
  Eigen::MatrixXd constraints(0, columns), rates(0, columns);
  for (const BlockRow& held : assembler.rows()) addRow(constraints, held);
  for (const BlockRow& row : stopped) addRow(constraints, row);
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    if (i == joint || system.joints[i].coordinate == CoordinateKind::none || assembler.heldRow(i) >= 0)
      continue;
    BlockRow coordinate;
    double gamma = 0, error = 0;
    updCoordinateRow(system.joints[i], assembler.calcKinematics(i), 0, coordinate, gamma, error);
    addRow(rates, coordinate);
  }
  // dv = particular + kernel z, with the rates of the other joints unchanged as well as the loops allow.
  Eigen::VectorXd target = -constraints * Eigen::Map<const Eigen::VectorXd>(v.data(), columns);
  for (std::size_t r = 0; r < assembler.rowCount(); ++r)
    target(static_cast<Eigen::Index>(r)) += assembler.rate()[r];
  const auto decomposition = constraints.completeOrthogonalDecomposition();
  Eigen::VectorXd dv = decomposition.solve(target);
  const Eigen::MatrixXd kernel = constraints.fullPivLu().kernel();
  if (rates.rows() > 0 && kernel.norm() > 0)
    dv += kernel * (rates * kernel).completeOrthogonalDecomposition().solve(-(rates * dv));
  std::vector<double> result(v.begin(), v.end());
  for (Eigen::Index k = 0; k < columns; ++k) result[static_cast<std::size_t>(k)] += dv(k);
  return result;
}

}  // namespace clank
