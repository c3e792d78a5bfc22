// SPDX-License-Identifier: GPL-3.0-or-later
// DOP853 as a dense-output stepper in Odeint's form: order 8, error control of order 5(3), dense output of
// order 7 (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.10).
//
// Three things go beyond Odeint's concept, because constrained mechanics needs them:
// - correct(x) replaces the end of the step (projection onto the constraints) before the derivative there is
//   taken, so that projection costs no extra evaluation and the dense output ends where the next step begins;
// - advance() leaves the dense output out; prepareDense() adds its four evaluations only when somebody asks;
// - a step whose slopes change evenly, as in a flight, ends on its parabola, which is its dense output, too.
// do_step() does both, so that Odeint's own integrate functions work unchanged.
#pragma once

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/stepper/stepper_categories.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/math/two.h"
#include "core/simulation/dop853_table.h"

namespace clank {

class Dop853Stepper {
 public:
  using state_type = std::vector<double>;
  using deriv_type = std::vector<double>;
  using value_type = double;
  using time_type = double;
  using stepper_category = boost::numeric::odeint::dense_output_stepper_tag;

  Dop853Stepper(double absoluteTolerance, double relativeTolerance,
                double maxStep = std::numeric_limits<double>::infinity())
      : absolute_(absoluteTolerance), relative_(relativeTolerance), maxStep_(maxStep) {}

  void initialize(const state_type& x, double t, double dt) {
    const std::size_t n = x.size();
    for (auto& k : k_) k.resize(n);
    for (auto& c : dense_) c.resize(n);
    stage_.resize(n);
    x0_ = x;
    x1_ = x;
    t0_ = t1_ = t;
    dt_ = dt;
    lastError_ = 1e-4;
    endDerivativeKnown_ = denseReady_ = false;
    read_ = n;
  }
  // The system reads so many of the first numbers alone: stages leave the others, which are integrals, out.
  void setRead(std::size_t count) { read_ = count; }

  template <class System>
  std::pair<double, double> do_step(System system) {
    const auto interval = advance(system);
    prepareDense(system);
    return interval;
  }

  // One accepted step. Throws std::runtime_error when no step size is small enough.
  template <class System>
  std::pair<double, double> advance(System&& system) {
    if (endDerivativeKnown_)
      k_[0].swap(k_[dop853::kStages]);
    else
      system(x1_, k_[0], t1_);
    x0_.swap(x1_);
    t0_ = t1_;
    bool rejected = false;
    for (;;) {
      dt_ = std::min(dt_, maxStep_);
      if (!(dt_ > 16 * std::numeric_limits<double>::epsilon() * std::max(1e-3, std::abs(t0_))))
        throw std::runtime_error("step size underflow");
      const double error = tryStep(system);
      const double used = dt_;
      if (error <= 1) {
        const double factor = calcFactor(error) * std::pow(std::max(lastError_, 1e-4), kMemory);
        lastError_ = error;
        dt_ *= std::clamp(factor, 1.0 / 3.0, rejected ? 1.0 : 6.0);
        t1_ = t0_ + used;
        h_ = used;
        endDerivativeKnown_ = denseReady_ = false;
        isEven_ = hasEvenSlopes();
        if (isEven_) endEvenStep();
        return {t0_, t1_};
      }
      // NaN counts as an error without bound: try smaller until the underflow above.
      dt_ *= std::isfinite(error) ? std::clamp(calcFactor(error), 0.1, 0.9) : 0.1;
      rejected = true;
      ++rejectedSteps_;
    }
  }

  // Replaces the end of the last step; call before prepareDense().
  void correct(const state_type& x) {
    x1_ = x;
    endDerivativeKnown_ = denseReady_ = false;
  }

  template <class System>
  void prepareDense(System&& system) {
    if (denseReady_) return;
    denseReady_ = true;
    if (isEven_) return fillEven();
    if (!endDerivativeKnown_) system(x1_, k_[dop853::kStages], t1_);
    endDerivativeKnown_ = true;
    for (std::size_t i = 0; i < x0_.size(); ++i) fillCubic(i, k_[dop853::kStages][i]);
    runStage(system, 13, dop853::kStage13);
    runStage(system, 14, dop853::kStage14);
    runStage(system, 15, dop853::kStage15);
    fillDense(4, dop853::kDense0);
    fillDense(5, dop853::kDense1);
    fillDense(6, dop853::kDense2);
    fillDense(7, dop853::kDense3);
  }

  // State inside the last step; needs prepareDense().
  void calc_state(double t, state_type& x) const {
    const double s = (t - t0_) / h_, r = 1 - s;
    x.resize(x0_.size());
    std::array<const double*, 8> d{};
    for (std::size_t k = 0; k < d.size(); ++k) d[k] = dense_[k].data();
    const auto calc = [&](auto like, std::size_t i) {
      const auto at = [&](std::size_t k) { return loadLike(like, d[k] + i); };
      auto sum = at(6) + at(7) * s;
      sum = at(5) + sum * r;
      sum = at(4) + sum * s;
      sum = at(3) + sum * r;
      sum = at(2) + sum * s;
      sum = at(1) + sum * r;
      store(at(0) + sum * s, x.data() + i);
    };
    std::size_t i = 0;
    for (; i + 2 <= x.size(); i += 2) calc(Two(), i);
    if (i < x.size()) calc(0.0, i);
  }

  // What calc_state() gives at the end of the step, to the last digit; needs no prepareDense().
  void calcEnd(state_type& x) const {
    x.resize(x0_.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = x0_[i] + (x1_[i] - x0_[i]);
  }

  // How far each x leaves the line between its values at two times of the step at most; needs prepareDense().
  // In calc_state, what is added to the line of the step is s r (d2 + s (d3 + r (d4 + ..))), and s^i r^k is
  // greatest at s = i/(i + k). In a part p of the step it is the curvature that counts, p^2/8 of the
  // greatest.
  void boundDeviation(double begin, double end, state_type& most) const {
    constexpr std::array<double, 6> kGreatest{1.0 / 4,      4.0 / 27, 1.0 / 16,
                                              108.0 / 3125, 1.0 / 64, 6912.0 / 823543};
    constexpr std::array<double, 6> kCurvature{2, 4, 2, 2, 0.375, 0.2426};
    const double part = (end - begin) / h_;
    most.assign(x0_.size(), 0.0);
    for (std::size_t k = 0; k < kGreatest.size(); ++k) {
      const double factor = part < 1 ? kCurvature[k] * part * part / 8 : kGreatest[k];
      for (std::size_t i = 0; i < most.size(); ++i) most[i] += factor * std::abs(dense_[k + 2][i]);
    }
  }

  const state_type& current_state() const { return x1_; }
  double current_time() const { return t1_; }
  double current_time_step() const { return dt_; }
  const state_type& previous_state() const { return x0_; }
  double previous_time() const { return t0_; }
  void setNextStep(double dt) { dt_ = dt; }
  double lastError() const { return lastError_; }  // of the tolerance
  long rejectedSteps() const { return rejectedSteps_; }

 private:
  // Step control with a memory (Gustafsson's PI controller): the step grows less when the error has just
  // grown, which saves most of the rejected steps. Chains and rows of four-bars need an eighth fewer
  // evaluations for the same error than without.
  static constexpr double kMemory = 0.04;
  static double calcFactor(double error) {
    return 0.9 * std::pow(std::max(error, 1e-16), -(1.0 / 8.0 - 0.75 * kMemory));
  }

  // finish(i, sum over the stages of weight times load(k + i)) for every i < n, two at a time as Two and the
  // last of an odd number alone. The sums of a block stay in registers; the order of additions is that of the
  // weights. load(like, from, i) reads as many as like is.
  template <std::size_t N, class Load, class Finish>
  void combine(const std::array<dop853::Weight, N>& weights, std::size_t n, Load load, Finish finish) const {
    std::array<const double*, N> k{};
    for (std::size_t w = 0; w < N; ++w) k[w] = k_[static_cast<std::size_t>(weights[w].stage)].data();
    std::size_t i = 0;
    for (; i + 8 <= n; i += 8) {
      Two s0, s1, s2, s3;
      for (std::size_t w = 0; w < N; ++w) {
        const double weight = weights[w].value;
        s0 += load(s0, k[w], i) * weight;
        s1 += load(s1, k[w], i + 2) * weight;
        s2 += load(s2, k[w], i + 4) * weight;
        s3 += load(s3, k[w], i + 6) * weight;
      }
      finish(i, s0);
      finish(i + 2, s1);
      finish(i + 4, s2);
      finish(i + 6, s3);
    }
    for (; i + 2 <= n; i += 2) {
      Two sum;
      for (std::size_t w = 0; w < N; ++w) sum += load(sum, k[w], i) * weights[w].value;
      finish(i, sum);
    }
    if (i < n) {
      double sum = 0;
      for (std::size_t w = 0; w < N; ++w) sum += load(sum, k[w], i) * weights[w].value;
      finish(i, sum);
    }
  }
  template <std::size_t N, class Finish>
  void combine(const std::array<dop853::Weight, N>& weights, std::size_t n, Finish finish) const {
    combine(
        weights, n, [](auto like, const double* k, std::size_t i) { return loadLike(like, k + i); }, finish);
  }
  template <std::size_t N>
  void combineTo(const std::array<dop853::Weight, N>& weights, double* to) const {
    combine(weights, x0_.size(), [=](std::size_t i, auto sum) { store(sum, to + i); });
  }
  static void store(const Two& two, double* to) { storeTwo(two, to); }
  static void store(double one, double* to) { *to = one; }
  static Two loadLike(const Two&, const double* from) { return loadTwo(from); }
  static double loadLike(double, const double* from) { return *from; }

  template <class System, std::size_t N>
  void runStage(System& system, int stage, const std::array<dop853::Weight, N>& weights) {
    const double h = denseStage(stage) ? h_ : dt_;
    const double* const x0 = x0_.data();
    double* const x = stage_.data();
    combine(weights, read_,
            [=](std::size_t i, auto slope) { store(loadLike(slope, x0 + i) + slope * h, x + i); });
    system(stage_, k_[static_cast<std::size_t>(stage)],
           t0_ + dop853::kNodes[static_cast<std::size_t>(stage)] * h);
  }
  static bool denseStage(int stage) { return stage > dop853::kStages; }

  template <class System>
  double tryStep(System& system) {
    using namespace dop853;
    runStage(system, 1, kStage1);
    runStage(system, 2, kStage2);
    runStage(system, 3, kStage3);
    runStage(system, 4, kStage4);
    runStage(system, 5, kStage5);
    runStage(system, 6, kStage6);
    runStage(system, 7, kStage7);
    runStage(system, 8, kStage8);
    runStage(system, 9, kStage9);
    runStage(system, 10, kStage10);
    runStage(system, 11, kStage11);
    auto& error5 = k_[kStages];
    combineTo(kStage12, x1_.data());
    combineTo(kError3Embedded, stage_.data());
    combineTo(kError5, error5.data());
    double sum3 = 0, sum5 = 0;
    for (std::size_t i = 0; i < x1_.size(); ++i) {
      const double slope = x1_[i];
      x1_[i] = x0_[i] + dt_ * slope;
      const double scale = absolute_ + relative_ * std::max(std::abs(x0_[i]), std::abs(x1_[i]));
      const double e3 = (slope - stage_[i]) / scale, e5 = error5[i] / scale;
      sum3 += e3 * e3;
      sum5 += e5 * e5;
    }
    const double denominator = sum5 + 0.01 * sum3;
    if (denominator == 0) return 0;
    return dt_ * sum5 / std::sqrt(denominator * static_cast<double>(std::max<std::size_t>(x1_.size(), 1)));
  }

  // The weights of a coefficient add up to zero, but are large and rounded: taken on differences from the
  // first stage, a constant slope leaves exactly nothing. A flight under gravity then lands with the right
  // speed to the last digit.
  template <std::size_t N>
  void fillDense(std::size_t index, const std::array<dop853::Weight, N>& weights) {
    const double* const first = k_[0].data();
    const double h = h_;
    double* const to = dense_[index].data();
    combine(
        weights, x0_.size(),
        [=](auto like, const double* k, std::size_t i) {
          return loadLike(like, k + i) - loadLike(like, first + i);
        },
        [=](std::size_t i, auto slope) { store(slope * h, to + i); });
  }

  // All slopes of the step change evenly in time, as in a flight under gravity alone. What the weights could
  // add to the parabola that this is, in the end of the step or inside it, is their rounding.
  bool hasEvenSlopes() const {
    const std::size_t n = x0_.size();
    std::size_t i = 0;
    for (; i + 2 <= n; i += 2)
      if (!isEven(Two(), i)) return false;
    return i == n || isEven(0.0, i);
  }
  // Of as many numbers as like is.
  template <class Like>
  bool isEven(const Like& like, std::size_t i) const {
    constexpr double kRounding = 128 * std::numeric_limits<double>::epsilon();  // weights are up to 28
    const Like first = loadLike(like, k_[0].data() + i), last = loadLike(like, k_[kLastNode].data() + i),
               change = last - first;
    Like off{};
    for (std::size_t s = 1; s < kLastNode; ++s)
      off += square(loadLike(like, k_[s].data() + i) - first - change * dop853::kNodes[s]);
    return isBelow(off, square(first) + square(last), kRounding * kRounding);
  }
  static Two square(const Two& x) { return Two(x.lanes * x.lanes); }
  static double square(double x) { return x * x; }
  static bool isBelow(double x, double of, double part) { return x <= of * part; }
  static bool isBelow(const Two& x, const Two& of, double part) {
    return isBelow(x[0], of[0], part) && isBelow(x[1], of[1], part);
  }
  // By how much a slope changes in the step: from a stage whose weights are small.
  double calcEvenChange(std::size_t i) const {
    constexpr std::size_t kExact = 5;
    return (k_[kExact][i] - k_[0][i]) / dop853::kNodes[kExact];
  }
  void endEvenStep() {
    for (std::size_t i = 0; i < x0_.size(); ++i) x1_[i] = x0_[i] + h_ * (k_[0][i] + calcEvenChange(i) / 2);
  }
  void fillEven() {
    for (std::size_t i = 0; i < x0_.size(); ++i) fillCubic(i, k_[0][i] + calcEvenChange(i));
    for (std::size_t k = 4; k < dense_.size(); ++k) std::fill(dense_[k].begin(), dense_[k].end(), 0.0);
  }
  // Through the ends; last: slope at the second.
  void fillCubic(std::size_t i, double last) {
    const double difference = x1_[i] - x0_[i];
    dense_[0][i] = x0_[i];
    dense_[1][i] = difference;
    dense_[2][i] = h_ * k_[0][i] - difference;
    dense_[3][i] = difference - h_ * last - dense_[2][i];
  }

  static constexpr std::size_t kLastNode = dop853::kStages - 1;  // a stage at the end of the step
  double absolute_, relative_, maxStep_;
  state_type x0_, x1_, stage_;
  std::array<deriv_type, dop853::kAllStages> k_;
  std::array<state_type, 8> dense_;
  double t0_ = 0, t1_ = 0, dt_ = 0, h_ = 0, lastError_ = 1e-4;
  bool endDerivativeKnown_ = false, denseReady_ = false, isEven_ = false;
  long rejectedSteps_ = 0;
  std::size_t read_ = 0;  // numbers
};

}  // namespace clank
