// SPDX-License-Identifier: GPL-3.0-or-later
// From the text of a quantity to its value in SI.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/math/expression.h"
#include "core/math/name_index.h"

namespace clank {

// What the texts of quantities may refer to.
struct ParameterScope {
  NameIndex names;             // of parameters with a number
  std::vector<double> values;  // SI, one a name; NaN: could not be evaluated, and that is reported already
  std::vector<std::string> hidden;  // of parameters with a number that may not be used yet, the last first
  std::vector<std::string> words;   // of word parameters
  std::vector<std::string> chosen;  // the word in force, one a word parameter
};

// Value in SI of "number", "number unit" or an expression over the scope, or what is wrong with it in words
// for the user. The unit must have the dimension of the expected unit ("kg m2"; "rad|m": of either; "*":
// any); an expression is taken in SI. A plain number is in plainUnit. NaN when the text depends on a
// parameter that has none.
tl::expected<double, std::string> evaluateQuantity(std::string_view text, std::string_view expectedUnit,
                                                   const ParameterScope& scope,
                                                   std::string_view plainUnit = "");

// What such a text computes, over the values of the scope; nothing where it is "number" or "number unit", or
// wrong.
std::optional<Expression> compileQuantity(std::string_view text, const ParameterScope& scope);

// True when a text is nothing but a name.
bool isName(std::string_view text);

// "; did you mean 'link1'?" or nothing.
std::string suggestName(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace clank
