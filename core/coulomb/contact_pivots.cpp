// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/contact_pivots.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

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
  Index load = -1;                                       // p_n that bounds friction
};

class ComplementarityForm {
 public:
  // W in units of its largest entry: z then has the units of rates, and all coefficients are about one.
  ComplementarityForm(const ContactProblem& problem, const MatrixXd& W, const VectorXd& b)
      : problem_(problem), W_(W), b_(b) {
    for (const OneSided& contact : problem.contacts) {
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
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (problem.contacts[i].load >= 0)
        places_[i].load = findNormal(problem.contacts[i].load);
      else
        places_[i].load = places_[i].normal;
    fillMap();
  }

  std::optional<VectorXd> solve() const {
    const MatrixXd rates = W_ * map_.B;
    const VectorXd rest = W_ * map_.c + b_;
    MatrixXd A = MatrixXd::Zero(size_, size_);
    VectorXd q = VectorXd::Zero(size_);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const OneSided& contact = problem_.contacts[i];
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
      if (at.load >= 0) A(at.speed, at.load) = contact.friction;
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
  // The place of a normal row; none of one that pulls.
  Index findNormal(Index row) const {
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (problem_.contacts[i].normal == row) return places_[i].normal;
    return -1;
  }

  void fillMap() {
    map_.B = MatrixXd::Zero(b_.size(), size_);
    map_.c = VectorXd::Zero(b_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const OneSided& contact = problem_.contacts[i];
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
        if (at.load >= 0) map_.B(contact.slip, at.load) = -pull;
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

}  // namespace

std::optional<VectorXd> solveByPivots(const ContactProblem& problem) {
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
  for (const OneSided& contact : problem.contacts)
    if (contact.pulls) pulls.push_back(contact.normal);
  ContactProblem scaled{{}, {}, problem.contacts};
  for (OneSided& contact : scaled.contacts) contact.base *= scale;
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

}  // namespace clank
