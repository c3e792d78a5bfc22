// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/resolved_family.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/field_walk.h"
#include "core/model/parameter_values.h"

namespace clank {
namespace {

// Quantities that are expressions. Those of parameters' values and named points are in the scope already.
class DependentFinder {
 public:
  explicit DependentFinder(const ParameterScope& scope) : scope_(scope) {}

  void leaf(const Field& field, Quantity& quantity, const std::string&) {
    const std::string_view key = field.key;
    if ((inParameter_ && key == "value") || (inPoint_ && key == "at")) return;
    if (auto value = compileQuantity(quantity.text, scope_)) found.emplace_back(&quantity, std::move(*value));
  }
  void enter(const RecordRef& record) {
    inParameter_ = record.as<Parameter>() != nullptr;
    inPoint_ = record.as<NamedPoint>() != nullptr;
  }
  void leave(const RecordRef&) { inParameter_ = inPoint_ = false; }

  bool concerns(const Quantity& quantity) const { return !quantity.text.empty(); }
  // Numbers of a list that copies of the mechanism share must not be altered in place.
  void meetShared() { hasShared = true; }

  std::vector<std::pair<Quantity*, Expression>> found;
  bool hasShared = false;

 private:
  const ParameterScope& scope_;
  bool inParameter_ = false, inPoint_ = false;
};

}  // namespace

ResolvedFamily::ResolvedFamily(const Mechanism& drawn, std::string caseId) : case_(std::move(caseId)) {
  Problems problems;
  mechanism_ = resolve(drawn, case_, {}, problems);
  const ParameterScope scope = updParameters(mechanism_, case_, {}, problems);
  isSound_ = problems.empty();
  DependentFinder finder(scope);
  walkFields(mechanism_, finder);
  isSound_ = isSound_ && !finder.hasShared;
  for (auto& [quantity, value] : finder.found) dependents_.push_back({quantity, std::move(value)});
}

const Mechanism* ResolvedFamily::find(const std::map<std::string, std::string>& set) {
  const auto choosesWord = [&](const Parameter& p) { return !p.choices.empty() && set.count(p.id) > 0; };
  if (!isSound_ || std::ranges::any_of(mechanism_.parameters, choosesWord)) return nullptr;
  Problems problems;
  const ParameterScope scope = updParameters(mechanism_, case_, set, problems);
  if (!problems.empty()) return nullptr;
  for (const Dependent& one : dependents_) {
    one.quantity->value = one.value.evaluate(scope.values);
    if (!std::isfinite(one.quantity->value)) return nullptr;
  }
  return &mechanism_;
}

}  // namespace clank
