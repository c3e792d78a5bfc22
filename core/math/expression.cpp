// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluation: one pass over the postfix program with a stack of fixed size; compile() has made sure that it
// suffices. Every operation is computed on values alone, both branches of a choice included, so that the same
// loop can run on another scalar.
#include "core/math/expression.h"

#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/math/expression_program.h"

namespace clank {

namespace {

template <class Scalar>
Scalar truth(bool value) {
  return Scalar(value ? 1.0 : 0.0);
}

template <class Scalar>
Scalar signOf(const Scalar& x) {
  if (x > 0) return Scalar(1.0);
  return x < 0 ? Scalar(-1.0) : x;  // 0 and NaN stay
}

// Remainder with the sign of b: a - b floor(a/b).
template <class Scalar>
Scalar floorMod(const Scalar& a, const Scalar& b) {
  using std::fmod;
  const Scalar r = fmod(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

// A NaN on either side is kept, unlike with fmin and fmax.
template <class Scalar>
Scalar least(const Scalar& a, const Scalar& b) {
  return a != a || a < b ? a : b;
}
template <class Scalar>
Scalar greatest(const Scalar& a, const Scalar& b) {
  return a != a || a > b ? a : b;
}

// The branch of a switch with the sign of the argument as it stands here; NaN: it goes by its argument.
double findBranch(int place, double sign, std::span<const double> branches) {
  if (place < 0 || static_cast<std::size_t>(place) >= branches.size())
    return std::numeric_limits<double>::quiet_NaN();
  return sign * branches[static_cast<std::size_t>(place)];
}

// Of two values, on a side of their difference.
template <class Scalar>
Scalar choose(bool first, const Scalar& a, const Scalar& b) {
  if (a != a) return a;
  return first && b == b ? a : b;
}

// The angle goes on through the cut, where y changes its sign and x is negative.
template <class Scalar>
Scalar unwrap(double side, const Scalar& y, const Scalar& x) {
  using std::atan2;
  const Scalar angle = atan2(y, x);
  if (!(x < 0)) return angle;
  if (side > 0 && y < 0) return angle + Scalar(2 * std::numbers::pi);
  return side < 0 && !(y < 0) ? angle - Scalar(2 * std::numbers::pi) : angle;
}

}  // namespace

template <class Scalar>
Scalar Expression::run(std::span<const Scalar> slots, std::span<const double> branches) const {
  using namespace std;  // the functions of the scalar are found by its own namespace
  array<Scalar, kStackDepth + 1> stack;
  Scalar* top = stack.data();  // the last value; the first place stays empty
  const auto unary = [&](auto f) { *top = f(*top); };
  const auto binary = [&](auto f) {
    --top;
    *top = f(top[0], top[1]);
  };
  // f of the branch where there is one, else live without it.
  const auto switchUnary = [&](const Instruction& i, auto f, auto live) {
    const double branch = findBranch(i.slot, i.number, branches);
    *top = branch == branch ? f(*top, branch) : live(*top);
  };
  const auto switchBinary = [&](const Instruction& i, auto f, auto live) {
    const double branch = findBranch(i.slot, i.number, branches);
    --top;
    *top = branch == branch ? f(top[0], top[1], branch) : live(top[0], top[1]);
  };
  // On the edge itself the side is 0.
  const auto below = [](const Scalar&, const Scalar&, double side) { return truth<Scalar>(side < 0); };
  const auto notAbove = [](const Scalar&, const Scalar&, double side) { return truth<Scalar>(!(side > 0)); };
  const auto above = [](const Scalar&, const Scalar&, double side) { return truth<Scalar>(side > 0); };
  const auto notBelow = [](const Scalar&, const Scalar&, double side) { return truth<Scalar>(!(side < 0)); };
  for (const Instruction& i : program_) {
    switch (i.op) {
      case Op::number:
        *++top = Scalar(i.number);
        break;
      case Op::slot:
        *++top = slots[static_cast<size_t>(i.slot)];
        break;
      case Op::negate:
        unary([](auto x) { return -x; });
        break;
      case Op::invert:
        unary([](auto x) { return truth<Scalar>(x == 0); });
        break;
      case Op::sin:
        unary([](auto x) { return sin(x); });
        break;
      case Op::cos:
        unary([](auto x) { return cos(x); });
        break;
      case Op::tan:
        unary([](auto x) { return tan(x); });
        break;
      case Op::asin:
        unary([](auto x) { return asin(x); });
        break;
      case Op::acos:
        unary([](auto x) { return acos(x); });
        break;
      case Op::atan:
        unary([](auto x) { return atan(x); });
        break;
      case Op::sinh:
        unary([](auto x) { return sinh(x); });
        break;
      case Op::cosh:
        unary([](auto x) { return cosh(x); });
        break;
      case Op::tanh:
        unary([](auto x) { return tanh(x); });
        break;
      case Op::exp:
        unary([](auto x) { return exp(x); });
        break;
      case Op::log:
        unary([](auto x) { return log(x); });
        break;
      case Op::log10:
        unary([](auto x) { return log10(x); });
        break;
      case Op::sqrt:
        unary([](auto x) { return sqrt(x); });
        break;
      case Op::cbrt:
        unary([](auto x) { return cbrt(x); });
        break;
      case Op::abs:
        switchUnary(
            i, [](auto x, double side) { return side < 0 ? -x : x; }, [](auto x) { return abs(x); });
        break;
      case Op::sign:
        switchUnary(
            i, [](auto, double side) { return Scalar(side); }, [](auto x) { return signOf(x); });
        break;
      case Op::floor:
        switchUnary(
            i, [](auto, double n) { return Scalar(ceil(n)); }, [](auto x) { return floor(x); });
        break;
      case Op::ceil:
        switchUnary(
            i, [](auto, double n) { return Scalar(floor(n) + 1); }, [](auto x) { return ceil(x); });
        break;
      case Op::step:
        switchUnary(
            i, [](auto, double side) { return truth<Scalar>(!(side < 0)); },
            [](auto x) { return truth<Scalar>(!(x < 0)); });
        break;
      case Op::add:
        binary([](auto a, auto b) { return a + b; });
        break;
      case Op::subtract:
        binary([](auto a, auto b) { return a - b; });
        break;
      case Op::multiply:
        binary([](auto a, auto b) { return a * b; });
        break;
      case Op::divide:
        binary([](auto a, auto b) { return a / b; });
        break;
      case Op::power:
        binary([](auto a, auto b) { return pow(a, b); });
        break;
      case Op::equal:
        binary([](auto a, auto b) { return truth<Scalar>(a == b); });
        break;
      case Op::unequal:
        binary([](auto a, auto b) { return truth<Scalar>(a != b); });
        break;
      case Op::less:
        switchBinary(i, below, [](auto a, auto b) { return truth<Scalar>(a < b); });
        break;
      case Op::lessEqual:
        switchBinary(i, notAbove, [](auto a, auto b) { return truth<Scalar>(a <= b); });
        break;
      case Op::greater:
        switchBinary(i, above, [](auto a, auto b) { return truth<Scalar>(a > b); });
        break;
      case Op::greaterEqual:
        switchBinary(i, notBelow, [](auto a, auto b) { return truth<Scalar>(a >= b); });
        break;
      case Op::both:
        binary([](auto a, auto b) { return truth<Scalar>(a != 0 && b != 0); });
        break;
      case Op::either:
        binary([](auto a, auto b) { return truth<Scalar>(a != 0 || b != 0); });
        break;
      case Op::atan2:
        switchBinary(
            i, [](auto y, auto x, double side) { return unwrap(side, y, x); },
            [](auto y, auto x) { return atan2(y, x); });
        break;
      case Op::min:
        switchBinary(
            i, [](auto a, auto b, double side) { return choose(side < 0, a, b); },
            [](auto a, auto b) { return least(a, b); });
        break;
      case Op::max:
        switchBinary(
            i, [](auto a, auto b, double side) { return choose(side > 0, a, b); },
            [](auto a, auto b) { return greatest(a, b); });
        break;
      case Op::hypot:
        binary([](auto a, auto b) { return hypot(a, b); });
        break;
      case Op::mod:
        switchBinary(
            i, [](auto a, auto b, double n) { return a - Scalar(ceil(n)) * b; },
            [](auto a, auto b) { return floorMod(a, b); });
        break;
      case Op::select:
        top -= 2;
        *top = top[0] != 0 ? top[1] : top[2];
        break;
    }
  }
  return *top;
}

double Expression::evaluate(std::span<const double> slots) const {
  assert(!program_.empty());
  assert(slots_.empty() || static_cast<std::size_t>(slots_.back()) < slots.size());
  return run<double>(slots, {});
}

Jet Expression::evaluate(std::span<const Jet> slots) const {
  assert(!program_.empty());
  return run<Jet>(slots, {});
}

double Expression::evaluate(std::span<const double> slots, std::span<const double> branches) const {
  assert(!program_.empty());
  return run<double>(slots, branches);
}

Jet Expression::evaluate(std::span<const Jet> slots, std::span<const double> branches) const {
  assert(!program_.empty());
  return run<Jet>(slots, branches);
}

}  // namespace clank
