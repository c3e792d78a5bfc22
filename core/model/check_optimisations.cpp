// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <set>

#include "core/model/checks.h"
#include "core/model/quantity_text.h"

namespace clank {
namespace {

class OptimisationCheck {
 public:
  OptimisationCheck(const Mechanism& mechanism, const Optimisation& sought, std::string where,
                    ProblemList& problems)
      : mechanism_(mechanism), sought_(sought), where_(std::move(where)), problems_(problems) {}

  void check() {
    const auto& cases = mechanism_.cases;
    if (!sought_.caseId.empty() &&
        std::none_of(cases.begin(), cases.end(), [&](const Case& one) { return one.id == sought_.caseId; }))
      fail("/case", fmt::format("there is no case '{}'", sought_.caseId));
    checkSearch();
    for (const Parameter& parameter : mechanism_.parameters) names_.insert(parameter.id);
    checkParameterList();
    for (std::size_t i = 0; i < sought_.quantities.size(); ++i)
      checkName(sought_.quantities[i].id, fmt::format("/quantities/{}/id", i));
    for (std::size_t i = 0; i < sought_.fits.size(); ++i)
      checkFit(sought_.fits[i], fmt::format("/fits/{}", i));
    checkConstraints();
    checkQuantityUnits(mechanism_, sought_.quantities, "optimisation " + sought_.id, where_, problems_);
  }

 private:
  void fail(const std::string& at, const std::string& what) {
    problems_.error(where_ + at, fmt::format("optimisation {}: {}", sought_.id, what));
  }

  void checkSearch() {
    const auto isCount = [](const Quantity& q) { return q.value >= 1 && q.value == std::round(q.value); };
    const bool isGlobal = sought_.global.value != GlobalSearch::none;
    const bool isLocal = sought_.local.value != LocalSearch::none;
    if (!isGlobal && !isLocal) fail("/local", "neither a global nor a local search: nothing is searched");
    if (isGlobal && !isCount(sought_.globalRuns)) fail("/global_runs", "a whole number from 1 on is needed");
    if (isLocal && !isCount(sought_.localRuns)) fail("/local_runs", "a whole number from 1 on is needed");
    if (isLocal && !(sought_.tolerance.value > 0)) fail("/tolerance", "a number above zero is needed");
    if (sought_.local.value == LocalSearch::bobyqa && !sought_.constraints.empty())
      fail("/local", "bobyqa knows no constraints; cobyla does");
    if (sought_.local.value == LocalSearch::bobyqa && sought_.parameters.size() == 1)
      fail("/local", "bobyqa needs two parameters at least; cobyla and sbplx do not");
    const double seed = sought_.seed.value;
    if (!(seed >= 0) || seed != std::round(seed) || seed > 4e9)
      fail("/seed", "a whole number from 0 to 4e9 is needed");
    if (isBelow(sought_.timeLimit, 0)) fail("/time_limit", "the limit of time is negative; 0 is none");
  }

  void checkName(const std::string& id, const std::string& at) {
    if (!isName(id)) return fail(at, fmt::format("'{}' is no name: letters, digits and _", id));
    if (!names_.insert(id).second)
      fail(at, fmt::format("'{}' is there already, as a parameter, quantity or fit", id));
  }

  void checkParameterList() {
    if (sought_.parameters.empty()) fail("/parameters", "no parameter is searched");
    std::set<std::string> seen;
    for (std::size_t i = 0; i < sought_.parameters.size(); ++i) {
      const std::string at = fmt::format("/parameters/{}", i);
      checkParameter(sought_.parameters[i], at);
      if (!seen.insert(sought_.parameters[i].parameter).second)
        fail(at + "/parameter", fmt::format("'{}' is there twice", sought_.parameters[i].parameter));
    }
  }

  void checkParameter(const SearchedParameter& p, const std::string& at) {
    const auto found = std::find_if(mechanism_.parameters.begin(), mechanism_.parameters.end(),
                                    [&](const Parameter& one) { return one.id == p.parameter; });
    if (found == mechanism_.parameters.end()) {
      std::vector<std::string> ids;
      for (const Parameter& one : mechanism_.parameters) ids.push_back(one.id);
      return fail(at + "/parameter",
                  fmt::format("there is no parameter '{}'{}", p.parameter, suggestName(p.parameter, ids)));
    }
    if (!found->choices.empty())
      return fail(at + "/parameter",
                  fmt::format("'{}' is a word parameter: only numbers can be searched", p.parameter));
    const double from = toUnitOf(found->unit, p.from), to = toUnitOf(found->unit, p.to);
    if (std::isfinite(from) && std::isfinite(to) && !(to > from))
      fail(at + "/to", fmt::format("the range of '{}' is empty: from {:g} to {:g}", p.parameter, from, to));
    if (!p.start) return;
    const double start = toUnitOf(found->unit, *p.start);
    if (start < from || start > to)
      fail(at + "/start", fmt::format("'{}' starts outside of its range", p.parameter));
  }

  void checkFit(const PathFit& fit, const std::string& at) {
    checkName(fit.id, at + "/id");
    std::vector<std::string> traces;
    for (const Trace& trace : mechanism_.traces) traces.push_back(trace.id);
    if (std::find(traces.begin(), traces.end(), fit.trace) == traces.end())
      fail(at + "/trace", fmt::format("there is no trace '{}'{}", fit.trace, suggestName(fit.trace, traces)));
    const bool isByTime = fit.by.value == FitBy::time;
    if (fit.points.empty() == !fit.curve)
      fail(at, fmt::format("fit {} needs points or a curve, one of the two", fit.id));
    if (fit.curve) {
      checkCurve(*fit.curve, fmt::format("fit {}", fit.id), where_ + at + "/curve", problems_);
      if (isByTime) fail(at + "/by", fmt::format("fit {}: a curve has no times; name points", fit.id));
      if (!(fit.count.value >= 2) || fit.count.value != std::round(fit.count.value))
        fail(at + "/count", fmt::format("fit {} needs a whole number of points, 2 or more", fit.id));
    }
    if (isByTime && !fit.times.empty() && fit.times.size() != fit.points.size())
      fail(at + "/times",
           fmt::format("fit {} has {} points and {} times", fit.id, fit.points.size(), fit.times.size()));
    for (std::size_t i = 0; i < fit.times.size(); ++i)
      if (isBelow(fit.times[i], 0) || isAbove(fit.times[i], mechanism_.simulation.duration.value))
        fail(fmt::format("{}/times/{}", at, i), fmt::format("fit {}: the run has no such time", fit.id));
  }

  void checkConstraints() {
    for (std::size_t i = 0; i < sought_.constraints.size(); ++i) {
      const SearchConstraint& one = sought_.constraints[i];
      const std::string at = fmt::format("/constraints/{}", i);
      if (!one.atLeast && !one.atMost)
        fail(at, fmt::format("'{}' has no bound: at_least or at_most is needed", one.value));
      if (one.atLeast && one.atMost && one.atLeast->value > one.atMost->value)
        fail(at + "/at_most", fmt::format("no value of '{}' lies between its bounds", one.value));
    }
  }

  const Mechanism& mechanism_;
  const Optimisation& sought_;
  const std::string where_;
  ProblemList& problems_;
  std::set<std::string> names_;  // in force in its expressions
};

}  // namespace

void checkOptimisations(const Mechanism& mechanism, ProblemList& problems) {
  std::set<std::string> ids;
  for (std::size_t i = 0; i < mechanism.optimisations.size(); ++i) {
    const Optimisation& sought = mechanism.optimisations[i];
    const std::string where = fmt::format("/optimisations/{}", i);
    if (isSetAside(sought, "optimisation", where, problems)) continue;
    if (!isName(sought.id))
      problems.error(where + "/id", fmt::format("'{}' is no name: letters, digits and _", sought.id));
    if (!ids.insert(sought.id).second)
      problems.error(where + "/id", fmt::format("two optimisations are called '{}'", sought.id));
    OptimisationCheck(mechanism, sought, where, problems).check();
  }
}

}  // namespace clank
