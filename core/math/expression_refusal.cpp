// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of an expression that cannot be read.
#include <fmt/format.h>

#include <algorithm>

#include "core/math/expression_parser.h"

namespace clank {

std::string ExpressionParser::describeCharacter() const {
  const auto first = static_cast<unsigned char>(text_[pos_]);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  const auto isContinuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  const std::string_view character = text_.substr(pos_, length);
  const bool whole =
      character.size() == length && std::all_of(character.begin() + 1, character.end(), isContinuation);
  const bool printable = first >= 0x20 && first != 0x7F && !(first >= 0x80 && first < 0xC2) && first < 0xF5;
  return whole && printable ? fmt::format("'{}'", character)
                            : fmt::format("the character with code {}", first);
}

bool ExpressionParser::refuseName(std::string_view name, std::size_t start) {
  std::vector<std::string> known(names_.begin(), names_.end());
  known.emplace_back("pi");
  const std::string nearest = findNearestName(name, known);
  const std::string hint = nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
  return fail(fmt::format("unknown name '{}'{}", name, hint), start);
}

bool ExpressionParser::closeParenthesis(std::size_t open) {
  if (readSign(')')) return true;
  if (atEnd()) return fail(fmt::format("')' is missing for the '(' at column {}", column(open)), pos_);
  refuseRest();
  return false;
}

bool ExpressionParser::refuseOperand() {
  return fail(fmt::format("a value is expected, found {}", describeCharacter()), pos_);
}

// What stands where an operator or the end should be.
void ExpressionParser::refuseRest() {
  const std::size_t start = pos_;
  const char c = text_[pos_];
  if (c == ')') {
    fail("')' has no '(' before it", start);
  } else if (c == '=') {
    fail("'=' does not compare; write '=='", start);
  } else if (c == '&' || c == '|') {
    fail(fmt::format("a single '{0}' means nothing; write '{0}{0}'", c), start);
  } else if (c == ',') {
    fail("',' only separates the arguments of a function; decimals are written with '.'", start);
  } else if (isNameStart(c)) {
    fail(fmt::format("an operator is expected before '{}'", readName()), start);
  } else {
    fail(fmt::format("an operator is expected, found {}", describeCharacter()), start);
  }
}

}  // namespace clank
