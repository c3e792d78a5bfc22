// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/special_slider_crank.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "core/simulation/dop853_table.h"
#include "tests/support/loose_slider_crank.h"

namespace clank::test {
namespace {

using Numbers = std::array<double, 4>;

constexpr double kOmega = 5000 * 2 * std::numbers::pi / 60, kGravity = 9.81;
constexpr double kRodMass = 0.21, kRodInertia = 2.5e-4, kCentre = 0.06, kSliderMass = 0.14;
constexpr double kStiffness = 1e10, kApproach = 0.5, kHysteresis = 3 * (1 - 0.9 * 0.9) / 4;
constexpr double kPlay = kBearing - kJournal;

class Program {
 public:
  Program(double until, double tolerance) : until_(until), tolerance_(tolerance) {
    y_ = {0, kCrank + kRod, -kOmega * kCrank / kRod, 0};
  }

  SpecialRun run() {
    evaluate(t_, y_, k_[0]);
    while (t_ < until_) {
      const double wanted = h_;
      step_ = std::min(h_, until_ - t_);
      tryStep();
      const double error = calcError();
      const double factor = 0.9 * std::pow(std::max(error, 1e-16), -0.095);
      if (!(error <= 1)) {
        h_ = step_ * std::clamp(factor, 0.1, 0.9);
        rejected_ = true;
        continue;
      }
      h_ = step_ *
           std::clamp(factor * std::pow(std::max(lastError_, 1e-4), 0.04), 1.0 / 3, rejected_ ? 1 : 6.0);
      lastError_ = error;
      rejected_ = false;
      ++result_.steps;
      accept(wanted);
    }
    result_.end = y_;
    return result_;
  }

 private:
  struct Depth {
    double depth, rate, x, y;  // m, m/s, and the direction from slider to rod
  };
  static Depth calcDepth(double t, const Numbers& y) {
    const double sinPhi = std::sin(kOmega * t), cosPhi = std::cos(kOmega * t);
    return calcDepth(sinPhi, cosPhi, std::sin(y[0]), std::cos(y[0]), y);
  }
  static Depth calcDepth(double sinPhi, double cosPhi, double sinTheta, double cosTheta, const Numbers& y) {
    const double ex = kCrank * cosPhi + kRod * cosTheta - y[1], ey = kCrank * sinPhi + kRod * sinTheta;
    const double vx = -kOmega * kCrank * sinPhi - kRod * y[2] * sinTheta - y[3],
                 vy = kOmega * kCrank * cosPhi + kRod * y[2] * cosTheta;
    const double r = std::sqrt(ex * ex + ey * ey), inverse = 1 / r;
    return {r - kPlay, (ex * vx + ey * vy) * inverse, ex * inverse, ey * inverse};
  }

  void evaluate(double t, const Numbers& y, Numbers& rates) {
    ++result_.evaluations;
    const double sinPhi = std::sin(kOmega * t), cosPhi = std::cos(kOmega * t);
    const double sinTheta = std::sin(y[0]), cosTheta = std::cos(y[0]);
    double pushX = 0, pushY = 0;  // on the slider
    if (touches_) {
      const Depth at = calcDepth(sinPhi, cosPhi, sinTheta, cosTheta, y);
      if (at.depth > 0) {
        const double normal = std::max(
            0.0, kStiffness * at.depth * std::sqrt(at.depth) * (1 + kHysteresis / kApproach * at.rate));
        pushX = normal * at.x;
        pushY = normal * at.y;
      }
    }
    const double aX = kOmega * kOmega * kCrank * cosPhi, aY = kOmega * kOmega * kCrank * sinPhi - kGravity;
    const double moment =
        kCentre * kRodMass * (cosTheta * aY - sinTheta * aX) - kRod * (cosTheta * pushY - sinTheta * pushX);
    rates = {y[2], y[3], moment * (1 / (kRodInertia + kRodMass * kCentre * kCentre)),
             pushX * (1 / kSliderMass)};
  }

  template <std::size_t N>
  Numbers combine(const std::array<dop853::Weight, N>& weights) const {
    Numbers sum{};
    for (const dop853::Weight& w : weights)
      for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += w.value * k_[static_cast<std::size_t>(w.stage)][i];
    return sum;
  }
  template <std::size_t N>
  void runStage(std::size_t stage, const std::array<dop853::Weight, N>& weights) {
    const Numbers slope = combine(weights);
    Numbers y;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = y_[i] + step_ * slope[i];
    evaluate(t_ + dop853::kNodes[stage] * step_, y, k_[stage]);
  }

  void tryStep() {
    using namespace dop853;
    runStage(1, kStage1);
    runStage(2, kStage2);
    runStage(3, kStage3);
    runStage(4, kStage4);
    runStage(5, kStage5);
    runStage(6, kStage6);
    runStage(7, kStage7);
    runStage(8, kStage8);
    runStage(9, kStage9);
    runStage(10, kStage10);
    runStage(11, kStage11);
  }

  double calcError() {
    const Numbers slope = combine(dop853::kStage12), third = combine(dop853::kError3Embedded),
                  fifth = combine(dop853::kError5);
    double sum3 = 0, sum5 = 0;
    for (std::size_t i = 0; i < slope.size(); ++i) {
      next_[i] = y_[i] + step_ * slope[i];
      const double scale = tolerance_ + tolerance_ * std::max(std::abs(y_[i]), std::abs(next_[i]));
      const double e3 = (slope[i] - third[i]) / scale, e5 = fifth[i] / scale;
      sum3 += e3 * e3;
      sum5 += e5 * e5;
    }
    const double both = sum5 + 0.01 * sum3;
    return both == 0 ? 0 : step_ * sum5 / std::sqrt(both * 4);
  }

  // To the end of the step, or to the event in it.
  void accept(double wanted) {
    evaluate(t_ + step_, next_, k_[dop853::kStages]);
    const double end = calcDepth(t_ + step_, next_).depth;
    const bool isEvent = touches_ ? end < 0 : end > 0 || mayTouchWithin();
    if (isEvent) {
      fillDense();
      if (const double at = locate(end); at > 0) return change(at, wanted);
    }
    y_ = next_;
    t_ += step_;
    k_[0] = k_[dop853::kStages];
  }

  // A flight that leaves the play and comes back within the step: looked for in its middle.
  bool mayTouchWithin() {
    Numbers middle;
    for (std::size_t i = 0; i < middle.size(); ++i)
      middle[i] = (y_[i] + next_[i]) / 2 + step_ / 8 * (k_[0][i] - k_[dop853::kStages][i]);
    return calcDepth(t_ + step_ / 2, middle).depth > 0;
  }

  void fillDense() {
    using namespace dop853;
    for (std::size_t i = 0; i < y_.size(); ++i) {
      const double difference = next_[i] - y_[i];
      dense_[0][i] = y_[i];
      dense_[1][i] = difference;
      dense_[2][i] = step_ * k_[0][i] - difference;
      dense_[3][i] = difference - step_ * k_[kStages][i] - dense_[2][i];
    }
    runStage(13, kStage13);
    runStage(14, kStage14);
    runStage(15, kStage15);
    const std::array<Numbers, 4> parts{combine(kDense0), combine(kDense1), combine(kDense2),
                                       combine(kDense3)};
    for (std::size_t k = 0; k < parts.size(); ++k)
      for (std::size_t i = 0; i < y_.size(); ++i) dense_[4 + k][i] = step_ * parts[k][i];
  }
  Numbers interpolate(double s) const {
    const double r = 1 - s;
    Numbers y;
    for (std::size_t i = 0; i < y.size(); ++i) {
      double sum = dense_[6][i] + dense_[7][i] * s;
      sum = dense_[5][i] + sum * r;
      sum = dense_[4][i] + sum * s;
      sum = dense_[3][i] + sum * r;
      sum = dense_[2][i] + sum * s;
      sum = dense_[1][i] + sum * r;
      y[i] = dense_[0][i] + sum * s;
    }
    return y;
  }

  // Newton's method on the depth from where its sign is that of after the event, kept between; a part of the
  // step.
  double locate(double end) const {
    const double sign = touches_ ? -1 : 1;
    double low = 0, high = 1;
    if (sign * end < 0) high = 0.5;
    double s = high;
    for (int i = 0; i < 60; ++i) {
      const Depth at = calcDepth(t_ + s * step_, interpolate(s));
      (sign * at.depth > 0 ? high : low) = s;
      const double next = s - at.depth / (at.rate * step_);
      if (std::abs(next - s) < 1e-14) return next;
      s = next > low && next < high ? next : (low + high) / 2;
    }
    return s;
  }

  void change(double at, double wanted) {
    y_ = interpolate(at);
    t_ += at * step_;
    touches_ = !touches_;
    ++result_.events;
    evaluate(t_, y_, k_[0]);
    // Contacts are alike: what served after the last event of this kind.
    double& after = touches_ ? afterBegin_ : afterEnd_;
    h_ = after > 0 ? after : wanted;
    lastError_ = 1e-4;
    if (after == 0) after = touches_ ? 1e-5 : 1e-4;
    h_ = after;
  }

  double until_, tolerance_;
  double t_ = 0, h_ = 1e-4, step_ = 0, lastError_ = 1e-4, afterBegin_ = 0, afterEnd_ = 0;
  bool touches_ = false, rejected_ = false;
  Numbers y_{}, next_{};
  std::array<Numbers, dop853::kAllStages> k_{};
  std::array<Numbers, 8> dense_{};
  SpecialRun result_;
};

}  // namespace

SpecialRun runSpecialSliderCrank(double until, double tolerance) {
  return Program(until, tolerance).run();
}

}  // namespace clank::test
