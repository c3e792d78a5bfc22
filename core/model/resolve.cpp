// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates every quantity and choice by walking the table of keys: this file knows no key but "value" of a
// parameter and "at" of a named point.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/field_units.h"
#include "core/model/field_walk.h"
#include "core/model/parameter_values.h"

namespace clank {

namespace {

class QuantityResolver {
 public:
  QuantityResolver(const ParameterScope& scope, Problems& problems) : scope_(scope), problems_(problems) {}

  void leaf(const Field& field, Quantity& quantity, const std::string& pointer) {
    if (isInScope(field)) return;
    if (!quantity.text.empty()) {
      const auto value = evaluateQuantity(quantity.text, units_.expected(field), scope_, units_.plain());
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
    inParameter_ = record.as<Parameter>() != nullptr;
    inPoint_ = record.as<NamedPoint>() != nullptr;
    units_.enter(record);
  }
  void leave(const RecordRef& record) {
    if (namesPart(record)) part_.clear();
    inParameter_ = inPoint_ = false;
    units_.leave(record);
  }

 private:
  // updParameters() has seen to it.
  bool isInScope(const Field& field) const {
    const std::string_view key = field.key;
    return (inParameter_ && key == "value") || (inPoint_ && key == "at");
  }
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

  const ParameterScope& scope_;
  Problems& problems_;
  std::string part_;
  FieldUnits units_;
  bool inParameter_ = false, inPoint_ = false;
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
