// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <optional>

#include "core/model/checks.h"
#include "core/model/field_units.h"
#include "core/model/field_walk.h"
#include "core/model/law_names.h"
#include "core/model/parameter_values.h"

namespace clank {

namespace {

// What fits only if bare numbers are quantities in SI, and laws whose parts do not fit each other. What does
// not fit at all resolve() has refused.
class DimensionDoubts {
 public:
  DimensionDoubts(const Mechanism& mechanism, ProblemList& problems)
      : mechanism_(mechanism),
        parameters_(listParameters(mechanism).measures),
        scope_(listQuantityScope(mechanism)),
        problems_(problems) {}

  void leaf(const Field& field, const Quantity& quantity, const std::string& pointer) {
    if (quantity.text.empty()) return;
    const auto read = readQuantity(quantity.text.str(), units_.expected(field), scope_, units_.plain());
    if (read && !read->doubt.empty()) warn(field, read->doubt, pointer);
  }
  bool concerns(const Quantity& quantity) const { return !quantity.text.empty(); }

  void law(const Field& field, const Law& law, const std::string& pointer) {
    if (law.text.find_first_not_of("+-.0123456789") == std::string::npos) return;
    if (!laws_) prepareLaws();
    DimensionCheck check(BareNumbers::anything,
                         [&](int slot) { return laws_->measures[static_cast<std::size_t>(slot)]; });
    const auto expression = compileChecked(law.text, laws_->names, check);
    // What cannot be read is said elsewhere. Of time and motion alone "rod.angle*t" is a moment: the unit of
    // its coefficient 1 is left out.
    if (!expression || !(check.hasUnit || readsUnits(*expression))) return;
    const std::string_view unit = field.unit;
    const std::string misfit = !check.conflict.empty() ? check.conflict
                               : unit.empty()          ? ""
                                                       : explainMisfit(check.result, units_.expected(field));
    if (!misfit.empty())
      warn(field, fmt::format("\"{}\": {}", law.text.substr(0, kMostSaid), misfit), pointer);
  }

  void enter(const RecordView& record) {
    if (record.id()) parts_.push_back(*record.id());
    units_.enter(record);
  }
  void leave(const RecordView& record) {
    if (record.id()) parts_.pop_back();
    units_.leave(record);
  }

 private:
  static constexpr std::size_t kMostSaid = 200;  // bytes of a law
  struct LawScope {
    NameIndex names;
    std::vector<Measure> measures;
  };

  void prepareLaws() {
    laws_.emplace();
    for (const std::string& name : calcLawNames(mechanism_)) laws_->names.add(name);
    laws_->measures = calcLawMeasures(mechanism_, parameters_);
  }

  // Of parameters.
  bool readsUnits(const Expression& law) const {
    const auto isOf = [&](int slot) {
      const auto place = static_cast<std::size_t>(slot);
      return place < parameters_.size() && parameters_[place].isKnown();
    };
    return std::any_of(law.getSlots().begin(), law.getSlots().end(), isOf);
  }

  void warn(const Field& field, const std::string& what, const std::string& pointer) {
    const std::string part = parts_.empty() ? "" : parts_.back() + ", ";
    problems_.warn(pointer, fmt::format("{}{}: {}", part, field.key, what));
  }

  const Mechanism& mechanism_;
  const std::vector<Measure> parameters_;
  const ParameterScope scope_;
  ProblemList& problems_;
  FieldUnits units_;
  std::optional<LawScope> laws_;    // made for the first law
  std::vector<std::string> parts_;  // with an id, that the walk is in
};

}  // namespace

void checkUnits(const Mechanism& mechanism, ProblemList& problems) {
  const double digits = mechanism.units.digits.value;
  if (std::isfinite(digits) &&
      (digits < kLeastDigits || digits > kMostDigits || digits != std::round(digits)))
    problems.error("/units/digits",
                   fmt::format("the digits shown are {}; a whole number from {} to {} is needed", digits,
                               kLeastDigits, kMostDigits));
  DimensionDoubts doubts(mechanism, problems);
  walkFields(mechanism, doubts);
}

void checkQuantityUnits(const Mechanism& mechanism, const std::vector<StudyQuantity>& quantities,
                        const std::string& of, const std::string& where, ProblemList& problems) {
  const ParameterScope scope = listParameters(mechanism);
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const auto& [value, unit] = std::tie(quantities[i].value, quantities[i].unit);
    const std::string part = fmt::format("{}, quantity {}", of, quantities[i].id);
    const std::string pointer = fmt::format("{}/quantities/{}", where, i);
    if (!findUnit(unit))
      problems.error(pointer + "/unit",
                     fmt::format("{}: '{}' is not a unit{}", part, unit, suggestUnit(unit)));
    DimensionCheck check(BareNumbers::anything,
                         [&](int slot) { return scope.measures[static_cast<std::size_t>(slot)]; });
    // What reads a run is compiled where its channels are known.
    if (!compileChecked(value, scope.names, check)) continue;
    std::string misfit = check.conflict;
    if (misfit.empty() && !unit.empty() && findUnit(unit)) misfit = explainMisfit(check.result, unit);
    if (!misfit.empty())
      problems.error(pointer + "/value", fmt::format("{}: \"{}\": {}", part, value, misfit));
  }
}

}  // namespace clank
