// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/contact_modes.h"

#include <cmath>

#include "core/dynamics/tolerances.h"
#include "core/events/contact_problem.h"
#include "core/events/impact.h"

namespace clank {
namespace {

constexpr double kAcceleration = 1e-10;  // relative to the accelerations of the problem

struct Touching {
  std::vector<BlockRow> rows;
  ContactProblem problem;
};

Touching makeProblem(ForwardDynamics& dynamics, double t, std::span<const double> y,
                     std::span<const std::size_t> unilaterals) {
  const System& system = dynamics.assembler().system();
  const double* v = system.layout.speeds(y).data();
  dynamics.evaluate(t, y);
  const double* a = dynamics.acceleration().data();
  Touching touching;
  std::vector<double> free;
  for (const std::size_t u : unilaterals) {
    const UnilateralRows rows = calcUnilateralRows(system, u, y.data(), v);
    ContactProblem::Contact contact;
    contact.normal = static_cast<Eigen::Index>(touching.rows.size());
    touching.rows.push_back(rows.push);
    free.push_back(dot(rows.gap, a) - rows.gapGamma);
    if (rows.friction > 0) {
      contact.slip = static_cast<Eigen::Index>(touching.rows.size());
      contact.friction = rows.friction;
      contact.slides = std::abs(rows.slipRate) <= kSlip ? 0 : rows.slipRate > 0 ? 1 : -1;
      touching.rows.push_back(rows.slip);
      free.push_back(dot(rows.slip, a) - rows.slipGamma);
    }
    touching.problem.contacts.push_back(contact);
  }
  touching.problem.b = Eigen::Map<const Eigen::VectorXd>(free.data(), static_cast<Eigen::Index>(free.size()));
  touching.problem.W = calcUnitResponses(dynamics.assembler(), touching.rows).W;
  return touching;
}

}  // namespace

std::optional<std::vector<TouchingContact>> calcTouching(ForwardDynamics& dynamics, double t,
                                                         std::span<const double> y,
                                                         std::span<const std::size_t> unilaterals) {
  if (unilaterals.empty()) return std::vector<TouchingContact>();
  const ContactProblem problem = makeProblem(dynamics, t, y, unilaterals).problem;
  const auto p = solveContactProblem(problem);
  if (!p || !p->allFinite()) return std::nullopt;
  const Eigen::VectorXd r = problem.W * *p + problem.b;
  const double tolerance = kAcceleration * (1 + problem.b.cwiseAbs().maxCoeff());
  std::vector<TouchingContact> result;
  for (const ContactProblem::Contact& contact : problem.contacts) {
    TouchingContact touching;
    touching.closed = r(contact.normal) <= tolerance;
    touching.gapAcceleration =
        r(contact.normal) - problem.W(contact.normal, contact.normal) * (*p)(contact.normal);
    if (contact.slip >= 0) {
      touching.gapAcceleration -= problem.W(contact.normal, contact.slip) * (*p)(contact.slip);
      touching.slip = contact.slides;
      if (contact.slides == 0 && std::abs(r(contact.slip)) > tolerance)
        touching.slip = r(contact.slip) > 0 ? 1 : -1;
    }
    result.push_back(touching);
  }
  return result;
}

}  // namespace clank
