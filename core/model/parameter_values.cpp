// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parameter_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/expression.h"
#include "core/math/units.h"

namespace clank {

namespace {

using Settings = std::map<std::string, std::string>;

// One step of a JSON pointer: the key with "~" and "/" escaped.
std::string escapeKey(const std::string& key) {
  std::string escaped;
  for (const char c : key) escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return escaped;
}

class ParameterEvaluator {
 public:
  ParameterEvaluator(Mechanism& mechanism, const Settings& overrides, Problems& problems)
      : mechanism_(mechanism), overrides_(overrides), problems_(problems) {}

  ParameterScope run(const std::string& caseId) {
    chooseCase(caseId);
    checkNames();
    for (const Parameter& parameter : mechanism_.parameters)
      if (parameter.choices.empty()) scope_.hidden.push_back(parameter.id);
    std::reverse(scope_.hidden.begin(), scope_.hidden.end());
    for (std::size_t i = 0; i < mechanism_.parameters.size(); ++i) {
      if (mechanism_.parameters[i].choices.empty())
        evaluateNumber(i);
      else
        evaluateWord(i);
    }
    return std::move(scope_);
  }

 private:
  // Where the text in force of a parameter comes from.
  struct Source {
    const std::string* text = nullptr;  // absent: the default
    bool isOverride = false;
  };

  void fail(std::string what, std::string where) { problems_.push_back({std::move(what), std::move(where)}); }

  void chooseCase(const std::string& caseId) {
    if (caseId.empty()) {
      if (!mechanism_.cases.empty()) case_ = &mechanism_.cases.front();
      return;
    }
    std::vector<std::string> ids;
    for (const Case& candidate : mechanism_.cases) {
      ids.push_back(candidate.id);
      if (candidate.id == caseId && !case_) case_ = &candidate;
    }
    if (!case_) fail(fmt::format("there is no case '{}'{}", caseId, suggestName(caseId, ids)), "/cases");
  }

  std::string pointerOf(const std::string& parameter) const {
    return fmt::format("/cases/{}/set/{}", case_ - mechanism_.cases.data(), escapeKey(parameter));
  }

  void checkNames() {
    NameIndex ids;
    for (const Parameter& parameter : mechanism_.parameters) ids.add(parameter.id);
    const auto refuse = [&](const std::string& id, const std::string& where) {
      fail(fmt::format("there is no parameter '{}'{}", id, suggestName(id, ids.list())), where);
    };
    if (case_)
      for (const auto& entry : case_->set)
        if (!ids.contains(entry.first)) refuse(entry.first, pointerOf(entry.first));
    for (const auto& entry : overrides_)
      if (!ids.contains(entry.first)) refuse(entry.first, "");
  }

  Source findSource(std::size_t index) const {
    const std::string& id = mechanism_.parameters[index].id;
    if (const auto it = overrides_.find(id); it != overrides_.end()) return {&it->second, true};
    if (case_)
      if (const auto it = case_->set.find(id); it != case_->set.end()) return {&it->second};
    return {};
  }

  // Of the text in force.
  std::string whereIs(const Source& source, std::size_t index, const char* key) const {
    return source.text && !source.isOverride ? pointerOf(mechanism_.parameters[index].id)
                                             : fmt::format("/parameters/{}/{}", index, key);
  }

  void evaluateWord(std::size_t index) {
    Parameter& parameter = mechanism_.parameters[index];
    const Source source = findSource(index);
    if (source.text) parameter.choice = *source.text;
    if (parameter.choice.empty()) parameter.choice = parameter.choices.front();
    const auto& choices = parameter.choices;
    if (std::find(choices.begin(), choices.end(), parameter.choice) == choices.end())
      fail(fmt::format("{} takes one of the words {}; found '{}'{}", parameter.id, fmt::join(choices, ", "),
                       parameter.choice, suggestName(parameter.choice, choices)),
           whereIs(source, index, "choice"));
    scope_.words.push_back(parameter.id);
    scope_.chosen.push_back(parameter.choice);
  }

  void evaluateNumber(std::size_t index) {
    Parameter& parameter = mechanism_.parameters[index];
    const bool unitKnown = findUnit(parameter.unit).has_value();
    if (!unitKnown)
      fail(fmt::format("{}: '{}' is not a unit", parameter.id, parameter.unit),
           fmt::format("/parameters/{}/unit", index));
    const Source source = findSource(index);
    if (source.text) {
      parameter.value = Quantity();
      parameter.value.text = *source.text;
    }
    scope_.hidden.pop_back();
    const std::string_view expected =
        parameter.unit.empty() || !unitKnown ? "*" : std::string_view(parameter.unit);
    const auto value = calcValue(parameter, expected, source.isOverride ? parameter.unit : "");
    if (!value) fail(fmt::format("{}: {}", parameter.id, value.error()), whereIs(source, index, "value"));
    parameter.value.value = value.value_or(std::numeric_limits<double>::quiet_NaN());
    scope_.names.add(parameter.id);
    scope_.values.push_back(parameter.value.value);
  }

  tl::expected<double, std::string> calcValue(const Parameter& parameter, std::string_view expected,
                                              std::string_view plainUnit) const {
    const std::string& text = parameter.value.text;
    if (text.empty()) {
      if (std::isfinite(parameter.value.value)) return parameter.value.value;
      return tl::unexpected(std::string("the value is not a finite number"));
    }
    const auto value = evaluateQuantity(text, expected, scope_, plainUnit);
    const auto isKnown = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), text) != names.end();
    };
    if (value || !isName(text) || isKnown(scope_.hidden) || isKnown(scope_.words) || isFunctionName(text))
      return value;
    return tl::unexpected(
        fmt::format("takes a number, found the word '{}'{}", text, suggestName(text, scope_.names.list())));
  }

  Mechanism& mechanism_;
  const Settings& overrides_;
  Problems& problems_;
  const Case* case_ = nullptr;
  ParameterScope scope_;
};

}  // namespace

ParameterScope updParameters(Mechanism& mechanism, const std::string& caseId, const Settings& overrides,
                             Problems& problems) {
  return ParameterEvaluator(mechanism, overrides, problems).run(caseId);
}

}  // namespace clank
