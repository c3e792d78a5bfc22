// SPDX-License-Identifier: GPL-3.0-or-later
// Which dimension every operation of an expression wants and gives.
#include "core/math/expression_parser.h"

namespace clank {

Measure ExpressionParser::measure(Op op, std::span<const Measure> of, int slot, double number) {
  DimensionCheck& check = *check_;
  const auto angleFrom = [&](const char* name) {
    check.takeNumber(of[0], name, false);
    return Measure::known(kAngleDimension);
  };
  switch (op) {
    case Op::number:
      return check.ofNumber(number);
    case Op::slot:
      return check.ofSlot(slot);
    case Op::negate:
      return check.product(of[0], check.ofCount(-1), 1);
    case Op::abs:
      return of[0];
    case Op::invert:
    case Op::sign:
    case Op::step:
    case Op::both:
    case Op::either:
      return check.giveTruth(of);
    case Op::sin:
      return check.takeNumber(of[0], "sin", true);
    case Op::cos:
      return check.takeNumber(of[0], "cos", true);
    case Op::tan:
      return check.takeNumber(of[0], "tan", true);
    case Op::asin:
      return angleFrom("asin");
    case Op::acos:
      return angleFrom("acos");
    case Op::atan:
      return angleFrom("atan");
    case Op::sinh:
      return check.takeNumber(of[0], "sinh", true);
    case Op::cosh:
      return check.takeNumber(of[0], "cosh", true);
    case Op::tanh:
      return check.takeNumber(of[0], "tanh", true);
    case Op::exp:
      return check.takeNumber(of[0], "exp", true);
    case Op::log:
      return check.takeNumber(of[0], "log", true);
    case Op::log10:
      return check.takeNumber(of[0], "log10", true);
    case Op::floor:
      return check.round(of[0], "floor");
    case Op::ceil:
      return check.round(of[0], "ceil");
    case Op::sqrt:
      return check.root(of[0], 2);
    case Op::cbrt:
      return check.root(of[0], 3);
    case Op::add:
      return check.sum(of[0], of[1], 1);
    case Op::subtract:
      return check.sum(of[0], of[1], -1);
    case Op::multiply:
      return check.product(of[0], of[1], 1);
    case Op::divide:
      return check.product(of[0], of[1], -1);
    case Op::power:
      return check.power(of[0], of[1]);
    case Op::equal:
    case Op::unequal:
    case Op::less:
    case Op::lessEqual:
    case Op::greater:
    case Op::greaterEqual:
      check.merge(of[0], of[1], "cannot be compared");
      return check.giveTruth(of);
    case Op::atan2:
      check.merge(of[0], of[1], "cannot be the arguments of atan2");
      return Measure::known(kAngleDimension);
    case Op::min:
    case Op::max:
      return check.merge(of[0], of[1], "cannot be compared");
    case Op::hypot:
      return check.merge(of[0], of[1], "cannot be the arguments of hypot");
    case Op::mod:
      return check.merge(of[0], of[1], "cannot be the arguments of mod");
    case Op::select:
      return check.merge(of[1], of[2], "cannot be the two branches of '?'");
  }
  return Measure::open();
}

}  // namespace clank
