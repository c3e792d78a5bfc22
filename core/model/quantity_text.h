// SPDX-License-Identifier: GPL-3.0-or-later
// From the text of a quantity to its value in SI.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/math/expression.h"
#include "core/math/measure.h"
#include "core/math/name_index.h"

namespace clank {

// What the texts of quantities may refer to.
struct ParameterScope {
  NameIndex names;                // of parameters with a number; behind them "plate.tip.x" of named points
  std::vector<double> values;     // SI, one a name; NaN: could not be evaluated, and that is reported already
  std::vector<Measure> measures;  // what is known of their dimensions; of a name without one, nothing
  std::vector<std::string> hidden;  // of parameters with a number that may not be used yet, the last first
  std::vector<std::string> points;  // of named points that may not be used yet, the last first
  std::vector<std::string> words;   // of word parameters
  std::vector<std::string> chosen;  // the word in force, one a word parameter
};

// What the text of a quantity says.
struct ReadQuantity {
  double value = 0;  // SI; NaN when the text depends on a parameter that has none
  Measure measure;
  std::string doubt;  // what does not fit, unless bare numbers in it are quantities in SI; mostly empty
};

// Reads "number", "number unit" or an expression over the scope, or says what is wrong with it in words for
// the user. It must have the dimension of the expected unit ("kg m2"; "rad|m": of either; "*": any). A number
// without unit, and what is computed from such alone, is in plainUnit (""): SI.
tl::expected<ReadQuantity, std::string> readQuantity(std::string_view text, std::string_view expectedUnit,
                                                     const ParameterScope& scope,
                                                     std::string_view plainUnit = "");

// The value alone.
tl::expected<double, std::string> evaluateQuantity(std::string_view text, std::string_view expectedUnit,
                                                   const ParameterScope& scope,
                                                   std::string_view plainUnit = "");

// What somebody has typed where a unit stands beside the field: "1/2" of inches is "1/2 in", "1 + 2" is
// "(1 + 2) in"; what has a unit or a name, or cannot be read, as it is.
std::string withPlainUnit(std::string_view text, std::string_view unit);

// What does not fit between a dimension and an expected unit: "a length is wanted, this is a mass", or
// nothing.
std::string explainMisfit(const Measure& found, std::string_view expectedUnit);

// What such a text computes, over the values of the scope; nothing where it is "number" or "number unit", or
// wrong.
std::optional<Expression> compileQuantity(std::string_view text, const ParameterScope& scope);

// True when a text is nothing but a name.
bool isName(std::string_view text);

// "; did you mean 'link1'?" or nothing.
std::string suggestName(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace clank
