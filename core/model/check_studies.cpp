// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <set>

#include "core/model/checks.h"
#include "core/model/field_walk.h"
#include "core/model/quantity_text.h"

namespace clank {
namespace {

// Whether every number is known; of those that are not resolve() has told why.
class FindUnknown {
 public:
  void leaf(const Field&, const Quantity& quantity, const std::string&) {
    found = found || !std::isfinite(quantity.value);
  }
  bool found = false;
};

bool isKnown(const Study& study) {
  FindUnknown find;
  walkFields(study, find);
  return !find.found;
}

bool isWhole(const Quantity& quantity) {
  return quantity.value == std::round(quantity.value);
}

class StudyCheck {
 public:
  StudyCheck(const Mechanism& mechanism, const Study& study, std::string where, ProblemList& problems)
      : mechanism_(mechanism), study_(study), where_(std::move(where)), problems_(problems) {}

  void check() {
    if (!study_.caseId.empty() && !hasId(mechanism_.cases, study_.caseId))
      fail("/case", fmt::format("there is no case '{}'", study_.caseId));
    const bool isGrid = study_.sampling.value == Sampling::grid;
    if (!isGrid && (!(study_.runs.value >= 1) || !isWhole(study_.runs)))
      fail("/runs", fmt::format("{} runs: a whole number from 1 on is needed", study_.runs.value));
    if (!(study_.seed.value >= 0) || !isWhole(study_.seed) || study_.seed.value > 9e15)
      fail("/seed", "a whole number from 0 on is needed");
    if (isBelow(study_.timeLimit, 0)) fail("/time_limit", "the limit of time is negative; 0 is none");
    if (study_.keep.value == KeptSamples::channels && study_.channels.empty())
      fail("/channels", "no channel is named that is to be kept");
    checkParameterList();
    checkQuantities();
    checkQuantityUnits(mechanism_, study_.quantities, "study " + study_.id, where_, problems_);
  }

 private:
  template <class T>
  static bool hasId(const std::vector<T>& list, const std::string& id) {
    return std::any_of(list.begin(), list.end(), [&](const T& one) { return one.id == id; });
  }
  void fail(const std::string& at, const std::string& what) {
    problems_.error(where_ + at, fmt::format("study {}: {}", study_.id, what));
  }

  void checkParameterList() {
    if (study_.parameters.empty()) fail("/parameters", "no parameter differs from run to run");
    std::set<std::string> seen;
    for (std::size_t i = 0; i < study_.parameters.size(); ++i) {
      const StudyParameter& p = study_.parameters[i];
      const std::string at = fmt::format("/parameters/{}", i);
      const auto found = std::find_if(mechanism_.parameters.begin(), mechanism_.parameters.end(),
                                      [&](const Parameter& one) { return one.id == p.parameter; });
      if (found == mechanism_.parameters.end()) {
        std::vector<std::string> names;
        for (const Parameter& one : mechanism_.parameters) names.push_back(one.id);
        fail(at + "/parameter",
             fmt::format("there is no parameter '{}'{}", p.parameter, suggestName(p.parameter, names)));
        continue;
      }
      if (!seen.insert(p.parameter).second)
        fail(at + "/parameter", fmt::format("'{}' is there twice", p.parameter));
      found->choices.empty() ? checkNumbers(toPlain(p, found->unit), at) : checkWords(p, *found, at);
    }
  }

  // With its numbers in the unit of the parameter.
  static StudyParameter toPlain(StudyParameter p, const std::string& unit) {
    for (std::optional<Quantity>* one : {&p.from, &p.to, &p.mean, &p.deviation, &p.mode})
      if (*one) *one = toUnitOf(unit, **one);
    return p;
  }

  void checkWords(const StudyParameter& p, const Parameter& parameter, const std::string& at) {
    if (p.words.empty())
      return fail(at + "/words", fmt::format("'{}' is a word parameter: its words are needed", p.parameter));
    for (std::size_t k = 0; k < p.words.size(); ++k)
      if (std::find(parameter.choices.begin(), parameter.choices.end(), p.words[k]) ==
          parameter.choices.end())
        fail(fmt::format("{}/words/{}", at, k),
             fmt::format("'{}' is no word of '{}'{}", p.words[k], p.parameter,
                         suggestName(p.words[k], parameter.choices)));
  }

  void checkNumbers(const StudyParameter& p, const std::string& at) {
    if (!p.words.empty()) return fail(at + "/words", fmt::format("'{}' has numbers, no words", p.parameter));
    const bool isGrid = study_.sampling.value == Sampling::grid;
    if (p.distribution.value == Distribution::none) {
      if (!p.values.empty()) return;
      checkRange(p, at);
      if (isGrid && (!(p.count.value >= 1) || !isWhole(p.count)))
        fail(at + "/count", fmt::format("{} values: a whole number from 1 on is needed", p.count.value));
      return;
    }
    if (isGrid)
      return fail(at + "/distribution", "a grid has values or a range; a distribution needs random points");
    if (p.distribution.value == Distribution::normal) return checkNormal(p, at);
    checkRange(p, at);
    if (p.from && p.to && p.mode && (p.mode->value < p.from->value || p.mode->value > p.to->value))
      fail(at + "/mode", "the most likely value lies outside of the range");
  }

  void checkRange(const StudyParameter& p, const std::string& at) {
    if (!p.from || !p.to)
      return fail(at, fmt::format("'{}' has neither values nor a range (from, to)", p.parameter));
    const bool isOne = study_.sampling.value == Sampling::grid && p.count.value == 1;
    if (!(p.to->value > p.from->value) && !(isOne && p.to->value == p.from->value))
      fail(at + "/to", fmt::format("the range of '{}' is empty: from {:g} to {:g}", p.parameter,
                                   p.from->value, p.to->value));
    if (p.spacing.value == Spacing::logarithmic && !(p.from->value > 0))
      fail(at + "/from", "a logarithmic range begins above zero");
  }

  void checkNormal(const StudyParameter& p, const std::string& at) {
    if (!p.mean) fail(at + "/mean", "a normal distribution needs its mean");
    if (!p.deviation || !(p.deviation->value > 0))
      fail(at + "/deviation",
           "a normal distribution needs a standard deviation above zero: without spread all "
           "runs are the same");
  }

  void checkQuantities() {
    if (study_.quantities.empty()) fail("/quantities", "nothing is computed of the runs");
    std::set<std::string> seen;
    for (std::size_t i = 0; i < study_.quantities.size(); ++i) {
      const StudyQuantity& q = study_.quantities[i];
      const std::string at = fmt::format("/quantities/{}/id", i);
      if (!isName(q.id)) fail(at, fmt::format("'{}' is no name: letters, digits and _", q.id));
      if (!seen.insert(q.id).second) fail(at, fmt::format("'{}' is there twice", q.id));
    }
  }

  const Mechanism& mechanism_;
  const Study& study_;
  const std::string where_;
  ProblemList& problems_;
};

}  // namespace

void checkStudies(const Mechanism& mechanism, ProblemList& problems) {
  std::set<std::string> ids;
  for (std::size_t i = 0; i < mechanism.studies.size(); ++i) {
    const Study& study = mechanism.studies[i];
    const std::string where = fmt::format("/studies/{}", i);
    if (isSetAside(study, "study", where, problems)) continue;
    if (!isName(study.id))
      problems.error(where + "/id", fmt::format("'{}' is no name: letters, digits and _", study.id));
    if (!ids.insert(study.id).second)
      problems.error(where + "/id", fmt::format("two studies are called '{}'", study.id));
    if (isKnown(study)) StudyCheck(mechanism, study, where, problems).check();
  }
}

}  // namespace clank
