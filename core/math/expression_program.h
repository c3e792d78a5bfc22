// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of a compiled expression: what each is called, how many values it takes, and how
// deep the stack is.
#pragma once

#include <cstdint>

namespace clank {

// clang-format off
enum class ExpressionOp : std::uint8_t {
  number, slot,  // put one value on the stack
  // of one value
  negate, invert, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, log, log10, sqrt, cbrt, abs, sign, floor,
  ceil, step,
  // of two values
  add, subtract, multiply, divide, power, equal, unequal, less, lessEqual, greater, greaterEqual, both, either, atan2,
  min, max, hypot, mod,
  // of three values
  select
};
// clang-format on

inline constexpr int kStackDepth = 128;

}  // namespace clank
