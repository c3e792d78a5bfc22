// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/impact.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/dynamics/shared_reactions.h"
#include "core/dynamics/tolerances.h"
#include "core/events/contact_problem.h"

namespace clank {
namespace {

constexpr double kEnergy = 1e-13;  // of the energies exchanged; less is rounding error
constexpr int kBisections = 40;

// Rows of one impact in a line, and the laws on them.
class Impact {
 public:
  Impact(Assembler& assembler, std::span<const double> v, std::span<const ImpactContact> contacts,
         RestitutionLaw law)
      : law_(law), contacts_(contacts) {
    for (const ImpactContact& contact : contacts) {
      ContactProblem::Contact places{
          static_cast<Eigen::Index>(rows_.size()), -1, contact.friction, 0, contact.pulls, 0};
      rows_.push_back(contact.row);
      if (contact.slip && !contact.pulls && contact.friction > 0) {
        places.slip = static_cast<Eigen::Index>(rows_.size());
        rows_.push_back(*contact.slip);
      }
      problem_.contacts.push_back(places);
    }
    responses_ = calcUnitResponses(assembler, rows_);
    problem_.W = responses_.W;
    before_.resize(static_cast<Eigen::Index>(rows_.size()));
    for (std::size_t r = 0; r < rows_.size(); ++r)
      before_(static_cast<Eigen::Index>(r)) = dot(rows_[r], v.data());
  }

  // The joints leave a contact that approaches next to nothing of the mobility that its bodies have without.
  bool isStuck(const System& system) const {
    for (const ContactProblem::Contact& contact : problem_.contacts) {
      const auto row = static_cast<std::size_t>(contact.normal);
      if (problem_.W(contact.normal, contact.normal) <
              kDependent * system.metric.calcFreeMobility(rows_[row]) &&
          before_(contact.normal) < 0)
        return true;
    }
    return false;
  }

  // The greatest factor on all e with which no energy is created and the laws agree with each other: of
  // contacts that hold each other in place each may ask for another rebound.
  std::optional<VelocityJump> solve() {
    double factor = 1;
    auto P = solveWith(factor);
    if (!P || createsEnergy(*P)) {
      double low = 0;
      P = solveWith(low);
      for (int i = 0; P && i < kBisections; ++i) {
        const double middle = (low + factor) / 2;
        const auto tried = solveWith(middle);
        if (!tried || createsEnergy(*tried)) {
          factor = middle;
        } else {
          low = middle;
          P = tried;
        }
      }
      factor = low;
    }
    if (!P || !P->allFinite()) return std::nullopt;
    return makeJump(*P, factor);
  }

 private:
  std::optional<Eigen::VectorXd> solveWith(double factor) {
    switch (law_) {
      case RestitutionLaw::newton:
        return solveNewton(factor);
      case RestitutionLaw::poisson:
        return solvePoisson(factor);
    }
    return std::nullopt;
  }

  std::optional<Eigen::VectorXd> solveNewton(double factor) {
    problem_.b = before_;
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      const Eigen::Index n = problem_.contacts[i].normal;
      problem_.b(n) += factor * contacts_[i].restitution * std::min(0.0, before_(n));
    }
    return solveContactProblem(problem_);
  }

  std::optional<Eigen::VectorXd> solvePoisson(double factor) {
    problem_.b = before_;
    const auto compression = solveContactProblem(problem_);
    if (!compression) return std::nullopt;
    ContactProblem expansion = problem_;
    expansion.b = before_ + problem_.W * *compression;
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      ContactProblem::Contact& contact = expansion.contacts[i];
      if (contact.pulls)
        expansion.b(contact.normal) +=
            factor * contacts_[i].restitution * std::min(0.0, before_(contact.normal));
      else
        contact.base = factor * contacts_[i].restitution * (*compression)(contact.normal);
    }
    const auto more = solveContactProblem(expansion);
    return more ? std::optional<Eigen::VectorXd>(*compression + *more) : std::nullopt;
  }

  bool createsEnergy(const Eigen::VectorXd& P) const {
    const Eigen::VectorXd sum = 2 * before_ + problem_.W * P;
    return P.dot(sum) > kEnergy * P.cwiseAbs().dot(sum.cwiseAbs() + before_.cwiseAbs());
  }

  VelocityJump makeJump(const Eigen::VectorXd& P, double factor) const {
    VelocityJump jump;
    jump.restitutionFactor = factor;
    jump.dv = combine(responses_.dv, P);
    jump.rowImpulse = combine(responses_.rowImpulse, P);
    for (const ContactProblem::Contact& contact : problem_.contacts) {
      jump.impulse.push_back(P(contact.normal));
      jump.slipImpulse.push_back(contact.slip >= 0 ? P(contact.slip) : 0.0);
    }
    return jump;
  }

  static std::vector<double> combine(const Eigen::MatrixXd& columns, const Eigen::VectorXd& P) {
    std::vector<double> sum(static_cast<std::size_t>(columns.rows()), 0.0);
    for (Eigen::Index r = 0; r < P.size(); ++r)
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += P(r) * columns(static_cast<Eigen::Index>(k), r);
    return sum;
  }

  const RestitutionLaw law_;
  const std::span<const ImpactContact> contacts_;
  std::vector<BlockRow> rows_;
  UnitResponses responses_;
  ContactProblem problem_;
  Eigen::VectorXd before_;  // r-
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
                                     std::span<const ImpactContact> contacts, RestitutionLaw law) {
  Impact impact(assembler, v, contacts, law);
  if (impact.isStuck(assembler.system())) return std::nullopt;
  auto jump = impact.solve();
  if (jump) shareEvenly(assembler, jump->rowImpulse);
  return jump;
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
