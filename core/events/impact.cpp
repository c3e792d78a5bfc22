// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/impact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <algorithm>

#include "core/dynamics/joint_friction.h"
#include "core/dynamics/tolerances.h"
#include "core/events/impulse_share.h"
#include "core/events/rough_impact.h"
#include "core/events/sequential_impact.h"

namespace clank {
namespace {

// Rows of one impact in a line, and the problem that they make.
class Impact {
 public:
  Impact(Assembler& assembler, std::span<const double> v, std::span<const ImpactContact> contacts)
      : assembler_(assembler), contacts_(contacts) {
    for (const ImpactContact& contact : contacts) {
      ContactProblem::Contact places{
          static_cast<Eigen::Index>(rows_.size()), -1, contact.friction, 0, contact.pulls, 0};
      rows_.push_back(contact.row);
      if (contact.slip && !contact.pulls && contact.friction > 0) {
        places.slip = static_cast<Eigen::Index>(rows_.size());
        rows_.push_back(*contact.slip);
      }
      problem_.contacts.push_back(places);
      problem_.laws.push_back({contact.law, contact.restitution, contact.tangential, contact.rests});
    }
    listRubbing();
    responses_ = calcUnitResponses(assembler, rows_);
    problem_.W = responses_.W;
    problem_.before.resize(static_cast<Eigen::Index>(rows_.size()));
    for (std::size_t r = 0; r < rows_.size(); ++r)
      problem_.before(static_cast<Eigen::Index>(r)) = dot(rows_[r], v.data());
  }

  // Splits the contacts into those that can give way and those that the joints hold. False when one of these
  // approaches.
  bool findMobile(const System& system) {
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      const Eigen::Index n = problem_.contacts[i].normal;
      const double free = system.metric.calcFreeMobility(rows_[static_cast<std::size_t>(n)]);
      if (problem_.W(n, n) >= kDependent * free)
        mobile_.push_back(i);
      else if (problem_.before(n) < -kRest)
        return false;
    }
    return true;
  }

  std::optional<VelocityJump> solve(const ImpactRules& rules) const {
    const ImpactPart part = selectContacts(problem_, problem_.before, mobile_);
    if (!part.problem.before.allFinite() || !part.problem.W.allFinite()) return std::nullopt;
    SequentialImpact impact;
    const bool inTurn = rules.order == ImpactOrder::sequential && mobile_.size() > 1;
    if (!rubbing_.empty())
      if (auto jump = solveRough(part, inTurn ? &rules : nullptr)) return jump;
    if (inTurn)
      impact = solveSequentialImpact(part.problem, rules.restSpeed);
    else
      impact.solution = solveSimultaneousImpact(part.problem);
    Eigen::VectorXd P = Eigen::VectorXd::Zero(problem_.before.size());
    P(part.rows) = impact.solution.P;
    VelocityJump jump = makeJump(P, impact);
    if (!rubbing_.empty()) jump.rubs = VelocityJump::Rubs::leftOut;
    if (rules.shares && impact.blows == 0 && impact.solution.exact) share(part, P, jump);
    return jump;
  }

 private:
  // Joints whose friction grows with their reactions.
  void listRubbing() {
    const System& system = assembler_.system();
    for (std::size_t j = 0; j < system.joints.size(); ++j) {
      if (!hasFriction(system, assembler_.mode(), j) || system.joints[j].friction->coefficient <= 0) continue;
      double gamma = 0;
      rubbing_.push_back({j, static_cast<Eigen::Index>(rows_.size())});
      rows_.push_back(calcRateRow(assembler_, j, gamma));
    }
  }

  // Blow by blow where there are rules for it.
  std::optional<VelocityJump> solveRough(const ImpactPart& smooth, const ImpactRules* inTurn) const {
    const System& system = assembler_.system();
    std::vector<Eigen::Index> rows = smooth.rows;
    std::vector<RoughJoint> joints;
    for (const Rubbing& rubs : rubbing_) {
      const double free = system.metric.calcFreeMobility(rows_[static_cast<std::size_t>(rubs.row)]);
      const auto calcBound = [&, joint = rubs.joint](const Eigen::VectorXd& P) {
        Eigen::VectorXd all = Eigen::VectorXd::Zero(problem_.before.size());
        all(rows) = P;
        return system.joints[joint].friction->coefficient *
               calcPressure(assembler_, joint, combine(responses_.rowImpulse, all)).value;
      };
      joints.push_back({static_cast<Eigen::Index>(rows.size()),
                        problem_.W(rubs.row, rubs.row) <= kHeldAlready * free, calcBound});
      rows.push_back(rubs.row);
    }
    const ImpactProblem rough{problem_.W(rows, rows), problem_.before(rows), smooth.problem.contacts,
                              smooth.problem.laws};
    SequentialImpact impact;
    if (inTurn) {
      impact = solveSequentialImpact(rough, inTurn->restSpeed, joints);
      if (impact.jammed) return std::nullopt;
    } else {
      const auto solution = solveRoughImpact(rough, joints);
      if (!solution) return std::nullopt;
      impact.solution = *solution;
    }
    Eigen::VectorXd P = Eigen::VectorXd::Zero(problem_.before.size());
    P(rows) = impact.solution.P;
    VelocityJump jump = makeJump(P, impact);
    jump.jointFriction.assign(system.joints.size(), 0.0);
    for (const Rubbing& rubs : rubbing_) {
      jump.jointFriction[rubs.joint] = P(rubs.row);
      if (P(rubs.row) != 0) jump.rubs = VelocityJump::Rubs::yes;
    }
    return jump;
  }

  void share(const ImpactPart& part, Eigen::VectorXd P, VelocityJump& jump) const {
    const std::vector<BlockRow> rows = [&] {
      std::vector<BlockRow> taken;
      for (const Eigen::Index row : part.rows) taken.push_back(rows_[static_cast<std::size_t>(row)]);
      return taken;
    }();
    const ImpulseShare shared = shareImpulses(part.problem, P(part.rows), calcShareScale(rows));
    if (shared.open.empty()) return;
    P(part.rows) = shared.P;
    jump.rowImpulse = combine(responses_.rowImpulse, P);
    jump.isOpen.assign(contacts_.size(), false);
    for (std::size_t i = 0; i < mobile_.size(); ++i) jump.isOpen[mobile_[i]] = shared.open[i];
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      const ContactProblem::Contact& contact = problem_.contacts[i];
      jump.sharedImpulse[i] = P(contact.normal);
      jump.sharedSlipImpulse[i] = contact.slip >= 0 ? P(contact.slip) : 0.0;
    }
  }

  VelocityJump makeJump(const Eigen::VectorXd& P, const SequentialImpact& impact) const {
    VelocityJump jump;
    jump.restitutionFactor = impact.solution.restitutionFactor;
    jump.exact = impact.solution.exact;
    jump.blows = impact.blows;
    jump.cutShort = impact.cutShort;
    jump.dv = combine(responses_.dv, P);
    jump.rowImpulse = combine(responses_.rowImpulse, P);
    for (const ContactProblem::Contact& contact : problem_.contacts) {
      jump.impulse.push_back(P(contact.normal));
      jump.slipImpulse.push_back(contact.slip >= 0 ? P(contact.slip) : 0.0);
    }
    jump.sharedImpulse = jump.impulse;
    jump.sharedSlipImpulse = jump.slipImpulse;
    return jump;
  }

  static std::vector<double> combine(const Eigen::MatrixXd& columns, const Eigen::VectorXd& P) {
    std::vector<double> sum(static_cast<std::size_t>(columns.rows()), 0.0);
    for (Eigen::Index r = 0; r < P.size(); ++r)
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += P(r) * columns(static_cast<Eigen::Index>(k), r);
    return sum;
  }

  struct Rubbing {
    std::size_t joint = 0;
    Eigen::Index row = 0;
  };
  const Assembler& assembler_;
  const std::span<const ImpactContact> contacts_;
  std::vector<Rubbing> rubbing_;
  std::vector<BlockRow> rows_;
  UnitResponses responses_;
  ImpactProblem problem_;
  std::vector<std::size_t> mobile_;
};

}  // namespace

UnitResponses calcUnitResponses(Assembler& assembler, std::span<const BlockRow> rows) {
  const std::size_t variables = assembler.system().layout.coordinates();
  const std::vector<double> noJump(assembler.rowCount(), 0.0);
  std::vector<double> unit(variables);
  const auto n = static_cast<Eigen::Index>(rows.size());
  UnitResponses responses;
  responses.dv.resize(static_cast<Eigen::Index>(variables), n);
  responses.rowImpulse.resize(static_cast<Eigen::Index>(assembler.rowCount()), n);
  responses.W.resize(n, n);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    double* const dv = responses.dv.col(column).data();
    scatter(rows[i], unit);
    assembler.solve(unit, noJump, {dv, variables},
                    {responses.rowImpulse.col(column).data(), assembler.rowCount()});
    for (std::size_t j = 0; j < rows.size(); ++j)
      responses.W(static_cast<Eigen::Index>(j), column) = dot(rows[j], dv);
  }
  return responses;
}

std::optional<VelocityJump> calcJump(Assembler& assembler, std::span<const double> v,
                                     std::span<const ImpactContact> contacts, const ImpactRules& rules) {
  Impact impact(assembler, v, contacts);
  if (!impact.findMobile(assembler.system())) return std::nullopt;
  auto jump = impact.solve(rules);
  if (jump) jump->openRows = shareEvenly(assembler, jump->rowImpulse);
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
  if (jump.cutShort) parts.emplace_back("more blows would follow: they end together, without rebound");
  if (!jump.exact)
    parts.emplace_back("no impulses obey every law of contact here: these come near, without rebound");
  else if (jump.restitutionFactor < 1)
    parts.push_back(fmt::format("restitution lowered to {:.3g} of what it is, or energy would be made",
                                jump.restitutionFactor));
  return fmt::format("{}", fmt::join(parts, "; "));
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
