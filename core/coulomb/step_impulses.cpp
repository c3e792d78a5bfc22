// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/step_impulses.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/coulomb/contact_newton.h"
#include "core/coulomb/contact_problem.h"
#include "core/coulomb/impact.h"
#include "core/coulomb/lowered_restitution.h"
#include "core/coulomb/solve_contacts.h"
#include "core/coulomb/unilateral.h"
#include "core/dynamics/joint_friction.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr std::size_t kMostExact =
    80;                         // contacts of an island that are solved for exactly, not by sweeps alone
constexpr double kSlips = 100;  // tolerances of a rate: slower is what a solver leaves of one at rest
constexpr double kNear = 1.0 / 4096;   // of the factor by which restitution is lowered
constexpr double kMadeEnergy = 1e-12;  // of the energies exchanged; less is rounding error

// J_i W J_j' over one block.
double calcBlockMobility(const double* i, const SaddlePoint::InverseMass& w, const double* j) {
  return i[0] * w[0] * j[0] + i[1] * w[1] * j[1] + i[2] * w[2] * j[2];
}

const double* findBlock(const BlockRow& row, int block) {
  for (std::size_t slot = 0; slot < row.size(); ++slot)
    if (row.block(slot) == block) return row.at(slot);
  return nullptr;
}

// Adds what impulses of contact j on a body do to the rates of contact i.
void addEntry(const StepContact& i, const StepContact& j, int body, const SaddlePoint::InverseMass& w,
              SparseContactProblem::Entry& entry) {
  const double* const ni = findBlock(i.normal, body);
  const double* const nj = findBlock(j.normal, body);
  if (ni && nj) entry.nn += calcBlockMobility(ni, w, nj);
  const double* const ti = i.friction > 0 ? findBlock(i.slip, body) : nullptr;
  const double* const tj = j.friction > 0 ? findBlock(j.slip, body) : nullptr;
  if (ni && tj) entry.nt += calcBlockMobility(ni, w, tj);
  if (ti && nj) entry.tn += calcBlockMobility(ti, w, nj);
  if (ti && tj) entry.tt += calcBlockMobility(ti, w, tj);
}

}  // namespace

// One island: its problem, and how the linkage answers.
struct StepImpulses::Island {
  std::vector<std::size_t> members;
  bool jointed = false;
  SparseContactProblem problem;
  std::vector<double> p;    // two a contact
  UnitResponses responses;  // jointed: columns of normal rows, then of slip rows of those that have one
  std::vector<Eigen::Index> normalColumn, slipColumn;
  std::vector<bool> isHeld;  // joints whose coordinate others hold; empty: none
  std::vector<double> held;  // impulses of their friction
  std::vector<BoundSearch> searches;
  bool rubs = false;  // joints take part
  bool resistsRolling = false;
  SweepReport report;

  void solve(double tolerance) { report = solveContactsNear(problem, p, tolerance); }

  // From the columns of the responses to two rows a contact.
  void placeLight() {
    LightParts& light = problem.light = responses.light;
    if (!light.any()) return;
    const auto size = static_cast<Eigen::Index>(members.size());
    light.low = Eigen::MatrixXd::Zero(2 * size, 2 * size);
    for (Eigen::Index i = 0; i < 2 * size; ++i)
      for (Eigen::Index j = 0; j < 2 * size; ++j)
        if (const auto a = columnOf(i), b = columnOf(j); a >= 0 && b >= 0)
          light.low(i, j) = responses.light.low(a, b);
  }
  Eigen::Index columnOf(Eigen::Index place) const {
    return (place % 2 == 0 ? normalColumn : slipColumn)[static_cast<std::size_t>(place / 2)];
  }
};

StepContact makeStepContact(const System& system, std::size_t unilateral, const UnilateralRows& rows) {
  StepContact contact;
  contact.unilateral = unilateral;
  contact.normal = rows.gap;
  contact.slip = rows.slip;
  contact.friction = rows.friction;
  contact.speed = rows.speed;
  contact.slipBias = -rows.speed;
  // Poses come first in a row; a rope of one body that bends has modes in the second place.
  const auto findBody = [&](std::size_t slot) {
    const int block = slot < rows.gap.size() ? rows.gap.block(slot) : kFrameBody;
    return block < static_cast<int>(system.bodies.size()) ? block : kFrameBody;
  };
  contact.a = findBody(0);
  contact.b = findBody(1);
  return contact;
}

StepImpulses::StepImpulses(const Assembler& assembler) : system_(&assembler.system()) {
  findJointed(assembler);
}

// What bends answers with its modes, which the metric does not know: through the assembler, as joints do.
void StepImpulses::findJointed(const Assembler& assembler) {
  linkage_ = BlockIslands(*system_);
  isJointed_.assign(linkage_.size(), 0);
  for (const BentLink& link : system_->bends) isJointed_[static_cast<std::size_t>(link.body)] = 1;
  for (const BlockRow& row : assembler.rows()) {
    linkage_.unite(row);
    for (std::size_t slot = 0; slot < row.size(); ++slot)
      if (row.block(slot) != kFrameBody) isJointed_[static_cast<std::size_t>(row.block(slot))] = 1;
  }
}

void StepImpulses::findIslands(std::span<StepContact> contacts) {
  BlockIslands together = linkage_;
  for (const StepContact& contact : contacts) {
    together.unite(contact.normal);
    together.unite(contact.slip);
  }
  slot_.assign(together.size(), -1);
  members_.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int block = contacts[i].b != kFrameBody ? contacts[i].b : contacts[i].a;
    int& island = slot_[together.findRoot(block)];
    if (island < 0) {
      island = static_cast<int>(members_.size());
      members_.emplace_back();
    }
    contacts[i].island = island;
    members_[static_cast<std::size_t>(island)].push_back(i);
  }
}

// Contacts of each body, and with them the entries of those that share one.
void StepImpulses::fillFree(std::span<StepContact> contacts, Island& island) {
  std::vector<std::pair<int, std::uint32_t>> touches;  // body, contact
  const auto count = static_cast<std::uint32_t>(island.members.size());
  const auto at = [&](std::uint32_t i) -> const StepContact& { return contacts[island.members[i]]; };
  for (std::uint32_t i = 0; i < count; ++i)
    for (const int body : {at(i).a, at(i).b})
      if (body != kFrameBody) touches.emplace_back(body, i);
  std::sort(touches.begin(), touches.end());
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t own = island.problem.entries.size();
    island.problem.begin.push_back(own);
    island.problem.entries.push_back({i});
    for (const int body : {at(i).a, at(i).b}) {
      if (body == kFrameBody) continue;
      const SaddlePoint::InverseMass& w = system_->metric.inverse()[static_cast<std::size_t>(body)];
      for (auto touch = std::lower_bound(touches.begin(), touches.end(), std::pair(body, std::uint32_t{0}));
           touch != touches.end() && touch->first == body; ++touch) {
        const std::uint32_t j = touch->second;
        std::size_t e = own;
        while (e < island.problem.entries.size() && island.problem.entries[e].other != j) ++e;
        if (e == island.problem.entries.size()) island.problem.entries.push_back({j});
        addEntry(at(i), at(j), body, w, island.problem.entries[e]);
      }
    }
  }
  island.problem.begin.push_back(island.problem.entries.size());
  keepDigits(contacts, island);
}

// Entries of light parts once more, in twice the digits (light_parts.h).
void StepImpulses::keepDigits(std::span<const StepContact> contacts, Island& island) const {
  if (island.members.size() > kMostExact) return;
  const BlockRow none;
  std::vector<BlockRow> rows;
  for (const std::size_t member : island.members) {
    rows.push_back(contacts[member].normal);
    rows.push_back(contacts[member].friction > 0 ? contacts[member].slip : none);
  }
  LightParts& light = island.problem.light;
  light = startLightParts(system_->metric, rows);
  if (!light.any()) return;
  const auto count = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd W(count, count);
  std::vector<double> dv(system_->layout.coordinates());
  for (Eigen::Index j = 0; j < count; ++j) {
    scatter(rows[static_cast<std::size_t>(j)], dv);
    for (std::size_t c = 0; c < dv.size(); ++c) dv[c] *= system_->metric.inverse(c);
    for (Eigen::Index i = 0; i < count; ++i) setEntry(rows[static_cast<std::size_t>(i)], dv, i, j, W, light);
  }
  for (std::size_t i = 0; i < island.members.size(); ++i)
    for (std::size_t e = island.problem.begin[i]; e < island.problem.begin[i + 1]; ++e) {
      SparseContactProblem::Entry& entry = island.problem.entries[e];
      const auto a = static_cast<Eigen::Index>(2 * i), b = static_cast<Eigen::Index>(2 * entry.other);
      entry.nn = W(a, b);
      entry.nt = W(a, b + 1);
      entry.tn = W(a + 1, b);
      entry.tt = W(a + 1, b + 1);
    }
}

void StepImpulses::fillJointed(Assembler& assembler, std::span<StepContact> contacts, Island& island) {
  std::vector<BlockRow> rows;
  for (const std::size_t member : island.members) {
    const bool hasNormal = contacts[member].hasNormal();
    island.normalColumn.push_back(hasNormal ? static_cast<Eigen::Index>(rows.size()) : -1);
    if (hasNormal) rows.push_back(contacts[member].normal);
  }
  for (const std::size_t member : island.members) {
    island.slipColumn.push_back(contacts[member].friction > 0 ? static_cast<Eigen::Index>(rows.size()) : -1);
    if (contacts[member].friction > 0) rows.push_back(contacts[member].slip);
  }
  island.responses = calcUnitResponses(assembler, rows);
  const Eigen::MatrixXd& W = island.responses.W;
  if (!island.rubs) island.placeLight();
  const std::size_t count = island.members.size();
  const auto number = [&](Eigen::Index i, Eigen::Index j) { return i < 0 || j < 0 ? 0.0 : W(i, j); };
  for (std::size_t i = 0; i < count; ++i) {
    island.problem.begin.push_back(island.problem.entries.size());
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t j = k == 0 ? i : k <= i ? k - 1 : k;
      const Eigen::Index ni = island.normalColumn[i], nj = island.normalColumn[j];
      const Eigen::Index ti = island.slipColumn[i], tj = island.slipColumn[j];
      island.problem.entries.push_back(
          {static_cast<std::uint32_t>(j), number(ni, nj), number(ni, tj), number(ti, nj), number(ti, tj)});
    }
  }
  island.problem.begin.push_back(island.problem.entries.size());
  if (island.rubs || island.resistsRolling) holdRates(contacts, island);
}

// Joints and rolling parts whose rates nothing changes: what is left of their rows in W is rounding error.
void StepImpulses::holdRates(std::span<const StepContact> contacts, Island& island) const {
  SparseContactProblem& problem = island.problem;
  island.isHeld.assign(island.members.size(), false);
  island.held.assign(island.members.size(), 0.0);
  island.searches.resize(island.members.size());
  for (std::size_t i = 0; i < island.members.size(); ++i) {
    const StepContact& contact = contacts[island.members[i]];
    if (contact.hasNormal()) continue;
    island.isHeld[i] =
        problem.entries[problem.begin[i]].tt <= kHeldAlready * system_->metric.calcFreeMobility(contact.slip);
    if (!island.isHeld[i]) continue;
    // What rolls as others say takes its resistance from the impulse of its contact all the same.
    const double rate = contact.rolls >= 0 ? problem.b[2 * i + 1] : 0;
    if (std::abs(rate) > kSlip)
      problem.contacts[i].slides = rate > 0 ? 1 : -1;
    else
      problem.contacts[i].slip = -1;
  }
  for (std::size_t i = 0; i < island.members.size(); ++i)
    for (std::size_t e = problem.begin[i]; e < problem.begin[i + 1]; ++e) {
      SparseContactProblem::Entry& w = problem.entries[e];
      if (island.isHeld[i]) w.tn = w.tt = 0;
      if (island.isHeld[w.other]) w.nt = w.tt = 0;
    }
}

// Puts the bounds in force that the impulses of the island give. True when that moves no rate.
bool StepImpulses::settleBounds(const Assembler& assembler, std::span<StepContact> contacts, Island& island,
                                std::span<const double> rowImpulse, double tolerance) const {
  std::vector<double> impulses(rowImpulse.begin(), rowImpulse.end());
  const auto addColumn = [&](Eigen::Index column, double impulse) {
    if (column < 0 || impulse == 0) return;
    for (std::size_t r = 0; r < impulses.size(); ++r)
      impulses[r] += impulse * island.responses.rowImpulse(static_cast<Eigen::Index>(r), column);
  };
  for (std::size_t i = 0; i < island.members.size(); ++i) {
    addColumn(island.normalColumn[i], island.p[2 * i]);
    const bool isHeldJoint = island.isHeld[i] && contacts[island.members[i]].joint >= 0;
    addColumn(island.slipColumn[i], isHeldJoint ? island.held[i] : island.p[2 * i + 1]);
  }
  bool settled = true;
  for (std::size_t i = 0; i < island.members.size(); ++i) {
    const StepContact& contact = contacts[island.members[i]];
    if (contact.joint < 0) continue;
    double bound = contact.constant;
    if (contact.coefficient > 0)
      bound += contact.coefficient *
               calcPressure(assembler, static_cast<std::size_t>(contact.joint), impulses).value;
    double& before = island.isHeld[i] ? island.held[i] : island.problem.contacts[i].base;
    if (island.isHeld[i]) {
      const double rate = island.problem.b[2 * i + 1];
      bound = std::abs(rate) <= kSlip ? 0 : std::copysign(bound, -rate);
    }
    const double mobility = system_->metric.calcFreeMobility(contact.slip);
    settled = settled && std::abs(bound - before) * mobility <= tolerance;
    before = island.searches[i].next(before, bound);
  }
  return settled;
}

void StepImpulses::apply(std::span<const StepContact> contacts, const Island& island, std::span<double> v,
                         std::span<double> rowImpulse) const {
  const auto addFree = [&](const BlockRow& row, double impulse) {
    for (std::size_t slot = 0; slot < row.size(); ++slot) {
      if (row.block(slot) < 0) continue;
      const auto block = static_cast<std::size_t>(row.block(slot));
      const SaddlePoint::InverseMass& w = system_->metric.inverse()[block];
      double* const at = v.data() + StateLayout::begin(block);
      for (std::size_t c = 0; c < w.size(); ++c) at[c] += w[c] * row.at(slot)[c] * impulse;
    }
  };
  const auto addJointed = [&](Eigen::Index column, double impulse) {
    for (std::size_t k = 0; k < v.size(); ++k)
      v[k] += impulse * island.responses.dv(static_cast<Eigen::Index>(k), column);
    for (std::size_t r = 0; r < rowImpulse.size(); ++r)
      rowImpulse[r] += impulse * island.responses.rowImpulse(static_cast<Eigen::Index>(r), column);
  };
  for (std::size_t i = 0; i < island.members.size(); ++i) {
    const StepContact& contact = contacts[island.members[i]];
    const double n = island.p[2 * i], t = island.p[2 * i + 1];
    if (island.jointed) {
      if (n != 0 && island.normalColumn[i] >= 0) addJointed(island.normalColumn[i], n);
      if (t != 0) addJointed(island.slipColumn[i], t);
    } else {
      if (n != 0) addFree(contact.normal, n);
      if (t != 0) addFree(contact.slip, t);
    }
  }
}

namespace {

// The normal row in its island of one of all contacts; the members are in order.
Eigen::Index findRow(const std::vector<std::size_t>& members, std::size_t contact) {
  return 2 * (std::lower_bound(members.begin(), members.end(), contact) - members.begin());
}

// The laws on one island.
template <class Island>
class IslandLaws {
 public:
  IslandLaws(std::span<StepContact> contacts, Island& island, double tolerance)
      : contacts_(contacts), island_(island), rates_(island.problem.b), tolerance_(tolerance) {
    for (const std::size_t member : island.members) {
      restitutes_ = restitutes_ || contacts[member].restitution > 0;
      poisson_ = poisson_ || contacts[member].poisson;
    }
  }

  // Returns the factor by which restitution was lowered: the largest that makes no energy. With friction
  // there may be several answers to one factor: the one that was found good is kept.
  double solve() {
    const std::vector<double> guess = island_.p;
    const double made = solveWith(restitutes_ ? 1 : 0);
    if (!restitutes_ || made <= exchanged_ * kMadeEnergy) return 1;
    std::vector<double> good = std::exchange(island_.p, guess);
    const double least = solveWith(0), allowed = std::max(least, 0.0) + exchanged_ * kMadeEnergy;
    if (made <= allowed) {
      island_.p = good;
      return 1;
    }
    good = island_.p;
    RestitutionSearch search{least - allowed, {}, kNear};
    if (std::isfinite(made)) search.gainWithAll = made - allowed;
    const double factor = lowerRestitution(search, [&](double middle) -> std::optional<EnergyMade> {
      island_.p = guess;
      const double beyond = solveWith(middle) - allowed;
      if (beyond <= 0) good = island_.p;
      return EnergyMade{beyond, beyond <= 0};
    });
    island_.p = good;
    return factor;
  }

 private:
  const StepContact& at(std::size_t i) const { return contacts_[island_.members[i]]; }
  bool isJoint(std::size_t i) const { return at(i).joint >= 0; }

  // The energy that the contacts give, J.
  double solveWith(double factor) {
    island_.problem.b = rates_;
    if (poisson_ && factor > 0) {
      solvePoisson(factor);
    } else {
      for (std::size_t i = 0; i < island_.members.size(); ++i)
        if (at(i).restitution > 0)
          island_.problem.b[2 * i] += factor * at(i).restitution * std::min(0.0, at(i).rateBefore);
      island_.solve(tolerance_);
    }
    island_.problem.b = rates_;
    return calcMade(calcRates(island_.problem, island_.p));
  }

  // Compression, then expansion from the rates that it leaves. All contacts that hit follow Poisson.
  void solvePoisson(double factor) {
    island_.solve(tolerance_);
    std::vector<double> compression = island_.p;
    for (std::size_t i = 0; i < island_.members.size(); ++i)
      if (isJoint(i)) compression[2 * i + 1] = 0;  // its friction is that of both together
    island_.p = compression;
    island_.problem.b = calcRates(island_.problem, island_.p);
    for (std::size_t i = 0; i < island_.members.size(); ++i)
      if (!isJoint(i)) island_.problem.contacts[i].base = factor * calcExpansion(i, compression);
    std::fill(island_.p.begin(), island_.p.end(), 0.0);
    island_.solve(tolerance_);
    for (std::size_t i = 0; i < island_.members.size(); ++i) {
      if (!isJoint(i)) island_.problem.contacts[i].base = 0;
      island_.p[2 * i] += compression[2 * i];
      island_.p[2 * i + 1] += compression[2 * i + 1];
    }
  }

  // What the expansion of a contact, or of the one that rolls, gives with all of its restitution.
  double calcExpansion(std::size_t i, const std::vector<double>& compression) const {
    const auto load = island_.problem.contacts[i].load;
    const std::size_t of = load < 0 ? i : static_cast<std::size_t>(load / 2);
    return at(of).restitution * compression[2 * of];
  }

  double calcMade(const std::vector<double>& after) {
    double made = 0;
    exchanged_ = 0;
    for (std::size_t i = 0; i < island_.members.size(); ++i) {
      const double n = island_.p[2 * i] * (at(i).rateBefore + after[2 * i]) / 2;
      const double t = island_.p[2 * i + 1] * (at(i).slipBefore + after[2 * i + 1]) / 2;
      made += n + t;
      exchanged_ += island_.p[2 * i] * std::abs(at(i).rateBefore) + std::abs(t);
    }
    return made;
  }

  std::span<StepContact> contacts_;
  Island& island_;
  const std::vector<double> rates_;
  const double tolerance_;
  bool restitutes_ = false, poisson_ = false;
  double exchanged_ = 0;
};

// What slips although it rested until now gets its numbers in motion. True when there is any.
template <class Island>
bool beginSliding(std::span<StepContact> contacts, Island& island, double tolerance) {
  const std::vector<double> rates = calcRates(island.problem, island.p);
  bool any = false;
  for (std::size_t i = 0; i < island.members.size(); ++i) {
    StepContact& contact = contacts[island.members[i]];
    if (!contact.inMotion || std::abs(rates[2 * i + 1]) <= kSlips * tolerance) continue;
    contact.friction = island.problem.contacts[i].friction = contact.inMotion->friction;
    contact.constant = contact.inMotion->constant;
    contact.coefficient = contact.inMotion->coefficient;
    contact.inMotion.reset();
    any = true;
  }
  return any;
}

}  // namespace

// The bounds of joints and the laws of an island together; the factor by which restitution was lowered.
double StepImpulses::settle(const Assembler& assembler, std::span<StepContact> contacts, Island& island,
                            std::span<const double> rowImpulse, double tolerance,
                            StepImpulseReport& report) const {
  double factor = 1;
  if (island.rubs) settleBounds(assembler, contacts, island, rowImpulse, tolerance);
  for (int round = 0, most = island.rubs ? kMostRounds : 1; round < most; ++round) {
    factor = IslandLaws<Island>(contacts, island, tolerance).solve();
    if (!island.rubs || settleBounds(assembler, contacts, island, rowImpulse, tolerance)) break;
    if (round == most - 1) report.boundsSettled = false;
  }
  return factor;
}

StepImpulseReport StepImpulses::solve(Assembler& assembler, std::span<StepContact> contacts,
                                      std::span<double> v, std::span<double> rowImpulse, double tolerance) {
  StepImpulseReport report;
  findIslands(contacts);
  for (const std::vector<std::size_t>& members : members_) {
    Island island;
    island.members = members;
    for (const std::size_t member : members) {
      const StepContact& contact = contacts[member];
      island.jointed = island.jointed || isAmongJoints(contact);
      island.rubs = island.rubs || contact.joint >= 0;
      island.resistsRolling = island.resistsRolling || contact.rolls >= 0;
      const auto row = static_cast<Eigen::Index>(2 * island.problem.contacts.size());
      OneSided& how = island.problem.contacts.emplace_back();
      how.normal = contact.hasNormal() ? row : -1;
      if (contact.rolls >= 0) how.load = findRow(members, static_cast<std::size_t>(contact.rolls));
      how.slip = contact.friction > 0 ? row + 1 : -1;
      how.friction = contact.friction;
      how.pulls = contact.pulls;
      island.problem.b.push_back(contact.hasNormal() ? dot(contact.normal, v.data()) + contact.normalBias
                                                     : 0);
      island.problem.b.push_back(contact.friction > 0 ? dot(contact.slip, v.data()) + contact.slipBias : 0);
      island.p.push_back(contact.impulse);
      island.p.push_back(contact.friction > 0 ? contact.slipImpulse : 0);
    }
    if (island.jointed)
      fillJointed(assembler, contacts, island);
    else
      fillFree(contacts, island);
    double factor = settle(assembler, contacts, island, rowImpulse, tolerance, report);
    while (beginSliding(contacts, island, tolerance))
      factor = settle(assembler, contacts, island, rowImpulse, tolerance, report);
    for (std::size_t i = 0; i < island.held.size(); ++i)
      if (island.isHeld[i] && contacts[members[i]].joint >= 0) island.p[2 * i + 1] = island.held[i];
    const std::vector<double> rates = calcRates(island.problem, island.p);
    for (std::size_t i = 0; i < members.size(); ++i) {
      StepContact& contact = contacts[members[i]];
      contact.impulse = island.p[2 * i];
      contact.slipImpulse = island.p[2 * i + 1];
      contact.rateAfter = rates[2 * i];
      contact.slipAfter = rates[2 * i + 1];
    }
    apply(contacts, island, v, rowImpulse);
    report.sweeps = std::max(report.sweeps, island.report.sweeps);
    report.residual = std::max(report.residual, island.report.residual);
    report.settled = report.settled && island.report.settled;
    report.loweredRestitution = std::min(report.loweredRestitution, factor);
  }
  return report;
}

bool StepImpulses::isAmongJoints(const StepContact& contact) const {
  const auto isJointed = [&](int body) {
    return body != kFrameBody && isJointed_[static_cast<std::size_t>(body)] != 0;
  };
  return contact.normal.size() > 2 || isJointed(contact.a) || isJointed(contact.b);
}

}  // namespace clank
