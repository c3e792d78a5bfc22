// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/optimiser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/measure.h"
#include "core/math/units.h"
#include "core/model/parameter_values.h"
#include "core/model/quantity_text.h"

namespace clank {
namespace {

double factorOf(const std::string& unit) {
  const auto known = findUnit(unit);
  return known ? known->factor : 1;
}

template <class T>
T* findById(std::vector<T>& list, const std::string& id) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const T& one) { return one.id == id; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

// Twelve digits: what is tried is what its text says, and no search steps finer.
std::string Optimiser::Axis::at(double part) const {
  return fmt::format("{:.12g}", part <= 0 ? from : part >= 1 ? to : from + part * (to - from));
}

Result<Optimiser> Optimiser::create(const Mechanism& drawn, const std::string& id) {
  const auto& all = drawn.optimisations;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Optimisation& one) { return one.id == id; });
  if (found == all.end()) {
    std::vector<std::string> ids;
    for (const Optimisation& one : all) ids.push_back(one.id);
    return failure(fmt::format("there is no optimisation '{}'{}", id, suggestName(id, ids)),
                   "/optimisations");
  }
  Optimiser made;
  made.where_ = fmt::format("/optimisations/{}", found - all.begin());
  Problems problems;
  const Mechanism resolved = resolve(drawn, found->caseId, {}, problems);
  dropOthers(problems, made.where_);
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  made.sought_ = resolved.optimisations[static_cast<std::size_t>(found - all.begin())];
  const Optimisation& sought = made.sought_;
  auto runs = QuantityRuns::create(drawn, resolved,
                                   {sought.caseId,
                                    {sought.quantities, "optimisation " + sought.id, made.where_},
                                    !sought.fits.empty(),
                                    sought.timeLimit.value,
                                    {}});
  if (!runs) return tl::unexpected(runs.error());
  made.runs_ = std::move(*runs);
  for (const PathFit& fit : sought.fits) made.fits_.emplace_back(fit);
  made.prepareAxes(resolved);
  problems = made.compile(resolved);
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return made;
}

void Optimiser::prepareAxes(const Mechanism& resolved) {
  for (const SearchedParameter& searched : sought_.parameters) {
    const auto parameter = std::find_if(resolved.parameters.begin(), resolved.parameters.end(),
                                        [&](const Parameter& one) { return one.id == searched.parameter; });
    Axis axis{parameter->id, parameter->unit, toUnitOf(parameter->unit, searched.from),
              toUnitOf(parameter->unit, searched.to)};
    const double start =
        searched.start ? toUnitOf(axis.unit, *searched.start) : parameter->value.value / factorOf(axis.unit);
    axis.start = std::clamp(start, axis.from, axis.to);
    axes_.push_back(axis);
  }
}

Problems Optimiser::compile(const Mechanism& resolved) {
  NameIndex names;
  std::vector<Measure> measures = listParameters(resolved).measures;
  for (const std::string& id : runs_->numbers()) names.add(id);
  for (const StudyQuantity& quantity : sought_.quantities) {
    names.add(quantity.id);
    measures.push_back(Measure::ofUnit(quantity.unit));
  }
  for (const PathDistance& fit : fits_) {
    names.add(fit.id());
    measures.push_back(Measure::ofUnit("m"));
  }
  Problems problems;
  const auto read = [&](const std::string& text, const char* what, const std::string& where) {
    DimensionCheck check(BareNumbers::anything, [&](int slot) {
      const auto place = static_cast<std::size_t>(slot);
      return place < measures.size() ? measures[place] : Measure::open();
    });
    auto made = compileChecked(text, names, check);
    if (made && check.conflict.empty()) return std::move(*made);
    problems.push_back(
        {made ? fmt::format("optimisation {}, {}: \"{}\": {}", sought_.id, what, text, check.conflict)
              : fmt::format("optimisation {}, {}: {} (it knows parameters, quantities and fits)", sought_.id,
                            what, made.error().front().what),
         where_ + where});
    return Expression();
  };
  objective_ = read(sought_.objective, "objective", "/objective");
  for (std::size_t i = 0; i < sought_.constraints.size(); ++i)
    constraints_.push_back(
        read(sought_.constraints[i].value, "constraint", fmt::format("/constraints/{}/value", i)));
  return problems;
}

std::vector<std::string> Optimiser::listParameterHeadings() const {
  std::vector<std::string> headings;
  for (const Axis& axis : axes_) headings.push_back(makeHeading(axis.id, axis.unit));
  return headings;
}

std::vector<std::string> Optimiser::listQuantityHeadings() const {
  std::vector<std::string> headings;
  for (const StudyQuantity& quantity : sought_.quantities)
    headings.push_back(makeHeading(quantity.id, quantity.unit));
  for (const PathDistance& fit : fits_) headings.push_back(makeHeading(fit.id(), "m"));
  return headings;
}

std::optional<Attempt> Optimiser::attempt(std::span<const double> x, const std::stop_token& stop,
                                          RunMemory& memory) const {
  Attempt made;
  std::map<std::string, std::string> set;
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    made.parameters.push_back(axes_[k].at(x[k]));
    set[axes_[k].id] = made.parameters.back();
  }
  QuantityRun run = runs_->run(set, stop, memory);
  if (run.ended.empty()) return std::nullopt;
  made.ended = std::move(run.ended);
  made.reason = std::move(run.reason);
  made.quantities = std::move(run.quantities);
  const bool isWhole = made.ended == "finished";
  for (const PathDistance& fit : fits_)
    made.quantities.push_back(isWhole ? fit.evaluate(memory.trajectory)
                                      : std::numeric_limits<double>::quiet_NaN());
  made.objective = std::numeric_limits<double>::quiet_NaN();
  if (isWhole) judge(run.numbers, made);
  return made;
}

void Optimiser::judge(const std::vector<double>& numbers, Attempt& made) const {
  std::vector<double> slots = numbers;
  slots.insert(slots.end(), made.quantities.begin(), made.quantities.end());
  made.objective = objective_.evaluate(slots);
  for (const Expression& constraint : constraints_) made.constraints.push_back(constraint.evaluate(slots));
  const auto lacks = [](double number) { return !std::isfinite(number); };
  if (lacks(made.objective)) {
    made.ended = "no_value";
    made.reason = "the objective has no value for this run";
  } else if (const auto bad = std::find_if(made.constraints.begin(), made.constraints.end(), lacks);
             bad != made.constraints.end()) {
    made.ended = "no_value";
    made.reason =
        fmt::format("the constraint of '{}' has no value for this run",
                    sought_.constraints[static_cast<std::size_t>(bad - made.constraints.begin())].value);
  }
}

// Violations are told as parts of their bound; of a bound zero as parts of the value at the start.
std::vector<double> Optimiser::listScales(const Attempt& start) const {
  std::vector<double> scales;
  for (std::size_t i = 0; i < sought_.constraints.size(); ++i) {
    const SearchConstraint& one = sought_.constraints[i];
    double scale = 0;
    for (const auto& bound : {one.atLeast, one.atMost})
      if (bound) scale = std::max(scale, std::abs(bound->value));
    if (scale == 0 && i < start.constraints.size()) scale = std::abs(start.constraints[i]);
    scales.push_back(std::isfinite(scale) && scale > 0 ? scale : 1);
  }
  return scales;
}

SearchValue Optimiser::value(const Attempt& made, const std::vector<double>& scales) const {
  SearchValue value;
  value.isValid = made.ended == "finished";
  value.objective = sought_.aim.value == Aim::minimise ? made.objective : -made.objective;
  for (std::size_t i = 0; i < sought_.constraints.size() && value.isValid; ++i) {
    const SearchConstraint& one = sought_.constraints[i];
    double most = -std::numeric_limits<double>::infinity();
    if (one.atLeast) most = std::max(most, one.atLeast->value - made.constraints[i]);
    if (one.atMost) most = std::max(most, made.constraints[i] - one.atMost->value);
    value.constraints.push_back(most / scales[i]);
  }
  return value;
}

std::optional<Attempt> Optimiser::search(const std::stop_token& stop,
                                         const std::function<void(const Attempt&)>& tell) const {
  std::optional<Attempt> best;
  std::optional<SearchValue> bestValue;
  std::vector<double> scales;
  std::uint64_t count = 0;
  RunMemory memory;
  const auto evaluate = [&](std::span<const double> x,
                            BoundedSearch::Phase phase) -> std::optional<SearchValue> {
    if (stop.stop_requested()) return std::nullopt;
    auto made = attempt(x, stop, memory);
    if (!made) return std::nullopt;
    if (count == 0) scales = listScales(*made);
    made->run = count++;
    made->phase = phase;
    SearchValue found = value(*made, scales);
    const double violation = found.violation();
    made->violation = violation > SearchValue::kKept ? violation : 0;
    made->isBest = found.isValid && (!bestValue || isBetter(found, *bestValue));
    if (made->isBest) {
      best = made;
      bestValue = found;
    }
    if (tell) tell(*made);
    return found;
  };
  BoundedSearch search;
  search.global = sought_.global.value;
  search.globalRuns = static_cast<int>(sought_.globalRuns.value);
  search.local = sought_.local.value;
  search.localRuns = static_cast<int>(sought_.localRuns.value);
  search.tolerance = sought_.tolerance.value;
  search.seed = static_cast<std::uint64_t>(sought_.seed.value);
  std::vector<double> start;
  for (const Axis& axis : axes_) start.push_back((axis.start - axis.from) / (axis.to - axis.from));
  search.run(start, sought_.constraints.size(), evaluate);
  return best;
}

void Optimiser::putInto(Mechanism& drawn, const Attempt& attempt) const {
  Case* inForce = sought_.caseId.empty() ? (drawn.cases.empty() ? nullptr : &drawn.cases.front())
                                         : findById(drawn.cases, sought_.caseId);
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    const Axis& axis = axes_[k];
    const std::string text =
        axis.unit.empty() ? attempt.parameters[k] : attempt.parameters[k] + " " + axis.unit;
    if (inForce && inForce->set.count(axis.id) > 0) {
      inForce->set[axis.id] = text;
    } else if (Parameter* parameter = findById(drawn.parameters, axis.id)) {
      parameter->value = Quantity();
      if (axis.unit.empty())
        parameter->value = std::stod(attempt.parameters[k]);
      else
        parameter->value.text = text;
    }
  }
}

}  // namespace clank
