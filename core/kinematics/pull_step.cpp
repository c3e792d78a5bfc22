// SPDX-License-Identifier: GPL-3.0-or-later
// A pull is a minimum: of all small motions dq that close the joints and open no limit backwards, the one
// with the least
//     |dq|^2_M / 2 + |A dq - r|^2 / (2 eps),    G dq = -C,    g + N dq >= 0
// with r the wanted change of the pulled rows A. Its stationary point is the saddle-point system of the core
// with two more kinds of rows:
//     dq = dq0 + W_G A' l + W_G N' z,   eps l = r - A dq,   0 <= z  complementary to  g + N dq >= 0
// where dq0 closes the joints alone and W_G, the inverse of M on the directions that G leaves free, is a
// solve with the one factor. So each row costs a solve; what is left is small and dense:
//     K = A W_G A' + eps I,   (N W_G N' - N W_G A' K^-1 A W_G N') z + g + N dq1 >= 0.
// eps is a small part of the largest entry of A W_G A', so a point that can move is pulled almost rigidly.
// Along a direction in which it cannot (a stretched chain) A W_G A' is zero, l stays finite and nothing
// moves.
#include "core/kinematics/pull_step.h"

#include <Eigen/Dense>
#include <algorithm>

#include "core/math/complementarity.h"

namespace clank {
namespace {

constexpr double kSoftness = 1e-6;  // of the largest mobility of the pulled rows

class Step {
 public:
  Step(Assembler& assembler, std::size_t size)
      : assembler_(assembler), size_(size), lambda_(assembler.rowCount()), zero_(assembler.rowCount(), 0.0) {}

  // dq0: closes the joints, nothing more.
  std::vector<double> close() {
    std::vector<double> target(assembler_.error().begin(), assembler_.error().end()), dq(size_);
    for (double& c : target) c = -c;
    const std::vector<double> none(size_, 0.0);
    assembler_.solve(none, target, dq, lambda_);
    return dq;
  }
  // W_G row'.
  std::vector<double> respond(const BlockRow& row) {
    std::vector<double> f(size_), x(size_);
    scatter(row, f);
    assembler_.solve(f, zero_, x, lambda_);
    return x;
  }

 private:
  Assembler& assembler_;
  std::size_t size_;
  std::vector<double> lambda_, zero_;
};

void addTo(std::vector<double>& x, double factor, const std::vector<double>& y) {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] += factor * y[k];
}

// Adds the soft pull. Leaves in responses how dq answers to each pulled row through the softness, so that
// limits can be taken against it.
struct SoftPull {
  std::vector<BlockRow> rows;
  std::vector<std::vector<double>> responses;
  Eigen::MatrixXd inverse;  // K^-1

  SoftPull(Step& step, const std::vector<PulledRow>& pulled) {
    const auto n = static_cast<Eigen::Index>(pulled.size());
    Eigen::MatrixXd k(n, n);
    for (const PulledRow& p : pulled) {
      rows.push_back(p.row);
      responses.push_back(step.respond(p.row));
    }
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j)
        k(i, j) = dot(rows[static_cast<std::size_t>(i)], responses[static_cast<std::size_t>(j)].data());
    if (n == 0) return;
    const double softness = kSoftness * std::max(k.diagonal().maxCoeff(), 1e-9);
    inverse = (k + softness * Eigen::MatrixXd::Identity(n, n)).inverse();
  }
  // x without what the pull takes back of it: x - X K^-1 (A x - r).
  void correct(std::vector<double>& x, const std::vector<double>& wanted) const {
    const auto n = static_cast<Eigen::Index>(rows.size());
    if (n == 0) return;
    Eigen::VectorXd missing(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      missing(i) = wanted[k] - dot(rows[k], x.data());
    }
    const Eigen::VectorXd force = inverse * missing;
    for (Eigen::Index i = 0; i < n; ++i) addTo(x, force(i), responses[static_cast<std::size_t>(i)]);
  }
};

// The limits that a step would pass, with their responses against the pull.
class TouchedLimits {
 public:
  TouchedLimits(Step& step, const SoftPull& soft, const std::vector<LimitRow>& limits)
      : step_(step), soft_(soft), limits_(limits) {}

  // Adds those that dq passes; false: there is none but the ones that are known.
  bool add(const std::vector<double>& dq) {
    const std::vector<double> still(soft_.rows.size(), 0.0);
    const std::size_t before = touched_.size();
    for (std::size_t i = 0; i < limits_.size(); ++i) {
      const bool isKnown = std::find(touched_.begin(), touched_.end(), i) != touched_.end();
      if (isKnown || limits_[i].gap + dot(limits_[i].row, dq.data()) >= 0) continue;
      touched_.push_back(i);
      responses_.push_back(step_.respond(limits_[i].row));
      soft_.correct(responses_.back(), still);
    }
    return touched_.size() > before;
  }

  // The step that keeps them; nothing moves when there is no solution.
  PullStep push(const std::vector<double>& free) const {
    const auto n = static_cast<Eigen::Index>(touched_.size());
    Eigen::MatrixXd a(n, n);
    Eigen::VectorXd b(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const LimitRow& limit = limits_[touched_[static_cast<std::size_t>(i)]];
      b(i) = limit.gap + dot(limit.row, free.data());
      for (Eigen::Index j = 0; j < n; ++j)
        a(i, j) = dot(limit.row, responses_[static_cast<std::size_t>(j)].data());
    }
    const auto z = solveComplementarity(a, b);
    if (!z) return {std::vector<double>(free.size(), 0.0), {}};
    PullStep result{free, {}};
    for (Eigen::Index i = 0; i < n; ++i) {
      if ((*z)(i) <= 0) continue;
      addTo(result.dq, (*z)(i), responses_[static_cast<std::size_t>(i)]);
      result.pushed.push_back(limits_[touched_[static_cast<std::size_t>(i)]].joint);
    }
    return result;
  }

 private:
  Step& step_;
  const SoftPull& soft_;
  const std::vector<LimitRow>& limits_;
  std::vector<std::size_t> touched_;
  std::vector<std::vector<double>> responses_;
};

}  // namespace

PullStep calcPullStep(Assembler& assembler, const std::vector<PulledRow>& pulled,
                      const std::vector<LimitRow>& limits) {
  Step step(assembler, assembler.system().layout.coordinates());
  const SoftPull soft(step, pulled);
  std::vector<double> wanted, free = step.close();
  for (const PulledRow& p : pulled) wanted.push_back(p.change);
  soft.correct(free, wanted);
  TouchedLimits touched(step, soft, limits);
  PullStep result{free, {}};
  while (touched.add(result.dq)) result = touched.push(free);
  return result;
}

}  // namespace clank
