// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/step_impulses.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/dynamics/joint_friction.h"
#include "core/dynamics/tolerances.h"
#include "core/events/contact_newton.h"
#include "core/events/contact_problem.h"
#include "core/events/contact_solver.h"
#include "core/events/impact.h"
#include "core/events/unilateral.h"

namespace clank {
namespace {

constexpr int kRestitutionBits = 12;   // of the factor by which it is lowered
constexpr double kFar = 100;           // from what sweeps have found: no answer, but a nearly singular one
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
  entry.nn += calcBlockMobility(ni, w, nj);
  const double* const ti = i.friction > 0 ? findBlock(i.slip, body) : nullptr;
  const double* const tj = j.friction > 0 ? findBlock(j.slip, body) : nullptr;
  if (tj) entry.nt += calcBlockMobility(ni, w, tj);
  if (ti) entry.tn += calcBlockMobility(ti, w, nj);
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
  bool rubs = false;         // joints take part
  SweepReport report;

  // Is it the friction of a joint?
  bool isRubbing(std::size_t i) const { return rubs && normalColumn[i] < 0; }

  // Rates with the impulses p, two a contact.
  std::vector<double> calcRates() const {
    std::vector<double> rates = problem.b;
    for (std::size_t i = 0; i < members.size(); ++i)
      for (std::size_t e = problem.begin[i]; e < problem.begin[i + 1]; ++e) {
        const SparseContactProblem::Entry& w = problem.entries[e];
        rates[2 * i] += w.nn * p[2 * w.other] + w.nt * p[2 * w.other + 1];
        rates[2 * i + 1] += w.tn * p[2 * w.other] + w.tt * p[2 * w.other + 1];
      }
    return rates;
  }

  // The whole matrix, with rows of friction only where there is some, and which of p each row is.
  ContactProblem makeDense(std::vector<std::size_t>& places) const {
    ContactProblem dense;
    std::vector<Eigen::Index> row(2 * members.size(), -1);
    for (std::size_t i = 0; i < members.size(); ++i) {
      ContactProblem::Contact contact;
      contact.normal = -1;
      if (!isRubbing(i)) {
        contact.normal = row[2 * i] = static_cast<Eigen::Index>(places.size());
        places.push_back(2 * i);
      }
      contact.friction = problem.contacts[i].friction;
      if (contact.friction > 0 && !(rubs && isHeld[i])) {
        contact.slip = row[2 * i + 1] = static_cast<Eigen::Index>(places.size());
        places.push_back(2 * i + 1);
      }
      contact.pulls = problem.contacts[i].pulls;
      contact.base = problem.contacts[i].base;
      dense.contacts.push_back(contact);
    }
    const auto count = static_cast<Eigen::Index>(places.size());
    dense.W = Eigen::MatrixXd::Zero(count, count);
    dense.b.resize(count);
    for (Eigen::Index r = 0; r < count; ++r) dense.b(r) = problem.b[places[static_cast<std::size_t>(r)]];
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t e = problem.begin[i]; e < problem.begin[i + 1]; ++e) {
        const SparseContactProblem::Entry& w = problem.entries[e];
        const Eigen::Index ni = row[2 * i], ti = row[2 * i + 1], nj = row[2 * w.other],
                           tj = row[2 * w.other + 1];
        if (ni >= 0 && nj >= 0) dense.W(ni, nj) = w.nn;
        if (ni >= 0 && tj >= 0) dense.W(ni, tj) = w.nt;
        if (ti >= 0 && nj >= 0) dense.W(ti, nj) = w.tn;
        if (ti >= 0 && tj >= 0) dense.W(ti, tj) = w.tt;
      }
    }
    return dense;
  }

  // What the first sweep would still change.
  double calcResidual(std::vector<double> at) const { return sweepContacts(problem, at, 0, 1).residual; }

  // Takes over an answer that is good enough.
  bool take(const std::optional<Eigen::VectorXd>& answer, const std::vector<std::size_t>& places,
            double tolerance) {
    if (!answer || !answer->allFinite()) return false;
    std::vector<double> found(2 * members.size(), 0.0);
    for (std::size_t r = 0; r < places.size(); ++r)
      found[places[r]] = (*answer)(static_cast<Eigen::Index>(r));
    const double residual = calcResidual(found);
    if (residual > tolerance) return false;
    p = std::move(found);
    report.residual = residual;
    return true;
  }

  void solve(double tolerance) {
    report = {};
    std::vector<std::size_t> places;
    if (members.size() <= kSmall) {
      const ContactProblem dense = makeDense(places);
      if (take(solveContactProblem(dense), places, 10 * tolerance)) return;
    }
    const SparseContactProblem exact = problem;
    damp();
    solveLarge(tolerance);
    problem = exact;
  }

 private:
  // Two corners that meet a side each in nearly the same place tell the same thing in words that differ by
  // rounding, and throw each other about. So impulses give way a little beside those that were guessed, those
  // of the step before: by a part of what they do to their own rate. At rest they are the same, and nothing
  // gives way.
  void damp() {
    constexpr double kYield = 1e-9, kSliding = 1e-5;  // of the rate of the gap, and of the slip
    for (std::size_t i = 0; i < members.size(); ++i) {
      SparseContactProblem::Entry& own = problem.entries[problem.begin[i]];
      problem.b[2 * i] -= kYield * own.nn * p[2 * i];
      problem.b[2 * i + 1] -= kSliding * own.tt * p[2 * i + 1];
      own.nn *= 1 + kYield;
      own.tt *= 1 + kSliding;
    }
  }

  void solveLarge(double tolerance) {
    report = sweepContacts(problem, p, tolerance, kFewSweeps);
    if (report.residual <= tolerance) return;
    if (members.size() <= kLarge) {
      std::vector<std::size_t> places;
      const ContactProblem dense = makeDense(places);
      Eigen::VectorXd start(static_cast<Eigen::Index>(places.size()));
      for (std::size_t r = 0; r < places.size(); ++r) start(static_cast<Eigen::Index>(r)) = p[places[r]];
      const auto better = improveByGuesses(dense, start);
      const bool isNear = better && better->norm() <= kFar * start.norm();
      if (isNear && take(better, places, tolerance)) return;
    }
    const SweepReport more = sweepContacts(problem, p, tolerance, StepImpulses::kMostSweeps);
    report = {report.sweeps + more.sweeps, more.residual};
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
}

void StepImpulses::fillJointed(Assembler& assembler, std::span<StepContact> contacts, Island& island) {
  std::vector<BlockRow> rows;
  for (const std::size_t member : island.members) {
    const bool isJoint = contacts[member].joint >= 0;
    island.normalColumn.push_back(isJoint ? -1 : static_cast<Eigen::Index>(rows.size()));
    if (!isJoint) rows.push_back(contacts[member].normal);
  }
  for (const std::size_t member : island.members) {
    island.slipColumn.push_back(contacts[member].friction > 0 ? static_cast<Eigen::Index>(rows.size()) : -1);
    if (contacts[member].friction > 0) rows.push_back(contacts[member].slip);
  }
  island.responses = calcUnitResponses(assembler, rows);
  const Eigen::MatrixXd& W = island.responses.W;
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
  if (island.rubs) holdRates(contacts, island);
}

// Joints whose rates nothing changes: what is left of their rows in W is rounding error.
void StepImpulses::holdRates(std::span<const StepContact> contacts, Island& island) const {
  SparseContactProblem& problem = island.problem;
  island.isHeld.assign(island.members.size(), false);
  island.held.assign(island.members.size(), 0.0);
  for (std::size_t i = 0; i < island.members.size(); ++i) {
    const StepContact& contact = contacts[island.members[i]];
    if (contact.joint < 0) continue;
    island.isHeld[i] =
        problem.entries[problem.begin[i]].tt <= kHeldAlready * system_->metric.calcFreeMobility(contact.slip);
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
    addColumn(island.slipColumn[i], island.isHeld[i] ? island.held[i] : island.p[2 * i + 1]);
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
    before = bound;
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
    double factor = made <= allowed ? 1 : 0;
    if (factor == 0) good = island_.p;
    if (factor == 0 && std::isfinite(made)) {
      const auto calcBeyond = [&](double middle) {
        island_.p = guess;
        const double beyond = solveWith(middle) - allowed;
        if (beyond <= 0 && middle > factor) {
          factor = middle;
          good = island_.p;
        }
        return beyond;
      };
      std::uintmax_t most = kRestitutionBits;
      boost::math::tools::toms748_solve(
          calcBeyond, 0.0, 1.0, least - allowed, made - allowed,
          [](double low, double high) { return high - low < std::ldexp(1.0, -kRestitutionBits); }, most);
    }
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
    return calcMade(island_.calcRates());
  }

  // Compression, then expansion from the rates that it leaves. All contacts that hit follow Poisson.
  void solvePoisson(double factor) {
    island_.solve(tolerance_);
    std::vector<double> compression = island_.p;
    for (std::size_t i = 0; i < island_.members.size(); ++i)
      if (isJoint(i)) compression[2 * i + 1] = 0;  // its friction is that of both together
    island_.p = compression;
    island_.problem.b = island_.calcRates();
    for (std::size_t i = 0; i < island_.members.size(); ++i)
      if (!isJoint(i)) island_.problem.contacts[i].base = factor * at(i).restitution * compression[2 * i];
    std::fill(island_.p.begin(), island_.p.end(), 0.0);
    island_.solve(tolerance_);
    for (std::size_t i = 0; i < island_.members.size(); ++i) {
      if (!isJoint(i)) island_.problem.contacts[i].base = 0;
      island_.p[2 * i] += compression[2 * i];
      island_.p[2 * i + 1] += compression[2 * i + 1];
    }
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

}  // namespace

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
      const bool isJoint = contact.joint >= 0;
      island.rubs = island.rubs || isJoint;
      island.problem.contacts.push_back({contact.friction, 0, contact.pulls});
      island.problem.b.push_back(isJoint ? 0 : dot(contact.normal, v.data()) + contact.normalBias);
      island.problem.b.push_back(contact.friction > 0 ? dot(contact.slip, v.data()) + contact.slipBias : 0);
      island.p.push_back(contact.impulse);
      island.p.push_back(contact.friction > 0 ? contact.slipImpulse : 0);
    }
    if (island.jointed)
      fillJointed(assembler, contacts, island);
    else
      fillFree(contacts, island);
    double factor = 1;
    if (island.rubs) settleBounds(assembler, contacts, island, rowImpulse, tolerance);
    for (int round = 0, most = island.rubs ? kMostRounds : 1; round < most; ++round) {
      factor = IslandLaws<Island>(contacts, island, tolerance).solve();
      if (!island.rubs || settleBounds(assembler, contacts, island, rowImpulse, tolerance)) break;
      if (round == most - 1) report.boundsSettled = false;
    }
    for (std::size_t i = 0; i < island.held.size(); ++i)
      if (island.isHeld[i]) island.p[2 * i + 1] = island.held[i];
    const std::vector<double> rates = island.calcRates();
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
