// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/converge.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/record/trajectory.h"
#include "core/simulation/simulator.h"
#include "core/study/study_quantities.h"

namespace clank {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

class Search {
 public:
  Search(const Mechanism& resolved, const ConvergenceWish& wish,
         const std::function<void(const ModesTried&)>& tell, const std::stop_token& stop)
      : resolved_(resolved), wish_(wish), tell_(tell), stop_(stop) {
    for (const Parameter& parameter : resolved.parameters)
      if (parameter.choices.empty()) {
        names_.push_back(parameter.id);
        numbers_.push_back(parameter.value.value);
      }
  }

  Result<Convergence> find() {
    const auto bends = [](const Body& body) { return body.flexible && !isOfRods(*body.flexible); };
    if (std::none_of(resolved_.bodies.begin(), resolved_.bodies.end(), bends))
      return failure("no link bends in modes", "/bodies");
    if (const auto problems = check()) return tl::unexpected(*problems);
    for (int modes = 1; modes < kMostBendingModes && !isSettled(); modes += 2) {
      if (stop_.stop_requested()) return failure("stopped");
      add(BendingModel::modal, modes);
      if (!found_.tried.back().reason.empty()) break;
    }
    if (isSettled()) found_.enough = findFirst();
    for (const int rods : {10, 20, 40})
      if (wish_.rods && !stop_.stop_requested()) add(BendingModel::rods, rods);
    return std::move(found_);
  }

 private:
  QuantityList getQuantity() const {
    StudyQuantity quantity;
    quantity.id = "wanted";
    quantity.value = wish_.quantity;
    return {{quantity}, "the command line", "--quantity"};
  }

  std::optional<Problems> check() const {
    const auto simulator = Simulator::create(resolved_, StartNotes::leaveOut);
    if (!simulator) return simulator.error();
    const auto known = StudyQuantities::create(getQuantity(), simulator->channels(), names_);
    if (known) return std::nullopt;
    Problems problems = known.error();
    for (Problem& problem : problems) problem.where = "--quantity";
    return problems;
  }

  void add(BendingModel model, int count) {
    ModesTried one{model, count, kNoNumber, {}};
    measure(one);
    found_.tried.push_back(one);
    tell_(one);
  }

  void measure(ModesTried& one) const {
    Mechanism m = resolved_;
    for (Body& body : m.bodies) {
      if (!body.flexible || isOfRods(*body.flexible)) continue;
      body.flexible->model = one.model;
      (one.model == BendingModel::modal ? body.flexible->modes : body.flexible->rods) = Quantity(one.count);
    }
    const auto simulator = Simulator::create(m, StartNotes::leaveOut);
    if (!simulator) {
      one.reason = simulator.error().front().what;
      return;
    }
    const auto quantity = StudyQuantities::create(getQuantity(), simulator->channels(), names_);
    if (!quantity) {
      one.reason = quantity.error().front().what;
      return;
    }
    Trajectory run(simulator->channels());
    const RunSummary summary = simulator->run(run, stop_);
    if (summary.end != RunSummary::End::finished)
      one.reason = summary.problems.empty() ? "stopped" : summary.problems.front().what;
    else
      one.value = quantity->evaluate(run, numbers_).front();
    if (one.reason.empty() && !std::isfinite(one.value)) one.reason = "the run has no such number";
  }

  bool isNear(std::size_t i) const {
    const double last = found_.tried.back().value;
    return std::abs(found_.tried[i].value - last) <= wish_.tolerance * std::abs(last);
  }
  // Three in a row within the tolerance: two can agree by chance.
  bool isSettled() const {
    const std::size_t n = found_.tried.size();
    return n >= 3 && isNear(n - 2) && isNear(n - 3);
  }
  int findFirst() const {
    std::size_t first = found_.tried.size() - 1;
    while (first > 0 && isNear(first - 1)) --first;
    return found_.tried[first].count;
  }

  const Mechanism& resolved_;
  const ConvergenceWish& wish_;
  const std::function<void(const ModesTried&)>& tell_;
  const std::stop_token& stop_;
  std::vector<std::string> names_;
  std::vector<double> numbers_;
  Convergence found_;
};

}  // namespace

Result<Convergence> findEnoughModes(const Mechanism& resolved, const ConvergenceWish& wish,
                                    const std::function<void(const ModesTried&)>& tell,
                                    const std::stop_token& stop) {
  return Search(resolved, wish, tell, stop).find();
}

}  // namespace clank
