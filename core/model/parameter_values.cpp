// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parameter_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/math/expression.h"
#include "core/math/units.h"
#include "core/model/named_point.h"

namespace clank {

namespace {

using Settings = std::map<std::string, std::string>;

// One step of a JSON pointer: the key with "~" and "/" escaped.
std::string escapeKey(const std::string& key) {
  std::string escaped;
  for (const char c : key) escaped += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return escaped;
}

// That of the unit, or else of the text; of a plain number without unit nothing is known.
Measure findMeasure(const Parameter& parameter, const Measure& ofText) {
  if (!parameter.unit.empty()) return Measure::ofUnit(parameter.unit);
  return ofText.isBare() ? Measure::open() : ofText;
}

void addCoordinate(ParameterScope& scope, const std::string& name, const Quantity& coordinate) {
  scope.names.add(name);
  scope.values.push_back(coordinate.value);
  scope.measures.push_back(Measure::ofUnit("m"));
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
    hidePoints();
    for (std::size_t i = 0; i < mechanism_.parameters.size(); ++i) {
      if (mechanism_.parameters[i].choices.empty())
        evaluateNumber(i);
      else
        evaluateWord(i);
    }
    evaluatePoints();
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

  // A case has another text: that of the parameter itself must be right all the same.
  static bool isHiddenByCase(const Source& source) { return source.text && !source.isOverride; }

  void checkWord(const Parameter& parameter, const Source& source, std::size_t index) {
    const auto& choices = parameter.choices;
    if (std::find(choices.begin(), choices.end(), parameter.choice) != choices.end()) return;
    fail(fmt::format("{} takes one of the words {}; found '{}'{}", parameter.id, fmt::join(choices, ", "),
                     parameter.choice, suggestName(parameter.choice, choices)),
         whereIs(source, index, "choice"));
  }

  void evaluateWord(std::size_t index) {
    Parameter& parameter = mechanism_.parameters[index];
    const Source source = findSource(index);
    if (isHiddenByCase(source) && !parameter.choice.empty()) checkWord(parameter, {}, index);
    if (source.text) parameter.choice = *source.text;
    if (parameter.choice.empty()) parameter.choice = parameter.choices.front();
    checkWord(parameter, source, index);
    scope_.words.push_back(parameter.id);
    scope_.chosen.push_back(parameter.choice);
  }

  void evaluateNumber(std::size_t index) {
    Parameter& parameter = mechanism_.parameters[index];
    const bool unitKnown = findUnit(parameter.unit).has_value();
    if (!unitKnown)
      fail(fmt::format("{}: '{}' is not a unit{}", parameter.id, parameter.unit, suggestUnit(parameter.unit)),
           fmt::format("/parameters/{}/unit", index));
    const Source source = findSource(index);
    scope_.hidden.pop_back();
    if (isHiddenByCase(source)) read(parameter, {}, index);
    if (source.text) {
      parameter.value = Quantity();
      parameter.value.text = *source.text;
    }
    const std::optional<ReadQuantity> found = read(parameter, source, index);
    parameter.value.value = found ? found->value : std::numeric_limits<double>::quiet_NaN();
    scope_.names.add(parameter.id);
    scope_.values.push_back(parameter.value.value);
    scope_.measures.push_back(findMeasure(parameter, found ? found->measure : Measure::open()));
  }

  void hidePoints() {
    for (const Body& body : mechanism_.bodies)
      for (const NamedPoint& point : pointsOf(body))
        for (const char* coordinate : kPointCoordinates)
          scope_.points.push_back(nameCoordinate(body.id, point.id, coordinate));
    std::reverse(scope_.points.begin(), scope_.points.end());
  }

  // A point may use those before it, and its y its x: so none can depend on itself.
  void evaluatePoints() {
    for (std::size_t b = 0; b < mechanism_.bodies.size(); ++b) {
      Body& body = mechanism_.bodies[b];
      for (std::size_t p = 0; body.points && p < body.points->size(); ++p) {
        NamedPoint& point = (*body.points)[p];
        const std::string part = fmt::format("{}, point {}", body.id, point.id);
        const std::string where = fmt::format("/bodies/{}/points/{}/at", b, p);
        evaluateCoordinate(point.at.x, part, where + "/0");
        evaluateCoordinate(point.at.y, part, where + "/1");
      }
    }
  }
  void evaluateCoordinate(Quantity& quantity, const std::string& part, const std::string& where) {
    if (!quantity.text.empty()) {
      const auto value = evaluateQuantity(quantity.text.str(), "m", scope_);
      quantity.value = value.value_or(std::numeric_limits<double>::quiet_NaN());
      if (!value) fail(fmt::format("{}: {}", part, value.error()), where);
    } else if (!std::isfinite(quantity.value)) {
      fail(fmt::format("{}: the value is not a finite number", part), where);
    }
    addCoordinate(scope_, scope_.points.back(), quantity);
    scope_.points.pop_back();
  }

  std::optional<ReadQuantity> read(const Parameter& parameter, const Source& source, std::size_t index) {
    const bool isAny = parameter.unit.empty() || !findUnit(parameter.unit);
    auto value = calcValue(parameter, isAny ? "*" : std::string_view(parameter.unit),
                           source.isOverride ? parameter.unit : "");
    if (value) return *value;
    fail(fmt::format("{}: {}", parameter.id, value.error()), whereIs(source, index, "value"));
    return std::nullopt;
  }

  tl::expected<ReadQuantity, std::string> calcValue(const Parameter& parameter, std::string_view expected,
                                                    std::string_view plainUnit) const {
    const std::string& text = parameter.value.text;
    if (text.empty()) {
      if (std::isfinite(parameter.value.value)) return ReadQuantity{parameter.value.value, {}, {}};
      return tl::unexpected(std::string("the value is not a finite number"));
    }
    auto value = readQuantity(text, expected, scope_, plainUnit);
    const auto isKnown = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), text) != names.end();
    };
    if (value || !isName(text) || scope_.names.contains(text) || isKnown(scope_.hidden) ||
        isKnown(scope_.words) || isFunctionName(text))
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

ParameterScope listParameters(const Mechanism& resolved) {
  ParameterScope scope;
  for (const Parameter& parameter : resolved.parameters) {
    if (!parameter.choices.empty()) continue;
    const std::string& text = parameter.value.text;
    const auto read = readQuantity(text.empty() ? "0" : std::string_view(text), "*", scope);
    scope.names.add(parameter.id);
    scope.values.push_back(parameter.value.value);
    scope.measures.push_back(findMeasure(parameter, read ? read->measure : Measure::open()));
  }
  return scope;
}

ParameterScope listQuantityScope(const Mechanism& resolved) {
  ParameterScope scope = listParameters(resolved);
  for (const Body& body : resolved.bodies)
    for (const NamedPoint& point : pointsOf(body)) {
      addCoordinate(scope, nameCoordinate(body.id, point.id, "x"), point.at.x);
      addCoordinate(scope, nameCoordinate(body.id, point.id, "y"), point.at.y);
    }
  return scope;
}

ParameterScope updParameters(Mechanism& mechanism, const std::string& caseId, const Settings& overrides,
                             Problems& problems) {
  return ParameterEvaluator(mechanism, overrides, problems).run(caseId);
}

}  // namespace clank
