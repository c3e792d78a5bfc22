// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/rate_jump.h"

#include "core/coulomb/impact.h"

namespace clank {
namespace {

// The second half of the jump; adds to the impulses of the rows.
bool pushContacts(EventContext& c, RateJump& all) {
  std::vector<ImpactContact> contacts;
  std::vector<std::size_t> closed;
  for (const std::size_t u : c.mode().unilaterals.listClosed()) {
    const UnilateralRows rows = c.calcRows(u);
    contacts.push_back(makeImpactContact(rows));
    closed.push_back(u);
  }
  if (closed.empty()) return true;
  const auto jump = calcJump(c.dynamics().assembler(), c.v(), contacts);
  if (!jump) return false;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (jump->impulse[i] == 0) continue;
    const UnilateralRows rows = c.calcRows(closed[i]);
    all.contactImpulses.push_back(
        {closed[i], rows.point, rows.normal, rows.tangent, jump->impulse[i], jump->slipImpulse[i]});
    all.carriedWork += jump->slipImpulse[i] * rows.speed;
  }
  for (std::size_t k = 0; k < c.v().size(); ++k) c.v()[k] += jump->dv[k];
  for (std::size_t r = 0; r < all.impulse.size(); ++r) all.impulse[r] += jump->rowImpulse[r];
  return true;
}

}  // namespace

std::vector<double> calcRateViolation(const Assembler& assembler, std::span<const double> v) {
  std::vector<double> violation(assembler.rowCount());
  multiply(assembler.rows(), v.data(), violation);
  for (std::size_t r = 0; r < violation.size(); ++r) violation[r] = assembler.rate()[r] - violation[r];
  return violation;
}

std::optional<RateJump> jumpToRates(EventContext& c) {
  Assembler& assembler = c.dynamics().assembler();
  const std::vector<double> wanted = calcRateViolation(assembler, c.v()), noForce(c.v().size(), 0.0);
  RateJump jump;
  jump.impulse.assign(wanted.size(), 0.0);
  std::vector<double> dv(c.v().size(), 0.0);
  assembler.solve(noForce, wanted, dv, jump.impulse);
  for (std::size_t k = 0; k < dv.size(); ++k) c.v()[k] += dv[k];
  if (!pushContacts(c, jump)) return std::nullopt;
  return jump;
}

double calcDriveWork(const Assembler& assembler, std::span<const double> impulse,
                     std::span<const double> rateBefore) {
  double work = 0;
  for (std::size_t d = 0; d < assembler.system().drives.size(); ++d) {
    work += getDriveMultiplier(assembler, d, impulse) * (rateBefore[d] + getDriveRate(assembler, d)) / 2;
  }
  return work;
}

}  // namespace clank
