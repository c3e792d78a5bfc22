// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates every quantity and choice by walking the table of keys: this file knows no key but "value" of a
// parameter.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/units.h"
#include "core/model/field_walk.h"
#include "core/model/parameter_values.h"

namespace clank {

namespace {

class QuantityResolver {
 public:
  QuantityResolver(const ParameterScope& scope, Problems& problems) : scope_(scope), problems_(problems) {}

  void leaf(const Field& field, Quantity& quantity, const std::string& pointer) {
    if (inParameter_ && std::string_view(field.key) == "value") return;  // in the scope already
    if (!quantity.text.empty()) {
      const auto value = evaluateQuantity(quantity.text, expectedUnit(field), scope_);
      quantity.value = value.value_or(std::numeric_limits<double>::quiet_NaN());
      if (!value) fail(field, value.error(), pointer);
    } else if (!std::isfinite(quantity.value)) {
      fail(field, "the value is not a finite number", pointer);
    }
  }

  bool concerns(const Quantity& quantity) const {
    return !quantity.text.empty() || !std::isfinite(quantity.value);
  }

  void choice(const Field& field, const ChoiceRef& choice, const std::string& pointer) {
    const RareText& reference = choice.reference();
    if (reference.empty()) return;
    const auto at = std::find(scope_.words.begin(), scope_.words.end(), reference);
    if (at == scope_.words.end()) return fail(field, explainReference(reference), pointer);
    const std::string& word = scope_.chosen[static_cast<std::size_t>(at - scope_.words.begin())];
    const WordList words = choice.words();
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end())
      return fail(field,
                  fmt::format("the word '{}' of parameter {} is none of {}", word, reference.str(),
                              fmt::join(words, ", ")),
                  pointer);
    choice.choose(static_cast<std::size_t>(found - words.begin()));
  }

  void enter(const RecordRef& record) {
    if (namesPart(record)) part_ = *record.id();
    if (const auto* joint = record.as<Joint>()) {
      const CoordinateKind coordinate = findCoordinateKind(joint->kind);
      if (coordinate == CoordinateKind::angle) setCoordinateUnits("rad", "rad/s", "N m", "N m s/rad");
      if (coordinate == CoordinateKind::travel) setCoordinateUnits("m", "m/s", "N", "N s/m");
    } else if (const auto* parameter = record.as<Parameter>()) {
      inParameter_ = true;
      setFreeUnit(parameter->unit);
      units_[parameter->id] = parameter->unit;
    } else if (const auto* varied = record.as<StudyParameter>()) {
      setFreeUnit(units_[varied->parameter]);
    } else if (const auto* searched = record.as<SearchedParameter>()) {
      setFreeUnit(units_[searched->parameter]);
    } else if (record.as<SearchConstraint>()) {
      setFreeUnit("");
    } else if (const auto* published = record.as<PublishedValue>()) {
      setFreeUnit(published->unit);
    }
  }
  void leave(const RecordRef& record) {
    if (namesPart(record)) part_.clear();
    if (record.as<Joint>()) setCoordinateUnits("rad|m", "rad/s|m/s", "N m|N", "N m s/rad|N s/m");
    if (record.as<Parameter>()) inParameter_ = false;
  }

 private:
  static bool namesPart(const RecordRef& record) {
    return record.as<Body>() || record.as<Drive>() || record.as<ForceElement>() || record.as<Joint>() ||
           record.as<Parameter>();
  }

  void fail(const Field& field, std::string_view what, const std::string& pointer) {
    const std::string part = part_.empty() ? std::string(field.key) : fmt::format("{}, {}", part_, field.key);
    problems_.push_back({fmt::format("{}: {}", part, what), pointer});
  }

  std::string explainReference(const std::string& name) const {
    if (scope_.names.contains(name))
      return fmt::format("parameter '{}' has a number; a word is needed", name);
    return fmt::format("there is no word parameter '{}'{}", name, suggestName(name, scope_.words));
  }

  // A unit that is none is a problem of its own, found by validate() and with the parameters.
  void setFreeUnit(const std::string& unit) { freeUnit_ = unit.empty() || !findUnit(unit) ? "*" : unit; }

  void setCoordinateUnits(const char* coordinate, const char* rate, const char* effort, const char* drag) {
    coordinateUnit_ = coordinate;
    rateUnit_ = rate;
    effortUnit_ = effort;
    dragUnit_ = drag;
  }

  std::string_view expectedUnit(const Field& field) const {
    const std::string_view unit = field.unit;
    if (unit == "*") return freeUnit_;
    if (unit == "rad/s|m/s") return rateUnit_;
    if (unit == "N m|N") return effortUnit_;
    if (unit == "N m s/rad|N s/m") return dragUnit_;
    return unit == "rad|m" ? std::string_view(coordinateUnit_) : unit;
  }

  const ParameterScope& scope_;
  Problems& problems_;
  std::string part_, coordinateUnit_ = "rad|m", rateUnit_ = "rad/s|m/s", effortUnit_ = "N m|N",
                     dragUnit_ = "N m s/rad|N s/m", freeUnit_ = "*";
  std::map<std::string, std::string> units_;  // of parameters; they come first
  bool inParameter_ = false;
};

}  // namespace

Mechanism resolve(Mechanism drawn, const std::string& caseId,
                  const std::map<std::string, std::string>& overrides, Problems& problems) {
  const ParameterScope scope = updParameters(drawn, caseId, overrides, problems);
  QuantityResolver resolver(scope, problems);
  walkFields(drawn, resolver);
  return drawn;
}

Result<Mechanism> resolve(Mechanism drawn, const std::string& caseId,
                          const std::map<std::string, std::string>& overrides) {
  Problems problems;
  Mechanism resolved = resolve(std::move(drawn), caseId, overrides, problems);
  if (stopRun(problems)) return tl::unexpected(std::move(problems));
  return resolved;
}

}  // namespace clank
