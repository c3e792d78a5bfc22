// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/bounded_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlopt.hpp>

namespace clank {
namespace {

constexpr double kFarStep = 0.2;    // of the range: first step of a local search that no global one preceded
constexpr double kNearStep = 0.05;  // after one

nlopt::algorithm toAlgorithm(GlobalSearch search) {
  switch (search) {
    case GlobalSearch::direct:
      return nlopt::GN_ORIG_DIRECT;
    case GlobalSearch::isres:
      return nlopt::GN_ISRES;
    case GlobalSearch::crs:
    case GlobalSearch::none:
      break;
  }
  return nlopt::GN_CRS2_LM;
}

nlopt::algorithm toAlgorithm(LocalSearch search) {
  switch (search) {
    case LocalSearch::bobyqa:
      return nlopt::LN_BOBYQA;
    case LocalSearch::sbplx:
      return nlopt::LN_SBPLX;
    case LocalSearch::cobyla:
    case LocalSearch::none:
      break;
  }
  return nlopt::LN_COBYLA;
}

// One call of NLopt, and what it is told of each point.
class Session {
 public:
  using Phase = BoundedSearch::Phase;

  Session(std::size_t constraints, const BoundedSearch::Function& function)
      : constraints_(constraints), function_(function) {}

  // False: the search is to end.
  bool tryPoint(const std::vector<double>& x, Phase phase) {
    const auto value = function_(x, phase);
    if (!value) {
      isStopped_ = true;
      return false;
    }
    last_ = x;
    value_ = *value;
    if (isUsable()) {
      if (scale_ == 0) scale_ = std::abs(value_.objective);
      worst_ = std::max(worst_, value_.objective);
    }
    if (best_.empty() || isBetter(value_, bestValue_)) {
      best_ = x;
      bestValue_ = value_;
    }
    return true;
  }

  // All algorithms of the whole range compare values, so that a point that fails or, where the algorithm
  // knows no constraints, does not keep them, may be as bad as a number can be.
  void searchGlobally(GlobalSearch kind, int runs) {
    phase_ = Phase::global;
    const bool knowsConstraints = kind != GlobalSearch::crs;
    search(toAlgorithm(kind), runs, knowsConstraints, [&](nlopt::opt&) {});
  }

  // Local searches make models of what they are told: a point that fails is told as a little worse than the
  // worst of this phase.
  void searchLocally(LocalSearch kind, int runs, double step, double tolerance) {
    phase_ = Phase::local;
    worst_ = bestValue_.isValid ? bestValue_.objective : 0;
    search(toAlgorithm(kind), runs, kind == LocalSearch::cobyla, [&](nlopt::opt& opt) {
      opt.set_initial_step(step);
      opt.set_xtol_abs(tolerance);
    });
  }

  bool isStopped() const { return isStopped_; }

 private:
  bool isUsable() const { return value_.isValid && std::isfinite(value_.objective); }

  template <class Settings>
  void search(nlopt::algorithm algorithm, int runs, bool knowsConstraints, const Settings& set) {
    const auto n = static_cast<unsigned>(best_.size());
    nlopt::opt opt(algorithm, n);
    opt_ = &opt;
    knowsConstraints_ = knowsConstraints;
    opt.set_lower_bounds(0);
    opt.set_upper_bounds(1);
    opt.set_min_objective(&Session::objective, this);
    std::vector<Bound> bounds(constraints_);
    for (std::size_t i = 0; i < constraints_ && knowsConstraints; ++i) {
      bounds[i] = {this, i};
      opt.add_inequality_constraint(&Session::constraint, &bounds[i], SearchValue::kKept);
    }
    opt.set_maxeval(runs);
    set(opt);
    std::vector<double> x = best_;
    double least = 0;
    try {
      opt.optimize(x, least);
    } catch (const nlopt::forced_stop&) {       // stopped: the best is known
    } catch (const nlopt::roundoff_limited&) {  // no nearer
    } catch (const std::runtime_error&) {       // a model became singular: the best is known
    }
    opt_ = nullptr;
  }

  // Objective and constraints of a point come one after the other: it is computed once.
  bool evaluate(const std::vector<double>& x) {
    if (isStopped_) return false;
    if (x == last_) return true;
    if (x == best_) {
      last_ = best_;
      value_ = bestValue_;
      return true;
    }
    std::vector<double> inside = x;  // rounding can leave the bounds by a last digit
    for (double& part : inside) part = std::clamp(part, 0.0, 1.0);
    const bool goesOn = tryPoint(inside, phase_);
    last_ = x;
    if (!goesOn) opt_->force_stop();
    return goesOn;
  }

  double tell() const {
    const double scale = scale_ > 0 ? scale_ : 1;
    const bool isLocal = phase_ == Phase::local;
    const double violation = knowsConstraints_ ? 0 : value_.violation();
    if (!isUsable())
      return isLocal ? (worst_ + 0.1 * scale) / scale : std::numeric_limits<double>::infinity();
    if (violation <= SearchValue::kKept) return value_.objective / scale;
    constexpr double kBeyond = 1e30;  // any objective
    return isLocal ? value_.objective / scale + 10 * violation : kBeyond * (1 + violation);
  }

  static double objective(const std::vector<double>& x, std::vector<double>&, void* data) {
    auto& self = *static_cast<Session*>(data);
    return self.evaluate(x) ? self.tell() : HUGE_VAL;
  }

  struct Bound {
    Session* session = nullptr;
    std::size_t index = 0;
  };
  static double constraint(const std::vector<double>& x, std::vector<double>&, void* data) {
    const auto& bound = *static_cast<const Bound*>(data);
    Session& self = *bound.session;
    if (!self.evaluate(x)) return 1;
    if (!self.value_.isValid) return 1;
    return self.value_.constraints[bound.index];
  }

  const std::size_t constraints_;
  const BoundedSearch::Function& function_;
  nlopt::opt* opt_ = nullptr;
  Phase phase_ = Phase::start;
  bool knowsConstraints_ = true, isStopped_ = false;
  std::vector<double> last_, best_;
  SearchValue value_, bestValue_;
  double scale_ = 0, worst_ = 0;
};

}  // namespace

double SearchValue::violation() const {
  double most = 0;
  for (const double one : constraints) most = std::max(most, one);
  return most;
}

bool isBetter(const SearchValue& a, const SearchValue& b) {
  if (a.isValid != b.isValid) return a.isValid;
  if (!a.isValid) return false;
  const double worseA = a.violation(), worseB = b.violation();
  const bool keepsA = worseA <= SearchValue::kKept, keepsB = worseB <= SearchValue::kKept;
  if (keepsA != keepsB) return keepsA;
  return keepsA ? a.objective < b.objective : worseA < worseB;
}

void BoundedSearch::run(const std::vector<double>& start, std::size_t constraints,
                        const Function& function) const {
  nlopt::srand(seed);
  Session session(constraints, function);
  if (!session.tryPoint(start, Phase::start)) return;
  if (global != GlobalSearch::none) session.searchGlobally(global, globalRuns);
  if (session.isStopped() || local == LocalSearch::none) return;
  session.searchLocally(local, localRuns, global == GlobalSearch::none ? kFarStep : kNearStep, tolerance);
}

}  // namespace clank
