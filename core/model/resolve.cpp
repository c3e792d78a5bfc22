// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates every quantity and choice by visiting the table of keys: this file knows no key but through its
// type.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/units.h"
#include "core/model/fields.h"
#include "core/model/parameter_values.h"

namespace clank {

namespace {

template <class S>
concept Element = requires(S& s) {
  s.unknown;
};

class QuantityResolver {
 public:
  QuantityResolver(const ParameterScope& scope, Problems& problems) : scope_(scope), problems_(problems) {}

  template <class T>
  void operator()(const Field& field, T& member) {
    const Step step(*this, field.key);
    resolve(field, member);
  }

  template <class V, std::size_t N>
  void alternatives(const Field&, V& variant, const std::array<const char*, N>&) {
    std::visit([this](auto& alternative) { visitFields(alternative, *this); }, variant);
  }

 private:
  // Adds a step to the pointer for as long as it lives.
  class Step {
   public:
    Step(QuantityResolver& resolver, std::string_view key)
        : pointer_(resolver.pointer_), length_(pointer_.size()) {
      pointer_.append("/").append(key);
    }
    ~Step() { pointer_.resize(length_); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    std::string& pointer_;
    std::size_t length_;
  };

  void fail(const Field& field, std::string_view what) {
    const std::string part = part_.empty() ? std::string(field.key) : fmt::format("{}, {}", part_, field.key);
    problems_.push_back({fmt::format("{}: {}", part, what), pointer_});
  }

  std::string_view expectedUnit(const Field& field) const {
    const std::string_view unit = field.unit;
    if (unit == "*") return freeUnit_;
    return unit == "rad|m" ? std::string_view(coordinateUnit_) : unit;
  }

  void resolve(const Field& field, Quantity& quantity) {
    if (!quantity.text.empty()) {
      const auto value = evaluateQuantity(quantity.text, expectedUnit(field), scope_);
      quantity.value = value.value_or(std::numeric_limits<double>::quiet_NaN());
      if (!value) fail(field, value.error());
    } else if (!std::isfinite(quantity.value)) {
      fail(field, "the value is not a finite number");
    }
  }

  // In files a point is [x, y]; its unit is that of the field it stands in.
  void resolve(const Field& field, Point& point) {
    for (const auto& [key, coordinate] : {std::pair{"0", &point.x}, std::pair{"1", &point.y}}) {
      const Step step(*this, key);
      resolve(field, *coordinate);
    }
  }

  template <class E>
  void resolve(const Field& field, Choice<E>& choice) {
    if (choice.reference.empty()) return;
    const auto at = std::find(scope_.words.begin(), scope_.words.end(), choice.reference);
    if (at == scope_.words.end()) return failReference(field, choice.reference);
    const std::string& word = scope_.chosen[static_cast<std::size_t>(at - scope_.words.begin())];
    const auto& names = Words<E>::names;
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end())
      fail(field, fmt::format("the word '{}' of parameter {} is none of {}", word, choice.reference,
                              fmt::join(names, ", ")));
    else
      choice.value = static_cast<E>(found - names.begin());
  }

  void failReference(const Field& field, const std::string& name) {
    const bool isNumber = std::find(scope_.names.begin(), scope_.names.end(), name) != scope_.names.end();
    fail(field,
         isNumber ? fmt::format("parameter '{}' has a number; a word is needed", name)
                  : fmt::format("there is no word parameter '{}'{}", name, suggestName(name, scope_.words)));
  }

  template <class T>
  void resolve(const Field& field, std::optional<T>& member) {
    if (member) resolve(field, *member);
  }

  template <class T>
  void resolve(const Field& field, std::vector<T>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Step step(*this, std::to_string(i));
      resolve(field, list[i]);
    }
  }

  template <Element S>
  void resolve(const Field&, S& element) {
    visitFields(element, *this);
  }

  template <class S>
  void resolvePart(S& part) {
    part_ = part.id;
    visitFields(part, *this);
    part_.clear();
  }
  void resolve(const Field&, Body& body) { resolvePart(body); }
  void resolve(const Field&, ForceElement& force) { resolvePart(force); }
  void resolve(const Field&, Joint& joint) {
    coordinateUnit_ = std::holds_alternative<Revolute>(joint.kind)    ? "rad"
                      : std::holds_alternative<Prismatic>(joint.kind) ? "m"
                                                                      : "rad|m";
    resolvePart(joint);
  }

  void resolve(const Field&, PublishedValue& published) {
    const bool unitKnown = findUnit(published.unit).has_value();
    if (!unitKnown) {
      const Step step(*this, "unit");
      fail({"unit", "", ""}, fmt::format("'{}' is not a unit", published.unit));
    }
    freeUnit_ = published.unit.empty() || !unitKnown ? "*" : published.unit;
    visitFields(published, *this);
    freeUnit_ = "*";
  }

  // Its value is in the scope already; the ends of its slider are not.
  void resolve(const Field&, Parameter& parameter) {
    freeUnit_ = parameter.unit.empty() || !findUnit(parameter.unit) ? "*" : parameter.unit;
    part_ = parameter.id;
    if (parameter.min) (*this)({"min", "*", ""}, *parameter.min);
    if (parameter.max) (*this)({"max", "*", ""}, *parameter.max);
    part_.clear();
    freeUnit_ = "*";
  }

  void resolve(const Field&, Case&) {}
  void resolve(const Field&, Law&) {}
  void resolve(const Field&, std::string&) {}
  void resolve(const Field&, bool&) {}

  const ParameterScope& scope_;
  Problems& problems_;
  std::string pointer_, part_;
  std::string coordinateUnit_ = "rad|m", freeUnit_ = "*";
};

}  // namespace

Result<Mechanism> resolve(const Mechanism& drawn, const std::string& caseId,
                          const std::map<std::string, std::string>& overrides) {
  Mechanism resolved = drawn;
  Problems problems;
  const ParameterScope scope = updParameters(resolved, caseId, overrides, problems);
  QuantityResolver resolver(scope, problems);
  visitFields(resolved, resolver);
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return resolved;
}

}  // namespace clank
