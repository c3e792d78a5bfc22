// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/contact_solver.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/events/contact_newton.h"
#include "core/math/complementarity.h"

namespace clank {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// p = B z + c, the problem in z.
struct Map {
  MatrixXd B;
  VectorXd c;
};

// Places of a contact's variables in z; those of friction only where it is to be decided.
struct Places {
  Index normal = -1, plus = -1, minus = -1, speed = -1;  // p_n; p+; p-; s
};

class ComplementarityForm {
 public:
  // W in units of its largest entry: z then has the units of rates, and all coefficients are about one.
  ComplementarityForm(const ContactProblem& problem, const MatrixXd& W, const VectorXd& b)
      : problem_(problem), W_(W), b_(b) {
    for (const ContactProblem::Contact& contact : problem.contacts) {
      Places at;
      if (!contact.pulls) {
        if (contact.normal >= 0) at.normal = size_++;
        if (contact.slip >= 0 && contact.slides == 0) {
          at.plus = size_++;
          at.minus = size_++;
          at.speed = size_++;
        }
      }
      places_.push_back(at);
    }
    fillMap();
  }

  std::optional<VectorXd> solve() const {
    const MatrixXd rates = W_ * map_.B;
    const VectorXd rest = W_ * map_.c + b_;
    MatrixXd A = MatrixXd::Zero(size_, size_);
    VectorXd q = VectorXd::Zero(size_);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const ContactProblem::Contact& contact = problem_.contacts[i];
      const Places& at = places_[i];
      if (contact.pulls) continue;
      if (at.normal >= 0) {
        A.row(at.normal) = rates.row(contact.normal);
        q(at.normal) = rest(contact.normal);
      }
      if (at.plus < 0) continue;
      A.row(at.plus) = rates.row(contact.slip);
      A.row(at.minus) = -rates.row(contact.slip);
      q(at.plus) = rest(contact.slip);
      q(at.minus) = -rest(contact.slip);
      A(at.plus, at.speed) = A(at.minus, at.speed) = 1;
      if (at.normal >= 0) A(at.speed, at.normal) = contact.friction;
      A(at.speed, at.plus) = A(at.speed, at.minus) = -1;
      q(at.speed) = contact.friction * contact.base;
    }
    const double scale = q.size() > 0 ? q.cwiseAbs().maxCoeff() : 0;
    if (scale == 0) return map_.c;
    const auto z = solveComplementarity(A, q / scale);
    if (!z) return std::nullopt;
    return VectorXd(map_.B * (scale * *z) + map_.c);
  }

 private:
  void fillMap() {
    map_.B = MatrixXd::Zero(b_.size(), size_);
    map_.c = VectorXd::Zero(b_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const ContactProblem::Contact& contact = problem_.contacts[i];
      const Places& at = places_[i];
      if (contact.pulls) continue;
      if (at.normal >= 0) {
        map_.B(contact.normal, at.normal) = 1;
        map_.c(contact.normal) = contact.base;
      }
      if (contact.slip < 0) continue;
      if (at.plus >= 0) {
        map_.B(contact.slip, at.plus) = 1;
        map_.B(contact.slip, at.minus) = -1;
      } else {
        const double pull = contact.friction * contact.slides;
        if (at.normal >= 0) map_.B(contact.slip, at.normal) = -pull;
        map_.c(contact.slip) = -pull * contact.base;
      }
    }
  }

  const ContactProblem& problem_;
  const MatrixXd& W_;
  const VectorXd& b_;
  Index size_ = 0;
  std::vector<Places> places_;
  Map map_;
};

constexpr double kUncoupled = 1e-14;      // of the largest entry of W; less is rounding error
constexpr double kNoApproach = 1e-15;     // of the largest rate
constexpr std::size_t kManyContacts = 5;  // from which on guesses are faster than pivots

// Contacts that act on each other, in groups.
std::vector<std::vector<std::size_t>> findGroups(const ContactProblem& problem) {
  const double nothing = kUncoupled * problem.W.cwiseAbs().maxCoeff();
  const auto actsOn = [&](const ContactProblem::Contact& a, const ContactProblem::Contact& b) {
    const auto entry = [&](Index i, Index j) {
      return i >= 0 && j >= 0 && std::abs(problem.W(i, j)) > nothing;
    };
    return entry(a.normal, b.normal) || entry(a.normal, b.slip) || entry(a.slip, b.normal) ||
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
    ContactProblem::Contact contact = problem.contacts[i];
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
  part.W = problem.W(rows, rows);
  part.b = problem.b(rows);
  return part;
}

bool isPlain(const ContactProblem& problem) {
  return std::none_of(problem.contacts.begin(), problem.contacts.end(), [](const ContactProblem::Contact& c) {
    return c.pulls || c.base != 0 || c.normal < 0;
  });
}

std::optional<VectorXd> solveTogether(const ContactProblem& problem) {
  const double scale = problem.W.size() > 0 ? problem.W.diagonal().maxCoeff() : 0;
  if (!(scale > 0)) return VectorXd(VectorXd::Zero(problem.b.size()));
  if (const auto& contacts = problem.contacts;
      contacts.size() == 1 && contacts[0].normal >= 0 && contacts[0].slip < 0 && !contacts[0].pulls) {
    const Index n = contacts[0].normal;
    const double rate = problem.b(n) + problem.W(n, n) * contacts[0].base;
    VectorXd p = VectorXd::Zero(problem.b.size());
    p(n) = contacts[0].base + std::max(0.0, -rate / problem.W(n, n));
    return p;
  }
  MatrixXd W = problem.W / scale;
  VectorXd b = problem.b;
  std::vector<Index> pulls;
  for (const ContactProblem::Contact& contact : problem.contacts)
    if (contact.pulls) pulls.push_back(contact.normal);
  ContactProblem scaled{{}, {}, problem.contacts};
  for (ContactProblem::Contact& contact : scaled.contacts) contact.base *= scale;
  if (pulls.empty()) {
    const auto p = ComplementarityForm(scaled, W, b).solve();
    return p ? std::optional<VectorXd>(*p / scale) : std::nullopt;
  }
  // p_pulls = -Wpp^-1 (b_pulls + Wpr p): a Schur complement is left for the others.
  const MatrixXd Wpp = W(pulls, pulls), Wpr = W(pulls, Eigen::all);
  const auto decomposition = Wpp.completeOrthogonalDecomposition();
  const VectorXd pulled = b(pulls);
  const MatrixXd reduced = W - Wpr.transpose() * decomposition.solve(Wpr);
  const VectorXd rest = b - Wpr.transpose() * decomposition.solve(pulled);
  auto p = ComplementarityForm(scaled, reduced, rest).solve();
  if (!p) return std::nullopt;
  const VectorXd missing = -pulled - Wpr * *p;
  const VectorXd bilateral = decomposition.solve(missing);
  (*p)(pulls) = bilateral;
  return VectorXd(*p / scale);
}

}  // namespace

std::optional<VectorXd> solveContactProblem(const ContactProblem& problem) {
  if (problem.contacts.size() < kManyContacts) return solveTogether(problem);
  VectorXd p = VectorXd::Zero(problem.b.size());
  const double nothing = kNoApproach * problem.b.cwiseAbs().maxCoeff();
  for (const std::vector<std::size_t>& group : findGroups(problem)) {
    std::vector<Index> rows;
    const ContactProblem part = takePart(problem, group, rows);
    const bool plain = isPlain(part);
    const auto isApart = [&](const ContactProblem::Contact& c) { return part.b(c.normal) >= -nothing; };
    if (plain && std::all_of(part.contacts.begin(), part.contacts.end(), isApart)) continue;
    auto answer = group.size() >= kManyContacts ? solveByGuesses(part) : std::nullopt;
    if (!answer && group.size() < kMostPivoted) answer = solveTogether(part);
    if (!answer) return std::nullopt;
    p(rows) = *answer;
  }
  return p;
}

}  // namespace clank
