// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/solve_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/coulomb/contact_newton.h"
#include "core/coulomb/contact_pivots.h"

namespace clank {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kUncoupled = 1e-14;      // of the largest entry of W; less is rounding error
constexpr double kNoApproach = 1e-15;     // of the largest rate
constexpr std::size_t kManyContacts = 5;  // from which on guesses are faster than pivots

constexpr std::size_t kFewNear = 6, kMostGuessed = 80;  // contacts of a step that are solved exactly, guessed
constexpr int kFewSweeps = 60, kMostSweeps = 300;
constexpr double kFar = 100;  // from what sweeps have found: no answer, but a nearly singular one

// Contacts that act on each other, in groups.
std::vector<std::vector<std::size_t>> findGroups(const ContactProblem& problem) {
  const double nothing = kUncoupled * problem.W.cwiseAbs().maxCoeff();
  const auto actsOn = [&](const OneSided& a, const OneSided& b) {
    const auto entry = [&](Index i, Index j) {
      return i >= 0 && j >= 0 && std::abs(problem.W(i, j)) > nothing;
    };
    const bool loads = (a.load >= 0 && a.load == b.normal) || (b.load >= 0 && b.load == a.normal);
    return loads || entry(a.normal, b.normal) || entry(a.normal, b.slip) || entry(a.slip, b.normal) ||
           entry(a.slip, b.slip);
  };
  std::vector<std::vector<std::size_t>> groups;
  std::vector<bool> taken(problem.contacts.size(), false);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (taken[i]) continue;
    std::vector<std::size_t> group{i};
    taken[i] = true;
    for (std::size_t k = 0; k < group.size(); ++k)
      for (std::size_t j = 0; j < taken.size(); ++j)
        if (!taken[j] && actsOn(problem.contacts[group[k]], problem.contacts[j])) {
          taken[j] = true;
          group.push_back(j);
        }
    std::sort(group.begin(), group.end());
    groups.push_back(group);
  }
  return groups;
}

// The problem of some of the contacts, and the places of its rows.
ContactProblem takePart(const ContactProblem& problem, const std::vector<std::size_t>& group,
                        std::vector<Index>& rows) {
  ContactProblem part;
  for (const std::size_t i : group) {
    OneSided contact = problem.contacts[i];
    if (contact.normal >= 0) {
      rows.push_back(contact.normal);
      contact.normal = static_cast<Index>(rows.size()) - 1;
    }
    if (contact.slip >= 0) {
      rows.push_back(contact.slip);
      contact.slip = static_cast<Index>(rows.size()) - 1;
    }
    part.contacts.push_back(contact);
  }
  for (OneSided& contact : part.contacts)
    if (contact.load >= 0) contact.load = std::find(rows.begin(), rows.end(), contact.load) - rows.begin();
  part.W = problem.W(rows, rows);
  part.light = problem.light.select(rows);
  part.b = problem.b(rows);
  return part;
}

bool isPlain(const ContactProblem& problem) {
  return std::none_of(problem.contacts.begin(), problem.contacts.end(),
                      [](const OneSided& c) { return c.pulls || c.base != 0 || c.normal < 0; });
}

// What a step of time asks, of contacts that act on each other.
class NearSolution {
 public:
  NearSolution(const SparseContactProblem& problem, std::vector<double>& p, double tolerance)
      : problem_(problem), p_(p), tolerance_(tolerance) {}

  SweepReport solve() {
    if (problem_.light.any()) return solveLight();
    if (problem_.contacts.size() <= kFewNear) {
      const ContactProblem dense = makeDense(problem_, places_);
      if (take(solveContactProblem(dense), 10 * tolerance_)) return report_;
    }
    yield();
    report_ = sweepContacts(problem_, p_, tolerance_, kFewSweeps);
    if (report_.settled) return report_;
    if (problem_.contacts.size() <= kMostGuessed && improve()) return report_;
    const SweepReport more = sweepContacts(problem_, p_, tolerance_, kMostSweeps);
    return {report_.sweeps + more.sweeps, more.residual, more.settled};
  }

 private:
  // Sweeps would take as many rounds as a part is light. What gives way a little decides what redundancy
  // leaves open; the best answer counts.
  SweepReport solveLight() {
    const ContactProblem dense = makeDense(problem_, places_);
    std::vector<double> best = p_;
    double least = std::numeric_limits<double>::infinity();
    for (const double softness : {0.0, 1e-14, 1e-12, 1e-10, 1e-8}) {
      ContactProblem soft = dense;
      soft.W.diagonal() *= 1 + softness;
      if (take(solveContactProblem(soft), 10 * tolerance_)) return report_;
      if (report_.residual >= least) continue;
      least = report_.residual;
      best = found_;
    }
    p_ = best;
    report_ = {report_.sweeps, least, false};
    return report_;
  }

  // The rows of gaps and of slips give way by these parts beside the guess.
  void yield() {
    constexpr double kYield = 1e-9, kSliding = 1e-5;
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      SparseContactProblem::Entry& own = problem_.entries[problem_.begin[i]];
      problem_.b[2 * i] -= kYield * own.nn * p_[2 * i];
      problem_.b[2 * i + 1] -= kSliding * own.tt * p_[2 * i + 1];
      own.nn *= 1 + kYield;
      own.tt *= 1 + kSliding;
    }
  }

  bool improve() {
    places_.clear();
    const ContactProblem dense = makeDense(problem_, places_);
    VectorXd start(static_cast<Index>(places_.size()));
    for (std::size_t r = 0; r < places_.size(); ++r) start(static_cast<Index>(r)) = p_[places_[r]];
    const auto better = improveByGuesses(dense, start);
    return better && better->norm() <= kFar * start.norm() && take(better, tolerance_);
  }

  // Takes over an answer that is good enough: its residual is what the first sweep would still change.
  bool take(const std::optional<VectorXd>& answer, double tolerance) {
    report_.residual = std::numeric_limits<double>::infinity();
    if (!answer || !answer->allFinite()) return false;
    found_.assign(p_.size(), 0.0);
    for (std::size_t r = 0; r < places_.size(); ++r) found_[places_[r]] = (*answer)(static_cast<Index>(r));
    std::vector<double> swept = found_;
    report_.residual = sweepContacts(problem_, swept, 0, 1).residual;
    report_.settled = report_.residual <= tolerance + calcRounding(problem_, found_);
    if (report_.settled) p_ = found_;
    return report_.settled;
  }

  SparseContactProblem problem_;
  std::vector<double>& p_;
  const double tolerance_;
  std::vector<std::size_t> places_;
  std::vector<double> found_;  // what was last looked at
  SweepReport report_;
};

std::optional<VectorXd> solveExactly(const ContactProblem& problem) {
  if (problem.contacts.size() < kManyContacts) {
    auto p = solveByPivots(problem);
    return p ? p : solveByGuesses(problem);
  }
  VectorXd p = VectorXd::Zero(problem.b.size());
  const double nothing = kNoApproach * problem.b.cwiseAbs().maxCoeff();
  for (const std::vector<std::size_t>& group : findGroups(problem)) {
    std::vector<Index> rows;
    const ContactProblem part = takePart(problem, group, rows);
    const bool plain = isPlain(part);
    const auto isApart = [&](const OneSided& c) { return part.b(c.normal) >= -nothing; };
    if (plain && std::all_of(part.contacts.begin(), part.contacts.end(), isApart)) continue;
    auto answer = group.size() >= kManyContacts ? solveByGuesses(part) : std::nullopt;
    if (!answer && group.size() < kMostPivoted) answer = solveByPivots(part);
    if (!answer) return std::nullopt;
    p(rows) = *answer;
  }
  return p;
}

}  // namespace

std::optional<VectorXd> solveContactProblem(const ContactProblem& problem) {
  auto p = solveExactly(problem);
  if (!p || !problem.light.any()) return p;
  const auto refined = refineByGuesses(problem, *p);
  return refined ? refined : p;
}

SweepReport solveContactsNear(const SparseContactProblem& problem, std::vector<double>& p, double tolerance) {
  return NearSolution(problem, p, tolerance).solve();
}

}  // namespace clank
