// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/plastic_impact.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace clank {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kSweeps = 2000;
constexpr double kConverged = 1e-14;  // of the largest impulse, in one sweep
constexpr double kOptimal = 1e-13;    // of the largest speed

// min (W P + 2 r).P/2, P >= 0 of rows that push. Rows at work come to rest together; one that would have to
// pull leaves.
class PushSearch {
 public:
  PushSearch(const ImpactProblem& problem, const VectorXd& rates)
      : W_(problem.W),
        rates_(rates),
        optimal_(kOptimal * problem.before.cwiseAbs().maxCoeff()),
        P_(VectorXd::Zero(rates.size())) {
    for (const OneSided& contact : problem.contacts)
      (contact.pulls ? working_ : idle_).push_back(contact.normal);
    pulls_ = working_.size();
  }

  VectorXd solve() {
    const std::size_t most = 3 * (idle_.size() + 1);
    if (pulls_ > 0) settle();
    for (std::size_t turn = 0; turn < most && !idle_.empty(); ++turn) {
      const VectorXd after = rates_ + W_ * P_;
      const auto closing =
          std::min_element(idle_.begin(), idle_.end(), [&](Index a, Index b) { return after(a) < after(b); });
      if (after(*closing) >= -optimal_) break;
      working_.push_back(*closing);
      idle_.erase(closing);
      settle();
    }
    return P_;
  }

 private:
  void settle() {
    for (std::size_t turn = 0; turn <= working_.size(); ++turn) {
      const VectorXd wanted =
          -W_(working_, working_).completeOrthogonalDecomposition().solve(VectorXd(rates_(working_)));
      double step = 1;
      std::size_t leaving = 0;
      for (std::size_t k = pulls_; k < working_.size(); ++k) {
        const double have = P_(working_[k]), want = wanted(static_cast<Index>(k));
        if (want >= 0 || have / (have - want) >= step) continue;
        step = have / (have - want);
        leaving = k;
      }
      const VectorXd now = P_(working_);
      P_(working_) = now + step * (wanted - now);
      if (step == 1) return;
      P_(working_[leaving]) = 0;
      idle_.push_back(working_[leaving]);
      working_.erase(working_.begin() + static_cast<std::ptrdiff_t>(leaving));
    }
  }

  const Eigen::MatrixXd& W_;
  const VectorXd& rates_;
  const double optimal_;
  VectorXd P_;
  std::vector<Index> working_, idle_;  // rows; those that pull first
  std::size_t pulls_ = 0;
};

class Relaxation {
 public:
  explicit Relaxation(const ImpactProblem& problem)
      : problem_(problem), P_(VectorXd::Zero(problem.before.size())), r_(problem.before) {}

  VectorXd solve() {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      change_ = 0;
      for (const OneSided& contact : problem_.contacts) relax(contact);
      if (change_ <= kConverged * P_.cwiseAbs().maxCoeff()) break;
    }
    return P_;
  }

 private:
  void relax(const OneSided& contact) {
    const double push = calcStopping(contact.normal);
    move(contact.normal, contact.pulls ? push : std::max(0.0, push));
    if (contact.slip < 0) return;
    const double bound = contact.friction * P_(contact.normal);
    move(contact.slip, std::clamp(calcStopping(contact.slip), -bound, bound));
  }
  // The impulse with which the row comes to rest.
  double calcStopping(Index row) const {
    const double mobility = problem_.W(row, row);
    return mobility > 0 ? P_(row) - r_(row) / mobility : P_(row);
  }
  void move(Index row, double impulse) {
    const double step = impulse - P_(row);
    if (step == 0) return;
    change_ = std::max(change_, std::abs(step));
    P_(row) = impulse;
    r_ += step * problem_.W.col(row);
  }

  const ImpactProblem& problem_;
  VectorXd P_, r_;
  double change_ = 0;
};

}  // namespace

VectorXd solveFrictionlessImpact(const ImpactProblem& problem, const VectorXd& rates) {
  return rates.size() == 0 ? rates : PushSearch(problem, rates).solve();
}

PlasticImpact solvePlasticImpact(const ImpactProblem& problem) {
  const auto fits = [&](const VectorXd& P) { return isAdmissible(problem, P) && !createsEnergy(problem, P); };
  const auto refine = [&](VectorXd P) {
    P += solveFrictionlessImpact(problem, problem.calcRates(P));
    return P;
  };
  for (const double softness : kSoftnesses)
    if (const auto P = solveSoftly(makeCompression(problem), softness)) {
      if (fits(*P)) return {*P, true};
      if (const VectorXd refined = refine(*P); fits(refined)) return {refined, true};
    }
  if (const VectorXd P = refine(Relaxation(problem).solve()); fits(P)) return {P, false};
  return {solveFrictionlessImpact(problem, problem.before), false};
}

}  // namespace clank
