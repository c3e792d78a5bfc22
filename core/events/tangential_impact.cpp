// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/tangential_impact.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/tolerances.h"
#include "core/events/impact.h"

namespace clank {
namespace {

constexpr double kStep = 1e-11;  // s, h

}  // namespace

bool jumpTangentially(EventContext& c, std::span<const std::size_t> closed) {
  c.dynamics().evaluate(c.state().t, c.state().y);
  std::vector<double> v(c.v().begin(), c.v().end());
  for (std::size_t k = 0; k < v.size(); ++k) v[k] += kStep * c.dynamics().acceleration()[k];
  std::vector<UnilateralRows> rows;
  std::vector<ImpactContact> contacts;
  for (const std::size_t u : closed) {
    rows.push_back(c.calcRows(u));
    ImpactContact contact;
    contact.row = rows.back().push;
    contact.friction = rows.back().friction;
    if (contact.friction > 0) contact.slip = rows.back().slip;
    contacts.push_back(contact);
  }
  const auto jump = calcJump(c.dynamics().assembler(), v, contacts);
  if (!jump) return false;
  // The one whose slip changes most is that of the receipt.
  std::size_t first = 0;
  double most = 0;
  std::vector<std::pair<std::size_t, const UnilateralRows*>> hit;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    hit.push_back({closed[i], &rows[i]});
    const double change = std::abs(dot(rows[i].slip, jump->dv.data()));
    if (rows[i].friction > 0 && change > most) {
      first = i;
      most = change;
    }
  }
  if (!(most > kCreep)) return true;
  VelocityJump sorted = *jump;
  std::swap(hit[0], hit[first]);
  std::swap(sorted.impulse[0], sorted.impulse[first]);
  std::swap(sorted.slipImpulse[0], sorted.slipImpulse[first]);
  Transition t = c.describe(EventKind::impact, closed[first], rows[first]);
  t.note = "impact without collision (Painleve): no finite forces let it go on sliding";
  c.addJump(std::move(t), hit, sorted);
  return true;
}

}  // namespace clank
