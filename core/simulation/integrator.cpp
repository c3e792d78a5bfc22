// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/integrator.h"

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/util/bind.hpp>  // before the steppers, which use it without including it
#include <boost/numeric/odeint/util/unwrap_reference.hpp>

#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/dense_output_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "core/simulation/dop853_stepper.h"

namespace clank {
namespace {

namespace odeint = boost::numeric::odeint;
using Vector = std::vector<double>;
using Dopri5 = odeint::runge_kutta_dopri5<Vector>;

// Odeint keeps to itself what a step has erred by, and how many were rejected; and it takes a step whose
// error is no number, as that of a stage beyond where a law is defined, as one without error.
struct Dopri5Errors {
  double last = 1;  // of the last step, as a part of what the tolerances allow
  std::int64_t rejected = 0;
};
class Dopri5Checker
    : public odeint::default_error_checker<double, Dopri5::algebra_type, Dopri5::operations_type> {
 public:
  Dopri5Checker(double absolute, double relative, Dopri5Errors& errors)
      : default_error_checker(absolute, relative), errors_(&errors) {}

  double error(algebra_type& algebra, const Vector& x, const Vector& dxdt, Vector& wrong, double dt) const {
    constexpr double kNoNumber = 1e6;
    double sum = 0;
    for (const double x1 : wrong) sum += 0 * x1;
    const double found = default_error_checker::error(algebra, x, dxdt, wrong, dt);
    errors_->last = sum == 0 && std::isfinite(found) ? found : kNoNumber;
    if (errors_->last > 1) ++errors_->rejected;
    return errors_->last;
  }

 private:
  Dopri5Errors* errors_;  // Odeint copies what it is given
};
using ControlledDopri5 = odeint::controlled_runge_kutta<Dopri5, Dopri5Checker>;
using DenseDopri5 = odeint::dense_output_runge_kutta<ControlledDopri5>;

double limitOf(double maxStep) {
  return maxStep > 0 ? maxStep : std::numeric_limits<double>::infinity();
}

class Dop853Integrator final : public Integrator {
 public:
  Dop853Integrator(const IntegratorSettings& settings, RightHandSide& rhs)
      : settings_(settings),
        rhs_(rhs),
        stepper_(settings.absoluteTolerance, settings.relativeTolerance, limitOf(settings.maxStep)) {}

  void start(const Vector& y, double t, double first) override {
    stepper_.initialize(y, t, first > 0 ? first : estimateFirstStep(rhs_, y, t, 8, settings_));
    stepper_.setRead(rhs_.countRead(y.size()));
  }
  bool step(double tEnd) override {
    const double rest = tEnd - stepper_.current_time();
    const double wanted = stepper_.current_time_step();
    if (wanted > rest) stepper_.setNextStep(rest);
    try {
      stepper_.advance(rhs_);
    } catch (const std::runtime_error&) {
      return false;
    }
    return true;
  }
  double begin() const override { return stepper_.previous_time(); }
  double end() const override { return stepper_.current_time(); }
  const Vector& state() const override { return stepper_.current_state(); }
  void interpolate(double t, Vector& y) override {
    if (t == begin()) {
      y = stepper_.previous_state();
      return;
    }
    if (t == end()) return stepper_.calcEnd(y);
    stepper_.prepareDense(rhs_);
    stepper_.calc_state(t, y);
  }
  void boundDeviation(double begin, double end, Vector& most) override {
    stepper_.prepareDense(rhs_);
    stepper_.boundDeviation(begin, end, most);
  }
  void correct(const Vector& y) override { stepper_.correct(y); }
  double nextStep() const override { return stepper_.current_time_step(); }
  std::span<const double> stages() const override {
    return std::span(dop853::kNodes).first(dop853::kStages + 1);
  }
  double error() const override { return stepper_.lastError(); }
  std::int64_t rejectedSteps() const override { return stepper_.rejectedSteps(); }

 private:
  IntegratorSettings settings_;
  RightHandSide& rhs_;
  Dop853Stepper stepper_;
};

// Odeint keeps the derivative at the end of the step (FSAL); a corrected end therefore restarts the stepper
// before the next step, after the dense output of this one has been used.
class Dopri5Integrator final : public Integrator {
 public:
  Dopri5Integrator(const IntegratorSettings& settings, RightHandSide& rhs)
      : settings_(settings),
        rhs_(rhs),
        stepper_(ControlledDopri5({settings.absoluteTolerance, settings.relativeTolerance, errors_},
                                  odeint::default_step_adjuster<double, double>(settings.maxStep))) {}

  void start(const Vector& y, double t, double first) override {
    state_ = y;
    dt_ = first > 0 ? first : estimateFirstStep(rhs_, y, t, 5, settings_);
    begin_ = end_ = t;
    restart_ = true;
  }
  bool step(double tEnd) override {
    const double rest = tEnd - end_;
    if (restart_ || dt_ > rest) stepper_.initialize(state_, end_, std::min(dt_, rest));
    restart_ = false;
    try {
      const auto [t0, t1] = stepper_.do_step(std::ref(rhs_));
      begin_ = t0;
      end_ = t1;
    } catch (const std::exception&) {
      return false;
    }
    state_ = stepper_.current_state();
    dt_ = stepper_.current_time_step();
    return end_ > begin_ &&
           std::all_of(state_.begin(), state_.end(), [](double x) { return std::isfinite(x); });
  }
  double begin() const override { return begin_; }
  double end() const override { return end_; }
  const Vector& state() const override { return state_; }
  void interpolate(double t, Vector& y) override {
    y.resize(state_.size());
    if (t >= end_)
      y = state_;
    else
      stepper_.calc_state(t, y);
  }
  // What the dense output adds to the line is s (1 - s) g(s) with g of degree two, and g is at most 5/3 of
  // its greatest value at Chebyshev's three points. The end that correct() has moved adds its way.
  void boundDeviation(double begin, double end, Vector& most) override {
    constexpr double kLebesgue = 1.6666666666666667, kHighest = 0.25, kPoint = 0.43301270189221933;
    Vector first(state_.size()), last(state_.size()), at(state_.size());  // Odeint does not size them
    stepper_.calc_state(begin, first);
    stepper_.calc_state(end, last);
    most.assign(state_.size(), 0.0);
    for (const double s : {0.5 - kPoint, 0.5, 0.5 + kPoint}) {
      stepper_.calc_state(begin + s * (end - begin), at);
      for (std::size_t i = 0; i < most.size(); ++i) {
        const double added = at[i] - first[i] - s * (last[i] - first[i]);
        most[i] = std::max(most[i], std::abs(added) / (s * (1 - s)));
      }
    }
    const bool isWhole = end >= end_;  // the end of the step has been projected
    for (std::size_t i = 0; i < most.size(); ++i)
      most[i] = kHighest * kLebesgue * most[i] + (isWhole ? std::abs(state_[i] - last[i]) : 0);
  }
  void correct(const Vector& y) override {
    state_ = y;
    restart_ = true;
  }
  double nextStep() const override { return dt_; }
  std::span<const double> stages() const override {
    static constexpr std::array<double, 6> kNodes{0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1};
    return kNodes;
  }
  double error() const override { return errors_.last; }
  std::int64_t rejectedSteps() const override { return errors_.rejected; }

 private:
  IntegratorSettings settings_;
  RightHandSide& rhs_;
  Dopri5Errors errors_;
  DenseDopri5 stepper_;
  Vector state_;
  double begin_ = 0, end_ = 0, dt_ = 0;
  bool restart_ = true;
};

// Counts each number of the state in a unit of its own, so that one absolute tolerance does for all. Units
// are powers of two: no digit is lost on the way.
class CountedInUnits final : public Integrator {
 public:
  CountedInUnits(const IntegratorSettings& settings, RightHandSide& rhs)
      : units_(settings.units), rhs_(units_, rhs), inner_(makePlain(settings, rhs_)) {}

  void start(const Vector& y, double t, double first) override {
    inner_->start(count(y), t, first);
    isKnown_ = false;
  }
  bool step(double tEnd) override {
    isKnown_ = false;
    return inner_->step(tEnd);
  }
  double begin() const override { return inner_->begin(); }
  double end() const override { return inner_->end(); }
  const Vector& state() const override {
    if (!isKnown_) state_ = inner_->state();
    if (!isKnown_) multiply(units_, state_);
    isKnown_ = true;
    return state_;
  }
  void interpolate(double t, Vector& y) override {
    inner_->interpolate(t, y);
    multiply(units_, y);
  }
  void boundDeviation(double begin, double end, Vector& most) override {
    inner_->boundDeviation(begin, end, most);
    multiply(units_, most);
  }
  void correct(const Vector& y) override {
    inner_->correct(count(y));
    isKnown_ = false;
  }
  double nextStep() const override { return inner_->nextStep(); }
  std::span<const double> stages() const override { return inner_->stages(); }
  double error() const override { return inner_->error(); }
  std::int64_t rejectedSteps() const override { return inner_->rejectedSteps(); }

 private:
  class Counted final : public RightHandSide {
   public:
    Counted(const Vector& units, RightHandSide& rhs) : units_(units), rhs_(rhs) {}
    void operator()(const Vector& y, Vector& dydt, double t) override {
      y_ = y;
      multiply(units_, y_);
      rhs_(y_, dydt, t);
      for (std::size_t i = 0; i < dydt.size(); ++i) dydt[i] /= units_[i];
    }
    std::size_t countRead(std::size_t size) const override { return rhs_.countRead(size); }

   private:
    const Vector& units_;
    RightHandSide& rhs_;
    Vector y_;
  };

  static void multiply(const Vector& units, Vector& y) {
    for (std::size_t i = 0; i < y.size(); ++i) y[i] *= units[i];
  }
  Vector count(const Vector& y) const {
    Vector counted = y;
    for (std::size_t i = 0; i < counted.size(); ++i) counted[i] /= units_[i];
    return counted;
  }
  static std::unique_ptr<Integrator> makePlain(IntegratorSettings settings, RightHandSide& rhs) {
    settings.units.clear();
    return makeIntegrator(settings, rhs);
  }

  const Vector units_;
  Counted rhs_;
  const std::unique_ptr<Integrator> inner_;
  mutable Vector state_;
  mutable bool isKnown_ = false;
};

}  // namespace

void Integrator::boundDeviation(double, double, std::vector<double>& most) {
  most.assign(state().size(), std::numeric_limits<double>::infinity());
}

std::unique_ptr<Integrator> makeIntegrator(const IntegratorSettings& settings, RightHandSide& rhs) {
  if (!settings.units.empty()) return std::make_unique<CountedInUnits>(settings, rhs);
  if (settings.kind == IntegratorKind::dopri5) return std::make_unique<Dopri5Integrator>(settings, rhs);
  return std::make_unique<Dop853Integrator>(settings, rhs);
}

double estimateFirstStep(RightHandSide& rhs, const std::vector<double>& y, double t, int order,
                         const IntegratorSettings& settings) {
  const std::size_t n = y.size();
  Vector f0(n), f1(n), y1(n);
  const auto scale = [&](std::size_t i) {
    return settings.absoluteTolerance + settings.relativeTolerance * std::abs(y[i]);
  };
  const auto norm = [&](auto&& value) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += std::pow(value(i) / scale(i), 2);
    return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(n, 1)));
  };
  rhs(y, f0, t);
  const double d0 = norm([&](std::size_t i) { return y[i]; });
  const double d1 = norm([&](std::size_t i) { return f0[i]; });
  double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
  h0 = std::min(h0, limitOf(settings.maxStep));
  for (std::size_t i = 0; i < n; ++i) y1[i] = y[i] + h0 * f0[i];
  rhs(y1, f1, t + h0);
  const double d2 = norm([&](std::size_t i) { return f1[i] - f0[i]; }) / h0;
  const double largest = std::max(d1, d2);
  const double h1 = largest <= 1e-15 ? std::max(1e-6, h0 * 1e-3) : std::pow(0.01 / largest, 1.0 / order);
  const double h = std::min({100 * h0, h1, limitOf(settings.maxStep)});
  return std::isfinite(h) && h > 0 ? h : 1e-6;
}

}  // namespace clank
