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

bool hasDimensionOf(const Unit& unit, std::string_view expected) {
  if (expected == "*") return true;
  while (true) {
    const std::size_t bar = expected.find('|');
    const std::optional<Unit> one = findUnit(expected.substr(0, bar));
    if (one && one->dimension == unit.dimension) return true;
    if (bar == std::string_view::npos) return false;
    expected.remove_prefix(bar + 1);
  }
}

std::string describeExpected(std::string_view unit) {
  if (unit.empty() || unit == "1") return "a number without unit is needed";
  if (unit == "rad|m") return "an angle or a length is needed";
  return fmt::format("a value in {} or the like is needed", unit);
}

// Why an expression does not compile, when the reason is a name that exists but may not be used here.
std::string explainNames(std::string_view text, const ParameterScope& scope) {
  constexpr std::size_t kMostNames = 5000;  // among more the search would take too long
  if (scope.names.list().size() + scope.hidden.size() > kMostNames) return {};
  NameIndex all = scope.names;
  const auto compiles = [&](const std::vector<std::string>& more) {
    for (const std::string& name : more) all.add(name);
    return Expression::compile(text, all).has_value();
  };
  if (compiles(scope.hidden))
    return "it uses a parameter that is listed below it; only those above can be used";
  if (compiles(scope.words)) return "it uses a word parameter, which has no number";
  return {};
}

// Of a text for a message.
std::string_view shorten(std::string_view text) {
  constexpr std::size_t kMost = 200;  // bytes
  return text.substr(0, kMost);
}

tl::expected<double, std::string> evaluateExpression(std::string_view text, const ParameterScope& scope) {
  const Result<Expression> expression = Expression::compile(text, scope.names);
  if (!expression) {
    const Problem& problem = expression.error().front();
    const std::string reason = explainNames(text, scope);
    if (!reason.empty()) return tl::unexpected(fmt::format("\"{}\": {}", shorten(text), reason));
    return tl::unexpected(fmt::format("\"{}\": {} ({})", shorten(text), problem.what, problem.where));
  }
  for (const int slot : expression->getSlots())
    if (std::isnan(scope.values[static_cast<std::size_t>(slot)]))
      return std::numeric_limits<double>::quiet_NaN();
  const double value = expression->evaluate(scope.values);
  if (!std::isfinite(value))
    return tl::unexpected(fmt::format("\"{}\" is not a finite number", shorten(text)));
  return value;
}

}  // namespace

tl::expected<double, std::string> evaluateQuantity(std::string_view text, std::string_view expectedUnit,
                                                   const ParameterScope& scope, std::string_view plainUnit) {
  text = trim(text);
  if (text.empty()) return tl::unexpected(std::string("the text is empty"));
  const std::optional<NumberWithUnit> simple = readNumberWithUnit(text);
  if (!simple) return evaluateExpression(text, scope);
  const bool plain = simple->unitText.empty();
  if (!plain && !hasDimensionOf(simple->unit, expectedUnit))
    return tl::unexpected(
        fmt::format("\"{}\" is in {}, but {}", text, simple->unitText, describeExpected(expectedUnit)));
  if (expectedUnit == "rad/s" && simple->unitText.ends_with("Hz"))
    return tl::unexpected(fmt::format(
        "\"{}\" counts turns, but an angular velocity is needed; write rev/s, rpm or rad/s", text));
  const double value = toSi(simple->number, plain ? findUnit(plainUnit).value_or(Unit{}) : simple->unit);
  if (!std::isfinite(value))
    return tl::unexpected(fmt::format("\"{}\" is not a finite number", shorten(text)));
  return value;
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
