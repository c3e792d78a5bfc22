// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/text_names.h"

#include <algorithm>
#include <cctype>

#include "core/math/expression.h"
#include "core/math/units.h"
#include "core/model/quantity_text.h"

namespace clank {
namespace {

bool isNumeral(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool startsName(char c) {
  return c == '_' || std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Length of the name at the start of a text, with what follows it behind dots: "link1.omega". 0: there is
// none.
std::size_t findPath(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && startsName(text[i])) {
    while (i < text.size() && (startsName(text[i]) || isNumeral(text[i]))) ++i;
    if (i + 1 >= text.size() || text[i] != '.' || !startsName(text[i + 1])) return i;
    ++i;
  }
  return i;
}

// Length of the number with its unit at the start of a text; 0: it starts with none.
std::size_t findNumber(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && (isNumeral(text[i]) || text[i] == '.')) ++i;
  if (i == 0 || !(isNumeral(text[0]) || i > 1)) return 0;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t digits = i + 1;
    if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
    if (digits < text.size() && isNumeral(text[digits])) {
      i = digits;
      while (i < text.size() && isNumeral(text[i])) ++i;
    }
  }
  std::size_t unit = i;
  while (unit < text.size() && text[unit] == ' ') ++unit;
  const std::size_t length = findUnitPrefix(text.substr(unit));
  return length > 0 ? unit + length : i;
}

}  // namespace

bool isOfParameters(const std::string& text, const std::string& unit) {
  return !text.empty() && !evaluateQuantity(text, unit, ParameterScope{});
}

std::string replaceName(std::string_view expression, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t i = 0;
  while (i < expression.size()) {
    std::size_t length = findNumber(expression.substr(i));
    if (length == 0) length = findPath(expression.substr(i));
    std::string_view path = expression.substr(i, length);
    const bool isCall = path == from && isFunctionName(from) && i + length < expression.size() &&
                        expression[i + length] == '(';
    const bool begins =
        length > 0 && path.starts_with(from) && (path.size() == from.size() || path[from.size()] == '.');
    const bool isMember = i > 0 && expression[i - 1] == '.';
    if (begins && !isCall && !isMember && startsName(path.front())) {
      result += to;
      path.remove_prefix(from.size());
      result += path;
      i += length;
      continue;
    }
    length = std::max<std::size_t>(length, 1);
    result += expression.substr(i, length);
    i += length;
  }
  return result;
}

}  // namespace clank
