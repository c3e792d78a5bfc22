// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/quantity_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "core/math/expression.h"
#include "core/math/units.h"

namespace clank {

namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

struct NumberWithUnit {
  double number;
  std::string_view unitText;  // empty: a plain number
  Unit unit;
};

std::optional<NumberWithUnit> readNumberWithUnit(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  NumberWithUnit result{};
  const auto end = std::from_chars(text.data(), text.data() + text.size(), result.number);
  if (end.ec != std::errc{} || !std::isfinite(result.number)) return std::nullopt;
  result.unitText = trim(text.substr(static_cast<std::size_t>(end.ptr - text.data())));
  if (result.unitText == "1") return std::nullopt;  // "2 1" is a slip, not two
  const std::optional<Unit> unit = findUnit(result.unitText);
  if (!unit) return std::nullopt;
  result.unit = *unit;
  return result;
}

// "rad|m": once for each.
template <class Visit>
void visitAlternatives(std::string_view units, const Visit& visit) {
  while (true) {
    const std::size_t bar = units.find('|');
    visit(units.substr(0, bar));
    if (bar == std::string_view::npos) return;
    units.remove_prefix(bar + 1);
  }
}

bool hasDimensionOf(const Dimension& found, std::string_view expected) {
  bool does = expected == "*";
  visitAlternatives(expected, [&](std::string_view unit) {
    const std::optional<Unit> one = findUnit(unit);
    does = does || (one && fits(found, one->dimension));
  });
  return does;
}

// "a length", "an angle or a length".
std::string nameExpected(std::string_view expected) {
  std::string names;
  visitAlternatives(expected, [&](std::string_view unit) {
    const std::optional<Unit> one = findUnit(unit);
    const std::string name = nameDimension(one ? one->dimension : Dimension());
    const bool isNamed = name.find(" in ") == std::string::npos;
    names += fmt::format("{}{}", names.empty() ? "" : " or ",
                         isNamed ? name : fmt::format("a quantity in {}", unit));
  });
  return names;
}

// Why an expression does not compile, when the reason is a name that exists but may not be used here.
std::string explainNames(std::string_view text, const ParameterScope& scope) {
  constexpr std::size_t kMostNames = 5000;  // among more the search would take too long
  if (scope.names.list().size() + scope.hidden.size() + scope.points.size() > kMostNames) return {};
  NameIndex all = scope.names;
  const auto compiles = [&](const std::vector<std::string>& more) {
    for (const std::string& name : more) all.add(name);
    return Expression::compile(text, all).has_value();
  };
  if (compiles(scope.hidden))
    return "it uses a parameter that is listed below it; only those above can be used";
  if (compiles(scope.points))
    return "it uses a named point that is not known yet: parameters come first, then the points of the "
           "bodies "
           "in their order";
  if (compiles(scope.words)) return "it uses a word parameter, which has no number";
  return {};
}

// Of a text for a message.
std::string_view shorten(std::string_view text) {
  constexpr std::size_t kMost = 200;  // bytes
  return text.substr(0, kMost);
}

// Hz counts periods, an angular velocity angles.
std::string explainHertz(std::string_view expected) {
  return expected == "rad/s" ? "counts turns, but an angular velocity is needed; write rev/s, rpm or rad/s"
                             : "";
}

DimensionCheck makeCheck(BareNumbers bare, const ParameterScope& scope) {
  return DimensionCheck(bare, [&scope](int slot) {
    const auto place = static_cast<std::size_t>(slot);
    return place < scope.measures.size() ? scope.measures[place] : Measure::open();
  });
}

std::string explain(const DimensionCheck& check, std::string_view expected) {
  return check.conflict.empty() ? explainMisfit(check.result, expected) : check.conflict;
}

// What does not fit is refused. It is only doubtful where a bare number may be a quantity in SI, as in
// "500*width*height" for a mass: files were written so before dimensions were checked.
class MisfitJudge {
 public:
  MisfitJudge(std::string_view text, std::string_view expected, const ParameterScope& scope)
      : text_(text), expected_(expected), scope_(scope) {}

  // Fills in the measure and the doubt.
  tl::expected<void, std::string> judge(const Expression& expression, const DimensionCheck& strict,
                                        ReadQuantity& read) const {
    read.measure = strict.result;
    const std::string misfit = explain(strict, expected_);
    if (misfit.empty()) return {};
    const bool isNumber = strict.conflict.empty() && strict.result.dimension == Dimension();
    const bool mayBeSi = strict.hasBare && (isNumber || (!expression.getSlots().empty() && fitsInSi()));
    if (!mayBeSi) return tl::unexpected(fmt::format("\"{}\": {}", shorten(text_), misfit));
    read.measure = expected_ == "*" ? Measure::open() : Measure::ofUnit(expected_);
    read.doubt = fmt::format("\"{}\": {}; taken in SI, but the bare numbers in it should get their units",
                             shorten(text_), misfit);
    return {};
  }

 private:
  bool fitsInSi() const {
    DimensionCheck lenient = makeCheck(BareNumbers::sometimesSi, scope_);
    return compileChecked(text_, scope_.names, lenient).has_value() && explain(lenient, expected_).empty();
  }

  std::string_view text_, expected_;
  const ParameterScope& scope_;
};

tl::expected<ReadQuantity, std::string> readExpression(std::string_view text, std::string_view expected,
                                                       const ParameterScope& scope,
                                                       std::string_view plainUnit) {
  DimensionCheck check = makeCheck(BareNumbers::numbers, scope);
  const Result<Expression> expression = compileChecked(text, scope.names, check);
  if (!expression) {
    const Problem& problem = expression.error().front();
    const std::string reason = explainNames(text, scope);
    if (!reason.empty()) return tl::unexpected(fmt::format("\"{}\": {}", shorten(text), reason));
    return tl::unexpected(fmt::format("\"{}\": {} ({})", shorten(text), problem.what, problem.where));
  }
  ReadQuantity read;
  if (const auto judged = MisfitJudge(text, expected, scope).judge(*expression, check, read); !judged)
    return tl::unexpected(judged.error());
  if (check.countsPeriods && check.result.isKnown() && !explainHertz(expected).empty())
    return tl::unexpected(fmt::format("\"{}\" {}", shorten(text), explainHertz(expected)));
  for (const int slot : expression->getSlots())
    if (std::isnan(scope.values[static_cast<std::size_t>(slot)])) {
      read.value = std::numeric_limits<double>::quiet_NaN();
      return read;
    }
  read.value = expression->evaluate(scope.values);
  if (check.result.isBare()) read.value = toSi(read.value, findUnit(plainUnit).value_or(Unit{}));
  if (!std::isfinite(read.value))
    return tl::unexpected(fmt::format("\"{}\" is not a finite number", shorten(text)));
  return read;
}

}  // namespace

std::string explainMisfit(const Measure& found, std::string_view expected) {
  if (!found.isKnown() || hasDimensionOf(found.dimension, expected)) return {};
  return fmt::format("{} is wanted, this is {}", nameExpected(expected), nameDimension(found.dimension));
}

tl::expected<ReadQuantity, std::string> readQuantity(std::string_view text, std::string_view expectedUnit,
                                                     const ParameterScope& scope,
                                                     std::string_view plainUnit) {
  text = trim(text);
  if (text.empty()) return tl::unexpected(std::string("the text is empty"));
  const std::optional<NumberWithUnit> simple = readNumberWithUnit(text);
  if (!simple) return readExpression(text, expectedUnit, scope, plainUnit);
  ReadQuantity read;
  const bool plain = simple->unitText.empty();
  if (!plain) read.measure = Measure::known(simple->unit.dimension);
  if (const std::string misfit = explainMisfit(read.measure, expectedUnit); !misfit.empty())
    return tl::unexpected(fmt::format("\"{}\": {}", text, misfit));
  if (simple->unitText.ends_with("Hz") && !explainHertz(expectedUnit).empty())
    return tl::unexpected(fmt::format("\"{}\" {}", text, explainHertz(expectedUnit)));
  read.value = toSi(simple->number, plain ? findUnit(plainUnit).value_or(Unit{}) : simple->unit);
  if (!std::isfinite(read.value))
    return tl::unexpected(fmt::format("\"{}\" is not a finite number", shorten(text)));
  return read;
}

tl::expected<double, std::string> evaluateQuantity(std::string_view text, std::string_view expectedUnit,
                                                   const ParameterScope& scope, std::string_view plainUnit) {
  const auto read = readQuantity(text, expectedUnit, scope, plainUnit);
  if (!read) return tl::unexpected(read.error());
  return read->value;
}

std::string withPlainUnit(std::string_view text, std::string_view unit) {
  text = trim(text);
  if (unit.empty() || unit == "1") return std::string(text);
  const ParameterScope none;
  const auto plain = readQuantity(text, "*", none, unit);
  if (!plain || !plain->measure.isBare()) return std::string(text);
  const std::string behind = fmt::format("{} {}", text, unit);
  const auto read = readQuantity(behind, unit, none);
  const bool isWhole = read && std::abs(read->value - plain->value) <= 1e-12 * std::abs(plain->value);
  return isWhole ? behind : fmt::format("({}) {}", text, unit);
}

std::optional<Expression> compileQuantity(std::string_view text, const ParameterScope& scope) {
  text = trim(text);
  if (text.empty() || readNumberWithUnit(text)) return std::nullopt;
  auto expression = Expression::compile(text, scope.names);
  if (!expression) return std::nullopt;
  return std::move(*expression);
}

bool isName(std::string_view text) {
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && isLetter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

std::string suggestName(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = findNearestName(name, candidates);
  return nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
}

}  // namespace clank
