// SPDX-License-Identifier: GPL-3.0-or-later
//
// First any closed position: Newton with the smallest step in the mass metric, halved until the sum of
// squares of C falls, so that it also stops, near the best there is, when nothing closes. Then the nearest
// one to the drawn q0: minimise (q - q0)' M (q - q0)/2 under C(q) = 0. With C linear about q the answer is
//
//     [ M  -G' ] [ dq     ]   [ M (q0 - q) ]
//     [ G   0  ] [ lambda ] = [ -C         ],
//
// and it is repeated until it stands still: then M (q - q0) = G' lambda, which is the condition of a minimum.
// A drawing that is open by rounding only, below kJam, is left at the first: the two differ by its
// square.
#include "core/dynamics/closure.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/math/largest.h"

namespace clank {
namespace {

constexpr int kNewtonSteps = 200, kHalvings = 24, kApproaches = 60;
constexpr double kLargestTurn = 0.5;  // rad, of a body in one step

class Closing {
 public:
  Closing(Assembler& assembler, double t, std::span<double> q, std::span<const double> v)
      : assembler_(assembler),
        t_(t),
        q_(q),
        v_(v),
        drawn_(q.begin(), q.end()),
        dq_(q.size()),
        force_(q.size()),
        target_(assembler.rowCount()),
        lambda_(assembler.rowCount()) {}

  double run() {
    update();
    const double open = findOpen();
    if (open <= closed_) return open;
    double left = closeAnyhow();
    if (open > kJam && left <= closed_) {
      const std::vector<double> closed(q_.begin(), q_.end());
      const double distance = calcDistance();
      approachDrawn();
      left = closeAnyhow();
      if (!(left <= closed_) || !(calcDistance() <= distance)) {
        std::copy(closed.begin(), closed.end(), q_.begin());
        update();
        left = findOpen();
      }
    }
    return left;
  }

 private:
  void update() { assembler_.update(t_, q_.data(), v_.data()); }
  double findOpen() const { return assembler_.calcOpen(); }
  double calcSquares() const {
    double sum = 0;
    for (std::size_t r = 0; r < assembler_.rowCount(); ++r) {
      const double c = assembler_.error()[r] / assembler_.rowUnit(r);
      sum += c * c;
    }
    return sum;
  }
  // Of q from the drawing, squared, in the mass metric.
  double calcDistance() const { return assembler_.system().metric.calcSquaredDistance(drawn_, q_); }

  void solve() {
    std::transform(assembler_.error().begin(), assembler_.error().end(), target_.begin(),
                   [](double c) { return -c; });
    assembler_.solve(force_, target_, dq_, lambda_);
  }

  double closeAnyhow() {
    std::fill(force_.begin(), force_.end(), 0.0);
    for (int i = 0; i < kNewtonSteps && findOpen() > closed_; ++i) {
      solve();
      if (!takeStep()) break;
    }
    return findOpen();
  }

  // Along dq_, as far as the sum of squares falls. False when it does not.
  bool takeStep() {
    double turn = 0;
    for (std::size_t b = 0; b < assembler_.system().bodies.size(); ++b)
      turn = std::max(turn, std::abs(dq_[StateLayout::angle(static_cast<int>(b))]));
    double part = std::min(1.0, kLargestTurn / std::max(turn, 1e-300));
    const std::vector<double> before(q_.begin(), q_.end());
    const double squares = calcSquares();
    for (int i = 0; i < kHalvings; ++i, part /= 2) {
      for (std::size_t k = 0; k < q_.size(); ++k) q_[k] = before[k] + part * dq_[k];
      update();
      if (calcSquares() < (1 - 1e-4 * part) * squares) return true;
    }
    std::copy(before.begin(), before.end(), q_.begin());
    update();
    return false;
  }

  void approachDrawn() {
    for (int i = 0; i < kApproaches; ++i) {
      assembler_.system().metric.weighDifference(q_, drawn_, force_);
      solve();
      double largest = 0;
      for (std::size_t k = 0; k < q_.size(); ++k) {
        q_[k] += dq_[k];
        largest = std::max(largest, std::abs(dq_[k]) / (StateLayout::placeOf(k) == 2 ? 1 : unit_));
      }
      update();
      if (!(largest > closed_) || !std::isfinite(largest)) return;
    }
  }

  Assembler& assembler_;
  const double t_;
  const double unit_ = assembler_.system().tolerances.unit,  // m
      closed_ = assembler_.system().tolerances.closedRow();  // units, rad
  std::span<double> q_;
  std::span<const double> v_;
  const std::vector<double> drawn_;
  std::vector<double> dq_, force_, target_, lambda_;
};

}  // namespace

double closeNearest(Assembler& assembler, double t, std::span<double> q, std::span<const double> v) {
  return Closing(assembler, t, q, v).run();
}

}  // namespace clank
